"""Figures that readers explore: Plotly from the disk, with the numbers that the page shows."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.cli.freezing import freeze_site
from site_builder.output.exploring import LIBRARY, explorable, plotly_script
from site_builder.output.verify.curves import PAST_CONDITIONS, curve_of
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS
from tests.build.projects import REPOSITORY, small_project

OPEN = "button.explore"
TRACES = """return document.querySelector('dialog.explore .plot').data.map(trace => ({
    x: trace.x, y: trace.y, r: trace.r, base: trace.base, name: trace.name, lines: trace.connectgaps,
    error: trace.error_x && [trace.error_x.array[0], trace.error_x.arrayminus[0]]}))"""

Explore = Callable[..., list[dict[str, Any]]]

in_a_browser = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(not shutil.which("chromedriver"), reason="needs Chromium and its driver"),
]


@pytest.fixture
def with_plotly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("site_builder.output.render.plotly_script", plotly_script)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration of the repository, with Plotly."""
    place = tmp_path_factory.mktemp("explored") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("site_builder.output.render.plotly_script", plotly_script)
        build(REPOSITORY, place, use_store=False)
    return place


@pytest.fixture
def explore(browser: Any, folder: Path) -> Explore:
    """Return what opens a page, presses the button at a drawing, and returns the traces that are drawn."""

    def explores(
        path: str, drawing: str, *, theme: str = "light", key: str = "", width: int = 1280
    ) -> list[dict[str, Any]]:
        from selenium.webdriver.support.wait import WebDriverWait

        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        browser.get((folder / path / "index.html").as_uri())
        button = browser.find_element("css selector", f"{drawing} + {OPEN}")
        if key:
            button.send_keys(key)
        else:
            browser.execute_script("arguments[0].click()", button)
        WebDriverWait(browser, 30).until(
            lambda _: browser.execute_script(
                "return !!document.querySelector('dialog[open].explore .plot .main-svg')"
            )
        )
        traces: list[dict[str, Any]] = browser.execute_script(TRACES)
        return traces

    return explores


def document(folder: Path, path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / path / "index.json").read_bytes())
    return found


def plain(found: Any) -> float | None:
    """Return a value of a page's data, ``None`` where a reason stands in its place."""
    return None if isinstance(found, dict) else found


def share_of(graph: Graph, node: str) -> Callable[[float], Any]:
    """Return what makes a share of the measured value of a component, below its conditions."""
    at = graph.position[node]
    while graph.nodes[at]["op"] in PAST_CONDITIONS:
        at = graph.inputs[at][1]
    made: Callable[[float], Any] = OPERATORS[graph.nodes[at]["op"]].make(graph.nodes[at].get("constants", {}))
    return made


def pages_with(folder: Path, drawing: str) -> list[str]:
    found = [
        page.parent.relative_to(folder).as_posix()
        for page in sorted(folder.glob("**/index.html"))
        if f'<svg class="{drawing}"' in page.read_text(encoding="utf-8")
    ]
    assert found
    return found


class TestInABrowser:
    """What is drawn is what stands in the page's own data."""

    pytestmark = in_a_browser

    @pytest.mark.parametrize("run", ["circles-aurora-1", "circles-echo-1", "aurora-large-bare-pager-storm-1"])
    def test_a_radar_has_the_axes_of_the_table_and_its_gaps(
        self, explore: Explore, browser: Any, run: str
    ) -> None:
        (trace,) = explore(f"runs/{run}", "svg.radar")
        rows = browser.execute_script(
            """return [...document.querySelectorAll('#axes table.axes tbody tr')].map(row => [
                row.querySelector('td.n').dataset.value, row.querySelector('td.of').textContent])"""
        )
        shares = [
            None if shown is None else float(shown) / float(most.removeprefix("of ") or 1)
            for shown, most in rows
        ]
        assert trace["r"] == [*shares, shares[0]]
        assert trace["lines"] is False
        assert len(shares) >= 6
        assert (None in shares) == (run != "circles-aurora-1")

    def test_every_waterfall_has_what_each_factor_leaves_and_takes(
        self, explore: Explore, folder: Path
    ) -> None:
        pages = pages_with(folder, "waterfall")
        gaps = [page for page in pages if plain(document(folder, page)["score"]) is None]
        assert gaps
        for path in (*pages[::12], gaps[0]):
            left, lost = explore(path, "svg.waterfall")
            told = document(folder, path)
            assert left["x"] == [*(plain(stage["left"]) for stage in told["walk"]), plain(told["score"])], (
                path
            )
            assert lost["x"] == [*(plain(stage["lost"]) for stage in told["walk"]), None], path
            assert lost["base"] == left["x"], path

    def test_a_score_has_its_bounds(self, explore: Explore, folder: Path) -> None:
        (trace,) = explore("runs/circles-echo-1", "svg.interval")
        told = document(folder, "runs/circles-echo-1")
        assert trace["x"] == [told["score"]]
        assert trace["error"] == [told["upper"] - told["score"], told["score"] - told["lower"]]

    def test_repeats_have_every_run_their_mean_and_their_range(self, explore: Explore, folder: Path) -> None:
        path = next(page for page in pages_with(folder, "interval") if "all-aurora" in page)
        runs, mean = explore(path, "svg.interval")
        (board,) = document(folder, path)["boards"]
        scores = [document(folder, f"runs/circles-aurora-{n}")["score"] for n in (1, 2, 3)]
        assert sorted(runs["x"]) == sorted(scores)
        assert mean["x"] == [board["mean"]]
        assert mean["error"] == [board["greatest"] - board["mean"], board["mean"] - board["least"]]

    def test_ranks_under_two_versions_are_those_of_the_data(self, explore: Explore, folder: Path) -> None:
        (path,) = pages_with(folder, "rank-flow")
        traces = explore(path, "svg.rank-flow")
        runs = {run["run"]: [run["rank_before"], run["rank_after"]] for run in document(folder, path)["runs"]}
        assert {trace["name"]: trace["y"] for trace in traces} == {
            name: ranks for name, ranks in runs.items() if ranks != [None, None]
        }

    def test_score_against_cost_has_every_ranked_run_and_the_frontier_in_order(
        self, explore: Explore, folder: Path
    ) -> None:
        path = "boards/incident-review-2026-03"
        others, kept = explore(path, "svg.frontier")
        board = document(folder, path)
        rows = {row["run"]: row for row in board["rows"] if row["rank"] is not None}
        cost, unbeaten = board["frontier"]["cost"], board["frontier"]["runs"]
        assert kept["x"] == [rows[run]["values"][cost] for run in unbeaten]
        assert kept["y"] == [rows[run]["score"] for run in unbeaten]
        known = {run: row for run, row in rows.items() if isinstance(row["values"][cost], float)}
        left = sorted(row["score"] for run, row in known.items() if run not in unbeaten)
        assert sorted(others["y"]) == left

    @pytest.mark.parametrize(
        ("path", "place"),
        [
            ("campaigns/harness-duel", ".frame:has(svg.whisker)"),
            ("campaigns/harness-duel/pairs", ".estimate"),
            ("claims/harness-duel", ".rates"),
            ("claims", ".frame:has(svg.whisker)"),
        ],
    )
    def test_intervals_of_a_table_are_one_figure_with_the_numbers_beside_each_drawing(
        self, explore: Explore, browser: Any, path: str, place: str
    ) -> None:
        traces = explore(path, place)
        shown = browser.execute_script(
            """const beside = document.querySelector(arguments[0]).parentElement;
                return [...beside.querySelectorAll('.estimate')].map(one => [
                    one.querySelector('title').textContent,
                    ...[...one.querySelectorAll('b data, .range-text data')].map(data => data.value)])""",
            place,
        )
        expected = {title: [float(number) for number in numbers] for title, *numbers in shown}
        drawn = {trace["name"]: trace for trace in traces}
        assert drawn.keys() == expected.keys()
        for title, (number, lower, upper) in expected.items():
            assert drawn[title]["x"] == [number]
            assert drawn[title]["error"] == [upper - number, number - lower]

    @pytest.mark.parametrize("rubric", ["favur/6", "favur/15"])
    def test_curves_of_an_axis_are_those_of_the_rubric(
        self, explore: Explore, browser: Any, folder: Path, rubric: str
    ) -> None:
        graph = Graph(json.loads((folder / f"data/rubrics/{rubric}.graph.json").read_bytes()))
        path = f"methodology/{rubric}"
        axes = [axis for axis in document(folder, path)["axes"] if axis["components"]]
        page = (folder / path / "index.html").read_text(encoding="utf-8")
        for axis in (axes[0], axes[-1]):
            drawn = [part["node"] for part in axis["components"] if f'"c-{part["node"]}-t ' in page]
            traces = explore(path, f"#axis-{axis['node']} ~ .frame")
            assert len(traces) == len(drawn) > 1
            for trace, node in zip(traces, drawn, strict=True):
                points = curve_of(graph, node).points
                assert trace["x"][0] == pytest.approx(points[0][0], abs=1e-4)
                assert trace["x"][-1] == pytest.approx(points[-1][0], rel=1e-4)
                function = share_of(graph, node)
                assert trace["y"] == pytest.approx([function(x) for x in trace["x"]], abs=1e-12), node

    def test_nothing_is_requested_from_elsewhere_and_plotly_only_when_asked(
        self, explore: Explore, browser: Any, folder: Path
    ) -> None:
        requested = "return performance.getEntriesByType('resource').map(entry => entry.name)"
        browser.get((folder / "runs/circles-aurora-1/index.html").as_uri())
        scripts = "return [...document.scripts].map(script => script.src)"
        assert [name.rsplit("/", 1)[1] for name in browser.execute_script(scripts)] == ["site.js"]
        browser.get_log("browser")
        explore("runs/circles-aurora-1", "svg.radar")
        loaded = browser.execute_script(scripts)
        assert {name.rsplit("/", 1)[1] for name in loaded} == {"site.js", "explore.js", LIBRARY}
        everything = [*loaded, *browser.execute_script(requested)]
        assert all(name.startswith((folder.as_uri(), "data:", "blob:")) for name in everything)
        assert browser.get_log("browser") == []  # a request to elsewhere would fail here, and be told
        assert browser.find_elements("css selector", ".modebar-btn--logo, dialog.explore a[href]") == []

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_the_figure_has_the_colours_of_the_page_and_follows_them(
        self, explore: Explore, browser: Any, theme: str
    ) -> None:
        colours = """const plot = document.querySelector('dialog.explore .plot');
            const page = getComputedStyle(document.documentElement);
            return [plot.layout.paper_bgcolor === page.getPropertyValue('--paper').trim(),
                    plot.data[0].line.color === page.getPropertyValue('--accent').trim(),
                    plot.layout.paper_bgcolor]"""
        explore("runs/circles-aurora-1", "svg.radar", theme=theme)
        *same, before = browser.execute_script(colours)
        assert same == [True, True]
        browser.execute_script(
            "document.documentElement.dataset.theme = arguments[0]", "light" if theme == "dark" else "dark"
        )
        *same, after = browser.execute_async_script(
            f"const done = arguments[0]; setTimeout(() => done((() => {{ {colours} }})()), 200)"
        )
        assert same == [True, True]
        assert before != after

    def test_the_keyboard_opens_and_closes_it_and_is_back_where_it_was(
        self, explore: Explore, browser: Any
    ) -> None:
        from selenium.webdriver.common.keys import Keys

        explore("runs/circles-aurora-1", "svg.radar", key=Keys.ENTER)
        words = browser.execute_script(
            """const dialog = document.querySelector('dialog.explore');
            return ['labelledby', 'describedby'].map(
              name => document.getElementById(dialog.getAttribute(`aria-${name}`)).textContent)"""
        )
        drawing = browser.find_element("css selector", "svg.radar")
        texts = [drawing.find_element("css selector", name) for name in ("title", "desc")]
        assert words == [text.get_attribute("textContent") for text in texts]
        browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        assert browser.find_elements("css selector", "dialog.explore") == []
        assert drawing.is_displayed()
        focused = browser.execute_script(
            "return document.activeElement.matches('svg.radar + button.explore')"
        )
        assert focused

    def test_it_is_exported_as_svg_under_the_name_of_the_page(
        self, explore: Explore, browser: Any, folder: Path
    ) -> None:
        explore(next(page for page in pages_with(folder, "interval") if "all-aurora" in page), "svg.interval")
        kind, name, image = browser.execute_async_script(
            """const [done] = arguments, plot = document.querySelector('dialog.explore .plot');
            const { format, filename } = plot._context.toImageButtonOptions;
            Plotly.toImage(plot, { format }).then(image => done([format, filename, image.slice(0, 18)]));"""
        )
        assert (kind, name, image) == ("svg", "all-aurora-interval", "data:image/svg+xml")

    def test_it_fits_a_phone(self, explore: Explore, browser: Any) -> None:
        for path, drawing in (
            ("runs/circles-aurora-1", "svg.radar"),
            ("runs/circles-echo-1", "svg.interval"),
        ):
            explore(path, drawing, width=390)
            wide = browser.execute_script(
                "return [document.querySelector('.plot .main-svg').clientWidth, document.body.scrollWidth]"
            )
            assert 250 < wide[0] <= 390
            assert wide[1] <= 390


def test_a_site_has_plotly_as_its_package_has_it_once(with_plotly: None, tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project)
    source = plotly_script()
    assert source is not None
    found = list((project / "dist").rglob(LIBRARY))
    assert found == [project / "dist/assets" / LIBRARY]
    assert found[0].read_bytes() == source.read_bytes()
    listed = (project / "dist/MANIFEST.sha256").read_text(encoding="utf-8")
    assert f"{hashlib.sha256(source.read_bytes()).hexdigest()}  assets/{LIBRARY}\n" in listed
    assert b"exploreFigure" in (project / "dist/assets/site.js").read_bytes()


def test_a_site_may_leave_plotly_out(with_plotly: None, tmp_path: Path) -> None:
    project = small_project(tmp_path)
    described = (project / "site.yaml").read_text(encoding="utf-8")
    (project / "site.yaml").write_text(f"explore: false\n{described}", encoding="utf-8")
    build(project)
    files = {path.name for path in (project / "dist/assets").iterdir()}
    assert files >= {"site.js", "style.css"}
    assert not {LIBRARY, "explore.js", "explore-button.js"} & files
    assert b"exploreFigure" not in (project / "dist/assets/site.js").read_bytes()


def test_a_frozen_edition_goes_without(with_plotly: None, tmp_path: Path) -> None:
    project = small_project(tmp_path)
    freeze_site(project, "2026-11", "2026-11-30", jobs=1, without_address=True)
    assert not list((project / "releases").rglob(LIBRARY))
    assert b"exploreFigure" not in (project / "releases/2026-11/assets/site.js").read_bytes()


def test_pages_are_the_same_with_and_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = small_project(tmp_path)
    build(project, tmp_path / "without", use_store=False)
    monkeypatch.setattr("site_builder.output.render.plotly_script", plotly_script)
    build(project, tmp_path / "with", use_store=False)
    pages = [path.relative_to(tmp_path / "with") for path in (tmp_path / "with").rglob("*.html")]
    assert pages
    for page in pages:
        assert (tmp_path / "with" / page).read_bytes() == (tmp_path / "without" / page).read_bytes()


def test_without_the_package_no_button_leads_nowhere() -> None:
    assets = {"site.js": b"1;\n", "explore-button.js": b"2;\n", "explore.js": b"3;\n", "style.css": b""}
    files = {file.path: file.content for file in explorable(assets, None)}
    assert files == {"assets/site.js": b"1;\n", "assets/style.css": b""}


def test_plotly_is_found_without_being_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delitem(sys.modules, "plotly", raising=False)
    assert plotly_script() is not None
    assert "plotly" not in sys.modules
    (tmp_path / "plotly").mkdir()
    (tmp_path / "plotly/__init__.py").write_text("raise SystemExit\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert plotly_script() is None
