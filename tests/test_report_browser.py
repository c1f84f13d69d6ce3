"""The page of a report in a browser: seen, read by keyboard, without a script, printed."""

import os
import re
import shutil
from pathlib import Path

import pytest
from report_samples import MISSING, N_LONG, TEXTS, empty, gain, sample

from mjsim.report.page import page

CHROMIUM = shutil.which("chromium")
if not os.environ.get("CI"):  # there it must run
    pytest.importorskip("playwright", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium", allow_module_level=True)

from playwright.sync_api import expect, sync_playwright  # noqa: E402

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
KEYS = [*TEXTS, "empty"]
REPORTS = Path(__file__).parent.parent / "reports"
FINISHED = sorted(REPORTS.glob("*.html"))
WIDTHS = (320, 390, 768, 1280)
LONG = "#run_full_table_long"
LONG_TABLE = f'table[aria-labelledby="{LONG[1:]}"]'


@pytest.fixture(scope="module")
def browser():
    assert CHROMIUM, "there is no chromium"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def addresses(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for number, key in enumerate(KEYS):
        file = folder / f"{number}.html"
        file.write_text(page(empty() if key == "empty" else sample(*key)), encoding="utf-8")
        found[key] = file.as_uri()
    return found | {file.stem: file.as_uri() for file in FINISHED}


@pytest.fixture
def visit(browser, addresses):
    """Open a page offline; in the end it must have said nothing and asked for nothing."""
    contexts, said, asked = [], [], []

    def open_page(key=("zh", "Hant"), width=1280, *, script=None, **options):
        context = browser.new_context(
            offline=True, viewport={"width": width, "height": 900}, **options
        )
        contexts.append(context)
        opened = context.new_page()
        opened.on("console", lambda message: said.append((message.type, message.text)))
        opened.on("pageerror", lambda error: said.append(("pageerror", str(error))))
        opened.on("request", lambda request: asked.append(request.url))
        if script:
            opened.add_init_script(script)
        opened.goto(addresses[key])
        opened.wait_for_load_state("load")
        return opened

    yield open_page
    for context in contexts:
        context.close()
    assert [each for each in said if each[0] in ("error", "warning", "pageerror")] == []
    assert [u for u in asked if not u.startswith("data:") and u not in addresses.values()] == []
    assert any(url in addresses.values() for url in asked)


def unfold(opened):
    opened.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")


# ---- the layout ---------------------------------------------------------------------------------

OUTSIDE = """() => {
  const found = [];
  for (const each of document.body.querySelectorAll("*")) {
    if (each.closest(".scroll table, .skip, .unseen, dialog")) continue;
    const box = each.getBoundingClientRect();
    if (box.width && (box.right > innerWidth + 0.5 || box.left < -0.5))
      found.push([each.tagName, each.className, box.left, box.right]);
  }
  return found;
}"""

CLIPPED = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const holders = "h1,h2,h3,h4,button,th,td,summary,dt,dd,figcaption,p,li,pre,label,output,a";
  let looked = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement.closest(holders);
    if (!node.data.trim() || !holder) continue;
    if (holder.closest("[hidden], .unseen, .skip, dialog")) continue;
    if (getComputedStyle(holder).display === "inline") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const outer = holder.getBoundingClientRect();
    for (const box of range.getClientRects()) {
      looked += 1;
      if (box.left < outer.left - 1 || box.right > outer.right + 1 ||
          box.top < outer.top - 3 || box.bottom > outer.bottom + 3)
        found.push([holder.tagName, node.data.trim().slice(0, 30)]);
    }
    if (holder.scrollWidth > holder.clientWidth + 1) found.push([holder.tagName, "scrolls"]);
  }
  return [looked, found];
}"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_wider_than_the_window(visit, key, width):
    opened = visit(key, width)
    for state in ("as it opens", "unfolded"):
        if state == "unfolded":
            unfold(opened)
        assert opened.evaluate("document.scrollingElement.scrollWidth") <= width, state
        assert opened.evaluate(OUTSIDE) == [], state
        looked, clipped = opened.evaluate(CLIPPED)
        assert clipped == [], state
        assert looked > (10 if key == "empty" else 300)
    if key != "empty":
        # Wide tables move within themselves.
        wide = opened.locator(".scroll").nth(1)
        assert wide.evaluate("each => each.scrollWidth > each.clientWidth")
        wide.evaluate("each => each.scrollTo(1e6, 0)")
        last = wide.locator("td").last.bounding_box()
        assert last["x"] + last["width"] <= width


@pytest.mark.parametrize("key", [file.stem for file in FINISHED])
def test_finished_reports(visit, key):
    """What is committed is what a reader may open anywhere: no sample, but all of it."""
    for width in (320, 1280):
        opened = visit(key, width)
        unfold(opened)
        assert opened.evaluate("document.scrollingElement.scrollWidth") <= width
        assert opened.evaluate(OUTSIDE) == []
        looked, clipped = opened.evaluate(CLIPPED)
        assert clipped == []
        assert looked > 2000
    assert check_glyphs(opened) > 20_000


def test_figures_stand_side_by_side_where_there_is_room(visit):
    for width, beside in ((1280, True), (390, False)):
        boxes = [box.bounding_box() for box in visit(width=width).locator("figure").all()]
        assert (boxes[0]["y"] == boxes[1]["y"]) == beside
        assert boxes[2]["width"] > (1.9 * boxes[0]["width"] if beside else 350)


def test_lines_are_no_longer_than_one_can_read(visit):
    opened = visit(("en", "Hant"))
    widths = "[...document.querySelectorAll('p, li')].map(each => each.clientWidth)"
    width = max(opened.evaluate(widths))
    assert width > 500
    assert width <= 70 * 16 * 0.6


# ---- glyphs -------------------------------------------------------------------------------------


def fonts_by_text(opened):
    """Return the fonts that text is really set in, by the element that holds it."""
    session = opened.context.new_cdp_session(opened)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    found = []

    def follow(node, tag):
        name = node.get("localName") or node["nodeName"].lower()
        tag = f"{tag} {name}"
        texts = [c["nodeValue"] for c in node.get("children", []) if c["nodeType"] == 3]
        text = "".join(texts)
        pseudo = node.get("pseudoType")
        if (text.strip() and name not in ("style", "script", "title")) or pseudo:
            asked = {"nodeId": node["nodeId"]}
            fonts = session.send("CSS.getPlatformFontsForNode", asked)["fonts"]
            found.append((tag, text.strip() or f"({pseudo})", fonts))
        for key in ("children", "shadowRoots", "pseudoElements"):
            for child in node.get(key, []):
                if child["nodeType"] in (1, 11):
                    follow(child, tag)

    follow(root["children"][-1], "")
    return found


def check_glyphs(opened):
    """Return how many glyphs there are; each is of the embedded font, or of a command's."""
    unfold(opened)
    opened.evaluate("document.fonts.ready")
    glyphs = 0
    for tag, text, fonts in fonts_by_text(opened):
        for font in fonts:
            # Commands are set in a font of one width, which needs no Chinese.
            if not font["isCustomFont"]:
                assert " code" in tag, (tag, text, font)
                assert text.isascii(), (tag, text, font)
            else:
                assert font["postScriptName"] == "NotoSansSC-Regular"
                glyphs += font["glyphCount"]
    return glyphs


@pytest.mark.parametrize("key", list(TEXTS))
def test_every_glyph_comes_from_the_embedded_font(visit, key):
    opened = visit(key)
    assert check_glyphs(opened) > 2000
    # What is not in the font would have been seen.
    opened.locator("h1").evaluate("each => { each.textContent = 'a tile \\u{a66e}' }")
    fonts = next(fonts for tag, _, fonts in fonts_by_text(opened) if tag.endswith(" h1"))
    assert not all(font["isCustomFont"] for font in fonts)


def test_no_weight_is_made_up(visit):
    opened = visit()
    heavy = opened.evaluate(
        "[...document.body.querySelectorAll('*')].filter("
        "e => getComputedStyle(e).fontWeight !== '400' || "
        "getComputedStyle(e).fontStyle !== 'normal').map(e => e.tagName)"
    )
    assert heavy == []


# ---- the keyboard -------------------------------------------------------------------------------

FOCUSED = """() => {
  const each = document.activeElement;
  return [each.tagName, each.id, each.className, each.closest("table") ? "table" : "",
          each.getAttribute("href") ?? each.textContent.trim().slice(0, 40)];
}"""


def test_tab_reaches_all_that_can_be_used(visit):
    opened = visit()
    opened.keyboard.press("Tab")
    assert opened.evaluate(FOCUSED)[2] == "skip"
    box = opened.locator(".skip").bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    seen = []
    for _ in range(200):
        opened.keyboard.press("Tab")
        seen.append(tuple(opened.evaluate(FOCUSED)))
        if seen[-1][0] == "BODY":
            break
        outline = opened.evaluate(
            "[document.activeElement, document.activeElement.closest('.card')].map("
            "e => e && getComputedStyle(e).outlineStyle)"
        )
        assert set(outline) & {"solid", "auto"}, seen[-1]
    tags = [each[0] for each in seen]
    assert "SUMMARY" in tags
    assert ("A", "", "", "", "#run_full") in seen
    assert f"{LONG[1:]}_filter" in [each[1] for each in seen]
    headers = opened.locator("th").count()
    folded = opened.locator("details.table th").count()
    assert len([1 for each in seen if each[0] == "BUTTON" and each[3]]) == headers - folded
    assert len([1 for each in seen if each[0] == "DIV" and "scroll" in each[2]]) == 2
    assert len([1 for each in seen if each[2] == "copy"]) == 3
    assert len(seen) < 100


def test_the_skip_link_leads_to_the_text(visit):
    opened = visit(width=390)
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    assert opened.evaluate("document.activeElement.id") == "main"
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.closest('main') !== null")


def tab_to(opened, wanted):
    for _ in range(200):
        opened.keyboard.press("Tab")
        if opened.locator(wanted).evaluate("each => each === document.activeElement"):
            return
    raise AssertionError(f"no Tab reaches {wanted}")


def rows_of(opened, *, rows="tbody tr"):
    """Return the rows of the long table in their order, by the hands in their last column."""
    texts = opened.locator(f"{LONG_TABLE} {rows} td:last-child").all_inner_texts()
    return [int(text.replace(",", "")) // 1000 - 1 for text in texts]


def visible(opened):
    """Return the rows of the long table that are seen, in their order."""
    return rows_of(opened, rows="tbody tr:visible")


def test_numbers_are_sorted_by_the_keyboard(visit):
    opened = visit()
    header = f"{LONG_TABLE} th:nth-child(3)"
    assert opened.locator(header).get_attribute("aria-sort") is None
    tab_to(opened, f"{header} button")
    there = [row for row in range(N_LONG) if row not in MISSING]
    status = opened.locator("#status")

    opened.keyboard.press("Enter")
    assert rows_of(opened) == [*sorted(there, key=gain), *MISSING]
    assert opened.locator(header).get_attribute("aria-sort") == "ascending"
    assert status.inner_text() == "已按「每盤得分」由小到大排列"

    opened.keyboard.press("Space")
    assert rows_of(opened) == [*sorted(there, key=lambda row: -gain(row)), *MISSING]
    assert opened.locator(header).get_attribute("aria-sort") == "descending"
    assert status.inner_text() == "已按「每盤得分」由大到小排列"

    opened.keyboard.press("Enter")
    assert rows_of(opened) == list(range(N_LONG))
    assert opened.locator(header).get_attribute("aria-sort") is None
    assert status.inner_text() == "已恢復原來的次序"


def test_sorting_by_one_column_keeps_the_order_of_the_other(visit):
    opened = visit(("en", "Hant"))
    opened.locator(f"{LONG_TABLE} th:nth-child(4) button").click()
    opened.locator(f"{LONG_TABLE} th:nth-child(4) button").click()
    opened.locator(f"{LONG_TABLE} th:nth-child(1) button").click()
    backwards = list(range(N_LONG))[::-1]
    assert rows_of(opened) == sorted(backwards, key=lambda row: row % 2 == 0)
    sorts = [th.get_attribute("aria-sort") for th in opened.locator(f"{LONG_TABLE} th").all()]
    assert sorts == ["ascending", None, None, None]
    # The other tables are as they were.
    assert opened.locator("[aria-sort]").count() == 1


def test_a_filter_by_the_keyboard(visit):
    opened = visit()
    tab_to(opened, f"{LONG}_filter")
    output = opened.locator("output").first
    table = sample().sections[0].tables[0]
    texts = ["\n".join(cell.text for cell in row).lower() for row in table.rows]
    assert output.inner_text() == "60 項"

    width = opened.locator(LONG_TABLE).bounding_box()["width"]
    opened.keyboard.type("VALUE 捉")
    expected = [i for i, text in enumerate(texts) if "value" in text and "捉" in text]
    assert 0 < len(expected) < 30
    assert visible(opened) == expected
    assert output.inner_text() == f"60 項中之 {len(expected)} 項"
    assert abs(opened.locator(LONG_TABLE).bounding_box()["width"] - width) < 1

    opened.locator(f"{LONG_TABLE} th:nth-child(4) button").click()
    opened.locator(f"{LONG_TABLE} th:nth-child(4) button").click()
    assert visible(opened) == expected[::-1]

    opened.locator(f"{LONG}_filter").focus()
    none = opened.get_by_text("沒有符合的項").first
    assert not none.is_visible()
    opened.keyboard.type(" nonsense")
    assert none.is_visible()
    assert output.inner_text() == "60 項中之 0 項"
    opened.keyboard.press("Control+A")
    opened.keyboard.press("Delete")
    assert visible(opened) == list(range(N_LONG))[::-1]
    assert output.inner_text() == "60 項"
    assert not none.is_visible()


def test_words_of_a_filter_may_be_in_any_cell(visit):
    opened = visit(("en", "Hant"))
    opened.locator(f"{LONG}_filter").fill("+1.875  ７,000 ")  # full width, as an IME types
    assert visible(opened) == []
    opened.locator(f"{LONG}_filter").fill("+1.875  １1,000 ")
    assert visible(opened) == [10]
    assert opened.locator("output").first.inner_text() == "1 of 60 rows"


def test_details_open_by_the_keyboard(visit):
    opened = visit()
    folded = opened.locator("details.table")
    cell = folded.locator("td").first
    assert not cell.is_visible()
    tab_to(opened, "details.table > summary")
    opened.keyboard.press("Enter")
    assert cell.is_visible()
    opened.keyboard.press("Space")
    assert not cell.is_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_figure_opens_and_closes_by_the_keyboard(visit, width):
    opened = visit(width=width)
    button = '[id="run_full_figure_second"] .card button'
    small = opened.locator(f"{button} img").bounding_box()
    tab_to(opened, button)
    name = opened.locator(button).get_attribute("aria-label")
    assert name == "放大：每盤得分"
    dialog, image = opened.locator("dialog"), opened.locator("dialog img")
    assert not dialog.is_visible()

    opened.keyboard.press("Enter")
    assert dialog.is_visible()
    assert opened.evaluate("document.activeElement.closest('dialog') !== null")
    image.evaluate("each => each.decode()")
    assert image.evaluate("each => each.naturalWidth") > 0
    assert image.get_attribute("alt") == "每盤得分"
    assert image.bounding_box()["width"] > 1.5 * small["width"]
    assert opened.locator("#large-title").inner_text() == "每盤得分"
    assert opened.evaluate("document.scrollingElement.scrollWidth") <= width
    assert opened.evaluate(OUTSIDE) == []
    for _ in range(6):  # the focus stays in it, or is the browser's own
        opened.keyboard.press("Tab")
        assert opened.evaluate(
            "document.activeElement.closest('dialog') !== null || "
            "document.activeElement === document.body"
        )

    opened.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert opened.locator(button).evaluate("each => each === document.activeElement")

    opened.keyboard.press("Space")
    assert dialog.is_visible()
    opened.locator("#large-close").click()
    assert not dialog.is_visible()
    assert opened.locator(button).evaluate("each => each === document.activeElement")


def test_the_contents_fold_where_the_window_is_narrow(visit):
    narrow = visit(width=390)
    link = narrow.locator('#contents a[href="#run_little"]')
    assert not link.is_visible()
    tab_to(narrow, "#contents summary")
    narrow.keyboard.press("Enter")
    link.click()
    assert narrow.evaluate("location.hash") == "#run_little"

    wide = visit()
    link = wide.locator('#contents a[href="#run_little"]')
    top = wide.locator("#contents").bounding_box()["y"]
    assert link.is_visible()
    link.click()
    expect(wide.locator("[aria-current]")).to_have_attribute("href", "#run_little")
    assert abs(wide.locator("#contents").bounding_box()["y"]) < top  # it stays in sight
    assert link.is_visible()


# ---- commands -----------------------------------------------------------------------------------


def test_a_command_is_copied(visit):
    opened = visit(
        script="Object.defineProperty(navigator, 'clipboard', {value: "
        "{writeText: async text => { window.copied = text }}})"
    )
    button = opened.locator(".copy").first
    tab_to(opened, "section .copy >> nth=0")
    opened.keyboard.press("Enter")
    expect(button).to_have_text("已複製")
    assert opened.evaluate("window.copied") == sample().sections[0].command
    assert opened.locator("#status").inner_text() == "已複製"
    expect(button).to_have_text("複製")


def test_a_command_is_selected_where_copying_is_forbidden(visit):
    opened = visit(
        ("en", "Hant"),
        script="Object.defineProperty(navigator, 'clipboard', {value: undefined})",
    )
    opened.locator(".copy").last.click()
    expect(opened.locator(".copy").last).to_have_text("Selected, ready to copy")
    assert opened.evaluate("getSelection().toString()").strip() == sample("en").command


# ---- colours ------------------------------------------------------------------------------------

COLORS = """selector => {
  const each = [...document.querySelectorAll(selector)].find(e => e.checkVisibility());
  const layers = [];
  for (let at = each; at; at = at.parentElement) layers.push(getComputedStyle(at).backgroundColor);
  return [getComputedStyle(each).color, layers];
}"""


def rgba(text):
    numbers = [float(x) for x in re.findall(r"[\d.]+", text)]
    return numbers if len(numbers) == 4 else [*numbers, 1.0]


def luminance(color):
    parts = [c / 255 for c in color[:3]]
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(text, layers):
    """Return the contrast of a colour and of what lies behind, the first layer that is opaque."""
    behind = next(layer for layer in map(rgba, layers) if layer[3] == 1.0)
    light, dark = sorted((luminance(rgba(text)), luminance(behind)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_what_the_guidelines_say():
    assert contrast("rgb(0, 0, 0)", ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"]) == 21.0
    assert contrast("rgb(119, 119, 119)", ["rgb(255, 255, 255)"]) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(visit, scheme):
    opened = visit(color_scheme=scheme)
    unfold(opened)
    opened.locator(f"{LONG}_filter").fill("value")
    opened.locator(f"{LONG_TABLE} th:nth-child(2) button").click()
    texts = "h1|h2|h3|h4|.kicker|main p|main li|.label|.quiet|.note|.back a|.summary a|.summary li"
    texts += "|.summary .interval|.findings .interval"
    texts += "|#contents a|#contents ol ol a|#contents summary|.tools label|.tools input"
    texts += "|.tools output|th button|th[aria-sort] button|td|td .interval|.alarm|dt|dd|.badge"
    texts += "|.changed dt|code|.copy|footer p|details.table summary"
    low = {}
    for selector in texts.split("|"):
        if selector == ".alarm":
            opened.locator(f"{LONG}_filter").fill("")
        color, layers = opened.evaluate(COLORS, selector)
        low[selector] = contrast(color, layers)
    opened.locator(f"{LONG_TABLE} td").first.hover()
    for selector in ("tr:hover td", "tr:hover .interval"):
        color, layers = opened.evaluate(COLORS, selector)
        low[selector] = contrast(color, layers)
    assert {key: value for key, value in low.items() if value < 4.5} == {}
    behind = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (luminance(rgba(behind)) < 0.1) == (scheme == "dark")
    card = opened.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor")
    assert card == "rgb(255, 255, 255)"


def test_motion_can_be_refused(visit):
    smooth = "getComputedStyle(document.documentElement).scrollBehavior"
    assert visit().evaluate(smooth) == "smooth"
    assert visit(reduced_motion="reduce").evaluate(smooth) == "auto"


# ---- without a script, and on paper -------------------------------------------------------------


@pytest.mark.parametrize("key", [("zh", "Hans"), ("en", "Hant")])
def test_without_a_script(visit, key):
    opened = visit(key, 390, java_script_enabled=False)
    assert visible(opened) == list(range(N_LONG))
    assert opened.locator("figure img").count() == 3
    assert opened.locator('#contents a[href="#made"]').is_visible()
    # What does nothing without one is not there.
    assert not any(each.is_visible() for each in opened.locator("button, input").all())
    cell = opened.locator("details.table td").first
    assert not cell.is_visible()
    opened.locator("details.table summary").click()
    assert cell.is_visible()


UNSEEN = """() => {
  const all = "h2, h3, h4, p:not(.back, .no-match), li, tr, td, dt, dd, img, code, #contents a";
  return [...document.querySelectorAll(all)].filter(
    e => !e.closest("dialog, footer, .unseen") &&
      !(e.checkVisibility() && e.getBoundingClientRect().height > 0)
  ).map(e => [e.tagName, e.textContent.slice(0, 30)]);
}"""


@pytest.mark.parametrize("javascript", [True, False])
def test_nothing_is_missing_on_paper(visit, javascript):
    opened = visit(width=800, java_script_enabled=javascript)
    if javascript:
        assert opened.evaluate(UNSEEN)  # the folded table, which is not seen on the screen
    opened.emulate_media(media="print")
    if javascript:
        assert opened.evaluate(UNSEEN) == []
        clipping = (
            "[...document.querySelectorAll('.scroll')].filter(e => e.scrollHeight > "
            "e.clientHeight + 1 || getComputedStyle(e).overflowY !== 'visible').length"
        )
        assert opened.evaluate(clipping) == 0
        assert opened.evaluate("document.querySelectorAll('.copy').length") == 3
    else:
        assert opened.locator("td:visible").count() == 4 * 60 + 60 + 18
    assert not any(each.is_visible() for each in opened.locator(".copy, .tools, .skip").all())


def test_what_was_folded_is_folded_again_after_printing(visit):
    opened = visit(width=800)
    folded = opened.locator("details.table")
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.get_attribute("open") is not None
    opened.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folded.get_attribute("open") is None


def test_headers_are_plain_text_on_paper(visit):
    """Chromium repeats no header with a button on the next page."""
    opened = visit(width=800)
    buttons = opened.locator("th button")
    texts = opened.locator("th").all_text_contents()
    n_buttons = buttons.count()
    assert n_buttons
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert buttons.count() == 0
    assert opened.locator("th").all_text_contents() == texts
    opened.evaluate("dispatchEvent(new Event('afterprint'))")
    assert buttons.count() == n_buttons
    assert opened.locator("th").all_text_contents() == texts
    buttons.first.click()
    assert opened.locator("th[aria-sort=ascending]").count() == 1


def test_names_stay_in_sight_on_a_narrow_screen(visit):
    opened = visit(width=390)
    unfold(opened)
    found = opened.evaluate(
        """() => [...document.querySelectorAll("table.named")].map(table => {
          const scroll = table.closest(".scroll");
          scroll.scrollLeft = 1000;
          const cell = table.querySelector("tbody td").getBoundingClientRect();
          return [scroll.scrollLeft, cell.left - scroll.getBoundingClientRect().left];
        })"""
    )
    assert found
    assert all(abs(left) < 1 for _, left in found)
