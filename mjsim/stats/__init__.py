"""Estimates with their errors: intervals, means, agreement with exact values.

Plain numbers and arrays in and out. Importing this package does not import scipy; the two
functions that need it do so when called.
"""

from mjsim.stats.against import MIN_EXPECTED, Comparison, against_exact
from mjsim.stats.agreement import Agreement, Cell, agreement
from mjsim.stats.estimate import Estimate
from mjsim.stats.holm import holm
from mjsim.stats.mean import mean, mean_from_counts, mean_from_histogram
from mjsim.stats.normal import normal_quantile, two_sided_p
from mjsim.stats.proportion import Proportions, proportion, proportions

__all__ = [
    "MIN_EXPECTED",
    "Agreement",
    "Cell",
    "Comparison",
    "Estimate",
    "Proportions",
    "against_exact",
    "agreement",
    "holm",
    "mean",
    "mean_from_counts",
    "mean_from_histogram",
    "normal_quantile",
    "proportion",
    "proportions",
    "two_sided_p",
]
