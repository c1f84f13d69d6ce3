"""Chinese names of what is counted."""

__all__ = [
    "de_label",
    "fan_label",
    "shanten_label",
    "shown_label",
    "wenling_shanten_label",
    "wilds_label",
]

_NUMERALS = "零一二三四五六七八九十"


def wilds_label(wilds: int) -> str:
    """Name a number of wilds held.

    Examples
    --------
    >>> wilds_label(0), wilds_label(2)
    ('無混', '2 張混')
    """
    return f"{wilds} 張混" if wilds else "無混"


def shanten_label(shanten: int) -> str:
    """Name a shanten.

    Examples
    --------
    >>> [shanten_label(steps) for steps in (-1, 0, 3)]
    ['成和', '聽牌', '三向聽']
    """
    return "成和" if shanten < 0 else f"{_NUMERALS[shanten]}向聽" if shanten else "聽牌"


def fan_label(fan: int) -> str:
    """Name a fan; 0 is a hand that is not complete.

    Examples
    --------
    >>> fan_label(0), fan_label(12)
    ('未成和', '12 番')
    """
    return f"{fan} 番" if fan else "未成和"


def de_label(de: int) -> str:
    """Name a number of 得 held.

    Examples
    --------
    >>> de_label(0), de_label(2)
    ('无得', '2 张得')
    """
    return f"{de} 张得" if de else "无得"


def shown_label(shown: int, most: int) -> str:
    """Name a number of tiles shown; `most` stands for more, too.

    Examples
    --------
    >>> shown_label(0, 10), shown_label(3, 10), shown_label(10, 10)
    ('无亮牌', '亮 3 张', '亮 10 张以上')
    """
    return f"亮 {shown} 张{'以上' if shown == most else ''}" if shown else "无亮牌"


def wenling_shanten_label(shanten: int) -> str:
    """Name a shanten as 温岭 does, in its script.

    Examples
    --------
    >>> [wenling_shanten_label(steps) for steps in (-1, 0, 3)]
    ['成胡', '听牌', '三向听']
    """
    return "成胡" if shanten < 0 else f"{_NUMERALS[shanten]}向听" if shanten else "听牌"
