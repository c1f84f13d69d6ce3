"""One story an experiment."""

from importlib import import_module
from typing import TYPE_CHECKING

from mjsim.errors import InputError
from mjsim.experiments import EXPERIMENTS

if TYPE_CHECKING:
    from mjsim.report.story import Story

__all__ = ["TOLD", "story_of"]

TOLD = tuple(EXPERIMENTS)
"""Experiments that have a story."""


def story_of(experiment: str) -> "Story":
    """Return the story of an experiment.

    Raises
    ------
    InputError
        If it has none.

    Examples
    --------
    >>> "per_win" in story_of("categories").main
    True
    """
    if experiment not in TOLD:
        raise InputError(f"experiment: {experiment} has no report, {', '.join(TOLD)} have")
    story: Story = import_module(f"mjsim.report.stories.{experiment}").STORY
    return story
