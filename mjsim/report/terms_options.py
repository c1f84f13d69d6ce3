"""Options of the rules with their values, as players put them."""

from collections.abc import Mapping
from typing import Final, TypeAlias

__all__ = ["option_said"]

_Both: TypeAlias = tuple[str, str]

_OPTIONS: Final[Mapping[str, Mapping[str, _Both | Mapping[str, _Both]]]] = {
    "tianjin": {
        "min_fan": ("起胡 {n} 番", "at least {n} fan to win"),
        "min_fan_exempt": ("{n} 不受起胡番數所限", "no least fan for {n}"),
        "tianhu": ("天胡、地胡乘 {n}", "天胡 and 地胡 times {n}"),
        "dihu": {"true": ("計地胡", "地胡 counts"), "false": ("不計地胡", "no 地胡")},
        "tian_ting": {
            "true": ("可報天聽", "天聽 may be declared"),
            "false": ("無天聽", "no 天聽"),
        },
        "su_ben_long": {
            "true": ("計素本龍", "素本龍 counts"),
            "false": ("不計素本龍", "no 素本龍"),
        },
        "allow_jin_gang": {
            "true": ("許金杠", "金杠 allowed"),
            "false": ("不許金杠", "no 金杠"),
        },
        "jin_gang_points": ("金杠 {n} 分", "{n} points for a 金杠"),
        "kong_points_on_draw": {
            "true": ("流局仍付杠分", "kong points paid after a drawn hand"),
            "false": ("流局不付杠分", "no kong points after a drawn hand"),
        },
        "chan_points": ("鏟付每家 {n} 分", "鏟 pays {n} to each player"),
        "base": ("房間基本分 {n}", "base {n}"),
        "last_claim_free_tiles": (
            "餘 {n} 張起不得碰與明杠",
            "no pong and no open kong with {n} tiles left",
        ),
        "draw_rotates": {
            "true": ("流局過莊", "a drawn hand passes the dealer on"),
            "false": ("流局不過莊", "a drawn hand keeps the dealer"),
        },
        "gangkai_stack": {
            "true": ("連杠之杠開再加倍", "杠開 doubles again for kongs in a row"),
            "false": ("杠開只加倍一次", "杠開 doubles once"),
        },
        "dead_wall": ("牆尾 {n} 張只供補杠", "{n} tail tiles for kongs only"),
        "wall_break": {
            "platform": ("依平台開牌", "dealing starts as on the platform"),
            "traditional": ("依舊法開牌", "dealing starts the traditional way"),
        },
    },
    "wenling": {
        "naonao": {
            "seed": ("翻出中發白或花為鬧鬧", "闹闹 on 中发白 and flowers"),
            "with_winds": ("翻出風牌亦為鬧鬧", "闹闹 on winds, too"),
            "always": ("每盤皆鬧鬧", "闹闹 in every hand"),
        },
        "de_restore_fan": ("得還原每張 {n} 番", "{n} fan for each 得 as itself"),
        "restored_pair": {
            "true": ("兩得成對算雙得還原", "two 得 as a pair are 双得还原"),
            "false": ("兩得成對不算雙得還原", "two 得 as a pair are no 双得还原"),
        },
        "ron_triplet": {
            "open": ("他家之牌所成之刻為明刻", "a triplet on another's tile is open"),
            "concealed": ("他家之牌所成之刻為暗刻", "a triplet on another's tile is concealed"),
        },
        "pang_selfdraw": {
            "true": ("旁胡須自摸", "旁胡 asks for a self-draw"),
            "false": ("旁胡不必自摸", "旁胡 without a self-draw"),
        },
        "all_honours_fan": ("全是字牌之混一色 {n} 番", "{n} fan for 混一色 without a suit"),
        "dihu": {
            "discard": ("地胡：胡莊家首張棄牌", "地胡 on the dealer's first discard"),
            "first_draw": ("地胡：首摸即胡", "地胡 on one's own first draw"),
            "both": ("地胡：莊家首張棄牌、己之首摸皆可", "地胡 on first discard and first draw"),
        },
        "loser_sifeng": {
            "true": ("未胡者亦計四風會齊", "四风会齐 counts for those who did not win"),
            "false": ("未胡者不計四風會齊", "no 四风会齐 for those who did not win"),
        },
        "multi_auto": {
            "all": ("起手數家腊子皆胡", "all with a 腊子 at the deal win"),
            "first_seat": ("起手數家腊子只首家胡", "of several 腊子 at the deal the first wins"),
        },
        "ratio": {
            "flat": ("莊閒同價", "dealer and others pay alike"),
            "dealer_double": ("與莊家輸贏加倍", "to and from the dealer double"),
            "idle_half": ("閒家之間減半", "between others half"),
        },
        "bao": {"true": ("有包三家", "with 包三家"), "false": ("無包三家", "without 包三家")},
        "bao_dragons": {
            "true": ("遠離聽牌而打中、發者包", "包三家 for 中 or 发 far from ready"),
            "false": ("打中、發不包", "no 包三家 for 中 or 发"),
        },
        "draw_keeps_dealer": {
            "true": ("黃牌連莊", "a drawn hand keeps the dealer"),
            "false": ("黃牌過莊", "a drawn hand passes the dealer on"),
        },
        "huang_stacks": ("餘 {n} 墩黃牌", "drawn with {n} stacks left"),
        "sheng_stacks": ("餘 {n} 墩入生牌階段", "生牌 stage from {n} stacks left"),
    },
}


def option_said(game: str, change: str) -> _Both | None:
    """Return what an option with its value is called, in traditional Chinese and in English.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    change : str
        As in results: ``min_fan=3``.

    Returns
    -------
    tuple of str or None
        None if the game has no such option, or no words for the value.

    Examples
    --------
    >>> option_said("tianjin", "min_fan=3")
    ('起胡 3 番', 'at least 3 fan to win')
    >>> option_said("wenling", "ratio=idle_half")[1]
    'between others half'
    """
    name, _, value = change.partition("=")
    said = _OPTIONS[game].get(name)
    if isinstance(said, Mapping):
        return said.get(value)
    if said is None or not value:
        return None
    zh, en = said
    return zh.format(n=value), en.format(n=value)
