"""Strategies: one a file, with its parameters and what it reads of rules and stakes."""

from mjsim.strategies.base import Strategy
from mjsim.strategies.python import PythonStrategy
from mjsim.strategies.random import Random
from mjsim.strategies.registry import STRATEGIES, read_strategies, read_strategy
from mjsim.strategies.speed import Speed
from mjsim.strategies.value import Value
from mjsim.strategies.wenling_value import WenlingValue

__all__ = [
    "STRATEGIES",
    "PythonStrategy",
    "Random",
    "Speed",
    "Strategy",
    "Value",
    "WenlingValue",
    "read_strategies",
    "read_strategy",
]
