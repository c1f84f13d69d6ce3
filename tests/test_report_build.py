"""Runs put together: sections, tables, rules, the files, and what is refused."""

import json
import re
import sys
from collections import Counter
from itertools import groupby

import polars as pl
import pytest
from plot_runs import RUNS, made

from mjsim.cli.app import run as cli
from mjsim.errors import InputError
from mjsim.experiments import EXPERIMENTS
from mjsim.report import build_report, write_report
from mjsim.report.checks import checks
from mjsim.report.facts import rules_in_force
from mjsim.report.rules_words import OPTION_ZH
from mjsim.report.run import read_told_run
from mjsim.report.stories import TOLD, story_of
from mjsim.report.tables import tables
from mjsim.store import read_results
from mjsim.tianjin import Rules
from mjsim.wenling import Rules as WenlingRules


@pytest.fixture(params=RUNS)
def folder(request, tmp_path_factory):
    return made(request.param, tmp_path_factory)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_experiment_has_a_report(folder, lang):
    report = build_report([folder], lang=lang)
    (section,) = report.sections
    assert report.title == section.title
    assert section.question
    assert section.method
    assert section.findings
    assert section.pictures
    assert section.tables
    assert any(finding.key for finding in section.findings)
    assert len({table.name for table in section.tables}) == len(section.tables)
    assert len({picture.name for picture in section.pictures}) == len(section.pictures)
    for table in section.tables:
        widths = {len(row) for row in table.rows}
        assert widths == {len(table.columns)} == {len(table.numeric)}


def test_every_estimate_stands_in_a_table(folder):
    """Each row of results, none twice."""
    told = read_told_run(folder, "en")
    wanted = Counter(row["estimate"] for row in told.rows() if row["family"] != "agreement")
    there = Counter(cell.key for cell in numbers(told) if cell.text != "–")
    assert there == wanted


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_numbers_of_tables_are_the_results_own(folder, lang):
    """To the digits that are shown: in percent, in percentage points, or as they are."""
    told = read_told_run(folder, lang)
    looked = 0
    for cell in numbers(told):
        text = cell.text.replace("−", "-")
        value = re.match(r"([+-]?\d+(?:\.(\d+))?)( %)?(?: \[|$)", text)
        if value is None:  # bounds, small p values, what is not there
            assert text[0] in "≤≥<–" or text == "none" or "×10" in text, text
            continue
        half = 0.5000001 * 10.0 ** -len(value[2] or "")
        scales = (100.0,) if value[3] else (1.0, 100.0)
        # What has no error has six digits.
        half = max(half, 1e-5 * abs(cell.key)) if "[" not in text else half
        assert any(abs(float(value[1]) - scale * cell.key) <= half for scale in scales), text
        looked += 1
    assert looked


def numbers(told):
    """Yield the cells of estimates of all tables but that of exact values."""
    for table in tables(told, ()):
        if table.name == "exact-values":
            continue
        last = len(table.columns)
        while table.columns[last - 1] in ("exact", "trials", "精確值", "精确值", "次數", "次数"):
            last -= 1
        for row in table.rows:
            for cell, numeric in zip(row[:last], table.numeric[:last], strict=True):
                if numeric:
                    yield cell


def test_what_is_of_one_kind_stands_together(tmp_path_factory):
    """Names of a first column in one stretch each; shares before means, not in turn."""
    told = read_told_run(made("tianjin-waits", tmp_path_factory), "zh")
    table = next(each for each in tables(told, ("ever",)) if each.name == "ever")
    assert [row[0].text for row in table.rows] == ["四家", "四家", "莊家", "莊家", "閒家", "閒家"]
    # Whose a number is stands in its column alone.
    assert [row[1].text for row in table.rows] == ["曾聽牌", "曾可胡"] * 3
    told = read_told_run(made("tianjin-categories", tmp_path_factory), "en")
    table = next(each for each in tables(told, ()) if each.name == "wilds")
    shares = ["%" in row[1].text for row in table.rows]
    assert 0 < sum(shares) < len(shares)
    assert shares == sorted(shares, reverse=True)


def test_options_stand_below_what_they_change(tmp_path_factory):
    told = read_told_run(made("tianjin-rules", tmp_path_factory), "en")
    found = {table.name: table for table in tables(told, ())}
    table = found["difference"]
    assert table.columns[:3] == ("quantity", "option", "how")
    names = [row[0].text for row in table.rows]
    assert len([*groupby(names)]) == len({*names}) > 2
    options = [row[1].text for row in table.rows if row[0].text == names[0]]
    assert len({*options}) == len(options) > 2
    # All rows are of one quantity, which the title says.
    assert found["changed"].columns[:2] == ("option", "how")


def test_captions_say_what_marks_are(folder):
    for lang, words in (("zh", "區間|区间|標準誤|标准误"), ("en", "intervals?|errors")):
        (section,) = build_report([folder], lang=lang).sections
        titles = [picture.title for picture in section.pictures]
        assert len({*titles}) == len(titles)
        assert [title for title in titles if not re.search(words, title)] == []


def test_main_tables_come_first(folder):
    told = read_told_run(folder, "en")
    main = story_of(told.run.experiment).main
    found = [table for table in tables(told, main) if table.name != "exact-values"]
    first = [table.name for table in found if table.main]
    assert [table.name for table in found[: len(first)]] == first
    there = {row["family"] for row in told.rows()}
    wanted = [name.replace("_", "-") for name in main if name in there]
    assert first, "no family of the story is there"
    assert first == [name for name in wanted if name in first]  # long ones come later


def test_all_experiments_are_told():
    assert sorted(TOLD) == sorted(EXPERIMENTS)
    with pytest.raises(InputError, match="odds has no report"):
        story_of("odds")


@pytest.mark.parametrize("game", [Rules, WenlingRules])
def test_options_have_chinese_meanings(game):
    assert set(OPTION_ZH[game.GAME]) == {option.name for option in game.options()}


def test_rules_in_force(tmp_path):
    rules = Rules.traditional().replace(min_fan=3, min_fan_exempt={"su", "long"})
    EXPERIMENTS["categories"](tmp_path, 200, seed=1, rules=rules, strategies=["speed"])
    found = list(rules_in_force(read_told_run(tmp_path, "zh")))
    assert (found[0].name, found[0].value) == ("所本", "traditional")
    changed = {fact.name.partition("（")[0]: fact.value for fact in found if fact.changed}
    assert changed == {"min_fan": "3", "min_fan_exempt": "long+su"}
    assert len(found) == 1 + len(Rules.options())


def test_agreement_is_told_and_so_is_its_opposite(tmp_path_factory, tmp_path):
    folder = made("tianjin-deals", tmp_path_factory)
    (*_, last) = checks(read_told_run(folder, "en"))
    assert re.search(r"estimates have exact values beside them and agree", last)
    # A run whose results say that they disagree; the file's metadata are kept.
    told = read_told_run(folder, "en")
    verdict = pl.col("term") == "agreement"
    doctored = told.run.results.with_columns(
        estimate=pl.when(verdict).then(0.0).otherwise("estimate"),
        p_adjusted=pl.when(verdict).then(1e-4).otherwise("p_adjusted"),
    )
    object.__setattr__(told.run, "results", doctored)
    (*_, last) = checks(told)
    assert last.startswith("CONTRADICTS")
    assert "0.0001" in last


def test_files_are_the_same_twice(tmp_path_factory, tmp_path):
    folder = made("wenling-points", tmp_path_factory)
    one = write_report([folder], tmp_path / "a" / "points", title="分数", lang="zh")
    two = write_report([folder], tmp_path / "b" / "points.pdf", title="分数", lang="zh")
    assert (two.html.name, two.pdf.name) == ("points.html", "points.pdf")
    assert one.html.read_bytes() == two.html.read_bytes()
    assert one.pdf.read_bytes() == two.pdf.read_bytes()
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["points.html", "points.pdf"]


def test_several_runs(tmp_path_factory):
    names = ("tianjin-waits", "tianjin-categories")
    report = build_report([made(name, tmp_path_factory) for name in names], title="兩題", lang="en")
    assert [section.name for section in report.sections] == ["waits", "categories"]
    assert report.command == (
        "mjsim report runs/tianjin-waits runs/tianjin-categories --title '兩題' --lang en "
        "--out report"
    )
    assert "value plays for" in report.preface
    assert report.preface.endswith("Brackets hold 95 % intervals.")
    keys = [finding for section in report.sections for finding in section.findings if finding.key]
    assert list(report.summary) == keys
    assert {fact.name for fact in report.glossary} >= {"捉5", "龍"}


def test_refusals(tmp_path_factory, tmp_path):
    waits = made("tianjin-waits", tmp_path_factory)
    other = made("wenling-waits", tmp_path_factory)
    for folders, words in [
        ([], "a run folder or more, not none"),
        ([waits, other], f"{other}: is of wenling, but {waits} of tianjin"),
        ([waits, waits], "is the same run as"),
        ([tmp_path], "results.parquet"),
    ]:
        with pytest.raises(InputError, match=re.escape(words)):
            build_report(folders)
    with pytest.raises(InputError, match="lang: zh or en"):
        build_report([waits], lang="fr")


def test_command_line(tmp_path_factory, tmp_path, capsys):
    folder = made("tianjin-strategies", tmp_path_factory)
    words = ["report", str(folder), "--lang", "en", "--title", "A duel"]
    assert cli([*words, "--out", str(tmp_path / "duel"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["title"] == "A duel"
    assert told["sections"][0]["name"] == "strategies"
    assert set(told["summary"]) <= set(told["sections"][0]["findings"])
    assert (tmp_path / "duel.html").read_text(encoding="utf-8").count("A duel") > 1
    assert cli([*words, "--out", str(tmp_path / "again")]) == 0
    out = capsys.readouterr().out
    assert told["summary"][0] in out
    assert str(tmp_path / "again.pdf") in out
    assert cli(["report", str(tmp_path), "--out", str(tmp_path / "x")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_files_want_a_name(name, tmp_path_factory):
    with pytest.raises(InputError, match="out: a name for the files"):
        write_report([made("tianjin-waits", tmp_path_factory)], name)


def test_both_files_are_written_or_none(tmp_path_factory, tmp_path):
    (tmp_path / "waits.pdf").mkdir()
    with pytest.raises(InputError, match=re.escape("waits.pdf: cannot be written: is a folder")):
        write_report([made("tianjin-waits", tmp_path_factory)], tmp_path / "waits")
    assert [path.name for path in tmp_path.iterdir()] == ["waits.pdf"]


@pytest.mark.parametrize("module", ["jinja2", "typst", "fontTools"])
def test_what_is_missing_is_named(module, monkeypatch, tmp_path_factory, tmp_path):
    folder = made("tianjin-waits", tmp_path_factory)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=re.escape('pip install "mjsim[report]"')):
        write_report([folder], tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_results_stay_as_they_are(tmp_path_factory):
    folder = made("tianjin-waits", tmp_path_factory)
    before = sorted(path.name for path in folder.rglob("*"))
    results = read_results(folder)
    build_report([folder], lang="zh")
    assert sorted(path.name for path in folder.rglob("*")) == before
    assert read_results(folder).equals(results)
