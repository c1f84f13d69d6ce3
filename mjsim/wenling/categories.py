"""番种 and 腊子 of 温岭麻将: ids in bit order, with Chinese and English labels (W5, W8)."""

from functools import lru_cache
from types import MappingProxyType

from mjsim._core import WENLING_BITS
from mjsim.hands import Label

__all__ = ["CATEGORIES", "LABELS", "LIMITS", "Label", "categories_of"]


LABELS = MappingProxyType(
    {
        "zimo": Label("自摸", "self-draw"),
        "dandiao": Label("单吊", "pair wait"),
        "qiandang": Label("嵌档", "middle wait"),
        "kaobing": Label("靠柄", "edge wait"),
        "baiban": Label("白板", "white dragons shown"),
        "huapai": Label("花牌", "own flowers shown"),
        "hongzhong": Label("红中", "red dragons shown"),
        "facai": Label("发财", "green dragons shown"),
        "menfeng": Label("门风", "own wind"),
        "zipai": Label("字牌", "dragon set"),
        "qingyise": Label("清一色", "one suit"),
        "hunyise": Label("混一色", "one suit with honours"),
        "duiduihu": Label("对对胡", "all triplets"),
        "panghu": Label("旁胡", "all sequences, open wait"),
        "wude": Label("无得", "no wild"),
        "liangde": Label("两得", "two wilds"),
        "gangkai": Label("杠上开花", "win on a replacement"),
        "qiangganghu": Label("抢杠胡", "robbing a kong"),
        "zimode": Label("自摸得", "wild drawn last"),
        "dehuanyuan": Label("得还原", "wild as itself"),
        "sande": Label("三得", "three wilds"),
        "sibaiban": Label("四白板", "four white dragons"),
        "sihonghua": Label("四红花", "all seasons"),
        "siheihua": Label("四黑花", "all plants"),
        "sihongzhong": Label("四红中", "four red dragons"),
        "sifacai": Label("四发财", "four green dragons"),
        "tianhu": Label("天胡", "complete at the deal"),
        "dihu": Label("地胡", "win at the first chance"),
        "sifenghuiqi": Label("四风会齐", "all four winds"),
        "shuangdehuanyuan": Label("双得还原", "two wilds as themselves"),
    }
)
"""Chinese and English names by category id."""

CATEGORIES = tuple(WENLING_BITS)
"""The category ids; the i-th is bit i of a mask."""

LIMITS = CATEGORIES[CATEGORIES.index("sande") :]
"""腊子: the categories that are worth 500 outright."""


@lru_cache(maxsize=1 << 14)
def categories_of(mask: int) -> tuple[str, ...]:
    """Return the ids of a mask's categories, in bit order.

    Examples
    --------
    >>> categories_of(0b1000000000000001)
    ('zimo', 'liangde')
    """
    return tuple(name for name, bit in WENLING_BITS.items() if mask & bit)
