from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from site_builder.records.ruhroh_campaign import TargetConfig
from site_builder.sources.importers.ruhroh.target_configs import read_target_config
from tests.ruhroh.samples import MODEL, target

OTHER = MODEL | {"model": "m-2", "canonicalId": "lab/m-2"}
H = {"name": "h", "version": "1"}


def config(tmp_path: Path, document: Any) -> TargetConfig:
    path = tmp_path / "targets.json"
    path.write_text(json.dumps(document), "utf-8")
    return read_target_config(path, "targets.json")


def two(
    stream: str, one: dict[str, Any] | None = None, other: dict[str, Any] | None = None
) -> dict[str, Any]:
    rows = [target("a", stream=stream, **(one or {})), target("b", stream=stream, **(other or {}))]
    return {"version": "ruhroh_benchmark_target_config_v1", "stream": stream, "targets": rows}


@pytest.mark.parametrize(
    ("document", "errors"),
    [
        (two("harness-controlled"), []),
        (two("harness-controlled", {}, {"requestedModel": OTHER}), ["needs-one-model"]),
        (two("harness-controlled", {}, {"requestedModel": MODEL | {"model": "literal"}}), []),
        (two("harness-controlled", {"harness": H}, {"harness": H}), ["needs-two-harnesses"]),
        (two("harness-controlled", {"providerPath": "x"}, {"providerPath": "y"}), []),
        (two("model-controlled", {"harness": H}, {"harness": H, "requestedModel": OTHER}), []),
        (two("model-controlled", {"harness": H}, {"harness": H}), ["needs-two-models"]),
        (two("model-controlled", {}, {"requestedModel": OTHER}), ["needs-one-harness"]),
        (
            two(
                "model-controlled",
                {"harness": H, "providerPath": "x"},
                {"harness": H, "requestedModel": OTHER},
            ),
            ["needs-one-provider-path"],
        ),
        (
            two(
                "model-controlled",
                {"harness": H},
                {"harness": H, "requestedModel": OTHER | {"promptVersion": "2"}},
            ),
            ["needs-one-prompt"],
        ),
        (two("native-stack", {"recommendedStack": None}), ["needs-recommended"]),
        (
            two("recommended-stack", {"recommendedStack": None}, {"recommendedStack": False}),
            ["needs-recommended"],
        ),
        (two("recommended-stack"), []),
        (two(" native-stack "), []),
        (two("custom", {"harness": H}, {"harness": H}), []),
        (two("sideways"), ["stream", "stream", "stream"]),
        ({"version": "x", "targets": []}, ["version", "none"]),
        ({"targets": [target("a"), target("a")]}, ["duplicate", "needs-two-targets", "needs-two-harnesses"]),
        ({"targets": [target("bad id"), 7, {"targetId": "c"}]}, ["unsafe-id", "not-object", "required"]),
        ({"targets": [target("a", stream="custom"), target("b")]}, ["streams-mixed"]),
        ({"stream": "custom", "targets": [target("a"), target("b")]}, ["stream-conflict"]),
        ([], ["file.not-object"]),
    ],
)
def test_a_configuration_has_to_fit_its_stream(tmp_path: Path, document: Any, errors: list[str]) -> None:
    found = config(tmp_path, document)
    codes = [p.code.removeprefix("targets.") for p in found.problems if p.severity == "error"]
    assert codes == errors
    assert found.valid == (not errors)


def test_what_readers_compare_by_should_be_stated(tmp_path: Path) -> None:
    rows = [{"targetId": "a", "requestedModel": {"model": "m"}}]
    found = config(tmp_path, {"version": "ruhroh_benchmark_targets_v1", "targets": rows})
    assert found.valid
    assert [(p.code, p.pointer) for p in found.problems] == [
        ("targets.version-former", "/version"),
        ("targets.unstated", "/targets/0/harness/name"),
        ("targets.unstated", "/targets/0/harness/version"),
        ("targets.unstated", "/targets/0/providerPath"),
        ("targets.unstated", "/targets/0/requestedModel/provider"),
        ("targets.unstated", "/targets/0/requestedModel/protocol"),
        ("targets.unstated", "/targets/0/requestedModel/promptVersion"),
        ("targets.unstated", "/targets/0/adapterCommand"),
    ]
    assert config(tmp_path, {"targets": rows}).problems[0].code == "targets.version-missing"


def test_the_stream_that_all_targets_agree_on_is_that_of_the_configuration(tmp_path: Path) -> None:
    found = config(tmp_path, {"targets": [target("a", stream="custom"), target("b", stream="custom")]})
    assert (found.stream, len(found.targets), found.declared[0]["targetId"]) == ("custom", 2, "a")
