"""The page of a report: what stands in it, and that it needs nothing else."""

import hashlib
import html
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from opencc import OpenCC
from pylopdf_fonts_zh_cn import sans_path
from report_samples import N_LONG, TEXTS, empty, gain, sample

from mjsim.errors import InputError
from mjsim.plots.style import COLORS
from mjsim.report.font import house_font
from mjsim.report.model import Cell, Fact, Finding, Report, Table
from mjsim.report.page import page
from mjsim.report.page_words import PAGE_WORDS, PageWords

EVIL = '<script>alert("1")</script>\'&amp;{{ 7 * 7 }}'
VOID = {"meta", "link", "img", "input", "br", "hr"}


class Read(HTMLParser):
    """A page as the standard library reads it: tags with attributes, texts by tag, nesting."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self.open = [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), f"attribute twice: {tag} {attrs}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def of(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]

    @property
    def text(self):
        return "".join(text for tag, text in self.texts if tag not in ("style", "script"))


@pytest.fixture(scope="module")
def pages():
    return {key: page(sample(*key)) for key in TEXTS} | {"empty": page(empty())}


KEYS = [*TEXTS, "empty"]


def embedded_font(made):
    found = re.search(r"src:url\(data:font/woff;base64,([^)]+)\)", made)
    return b64decode(found[1], validate=True)


# ---- the document -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_ids_are_unique_and_links_lead_somewhere(pages, key):
    read = Read(pages[key])
    ids = [attrs["id"] for _, attrs in read.tags if "id" in attrs]
    assert len(ids) == len(set(ids)) > 5
    named = [attrs["href"] for attrs in read.of("a")]
    assert named
    assert {link[0] for link in named} == {"#"}
    referred = {link[1:] for link in named}
    for _, attrs in read.tags:
        for name in ("aria-labelledby", "for", "data-of"):
            referred |= set(attrs.get(name, "").split())
    assert referred <= set(ids)


def test_names_that_run_together_do_not_meet():
    """Sections a and a-table-b, with tables b-c and c, have ids of their own."""
    report = sample()
    table = report.sections[0].tables[0]
    one = replace(report.sections[0], name="a", tables=(replace(table, name="table-b"),))
    two = replace(report.sections[0], name="a-table", tables=(replace(table, name="b"),))
    three = replace(report.sections[0], name="summary", tables=(replace(table, name="head"),))
    read = Read(page(replace(report, sections=(one, two, three))))
    ids = [attrs["id"] for _, attrs in read.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_fetched(pages, key):
    made = re.sub(r"data:[a-z/+]+;base64,[A-Za-z0-9+/=]+", "data:", pages[key])
    # The type of what is declared is no address.
    assert not re.search(r"(?i)\b(https?|file|ftp|wss?):|//\w|@import", made)
    assert set(re.findall(r"url\(([^)]*)\)", made)) == {"data:"}
    read = Read(pages[key])
    for tag, attrs in read.tags:
        for name in ("src", "srcset", "href", "action", "poster", "data"):
            assert attrs.get(name, "#").startswith(("#", "data:")), (tag, attrs)
        assert "style" not in attrs  # the policy would forbid it
        assert not any(name.startswith("on") for name in attrs)


@pytest.mark.parametrize("key", KEYS)
def test_the_policy_allows_this_style_and_this_script_only(pages, key):
    read = Read(pages[key])
    policy = next(a["content"] for a in read.of("meta") if "http-equiv" in a)
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == rules["font-src"] == "data:"
    for tag in ("style", "script"):
        texts = [text for name, text in read.texts if name == tag]
        assert texts
        digest = b64encode(hashlib.sha256("".join(texts).encode()).digest()).decode()
        assert rules[f"{tag}-src"] == f"'sha256-{digest}'"
        assert pages[key].count(f"<{tag}") == 1


@pytest.mark.parametrize(("key", "tag"), [*((k, f"zh-{k[1]}") for k in KEYS[:2]), (KEYS[2], "en")])
def test_language(pages, key, tag):
    assert Read(pages[key]).of("html") == [{"lang": tag}]


@pytest.mark.parametrize("key", list(TEXTS))
def test_figures_have_texts(pages, key):
    read = Read(pages[key])
    images = [attrs for attrs in read.of("img") if "src" in attrs]
    pictures = [each for run in sample(*key).sections for each in run.pictures]
    assert [attrs["alt"] for attrs in images] == [each.title for each in pictures]
    for attrs, each in zip(images, pictures, strict=True):
        kind, _, content = attrs["src"].partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert b64decode(content) == each.svg
    assert [f.get("class") for f in read.of("figure")] == [None, None, "wide"]


@pytest.mark.parametrize("key", list(TEXTS))
def test_all_that_is_said_stands_there(pages, key):
    text = Read(pages[key]).text
    report = sample(*key)
    for run in report.sections:
        said = [run.title, run.question, *run.method, *run.checks, run.command]
        said += [finding.text for finding in run.findings]
        for table in run.tables:
            said += [table.title, table.note, *table.columns]
            said += [cell.text for row in table.rows for cell in row]
        said += [part for fact in (*run.rules, *run.made) for part in (fact.name, fact.value)]
        assert [each for each in said if each not in text] == []
    assert text.count(report.summary[0].text) == 2  # in its section, too
    assert report.command in text


def test_tables():
    read = Read(page(sample()))
    heads = read.of("th")
    assert [a["data-sort"] for a in heads[:4]] == ["text", "text", "number", "number"]
    assert [a.get("class") for a in heads[:4]] == [None, None, "number", "number"]
    keys = [a.get("data-key") for a in read.of("td")][2 : 4 * N_LONG : 4]
    assert keys == [None if gain(i) is None else repr(gain(i)) for i in range(N_LONG)]
    alarms = [a for a in read.of("span") if a.get("class") == "alarm"]
    assert [a["aria-label"] for a in alarms] == ["與精確值不符"]
    # Only a table of more than eight rows has a filter.
    assert [a["id"] for a in read.of("input")] == ["run_full_table_long_filter"]
    assert len([a for a in read.of("div") if a.get("class", "").startswith("scroll")]) == 3
    assert len(read.of("details")) == 2  # the contents and the folded table


def test_figures_and_main_tables_are_numbered_as_in_the_paper():
    report = sample("en")
    main = [table for run in report.sections for table in run.tables if table.main]
    folded = [table for run in report.sections for table in run.tables if not table.main]
    text = Read(page(report)).text
    assert main
    assert folded
    for n, table in enumerate(main, 1):
        assert re.search(rf"Table {n}\s+{re.escape(table.title)}", text)
    assert len(re.findall(r"Table \d+", text)) == len(main)
    assert not any(re.search(rf"Table \d+\s+{re.escape(table.title)}", text) for table in folded)


def test_changed_rules_are_marked_in_words():
    text = Read(page(sample("en"))).text
    assert re.search(r"least fan to win\s*3\s*changed", text)
    assert not re.search(r"base\s*1\s*changed", text)


# ---- what is written is text --------------------------------------------------------------------


def test_markup_in_texts_is_text():
    report = sample("en")
    table = Table(
        "evil", EVIL, (EVIL, "n"), (False, True), ((Cell(EVIL, EVIL), Cell(EVIL, 1.0)),), EVIL
    )
    section = replace(
        report.sections[0],
        title=EVIL,
        question=EVIL,
        method=(EVIL,),
        findings=(Finding(EVIL, key=True),),
        pictures=(replace(report.sections[0].pictures[0], title=EVIL),),
        tables=(table, replace(table, name="evil-too", main=False)),
        checks=(EVIL,),
        rules=(Fact(EVIL, EVIL, changed=True),),
        made=(Fact(EVIL, EVIL),),
        command=EVIL,
    )
    made = page(Report(EVIL, "en", "Hant", (section,), (Fact(EVIL, EVIL),), EVIL))
    read = Read(made)
    assert len(read.of("script")) == 1
    assert "alert(" not in "".join(text for tag, text in read.texts if tag == "script")
    assert read.text.count(EVIL) == 28
    assert read.of("img")[0]["alt"] == EVIL
    assert read.of("td")[0]["data-key"] == EVIL
    assert "49" not in re.sub(r"base64,[A-Za-z0-9+/=]+|sha256-\S+", "", made.split("<body")[1])


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(InputError, match=r'^report: needs pip install "mjsim\[report\]"$'):
        page(empty())


# ---- the same bytes -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_the_same_twice(pages, key):
    assert page(empty() if key == "empty" else sample(*key)) == pages[key]


def test_the_same_in_another_process(pages):
    code = (
        "import hashlib\nfrom report_samples import sample\nfrom mjsim.report.page import page\n"
        "print(hashlib.sha256(page(sample()).encode()).hexdigest())"
    )
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.strip() == hashlib.sha256(pages["zh", "Hant"].encode()).hexdigest()


# ---- the font -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_the_font_holds_the_characters_of_the_page_and_no_others(pages, key):
    read = Read(pages[key])
    used = set(read.text) | {
        c for _, attrs in read.tags for value in attrs.values() for c in value or ""
    }
    used |= {c for tag, text in read.texts if tag == "style" for c in text}
    used = {ord(c) for c in used if c.isprintable()}
    house = set(TTFont(BytesIO(sans_path().read_bytes())).getBestCmap())
    assert used <= house  # or the sample says what cannot be shown
    held = set(TTFont(BytesIO(embedded_font(pages[key]))).getBestCmap())
    assert used <= held
    assert held <= used | set(range(0x20, 0x7F))


def test_what_the_font_has_not_is_left_to_the_system():
    made = page(replace(sample("en"), title="a tile \U0001f004"))
    assert 0x1F004 not in TTFont(BytesIO(embedded_font(made))).getBestCmap()


def test_the_font_is_a_dated_file_with_its_licence():
    made, source = (
        TTFont(BytesIO(font)) for font in (house_font("天津"), sans_path().read_bytes())
    )
    assert made.flavor == "woff"
    assert made["head"].modified == source["head"].modified
    assert "SIL Open Font License" in made["name"].getDebugName(13)
    assert made["name"].getDebugName(0) == source["name"].getDebugName(0)


# ---- words --------------------------------------------------------------------------------------


def _templates():
    return [Path(str(file)) for file in (files("mjsim.report") / "templates").iterdir()]


def _mine():
    return [file for file in _templates() if file.suffix in (".j2", ".css", ".js")]


def test_templates_say_nothing_of_their_own():
    assert len(_mine()) >= 10
    for file in _mine():
        text = file.read_text()
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", text), file.name
        if file.suffix == ".j2":
            plain = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text, flags=re.DOTALL)
            plain = re.sub(r"<[^>]*>", "", plain)
            assert plain.replace("mjsim", "").replace("!", "").strip() == "", file.name


def test_every_word_is_used():
    text = "\n".join(file.read_text() for file in _mine() if file.suffix == ".j2")
    assert [key for key in PAGE_WORDS if f'"{key}"' not in text] == []


def test_words_in_both_scripts():
    to_simplified = OpenCC("t2s").convert
    traditional = PageWords(Report("", "zh", "Hant", (), (), ""))
    simple = PageWords(Report("", "zh", "Hans", (), (), ""))
    english = PageWords(Report("", "en", "Hans", (), (), ""))
    for key in PAGE_WORDS:
        assert simple(key) == to_simplified(traditional(key)), key
        english(key).replace("“", "").replace("”", "").encode("ascii")
        assert set(re.findall(r"\{\w+\}", english(key))) == set(
            re.findall(r"\{\w+\}", traditional(key))
        )


def test_a_simplified_page_has_no_traditional_characters(pages):
    text = html.unescape(Read(pages["zh", "Hans"]).text)
    assert OpenCC("t2s").convert(text) == text


def test_colours_are_the_house_ones(pages):
    style = next(text for tag, text in Read(pages["empty"]).texts if tag == "style")
    for name, value in COLORS.items():
        assert f"--{name}:{value};" in style
