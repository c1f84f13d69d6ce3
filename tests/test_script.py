"""Traditional characters of the project as simplified ones."""

import ast
import re
from pathlib import Path

import pytest
from opencc import OpenCC

import mjsim
from mjsim.playing.words import Words
from mjsim.script import _PAIRS, simplified
from mjsim.wenling.categories import LABELS

HERE = Path(mjsim.__file__).parent
SIMPLER = OpenCC("t2s")

OTHERWISE = {
    # Opencc leaves 著, which 著作 and 顯著 keep in either script. Here it is only what comes after
    # a verb, as in 跟著, and that is 着.
    "著": "着",
}
"""Characters that the project does not write as opencc does, one at a time."""

KEEPS_ITS_FORM = re.compile("顯著|显著|卓著|名著|編著|著名|著作|著者|著稱|著称")


def texts():
    """Yield the string literals of all modules but the table's own, with where they stand."""
    for path in sorted(HERE.rglob("*.py")):
        if path != HERE / "script.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield f"{path.relative_to(HERE)}:{node.lineno}", node.value


def is_chinese(char):
    return "\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff"


@pytest.fixture(scope="module")
def used():
    """Return the Chinese characters of the project, with where each stands first."""
    found = {}
    for where, text in texts():
        for char in filter(is_chinese, text):
            found.setdefault(char, where)
    assert len(found) > 300
    return found


def simpler(char):
    return OTHERWISE.get(char, SIMPLER.convert(char))


def test_every_character_of_the_project_is_simplified(used):
    """What is missing from the table: the pair, and where it stands."""
    missing = {
        char + simpler(char): where
        for char, where in used.items()
        if simplified(char) != simpler(char)
    }
    assert not missing


def test_the_table_holds_no_other_character(used):
    pairs = list(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
    assert len({one for one, _ in pairs}) == len(pairs)
    assert [one + other for one, other in pairs if simpler(one) != other] == []
    assert [one + other for one, other in pairs if one not in used] == []
    assert [one for one, _ in pairs] == sorted(one for one, _ in pairs)


def test_simplified_characters_stay_as_they_are(used):
    for char in used:
        assert simplified(simplified(char)) == simplified(char)
        if simpler(char) == char:
            assert simplified(char) == char


def test_words_need_no_more_than_characters():
    """Opencc knows words whose characters are simplified otherwise than one at a time."""
    for where, text in texts():
        mine, whole = simplified(text), SIMPLER.convert(text)
        for char, ours in OTHERWISE.items():
            whole = whole.replace(char, ours)
        assert mine == whole, where


def test_what_is_simplified_otherwise_is_only_the_particle():
    for where, text in texts():
        assert not KEEPS_ITS_FORM.search(text), where


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("坐莊拉莊，閒家聽牌", "坐庄拉庄，闲家听牌"),
        ("鬧鬧、腊子、三盤後", "闹闹、腊子、三盘后"),
        ("value among speed 0.5 %", "value among speed 0.5 %"),
        ("", ""),
    ],
)
def test_examples(text, found):
    assert simplified(text) == found


def test_names_of_wenling_are_simplified_already():
    for label in LABELS.values():
        assert simplified(label.zh) == label.zh


def test_a_table_says_the_words_of_both_games_in_its_script():
    assert Words("zh")("dealer") == "莊家"
    words = Words("zh", "wenling")
    assert words("dealer") == "庄家"
    for name, (zh, _) in words._said.items():
        said = words._spelt(zh)
        assert SIMPLER.convert(said) == said, name
