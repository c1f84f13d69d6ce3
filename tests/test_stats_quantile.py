"""Quantiles of clustered values: how often their intervals hold the truth."""

import numpy as np
import pytest
from scipy.stats import binom, norm

from mjsim.errors import InputError
from mjsim.stats import clustered_quantile

ALPHA = 1e-4
"""Chance that a statistical test fails although all is well; seeds are fixed."""


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_intervals_hold_the_truth(share):
    """Four values a session with half their variance in common."""
    rng = np.random.default_rng(7)
    truth, held, n = norm.ppf(share), 0, 1000
    for _ in range(n):
        values = (rng.normal(size=(300, 1)) + rng.normal(size=(300, 4))) / 2**0.5
        found = clustered_quantile(values, share)
        held += found.ci_low <= truth <= found.ci_high
    low = binom.ppf(ALPHA / 2, n, 0.93)
    high = binom.ppf(1 - ALPHA / 2, n, 0.97)
    assert low <= held <= high


def test_clusters_count_and_not_values():
    """Values that are the same within a session say no more than one of them."""
    one = np.random.default_rng(8).normal(size=(400, 1))
    alone = clustered_quantile(one, 0.3)
    together = clustered_quantile(np.repeat(one, 4, axis=1), 0.3)
    assert together.n == 400
    assert together.se == pytest.approx(alone.se, rel=0.2)


@pytest.mark.parametrize("wrong", [(np.ones((1, 4)), 0.5), (np.ones((9, 4)), 0.0)])
def test_what_can_not_be_is_refused(wrong):
    with pytest.raises(InputError, match=r"too few|between 0 and 1"):
        clustered_quantile(*wrong)
