"""Every data file is named and described on the data page and as its schema says, whatever its family."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator

import pytest

from site_builder.pages.data_columns import DataFile
from site_builder.pages.study_columns import CLAIM, COHORTS, COMPARISON, EDITIONS, JUDGEMENT, PAIRS, REPORT
from tests.blueprint import gate_sites
from tests.output.built_sites import built
from tests.output.html_reader import read
from tests.output.test_data_files import fits
from tests.ruhroh import campaign_sites

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of a site with campaigns, and below ``gates-site/`` those of one with release gates."""
    campaigns = built(
        campaign_sites.project_with_campaigns(tmp_path_factory.mktemp("campaigns") / "project")
    )[1]
    gates = built(gate_sites.project_with_gates(tmp_path_factory.mktemp("gates") / "project"))[1]
    return {**{f"gates-site/{path}": content for path, content in gates.items()}, **campaigns}


def documents(files: Files) -> Iterator[tuple[str, DataFile]]:
    """Yield path and description of each document that is of no board."""
    for path in files:
        name = path.removeprefix("gates-site/")
        if name.startswith("data/gates/"):
            yield path, JUDGEMENT
        for described in (CLAIM, COMPARISON, EDITIONS, REPORT):
            if name.rpartition("/")[2] == described.name and name.startswith(("data/", "verify/")):
                yield path, described


@pytest.mark.parametrize("described", [COHORTS, PAIRS])
def test_each_table_of_a_campaign_has_the_columns_that_are_described(
    files: Files, described: DataFile
) -> None:
    """R28: cohorts and pairs, too, as CSV with documented columns; what is missing has a reason."""
    paths = [path for path in files if path.startswith("data/campaigns/") and path.endswith(described.name)]
    assert paths
    kinds = {column.name: column.kind for column in described.columns}
    schema = json.loads(files[f"data/schemas/{described.name}.schema.json"])
    assert set(schema["required"]) == {name for name in kinds if "<" not in name}
    for path in paths:
        for row in csv.DictReader(io.StringIO(files[path].decode())):
            assert {re.sub(r"(pass_at_)[0-9]+", r"\1<k>", name) for name in row} == set(kinds)
            assert all(row[name] for name, kind in kinds.items() if kind != "text" and name in row)
            assert float(row["minimum"]) > 0


def test_each_document_fits_its_schema_and_has_no_key_that_is_not_described(files: Files) -> None:
    """R28: documented, for campaigns and gates as for boards."""
    found = list(documents(files))
    assert {described.name for _, described in found} == {
        one.name for one in (CLAIM, COMPARISON, JUDGEMENT, EDITIONS, REPORT)
    }
    for path, described in found:
        site = "gates-site/" if path.startswith("gates-site/") else ""
        schema = json.loads(files[f"{site}data/schemas/{described.name}.schema.json"])
        record = json.loads(files[path])
        assert fits(record, schema), path
        assert set(record) - {"$schema"} <= {column.name for column in described.columns}, path


@pytest.mark.parametrize("site", ["", "gates-site/"])
def test_the_data_page_leads_to_every_data_file_but_what_stands_beside_a_rubric(
    files: Files, site: str
) -> None:
    page = read(files[f"{site}data/index.html"])
    linked = {
        link.attributes["href"].replace("../", "", 1) for link in page.all("a") if "href" in link.attributes
    }
    own = [path.removeprefix(site) for path in files if path.startswith(f"{site}data/")]
    data = [
        path
        for path in own
        if not path.startswith(("data/rubrics/", "data/diffs/"))
        and not path.endswith(("index.html", "index.json"))
    ]
    assert len(data) > 5
    assert [path for path in data if path not in linked] == []
