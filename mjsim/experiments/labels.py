"""Chinese names of what is counted."""

__all__ = ["fan_label", "shanten_label", "wilds_label"]

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
