"""The house font, as little of it as a page needs."""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import Final

from pylopdf_fonts_zh_cn import sans_path

__all__ = ["FEATURES", "FONT_NAME", "house_font"]

FONT_NAME: Final = "Noto Sans SC"
"""As its file says; it comes under the SIL Open Font License 1.1."""

FEATURES: Final = ("ccmp", "halt", "kern", "locl", "mark", "palt", "pwid")
"""What is kept of its layout: ``halt`` sets two marks in a row closer, the last are for English."""

# Names, licence and where that is found: who has the page has the font.
_NAMES: Final = (0, 1, 2, 3, 4, 5, 6, 13, 14)


def house_font(characters: Iterable[str]) -> bytes:
    """Return the house font with no more than these characters.

    Parameters
    ----------
    characters : iterable of str
        A text, say. What the font has no glyph for is left out.

    Returns
    -------
    bytes
        A WOFF file, compressed by zlib; the same for the same characters.

    Examples
    --------
    >>> font = house_font("天津麻將")
    >>> font[:4], len(font) < 10_000, font == house_font("將麻津天天")
    (b'wOFF', True, True)
    """
    return _subset("".join(sorted(set(characters))))


@lru_cache(maxsize=8)
def _subset(characters: str) -> bytes:
    # matplotlib brings it along; it takes a while to import.
    from fontTools import subset  # type: ignore[import-untyped]

    options = subset.Options(
        flavor="woff",
        layout_features=list(FEATURES),
        name_IDs=list(_NAMES),
        notdef_outline=True,
        recalc_timestamp=False,
    )
    made = subset.Subsetter(options)
    made.populate(unicodes=map(ord, characters))
    file = BytesIO()
    with subset.load_font(sans_path(), options) as font:
        made.subset(font)
        subset.save_font(font, file, options)
    return file.getvalue()
