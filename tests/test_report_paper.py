"""The paper: all of a report in it, as it was written, within its margins."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files

import pytest
import report_samples
from fontTools.ttLib import TTFont
from matplotlib.image import imread
from opencc import OpenCC
from pylopdf_fonts_zh_cn import sans_path

from mjsim.errors import InputError
from mjsim.report.headings import HEADINGS, heading
from mjsim.report.model import Cell, Fact, Finding, Report, Section, Table
from mjsim.report.paper import paper, typeset
from mjsim.report.paper_data import paper_data
from mjsim.report.paper_words import WORDS, word

typst = pytest.importorskip("typst")
TWO_WAYS = ("drawn", "asked") if shutil.which("pdftotext") else ("asked",)
TONGUES = (("zh", "Hant"), ("zh", "Hans"), ("en", "Hant"))
MARKUP = r"""#set $x$ *b* _i_ @ref <tag> \n `raw` [c] {d} // ~ = + "q" 's' --- \u{41} ${}% &"""


def section(name="one", **parts):
    usual = dict.fromkeys(
        ("method", "findings", "pictures", "tables", "checks", "rules", "made"), ()
    )
    return Section(
        **{"name": name, "title": name, "question": "?", "command": "c", **usual, **parts}
    )


def report(*sections, lang="en", **parts):
    usual = {"title": "Paper", "script": "Hant", "glossary": (), "command": "mjsim report"}
    return Report(lang=lang, sections=sections, **{**usual, **parts})


def table(n_rows, n_columns, text="word", *, name="t", numeric=True, **parts):
    return Table(
        name,
        f"About {name}",
        tuple(f"head{i}" for i in range(n_columns)),
        tuple(numeric and i > 0 for i in range(n_columns)),
        tuple(
            tuple(Cell(f"{text}{row}" if not i else f"{row}.{i:03}") for i in range(n_columns))
            for row in range(n_rows)
        ),
        **parts,
    )


def crowded():
    """A report with tables of every shape, words that are too long, and many rules."""
    word = "x" * 150
    tables = (
        table(100, 4, name="long", note="Below the long one."),
        table(3, 16, name="turned"),
        table(12, 60, name="parted"),
        table(3, 3, word, name="wordy"),
        table(3, 9, "長長的中文字句在欄內折行 and words ", name="wrapped", numeric=False),
        table(0, 3, name="empty"),
        replace(table(2, 2, name="marked"), rows=((Cell("a"), Cell("0.5", alarm=True)),)),
    )
    pictures = tuple(
        report_samples.picture(f"p{i}", f"Picture {i} {word}", wide=i == 1) for i in range(4)
    )
    rules = tuple(Fact(f"rule_{i} {'很長的說明' * (i % 5)}", f"v{i}", i == 4) for i in range(17))
    full = section(
        findings=(Finding(f"{word} {word}", key=True),),
        tables=tables,
        pictures=pictures,
        rules=rules,
        made=(Fact("digest", "f" * 64),),
        command=f'# plan.toml\nname = "{word}"\n\nmjsim run --out {"runs/" * 50} --seed 1',
    )
    return report(full, section("two", rules=rules), title=f"Long {word} title " * 3)


def texts_of(given, way, *, page=None):
    """Return the texts of the paper without gaps: as drawn, or as asked from what is laid out."""
    if way == "drawn":
        pages = [] if page is None else ["-f", str(page), "-l", str(page)]
        done = subprocess.run(
            ["pdftotext", "-raw", "-enc", "UTF-8", *pages, "-", "-"],
            input=paper(given),
            capture_output=True,
            check=True,
        )
        return gapless(done.stdout.decode())
    templates = files("mjsim.report") / "templates"
    found = []

    def collect(content):
        if isinstance(content, dict):
            found.extend([content["text"]] if isinstance(content.get("text"), str) else [])
            for part in content.values():
                collect(part)
        elif isinstance(content, list):
            for part in content:
                collect(part)

    for selector in ("title", "heading", "list", "table", "figure", "par"):
        collect(
            json.loads(
                typst.query(
                    str(templates / "report.typ"),
                    selector,
                    root=str(templates),
                    font_paths=[str(sans_path().parent)],
                    ignore_system_fonts=True,
                    sys_inputs={"report": json.dumps(paper_data(given))},
                )
            )
        )
    return gapless("".join(found))


def gapless(text):
    return re.sub(r"[\s\u2060]+", "", text)


def told(given):
    """Yield all that the paper has to say."""
    yield given.title
    for each in given.sections:
        yield from (
            each.title,
            each.question,
            *each.method,
            *each.checks,
            *each.command.split("\n"),
        )
        yield from (finding.text for finding in each.findings)
        yield from (picture.title for picture in each.pictures)
        for fact in (*each.rules, *each.made):
            yield from (fact.name, fact.value)
        for one in each.tables:
            if one.main:
                yield from (one.title, one.note, *one.columns)
                yield from (cell.text for row in one.rows for cell in row)
    for fact in given.glossary:
        yield from (fact.name, fact.value)
    yield given.command


# ---- the same bytes ------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "script"), TONGUES)
def test_same_bytes(lang, script):
    given = report_samples.sample(lang, script)
    pdf = paper(given)
    assert pdf == paper(given)
    for date in (b"CreationDate", b"ModDate", b"CreateDate", b"ModifyDate"):
        assert date not in pdf
    language = {"Hant": b"zh-TW", "Hans": b"zh-CN"}[script] if lang == "zh" else b"en"
    assert b"/Lang(" + language + b")" in pdf
    assert b"/Outlines" in pdf
    assert pdf != paper(replace(given, title=given.title + "!"))


def test_same_bytes_in_other_processes():
    code = (
        "import hashlib, report_samples; from mjsim.report.paper import paper;"
        "print(hashlib.sha256(paper(report_samples.sample('zh', 'Hant'))).hexdigest())"
    )
    run = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "tests", "TZ": zone, "PATH": ""},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Taipei"))
    }
    assert len(run) == 1


# ---- what it says --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", TWO_WAYS)
@pytest.mark.parametrize(("lang", "script"), TONGUES)
def test_all_is_told(lang, script, way):
    given = report_samples.sample(lang, script)
    found = texts_of(given, way)
    for text in told(given):
        assert gapless(text) in found, text
    folded = given.sections[0].tables[2]
    assert not folded.main
    assert gapless(folded.rows[0][1].text) not in found
    assert gapless(word(given, "more_table")) in found
    for key in ("findings", "tables", "checks", "method", "rules", "made", "glossary"):
        assert gapless(heading(given, key)) in found
    # What contradicts, and what was changed, is not told by colour alone.
    alarmed = next(cell for row in given.sections[0].tables[0].rows for cell in row if cell.alarm)
    assert gapless(f"{alarmed.text}!") in found
    assert gapless(word(given, "alarm")) in found
    assert gapless(f"{given.sections[0].rules[0].name}*") in found
    assert gapless(word(given, "changed")) in found


@pytest.mark.parametrize("way", TWO_WAYS)
def test_markup_is_text(way):
    facts = (Fact(f"name {MARKUP}", f"value {MARKUP}"),)
    given = report(
        section(
            title=f"section {MARKUP}",
            question=f"question {MARKUP}",
            method=(f"method {MARKUP}",),
            findings=(Finding(f"finding {MARKUP}", key=True),),
            pictures=(report_samples.picture("p", f"picture {MARKUP}"),),
            tables=(
                Table(
                    "t",
                    f"table {MARKUP}",
                    (f"head {MARKUP}",),
                    (False,),
                    ((Cell(f"cell {MARKUP}"),),),
                    f"note {MARKUP}",
                ),
            ),
            checks=(f"check {MARKUP}",),
            rules=facts,
            made=facts,
            command=f"run {MARKUP}",
        ),
        title=f"title {MARKUP}",
        glossary=facts,
        command=f"report {MARKUP}",
    )
    found = texts_of(given, way)
    for text in told(given):
        assert gapless(text) in found, text


@pytest.mark.skipif(len(TWO_WAYS) == 1, reason="needs pdftotext")
def test_summary_comes_first():
    findings = tuple(Finding(f"Finding number {i}.", key=i == 30) for i in range(60))
    given = report(section(findings=findings), section("two", findings=findings[:2]))
    first = texts_of(given, "drawn", page=1)
    assert first.index("Findingnumber30.") < first.index("Contents") < first.index("Findings")
    assert first.index("Contents") < first.index("Findingnumber0.")
    alone = texts_of(report(section(findings=findings)), "drawn", page=1)
    assert "Contents" not in alone


@pytest.mark.skipif(len(TWO_WAYS) == 1, reason="needs pdftotext")
def test_long_table_goes_on_with_its_header():
    given = report(section(tables=(table(100, 4, note="What it holds."),)))
    last = int(re.findall(r"/(\d+)$", texts_of(given, "drawn"))[0])
    holding = 0
    for page in range(1, last + 1):
        found = texts_of(given, "drawn", page=page)
        rows = len(re.findall(r"word\d+", found))
        assert found.count("head0head1head2head3") == (rows > 0)
        # Neither a header nor a note without rows, and no single row.
        assert found.count("Whatitholds.") == (rows > 0)
        assert rows != 1
        assert f"{page}/{last}" in found
        holding += rows > 0
    assert holding > 1


@pytest.mark.skipif(len(TWO_WAYS) == 1, reason="needs pdftotext")
def test_where_a_table_goes_on_its_title_does_too():
    given = report(section(tables=(table(100, 4),)))
    last = int(re.findall(r"/(\d+)$", texts_of(given, "drawn"))[0])
    pages = [texts_of(given, "drawn", page=page) for page in range(1, last + 1)]
    holding = [found for found in pages if re.search(r"word\d+", found)]
    assert len(holding) > 1
    assert ["Table1Aboutt" in found for found in holding] == [True] * len(holding)
    assert [",continued" in found for found in holding] == [False] + [True] * (len(holding) - 1)


def named(names, **parts):
    """A table with a row for each name, which its first column holds; the second has others."""
    rows = tuple(
        (Cell(name), Cell(f"item{i}"), Cell(f"{i}.5", i + 0.5)) for i, name in enumerate(names)
    )
    return Table("t", "About", ("who", "what", "head"), (False, False, True), rows, **parts)


@pytest.mark.parametrize("way", TWO_WAYS)
@pytest.mark.parametrize(
    ("names", "each"),
    [
        (["alpha"] * 3 + ["beta"] * 4, 1),  # a line above them
        ([""] * 2 + ["alpha"] * 4 + ["beta"] * 3, 1),  # and none without a name
        (["alpha", "beta"] * 3, 3),  # in turn: a column
        (["alpha", "alpha", "beta", "beta"], 2),  # few of each: a column
        (["alpha"] * 3 + [""] * 4, 3),  # what has no name would seem to be alpha's
    ],
)
def test_a_name_of_several_rows_is_said_once(way, names, each):
    found = texts_of(report(section(tables=(named(names),))), way)
    assert found.count("alpha") == each
    for i in range(len(names)):
        assert f"item{i}{i}.5" in found
    assert ("whowhat" in found) == (each > 1)


@pytest.mark.skipif(len(TWO_WAYS) == 1, reason="needs pdftotext")
def test_a_name_is_said_again_on_the_next_page():
    names = ["alpha"] * 20 + ["beta"] * 100
    given = report(section(tables=(named(names),)))
    pages = int(re.findall(r"/(\d+)$", texts_of(given, "drawn"))[0])
    holding = 0
    for page in range(1, pages + 1):
        found = texts_of(given, "drawn", page=page)
        rows = [int(i) for i in re.findall(r"item(\d+?)(?=\d+\.5)", found)]
        if rows:
            holding += 1
            assert "beta" in found
            assert found.count("alpha") == (page == 1)
    assert holding > 1


@pytest.mark.skipif(len(TWO_WAYS) == 1, reason="needs pdftotext")
def test_figures_stand_in_their_order():
    """Also those that come after one so high that it floats."""
    svg = report_samples.picture("p", "P").svg
    low, high = (re.sub(rb'viewBox="[^"]*"', box, svg) for box in LOW_AND_HIGH)
    pictures = tuple(
        replace(report_samples.picture(f"p{i}", f"Picture{i}."), svg=high if i < 2 else low)
        for i in range(6)
    )
    findings = tuple(Finding(f"Finding {i}. " * 20, key=False) for i in range(13))
    given = report(section(findings=findings, pictures=pictures, tables=(table(40, 3),)))
    found = re.findall(r"Figure(\d)Picture", texts_of(given, "drawn"))
    assert found == ["1", "2", "3", "4", "5", "6"]


LOW_AND_HIGH = (b'viewBox="0 0 100 40"', b'viewBox="0 0 100 170"')


def test_what_was_said_is_not_said_again():
    common = ("Every wall follows from the seed.", "Intervals hold 95 %.")
    rules = (Fact("min_fan", "2"),)
    one = section("one", method=("Of one.", *common), rules=rules)
    two = section("two", method=("Of two.", *common), rules=rules)
    three = section("three", method=common, rules=(Fact("min_fan", "3"),))
    data = paper_data(report(one, two, three))["sections"]
    assert data[0]["method"][0] == "Of one."
    assert len(data[0]["method"]) == 3
    assert data[1]["method"] == ["Of two.", "The rest is as in section 1."]
    assert data[2]["method"] == ["As in section 1."]
    assert [each["same_rules"] for each in data] == [None, "As in section 1.", None]


@pytest.mark.parametrize(
    ("folded", "said"),
    [
        (0, "All numbers are"),
        (1, "1 more table stands in the page; all"),
        (3, "3 more tables stand in the page; all"),
    ],
)
def test_tables_that_are_not_there_are_counted(folded, said):
    more = tuple(table(2, 2, name=f"m{i}", main=False) for i in range(folded))
    (data,) = paper_data(report(section(tables=(table(2, 2), *more))))["sections"]
    assert data["more"].startswith(said)
    assert data["more"].endswith("results.parquet.")
    assert len(data["tables"]) == 1


def test_numbers_count_through():
    sections = [
        section(
            name,
            tables=(table(2, 2, name="a"), table(2, 2, name="b")),
            pictures=tuple(report_samples.picture(f"p{i}", "P", wide=i == 1) for i in range(4)),
        )
        for name in ("one", "two")
    ]
    data = paper_data(report(*sections))["sections"]
    tables = [each["label"] for part in data for each in part["tables"]]
    assert tables == [f"Table {n}" for n in range(1, 5)]
    pictures = [
        each["label"]
        for part in data
        for row in part["pictures"]
        for stack in row["stacks"]
        for each in stack
    ]
    assert pictures == [f"Figure {n}" for n in range(1, 9)]


# ---- how it looks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [report_samples.sample("zh"), report_samples.sample("en"), report_samples.empty(), crowded()],
    ids=["zh", "en", "empty", "crowded"],
)
def test_nothing_leaves_the_page(given, tmp_path):
    side = 17.0
    pages = typeset(given, form="png", ppi=72)
    pages = pages if isinstance(pages, list) else [pages]
    for number, page in enumerate(pages):
        file = tmp_path / f"{number}.png"
        file.write_bytes(page)
        ink = imread(file)[..., :3].min(axis=2) < 0.99
        height, width = ink.shape
        assert {round(height * 25.4 / 72), round(width * 25.4 / 72)} == {210, 297}
        per_mm = 72 / 25.4
        left, low = int((side - 0.5) * per_mm), int(8 * per_mm)
        assert not ink[:, :left].any(), number
        assert not ink[:, width - left :].any(), number
        assert not ink[:low].any(), number
        assert not ink[height - low :].any(), number
        # The strip between the text and the page's number.
        strip = slice(height - int(18.5 * per_mm), height - int(14.5 * per_mm))
        assert not ink[strip].any(), number
        assert ink.any()


@pytest.mark.parametrize("n_columns", [16, 60])
def test_wide_tables_keep_their_cells(n_columns):
    """Turned pages and parts hold what a page does not."""
    wide = table(12, n_columns)
    given = report(section(tables=(wide,)))
    found = texts_of(given, TWO_WAYS[0])
    for text in told(given):
        assert gapless(text) in found, text
    if n_columns == 60:
        assert ",continued" in found
        # Each part has the first column.
        n_parts = re.findall(r"word\d+", found).count("word11")
        assert n_parts > 2
        # Each has the title, and so has what goes on on another page.
        assert found.count("Table1About") >= n_parts


# ---- words and letters ---------------------------------------------------------------------------


def test_scripts():
    """Simplified and traditional words are what they should be, and the fonts have them."""
    cmap = TTFont(sans_path()).getBestCmap()
    convert = OpenCC("t2s").convert
    for say, words in ((heading, HEADINGS), (word, WORDS)):
        for key, (zh, en) in words.items():
            simple = say(report(lang="zh", script="Hans"), key, n=3)
            assert simple == convert(zh.format(n=3))
            simple.encode("gb2312")
            zh.encode("big5")
            assert {*map(ord, zh + simple + en)} <= set(cmap)


def test_unknown_letters():
    with pytest.raises(InputError, match="the paper's fonts do not have '🀄'") as caught:
        paper(report(section(findings=(Finding("A 🀄 tile"),))))
    assert "\n" not in str(caught.value)


def test_no_title():
    with pytest.raises(InputError, match="report: title: is empty"):
        paper(report(title=" "))


def test_without_typst(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(InputError, match=re.escape('report: needs pip install "mjsim[report]"')):
        paper(report())
