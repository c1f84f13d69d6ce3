"""The options of Tianjin mahjong that touch scores, distances and settlements."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Options:
    """Options by their public names; the defaults are the platform's."""

    tianhu: int = 4
    dihu: bool = False
    tian_ting: bool = False
    su_ben_long: bool = False
    min_fan: int = 2
    min_fan_exempt: frozenset = frozenset()
    jin_gang_points: int = 4
    allow_jin_gang: bool = True
    kong_points_on_draw: bool = True
    chan_points: int = 1
    base: int = 1


PRESETS = {
    "platform": Options(),
    "traditional": Options(dihu=True, tian_ting=True, su_ben_long=True, chan_points=2),
}


def options_of(preset, changes):
    """A preset with some options changed."""
    return replace(PRESETS[preset], **changes)
