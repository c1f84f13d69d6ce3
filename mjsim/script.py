"""Traditional characters as simplified ones, for the game that is written in those."""

from typing import Final

__all__ = ["simplified"]

_PAIRS: Final = (
    "並并亂乱佈布佔占來来係系個个們们側侧備备價价優优內内兩两別别則则劃划動动勝胜勢势區区卻却參参問问單单圖图報报場场夠够實实寫写寬宽將将對对屬属嶺岭帶带幾几張张後后"
    "從从復复態态憑凭應应換换擬拟數数斂敛斷断於于時时會会東东條条棄弃極极標标樣样機机橫横檢检欄栏氣气決决沒没淺浅減减準准溫温滿满為为無无爭争牆墙狀状獨独現现異异當当"
    "發发盡尽盤盘確确種种稱称節节篩筛約约紅红純纯終终組组結结給给經经網网緊紧線线緣缘編编縮缩總总續续聽听與与舊旧莊庄萬万著着藍蓝蘭兰處处號号虧亏補补裡里製制複复見见"
    "規规觀观計计記记設设許许註注詞词試试該该誤误說说誰谁論论譜谱變变豎竖負负財财賠赔賭赌賺赚贏赢較较輪轮輸输這这連连進进運运過过達达遠远選选還还邊边銷销錢钱錯错鏟铲"
    "長长門门閉闭開开閒闲間间關关階阶際际隨随雙双離离難难響响頁页頂顶項项順顺須须預预領领頭头類类風风餅饼餘余驗验鬆松鬧闹麼么黃黄點点齊齐龍龙"
)
_SIMPLE: Final = str.maketrans(_PAIRS[::2], _PAIRS[1::2])


def simplified(text: str) -> str:
    """Write the project's own Chinese in simplified characters.

    One character at a time, which is all that its words need; they are tested to need no more.

    Parameters
    ----------
    text : str
        In traditional characters.

    Examples
    --------
    >>> simplified("坐莊四盤")
    '坐庄四盘'
    """
    return text.translate(_SIMPLE)
