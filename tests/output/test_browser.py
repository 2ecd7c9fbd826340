"""In a real browser, opened from a disk: sort, filter, address, keyboard, narrow screens, themes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.records.run import Metric, Model
from tests.output.conftest import rendered
from tests.pages.synthetic import run, site_of
from tests.scorecrux.site import site_files, usual

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(not shutil.which("chromedriver"), reason="needs Chromium and its driver"),
]

Open = Callable[..., Any]

MODELS = (
    Model("aster-1", "Aster One", "Aster", "Northern"),
    Model("birch-1", "Birch One", "Birch", "A|B Works"),
)
"""Runs of the site have the first of them, every other run both."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site on disk: eight runs on the board, two of them without requests."""
    place: Path = tmp_path_factory.mktemp("site")
    gone = {"usage.requests": Metric(reason="not_collected")}
    runs = [
        run(
            f"circles-{n:02d}",
            configuration=("all-Aster", "all-Birch")[n % 2],
            missing=0,
            metrics=gone if n in (3, 5) else None,
            models=MODELS[: 1 + n % 2],
        )
        for n in range(8)
    ]
    runs += [run(f"solar-{n}", cohort="solar-system", missing=0.1) for n in range(3)]
    for path, content in rendered(site_of(runs)).items():
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return place


@pytest.fixture
def opened(browser: Any, folder: Path) -> Open:
    """Return what opens a page of the site from the disk, at a width and in a theme."""

    def opens(path: str, query: str = "", *, width: int = 1280, theme: str = "light") -> Any:
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        browser.get((folder / path / "index.html").as_uri() + query)
        return browser

    return opens


def column(browser: Any, key: str) -> list[str | None]:
    """Return the sort values of the visible rows in one column, ``None`` where missing."""
    script = """
      const at = document.querySelector(`button.sort[data-key="${arguments[0]}"]`).closest('th').cellIndex;
      return [...document.querySelectorAll('table[data-board] tbody tr')].filter(r => !r.hidden).map(r => {
        if (r.cells[at].dataset.value) return r.cells[at].dataset.value;
        const held = r.cells[at].querySelector('data, time');
        if (held) return held.value || held.dateTime;
        return r.cells[at].matches('.gap, :has(.gap)') ? null : r.cells[at].textContent;
      });"""
    values: list[str | None] = browser.execute_script(script, key)
    return values


def click(browser: Any, key: str) -> None:
    browser.execute_script(f"document.querySelector('button.sort[data-key=\"{key}\"]').click()")


def test_sorting_puts_missing_values_last_both_ways(opened: Open) -> None:
    """R5, R38: by any column, and a missing value is never first."""
    browser = opened("boards/circles")
    for _ in range(2):
        click(browser, "usage.requests")
        values = column(browser, "usage.requests")
        assert values[-2:] == [None, None]
        numbers = [float(v) for v in values if v is not None]
        assert numbers in (sorted(numbers), sorted(numbers, reverse=True))
        assert len(numbers) == 6


def test_every_column_sorts_and_only_the_sorted_one_says_so(opened: Open) -> None:
    """R38, R39, R40, R43: numbers as numbers, dates as dates, names with numbers inside as people do."""
    browser = opened("boards/circles")
    keys = browser.execute_script(
        "return [...document.querySelectorAll('button.sort')].map(b => b.dataset.key)"
    )
    assert len(keys) >= 14
    for key in keys:
        click(browser, key)
        marked = browser.execute_script(
            "return [...document.querySelectorAll('th[aria-sort] button')].map(b => b.dataset.key)"
        )
        assert marked == [key]
        values = [value for value in column(browser, key) if value is not None]
        if key not in ("run", "date"):
            numbers = [float(value) for value in values]
            assert numbers in (sorted(numbers), sorted(numbers, reverse=True)), key
        if key == "date":
            assert values == sorted(values)


def test_sorting_works_from_the_keyboard(opened: Open) -> None:
    """R38: the header holds a button that Enter and Space press."""
    from selenium.webdriver.common.keys import Keys

    browser = opened("boards/circles")
    button = browser.find_element("css selector", "button.sort[data-key=coverage]")
    button.send_keys(Keys.ENTER)
    header = button.find_element("xpath", "./ancestor::th")
    assert header.get_attribute("aria-sort") == "descending"
    button.send_keys(Keys.SPACE)
    assert header.get_attribute("aria-sort") == "ascending"


def test_ranks_are_the_published_ones_whatever_is_shown(opened: Open) -> None:
    """R8: filtering and sorting never compute a rank anew."""
    browser = opened("boards/circles", "?configuration=all-Birch&sort=coverage&dir=asc")
    shown = browser.execute_script(
        "return [...document.querySelectorAll('table[data-board] tbody tr')].filter(r => !r.hidden)"
        ".map(r => [r.id, r.cells[0].textContent.trim()])"
    )
    browser = opened("boards/circles")
    published = dict(
        browser.execute_script(
            "return [...document.querySelectorAll('table[data-board] tbody tr')]"
            ".map(r => [r.id, r.cells[0].textContent.trim()])"
        )
    )
    assert len(shown) == 4
    assert all(published[row] == rank for row, rank in shown)


def test_filters_count_and_live_in_the_address(opened: Open) -> None:
    """R41: reload, back, and a fresh visit show the same."""
    browser = opened("boards/circles")
    box = browser.find_element("css selector", "input[name=q]")
    box.send_keys("birch")
    assert browser.find_element("css selector", ".shown").text == "4 of 8 runs shown"
    assert browser.find_element("css selector", ".shown").get_attribute("aria-live") == "polite"
    assert "q=birch" in browser.current_url
    click(browser, "coverage")
    address = browser.current_url
    assert "sort=coverage" in address
    before = column(browser, "run")
    browser.refresh()
    assert column(browser, "run") == before
    browser.get("about:blank")
    browser.get(address)
    assert column(browser, "run") == before
    browser.execute_script("document.querySelector('form.filters').reset()")


def test_runs_of_some_days_are_found_and_the_days_live_in_the_address(opened: Open) -> None:
    """R41, R46: both ends belong to it, and each end may be left open."""
    browser = opened("boards/circles")
    days = sorted(str(day) for day in column(browser, "date"))
    assert days[0] < days[3] < days[-1]
    browser = opened("boards/circles", f"?from={days[3]}")
    assert sorted(str(day) for day in column(browser, "date")) == [day for day in days if day >= days[3]]
    browser.execute_script(
        "const box = document.querySelector('input[name=until]');"
        f"box.value = '{days[3]}'; box.dispatchEvent(new Event('input', {{bubbles: true}}))"
    )
    shown = column(browser, "date")
    assert shown
    assert set(shown) == {days[3]}
    assert f"until={days[3]}" in browser.execute_script("return location.search")
    browser.execute_script("document.querySelector('form.filters').reset()")


def test_runs_are_found_by_who_provides_their_models(opened: Open) -> None:
    """R41: a run of models of two providers is one of both, whatever their names hold."""
    browser = opened("boards/circles")
    choices = browser.execute_script(
        "return [...document.querySelector('select[name=provider]').options].map(one => one.text)"
    )
    assert choices == ["all", "A|B Works", "Northern"]
    for provider, runs in (("Northern", 8), ("A|B Works", 4)):
        browser.execute_script(
            "const box = document.querySelector('select[name=provider]');"
            f"box.value = '{provider}'; box.dispatchEvent(new Event('input', {{bubbles: true}}))"
        )
        assert len(column(browser, "run")) == runs
    address = browser.current_url
    assert "provider=A" in address
    browser.get("about:blank")
    browser.get(address)
    assert len(column(browser, "run")) == 4
    assert browser.find_element("css selector", ".shown").text == "4 of 8 runs shown"
    browser = opened("boards/circles", "?q=works")
    assert len(column(browser, "run")) == 4
    browser.execute_script("document.querySelector('form.filters').reset()")


def test_a_board_of_one_provider_has_no_choice_among_providers(opened: Open) -> None:
    browser = opened("boards/solar-system")
    assert not browser.find_elements("css selector", "select[name=provider]")
    browser = opened("boards/solar-system", "?provider=Northern")
    assert len(column(browser, "run")) == 3


def test_what_came_since_a_day_is_marked_beside_everything_else(opened: Open) -> None:
    """R46: from a link or a button; nothing is hidden, no rank moves, and the link keeps it."""
    from selenium.webdriver.common.keys import Keys

    marked = (
        "return [...document.querySelectorAll('table[data-board] tr:has(.badge.new)')]"
        ".map(r => r.dataset.added)"
    )
    browser = opened("boards/circles")
    days = sorted(str(day) for day in column(browser, "date"))
    ranks = column(browser, "rank")
    assert browser.execute_script(marked) == []
    browser = opened("boards/circles", f"?since={days[3]}")
    assert sorted(browser.execute_script(marked)) == [day for day in days if day >= days[3]]
    assert column(browser, "rank") == ranks
    shown = browser.find_element("css selector", ".shown").text
    assert shown == f"8 of 8 runs shown, {sum(day >= days[3] for day in days)} new since {days[3]}"
    browser = opened("boards/circles")
    line = browser.find_element("css selector", "p.newcomers")
    assert line.find_element("css selector", "time").get_attribute("datetime") == days[-1]
    line.find_element("css selector", "button").send_keys(Keys.ENTER)
    assert set(browser.execute_script(marked)) == {days[-1]}
    assert f"since={days[-1]}" in browser.current_url
    browser.back()
    assert browser.execute_script(marked) == []


def test_back_returns_to_the_view_before(opened: Open) -> None:
    """R41."""
    browser = opened("boards/circles")
    first = column(browser, "run")
    click(browser, "coverage")
    click(browser, "coverage")
    assert column(browser, "run") != first
    browser.back()
    browser.back()
    assert column(browser, "run") == first


def test_a_view_without_rows_says_so(opened: Open) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    browser = opened("boards/circles", "?q=nothing-like-this")
    assert browser.find_element("css selector", "p.empty").is_displayed()
    assert column(browser, "run") == []
    browser.find_element("css selector", "p.empty button").click()
    WebDriverWait(browser, 5).until(lambda _: len(column(browser, "run")) == 8)
    assert not browser.find_element("css selector", "p.empty").is_displayed()
    assert "q=" not in browser.current_url


def test_a_copied_link_is_told_to_screen_readers(opened: Open) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    browser = opened("boards/circles")
    browser.execute_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.resolve()}});"
        "document.querySelector('button.copy').click()"
    )
    told = browser.find_element("css selector", "[role=status]")
    WebDriverWait(browser, 5).until(lambda _: told.get_attribute("textContent") == "The link is copied.")


def test_the_other_board_is_opened_with_the_same_filters(opened: Open) -> None:
    """R42: another statement of work is one click away."""
    browser = opened("boards/circles", "?q=aster")
    link = browser.find_element("css selector", "nav.tabs a:not([aria-current])")
    assert link.get_attribute("href").endswith("?q=aster")


def side_by_side(browser: Any) -> dict[str, list[str]]:
    """Return the table of compared runs: row -> texts of its cells, in the order of the page."""
    script = """
      return [...document.querySelectorAll('#side-by-side tbody tr')].map(r => [...r.cells].map(c =>
        (c.querySelector('data') || c).textContent.trim()));"""
    return {row[0]: row[1:] for row in browser.execute_script(script)}


def test_two_runs_are_compared_from_the_keyboard_and_the_address_keeps_them(opened: Open) -> None:
    """R41, R44: chosen in the table, told to screen readers, the same at a later visit."""
    from selenium.webdriver.common.keys import Keys

    browser = opened("boards/circles")
    section = browser.find_element("id", "side-by-side")
    assert not section.is_displayed()
    browser.find_element("css selector", "button.pick").send_keys(Keys.ENTER)
    first = browser.switch_to.active_element
    assert first.accessible_name.startswith("Compare circles-")
    first.send_keys(Keys.SPACE)
    assert not section.is_displayed()
    browser.find_elements("css selector", ".choose input")[4].send_keys(Keys.SPACE)
    status = browser.find_element("css selector", ".chosen [role=status]")
    assert status.text == "2 runs are side by side below the table."
    shown = side_by_side(browser)
    address = browser.execute_script("return location.href")
    assert address.count("compare=") == 2
    browser.get("about:blank")
    browser.get(address)
    assert side_by_side(browser) == shown
    for _ in range(3):  # the empty page, the two runs, one of them
        browser.back()
    assert not browser.find_element("id", "side-by-side").is_displayed()


def test_compared_runs_have_their_own_links_and_the_cells_of_the_board(opened: Open) -> None:
    """R44: both sides lead to their own run, and nothing is computed but the difference."""
    browser = opened("boards/circles", "?compare=circles-00&compare=circles-04")
    links = browser.find_elements("css selector", "#side-by-side thead a")
    assert len({link.get_attribute("href") for link in links}) == 2
    board = browser.execute_script(
        "return ['circles-00', 'circles-04'].map(id => Number(document.getElementById('run-' + id)"
        ".cells[2].querySelector('data').dataset.value))"
    )
    ids = [one.text for one in browser.find_elements("css selector", "#side-by-side thead .id")]
    a, b = board if ids[0] == "circles-00" else board[::-1]
    score = side_by_side(browser)["Composite"]
    assert score[:2] == [f"{a:.1f}", f"{b:.1f}"]
    difference = f"{abs(a - b):.1f}"
    assert score[2] == ("0.0" if difference == "0.0" else f"{'+' if a > b else '−'}{difference}")


def test_two_compared_runs_are_held_against_the_noise_of_the_board(opened: Open) -> None:
    """R23: the gap that the caption states decides what is said of two runs."""
    browser = opened("boards/circles", "?compare=circles-00&compare=circles-04")
    least = "document.querySelector('[data-node=\"repeats.least\"]').value"
    a, b = browser.execute_script(
        "return [...document.querySelectorAll('#side-by-side tbody tr:nth-child(2) td > data')]"
        ".map(d => Number(d.value))"
    )
    said = browser.find_element("css selector", ".verdict-line")
    assert said.text.startswith(f"circles-04 is {abs(a - b):.1f} ahead of circles-00. ")
    assert abs(a - b) < browser.execute_script(f"return Number({least})")
    assert said.text.endswith("inside the noise: repeats of one configuration differ as much.")
    browser.execute_script(f"{least} = '0.001'; dispatchEvent(new PopStateEvent('popstate'))")
    assert said.text.endswith("Repeats of one configuration do not differ as much.")


def test_compared_runs_differ_first_where_they_differ_most_and_never_by_what_is_missing(opened: Open) -> None:
    """R1, R44: by the share of a column's scale; a missing value gives no difference."""
    browser = opened("boards/circles", "?compare=circles-00&compare=circles-03&compare=circles-07")
    rows = side_by_side(browser)
    assert list(rows)[:3] == ["Rank", "Composite", "Coverage"]
    assert rows["Requests"][-1] == "missing in 1"
    spans = browser.execute_script("""
      return [...document.querySelectorAll('#side-by-side tbody tr')].slice(3).map(r => {
        const shares = [...r.querySelectorAll('.bar')].map(c => Number(c.style.getPropertyValue('--v')));
        return shares.length === 3 ? Math.max(...shares) - Math.min(...shares) : -1;
      });""")
    assert len(spans) > 6
    assert spans == sorted(spans, reverse=True)


def test_no_more_than_four_runs_are_compared_and_the_end_clears_the_address(opened: Open) -> None:
    query = "?q=circles&" + "&".join(f"compare=circles-0{n}" for n in range(6))
    browser = opened("boards/circles", query)
    assert len(browser.find_elements("css selector", "#side-by-side thead a")) == 4
    boxes = browser.find_elements("css selector", ".choose input")
    assert sum(box.is_enabled() for box in boxes) == 4
    tab = browser.find_element("css selector", "nav.tabs a:not([aria-current])")
    assert tab.get_attribute("href").endswith("?q=circles")
    browser.execute_script("document.querySelector('.chosen button').click()")
    assert browser.current_url.endswith("?q=circles")
    assert not browser.find_element("id", "side-by-side").is_displayed()
    assert not browser.find_elements("css selector", ".choose")


def test_runs_side_by_side_fit_a_phone(opened: Open) -> None:
    browser = opened("boards/circles", "?compare=circles-00&compare=circles-04", width=390)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    frame = browser.find_element("css selector", "#side-by-side .frame")
    assert browser.execute_script("return arguments[0].scrollWidth - arguments[0].clientWidth", frame) <= 1


@pytest.mark.parametrize(
    "path",
    [
        "",
        "boards/circles",
        "runs/circles-00",
        "methodology/favur/15",
        "methodology/favur",
        "data",
        "data/left-out",
        "verify",
        "submit",
        "changes",
    ],
)
def test_nothing_overflows_a_narrow_screen(opened: Open, path: str) -> None:
    """R48: at 320 px tables scroll in their own frame; no column is removed."""
    browser = opened(path, width=320)
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("width", [360, 390, 412])
@pytest.mark.parametrize(
    "path", ["", "boards/circles", "runs/circles-03", "methodology/favur/15", "data", "data/ledger", "verify"]
)
def test_no_table_is_cut_by_a_few_pixels_on_a_phone(opened: Open, path: str, width: int) -> None:
    """R48: a table is as wide as the screen, or so much wider that a reader sees that it scrolls."""
    browser = opened(path, width=width)
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    cut = browser.execute_script(
        "return [...document.querySelectorAll('.frame')]"
        ".map(frame => [frame.scrollWidth - frame.clientWidth, frame.ariaLabel])"
        ".filter(([over]) => over > 0 && over < 60)"
    )
    assert cut == []


def test_a_phone_has_every_page_of_the_site_behind_one_button(opened: Open) -> None:
    browser = opened("runs/circles-00", width=390)
    links = browser.find_elements("css selector", "header nav a")
    assert not any(link.is_displayed() for link in links)
    browser.find_element("css selector", "button.menu").click()
    assert all(link.is_displayed() for link in links)
    assert all(link.rect["x"] >= 0 and link.rect["x"] + link.rect["width"] <= 390 for link in links)
    wide = opened("runs/circles-00", width=1280)
    assert all(link.is_displayed() for link in wide.find_elements("css selector", "header nav a"))
    assert not wide.find_element("css selector", "button.menu").is_displayed()


def test_twelve_boards_stand_behind_one_word_of_the_menu(browser: Any, tmp_path: Path) -> None:
    runs = [
        run(f"work-{n}-{m}", cohort=f"statement-of-work-{n}", missing=0) for n in range(12) for m in (1, 2)
    ]
    for path, content in rendered(site_of(runs)).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    for width, button in ((1280, "button.boards-menu"), (390, "button.menu")):
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.get((tmp_path / "index.html").as_uri())
        boards = browser.find_elements("css selector", "#site-boards a")
        assert len(boards) == 12
        assert not any(link.is_displayed() for link in boards)
        assert browser.find_element("css selector", "header.top > .wide").rect["height"] < 60
        browser.find_element("css selector", button).click()
        assert all(link.is_displayed() for link in boards)
        assert all(link.rect["x"] >= 0 and link.rect["x"] + link.rect["width"] <= width for link in boards)


def test_formulas_of_all_values_lie_on_the_screen_of_a_phone(opened: Open) -> None:
    browser = opened("runs/circles-00", width=390)
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    right = browser.execute_script(
        "return Math.max(...[...document.querySelectorAll('.derivations td')]"
        ".map(cell => cell.getBoundingClientRect().right))"
    )
    assert right <= 390


def test_the_first_columns_of_a_board_stay_while_it_scrolls(opened: Open) -> None:
    """R48."""
    browser = opened("boards/circles", width=390)
    place = "return document.querySelector('table[data-board] tbody th').getBoundingClientRect().left"
    before = browser.execute_script(place)
    browser.execute_script("document.querySelector('main .frame').scrollLeft = 300")
    assert abs(browser.execute_script(place) - before) < 40
    covered = browser.execute_script(
        "return [...document.querySelectorAll('table[data-board] .rank')]"
        ".map(cell => [cell, cell.nextElementSibling].map(part => part.getBoundingClientRect()))"
        ".filter(([rank, name]) => name.left < rank.right - 1).length"
    )
    assert covered == 0, "the names hide no rank"
    hidden = browser.execute_script(
        "return [...document.querySelectorAll('table[data-board] th')]"
        ".filter(t => getComputedStyle(t).display === 'none').length"
    )
    assert hidden == 0


def test_the_heads_of_a_long_table_stay_while_the_page_scrolls(opened: Open) -> None:
    browser = opened("methodology/favur/15", width=1280)
    browser.execute_script("document.documentElement.style.scrollBehavior = 'auto'")
    browser.execute_script("document.querySelector('.fits tbody tr:nth-child(8)').scrollIntoView()")
    top, links = browser.execute_script(
        "return ['.fits thead th', 'nav.contents']"
        ".map(name => document.querySelector(name).getBoundingClientRect())"
    )
    assert links["top"] == 0
    assert abs(top["top"] - links["bottom"]) < 2


@pytest.mark.parametrize("width", [390, 1280])
def test_the_contents_of_a_page_stay_in_sight_and_mark_what_is_read(opened: Open, width: int) -> None:
    browser = opened("runs/circles-00", width=width)
    browser.execute_script("document.documentElement.style.scrollBehavior = 'auto'")
    marked = "return [...document.querySelectorAll('nav.contents [aria-current]')].map(link => link.hash)"
    assert browser.execute_script(marked) == ["#score"]
    for section in ("#roles", "#evidence", "#axes"):
        place = browser.execute_async_script(
            """
            const done = arguments[1], target = document.querySelector(arguments[0]);
            target.scrollIntoView();
            requestAnimationFrame(() => requestAnimationFrame(() => {
              const nav = document.querySelector('nav.contents');
              const [bar, link, aim] = [nav, nav.querySelector('[aria-current]'), target]
                .map(part => part.getBoundingClientRect());
              done([bar.top, bar.bottom - aim.top, link.left, link.right, bar.height]);
            }));""",
            section,
        )
        top, hidden, left, right, height = place
        assert browser.execute_script(marked) == [section]
        assert top == 0
        assert hidden <= 0, "the heading is not behind the bar"
        assert 0 <= left < right <= width
        assert height < 50, "one line"


def test_the_keyboard_stops_at_a_table_only_where_it_scrolls(opened: Open) -> None:
    stops = (
        "return [...document.querySelectorAll('.frame')].filter(frame => frame.checkVisibility())"
        ".map(frame => [frame.hasAttribute('tabindex'), frame.scrollWidth > frame.clientWidth])"
    )
    for width in (390, 1280):
        opened("runs/circles-00", width=width)
        browser = opened("boards/circles", width=width)
        found = browser.execute_script(stops)
        assert found
        assert all(stop == scrolls for stop, scrolls in found)
    assert not any(stop for stop, _ in found)


def test_tables_of_sessions_and_rubrics_fold_on_a_phone(browser: Any, tmp_path: Path, opened: Open) -> None:
    """Only rows of boards, and what is compared over them, go on to the right."""
    scrolling = (
        "document.querySelectorAll('details').forEach(d => d.open = true);"
        "return [...document.querySelectorAll('.frame')]"
        ".filter(frame => frame.scrollWidth > frame.clientWidth).map(frame => frame.ariaLabel)"
    )
    for path in ("methodology/favur/15", "methodology/order", "data", "verify"):
        assert opened(path, width=390).execute_script(scrolling) == []
    for path, content in site_files(tmp_path / "project", *usual()).items():
        target = tmp_path / "site" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    for path in ("runs/plain", "methodology/scorecrux/1.3"):
        browser.get((tmp_path / "site" / path / "index.html").as_uri())
        assert browser.execute_script(scrolling) == []
    metrics = {"width": 320, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    for path in ("runs/plain", "methodology/scorecrux/1.3", "boards/reviews-1"):
        browser.get((tmp_path / "site" / path / "index.html").as_uri())
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 320, path


def test_a_printed_board_is_not_cut(opened: Open) -> None:
    """On A4 or letter paper laid across, at the width that is left between the margins."""
    browser = opened("boards/circles", width=1030)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    widths = browser.execute_script(
        "return [...document.querySelectorAll('.frame')]"
        ".map(frame => frame.firstElementChild.offsetWidth - frame.clientWidth)"
    )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert widths
    assert max(widths) <= 0


def test_how_firm_an_order_is_needs_no_scrolling_sideways_on_a_phone(opened: Open) -> None:
    browser = opened("boards/circles", width=390)
    over = browser.execute_script(
        "const frame = document.querySelector('table.reach').parentElement;"
        "return frame.scrollWidth - frame.clientWidth"
    )
    assert over <= 0


def test_rank_run_score_and_coverage_fit_a_phone(opened: Open) -> None:
    """What a board is read for needs no scrolling, and is not below the shade at the edge."""
    browser = opened("boards/circles", width=390)
    edges = browser.execute_script(
        "const at = document.querySelector('button.sort[data-key=\"coverage\"]').closest('th').cellIndex;"
        "return [...document.querySelectorAll('table[data-board] tr')].map(row => row.cells[at])"
        ".map(e => e.getBoundingClientRect().right - parseFloat(getComputedStyle(e).paddingRight))"
    )
    assert edges
    assert max(edges) <= 390 - 16


def test_a_table_that_folds_says_what_its_parts_are(opened: Open, folder: Path) -> None:
    table = (
        "<table class='fold'><thead><tr><th scope='col'>Run</th><th scope='col'>Score</th></tr></thead>"
        "<tbody><tr><th scope='row'>a</th><td>1</td></tr></tbody></table></main>"
    )
    page = folder / "folded/index.html"
    page.parent.mkdir(exist_ok=True)
    around = (folder / "submit/index.html").read_text(encoding="utf-8")
    page.write_text(around.replace("</main>", table), encoding="utf-8")
    roles = opened("folded", width=390).execute_script(
        "return [...document.querySelectorAll('table.fold, table.fold *')].map(e => e.getAttribute('role'))"
    )
    head = ["table", "rowgroup", "row", "columnheader", "columnheader"]
    assert roles == [*head, "rowgroup", "row", "rowheader", "cell"]


def test_the_derivations_of_a_run_say_what_their_parts_are(opened: Open) -> None:
    """On a phone they fold, too; a place in a file stands below two columns."""
    browser = opened("runs/circles-00", width=390)
    found = browser.execute_script(
        "return [...document.querySelectorAll('table.derivations :is(thead, tbody, tr, th, td)')]"
        ".map(e => [e.tagName, e.getAttribute('role'), e.colSpan || 1, e.getAttribute('aria-colspan')])"
    )
    roles = {"THEAD": {"rowgroup"}, "TBODY": {"rowgroup"}, "TR": {"row"}, "TD": {"cell"}}
    roles |= {"TH": {"columnheader", "rowheader"}}
    assert {tag: {role for name, role, *_ in found if name == tag} for tag in roles} == roles
    spans = {(span, said) for _, _, span, said in found}
    assert spans == {(1, None), (2, "2")}


def test_targets_are_large_enough(opened: Open) -> None:
    """24 px at least, for everything that is no link inside a text."""
    browser = opened("boards/circles", width=390)
    small = browser.execute_script(
        "return [...document.querySelectorAll('button, select, input, nav a, summary')]"
        ".filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.outerHTML)"
    )
    assert small == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_follows_the_reader_and_can_be_changed(opened: Open, theme: str) -> None:
    browser = opened("boards/circles", theme=theme)
    ground = "return getComputedStyle(document.body).backgroundColor"
    before = browser.execute_script(ground)
    browser.find_element("css selector", "button.theme").click()
    after = browser.execute_script(ground)
    assert before != after
    browser.refresh()
    assert browser.execute_script(ground) == after
    browser.find_element("css selector", "button.theme").click()
    assert browser.execute_script(ground) == before
    browser.execute_script("localStorage.clear()")


def test_a_link_to_a_value_opens_what_hides_it(opened: Open) -> None:
    browser = opened("runs/circles-00", "#n-usage.requests")
    row = browser.find_element("css selector", "#n-usage\\.requests")
    assert row.is_displayed()
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = false)")
    browser.execute_script("location.hash = 'n-lint_violations'")
    assert browser.execute_script(
        "return document.getElementById('n-lint_violations').closest('details').open"
    )


WITHOUT_HAS = """
CSS.supports = () => false;
const found = Document.prototype.querySelectorAll;
Document.prototype.querySelectorAll = function (names) {
  if (names.includes(":has(")) throw new SyntaxError(names);
  return found.call(this, names);
};
"""
"""A browser before 2023, which takes ``:has()`` for no selector."""


def test_the_script_runs_to_its_end_in_a_browser_that_does_not_know_has(opened: Open, browser: Any) -> None:
    browser.get_log("browser")
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WITHOUT_HAS})
    try:
        opened("runs/circles-01")
        assert browser.execute_script("return CSS.supports('selector(:has(a))')") is False
        assert browser.get_log("browser") == []
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_pages_are_complete_without_script(browser: Any, opened: Open) -> None:
    """R41, R52: everything but sorting and filtering is there."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened("boards/circles")
        rows = browser.find_elements("css selector", "table[data-board] tbody tr")
        assert len(rows) == 8
        assert not browser.find_element("css selector", "form.filters").is_displayed()
        opened("runs/circles-00")
        assert browser.find_element("css selector", "svg.radar").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_name_that_turns_text_around_turns_no_number_around(opened: Open) -> None:
    """A right-to-left override in a name would have readers see 75.62 where 26.57 stands."""
    driver = opened("runs/circles-01")
    lefts = driver.execute_script(
        """
        const sentence = document.createElement("p");
        sentence.innerHTML = "<a>\\u202Ename</a> of words and 12.34, <data>56.78</data>";
        document.querySelector("main").prepend(sentence);
        const [, words, number] = sentence.childNodes;
        const left = (text, at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        };
        return [left(words, 14), left(words, 18), left(number.firstChild, 0), left(number.firstChild, 1)];
        """
    )
    assert lefts[0] < lefts[1]
    assert lefts[2] < lefts[3]


def test_no_page_complains_in_the_console(browser: Any, opened: Open) -> None:
    """R54: nothing fails to load from a disk without a network."""
    for path in ("", "boards/circles", "runs/circles-00", "methodology/favur/15"):
        opened(path)
    assert [entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]] == []


def own_ranking(browser: Any) -> list[tuple[str, str, str]]:
    """Return own rank, published rank and run of each row under a reader's own weights."""
    script = """
      return [...document.querySelectorAll('#own-weights tbody tr')].map(r =>
        [r.cells[0].textContent, r.cells[1].textContent, r.querySelector('.id').textContent]);"""
    return [tuple(row) for row in browser.execute_script(script)]


def wait_for_weights(browser: Any) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 10).until(lambda b: b.find_elements("css selector", "#own-weights tbody tr"))


def test_own_weights_rank_a_board_beside_the_published_order_and_the_address_keeps_them(opened: Open) -> None:
    """From a disk and from the keyboard: the published table stays as it is."""
    from selenium.webdriver.common.keys import Keys

    browser = opened("boards/circles")
    assert not browser.find_elements("id", "own-weights")
    published = column(browser, "rank")
    browser.find_element("css selector", "button.reweigh").send_keys(Keys.ENTER)
    wait_for_weights(browser)
    before = own_ranking(browser)
    assert all(own == rank for own, rank, _ in before)
    assert "?" not in browser.current_url
    first = browser.switch_to.active_element
    assert first.get_attribute("type") == "number"
    assert first.accessible_name.startswith("Role mean")
    first.send_keys(Keys.CONTROL, "a")
    first.send_keys("0")
    after = own_ranking(browser)
    assert [run for _, _, run in after] != [run for _, _, run in before]
    assert dict((run, rank) for _, rank, run in after) == dict((run, rank) for _, rank, run in before)
    assert column(browser, "rank") == published
    assert browser.current_url.endswith("?w=role_mean:0")
    assert (
        "another rank than published"
        in browser.find_element("css selector", "#own-weights [role=status]").text
    )
    assert "not the published one" in browser.find_element("css selector", "#own-weights .warning").text
    address = browser.current_url
    browser.get("about:blank")
    browser.get(address)
    wait_for_weights(browser)
    assert own_ranking(browser) == after
    button = next(b for b in browser.find_elements("css selector", "#own-weights .acts button"))
    button.click()
    assert own_ranking(browser) == before
    assert "w=" not in browser.current_url
    browser.back()
    assert own_ranking(browser) == after
    assert not [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def test_own_weights_and_their_ranking_fit_a_phone(opened: Open) -> None:
    for board in ("boards/circles", "boards/solar-system"):
        browser = opened(board, "?w=completion:90", width=390)
        wait_for_weights(browser)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
        slider = browser.find_element("css selector", "#own-weights input[type=range]")
        assert slider.rect["height"] >= 24
        assert slider.rect["width"] >= 90
