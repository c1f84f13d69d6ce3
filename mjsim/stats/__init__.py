"""Estimates with their errors: intervals, comparisons, sequences, agreement with exact values.

Plain numbers and arrays in and out. Importing this package does not import scipy; the
functions that need it do so when called.
"""

from mjsim.stats.against import MIN_EXPECTED, Comparison, against_exact
from mjsim.stats.agreement import Agreement, Cell, agreement
from mjsim.stats.benjamini_hochberg import benjamini_hochberg
from mjsim.stats.bernstein import BernsteinSequence, mean_sequence_bernstein
from mjsim.stats.clopper_pearson import clopper_pearson
from mjsim.stats.clustered import clustered_mean, ratio
from mjsim.stats.control import (
    Controlled,
    control_coefficients,
    controlled_mean,
    earlier_coefficients,
)
from mjsim.stats.estimate import Estimate
from mjsim.stats.holm import holm
from mjsim.stats.jackknife import jackknife
from mjsim.stats.mean import mean, mean_from_counts, mean_from_histogram
from mjsim.stats.normal import normal_quantile, two_sided_p
from mjsim.stats.paired import Contrast, Contrasts, Paired, contrasts, paired
from mjsim.stats.power import (
    detectable_difference,
    detectable_proportion,
    units_for_difference,
    units_for_proportions,
)
from mjsim.stats.proportion import Proportions, proportion, proportions
from mjsim.stats.quantile import clustered_quantile
from mjsim.stats.sequences import (
    asymptotic_sequence,
    mean_sequence_asymptotic,
    proportion_sequence,
)
from mjsim.stats.stopping import Until
from mjsim.stats.student import t_quantile, two_sided_t

__all__ = [
    "MIN_EXPECTED",
    "Agreement",
    "BernsteinSequence",
    "Cell",
    "Comparison",
    "Contrast",
    "Contrasts",
    "Controlled",
    "Estimate",
    "Paired",
    "Proportions",
    "Until",
    "against_exact",
    "agreement",
    "asymptotic_sequence",
    "benjamini_hochberg",
    "clopper_pearson",
    "clustered_mean",
    "clustered_quantile",
    "contrasts",
    "control_coefficients",
    "controlled_mean",
    "detectable_difference",
    "detectable_proportion",
    "earlier_coefficients",
    "holm",
    "jackknife",
    "mean",
    "mean_from_counts",
    "mean_from_histogram",
    "mean_sequence_asymptotic",
    "mean_sequence_bernstein",
    "normal_quantile",
    "paired",
    "proportion",
    "proportion_sequence",
    "proportions",
    "ratio",
    "t_quantile",
    "two_sided_p",
    "two_sided_t",
    "units_for_difference",
    "units_for_proportions",
]
