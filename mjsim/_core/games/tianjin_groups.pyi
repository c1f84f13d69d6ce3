from mjsim._core.keys import Wilds

__all__ = ["arrange"]

def arrange(
    counts: bytes | bytearray,
    melds: bytes | bytearray,
    last: int,
    indicator: int,
    any_last: bool,
    mask: int,
    wilds: Wilds,
) -> list[tuple[str, tuple[int, ...], tuple[bool, ...], bool]]: ...
