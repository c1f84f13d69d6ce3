"""Exact distributions over all deals, by counting: no sampling, no error."""

from mjsim.exact import wenling_deals
from mjsim.exact.deals import (
    deal_category_distribution,
    deal_fan_distribution,
    deal_mask_counts,
    deal_possible_distribution,
)
from mjsim.exact.shanten import shanten_distribution

__all__ = [
    "deal_category_distribution",
    "deal_fan_distribution",
    "deal_mask_counts",
    "deal_possible_distribution",
    "shanten_distribution",
    "wenling_deals",
]
