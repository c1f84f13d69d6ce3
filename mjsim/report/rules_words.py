"""What the options of the games are, in Chinese; English stands with the options."""

from typing import Final

__all__ = ["OPTION_ZH", "VALUE_ZH"]

OPTION_ZH: Final = {
    "tianjin": {
        "min_fan": "起胡番數，杠分不計",
        "min_fan_exempt": "不足起胡番數亦可胡之番種",
        "tianhu": "天胡、地胡之倍數",
        "dihu": "計地胡",
        "tian_ting": "可報天聽，加倍",
        "su_ben_long": "計素本龍",
        "allow_jin_gang": "許金杠",
        "jin_gang_points": "金杠之杠分",
        "kong_points_on_draw": "流局亦付杠分",
        "chan_points": "鏟付各家之分",
        "base": "房間基本分，乘番數、杠分與鏟",
        "last_claim_free_tiles": "餘牌不多於此數，不得碰與明杠",
        "draw_rotates": "流局過莊",
        "gangkai_stack": "連杠之杠開再加倍",
        "dead_wall": "只供補杠之尾牌張數",
        "wall_break": "開牌之處，只見於牌譜",
    },
    "wenling": {
        "naonao": "何時為鬧鬧：翻出中發白或花，並及風，或每盤皆是",
        "de_restore_fan": "每張得還原之番數",
        "restored_pair": "兩得作本身之對為雙得還原",
        "ron_triplet": "以他家之牌所成之刻，為明或為暗",
        "pang_selfdraw": "旁胡須自摸",
        "all_honours_fan": "全是字牌之混一色番數",
        "dihu": "地胡：胡莊家首張棄牌，或己之首摸",
        "loser_sifeng": "未胡者亦計四風會齊",
        "multi_auto": "起手數家自動成腊子時誰胡",
        "ratio": "與莊家之輸贏加倍，或閒家之間減半",
        "bao": "包三家：一家代付三家",
        "bao_dragons": "遠離聽牌而打中、發者包",
        "draw_keeps_dealer": "黃牌不過莊",
        "huang_stacks": "餘幾墩為黃牌",
        "sheng_stacks": "餘幾墩入生牌階段",
    },
}
"""Meanings by game and option, in traditional characters."""

VALUE_ZH: Final = {
    "True": "是",
    "False": "否",
    "": "無",
}
"""Values that are words."""
