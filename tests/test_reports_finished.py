"""The finished reports: of runs long enough, no number without its error, both languages alike."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMES = ("tianjin-odds-and-stakes", "wenling-points")
FILES = [ROOT / "reports" / f"{name}.{lang}.html" for name in NAMES for lang in ("zh", "en")]
INTERVAL = re.compile(r"\[[+−]?[\d.,]+, [+−]?[\d.,]+\]")
# What has no interval of its own: exact values and bounds.
SPARED = re.compile(r"exact|精確|精确|[≤≥]")


class Items(HTMLParser):
    """Texts of list items, table cells and commands."""

    def __init__(self):
        super().__init__()
        self.found = {"li": [], "td": [], "code": [], "h2": []}
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag in self.found:
            self.open.append(tag)
            self.found[tag].append("")

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.found[self.open[-1]][-1] += data


def items(file):
    parser = Items()
    parser.feed(file.read_text(encoding="utf-8"))
    return {tag: [" ".join(text.split()) for text in texts] for tag, texts in parser.found.items()}


@pytest.fixture(params=FILES, ids=lambda file: file.name)
def report(request):
    return items(request.param)


def test_runs_are_long_enough(report):
    commands = [text for text in report["code"] if text.startswith("mjsim run ")]
    assert len(commands) >= 2
    for command in commands:
        assert int(re.search(r"--hands (\d+)", command)[1]) >= 10**6
        assert "--seed 1 " in command


def test_no_sentence_has_a_number_without_its_error(report):
    sentences = [text for text in report["li"] if re.search(r"\d\.\d", text)]
    assert len(sentences) > 20
    for text in sentences:
        # Each decimal outside of brackets has brackets behind it, or is exact or a bound.
        for clause in re.split(r"[;；]", text):
            plain = INTERVAL.sub("", re.sub(r"\(1 in [^()]*\)|（平均[^（）]*）", "", clause))
            numbers = re.findall(r"\d+\.\d+", plain)
            n_intervals = len(INTERVAL.findall(clause))
            assert len(numbers) <= n_intervals or SPARED.search(clause), clause


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_say_the_same_numbers(name):
    zh, en = (items(file) for file in FILES if file.name.startswith(name))
    for tag in ("li", "td"):
        one, other = (Counter(INTERVAL.findall(" ".join(found[tag]))) for found in (zh, en))
        assert one == other
        assert one.total() > 50


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_paper_lies_beside_it_and_has_no_date(file):
    content = file.with_suffix(".pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert b"/CreationDate" not in content
    assert 10**5 < len(content) < 2 * 10**6


def test_the_readme_links_them_and_shows_figures():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(((?:reports|docs|notebooks)/[^)]*)\)", text)
    wanted = {f"reports/{file.stem}{end}" for file in FILES for end in (".html", ".pdf")}
    assert wanted <= set(links)
    for link in links:
        assert (ROOT / link).exists(), link
    assert len(re.findall(r"!\[[^\]]+\]\(docs/[\w-]+\.png\)", text)) == 2
