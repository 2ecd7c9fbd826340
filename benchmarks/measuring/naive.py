"""The same work done the way one would do it first, to compare with."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, TypeAdapter
from radon.complexity import cc_visit
from radon.metrics import mi_visit
from radon.raw import analyze

from site_builder.measures.lint import ruff_command

Spokes = Sequence[tuple[str, float | None]]


class Event(BaseModel):
    """A telemetry event, every field as the export format has it."""

    ts: str
    event: str
    role: str | None = None
    session: str | None = None
    model: str | None = None
    ok: bool | None = None
    input_tokens: float | None = None
    cache_read_tokens: float | None = None
    cache_write_tokens: float | None = None
    output_tokens: float | None = None
    duration_ms: float | None = None
    cost_usd: float | None = None
    tool: str | None = None
    error_type: str | None = None
    retry_count: int | None = None
    command: str | None = None
    exit_code: int | None = None
    kind: Literal["tests", "lint", "review"] | str | None = None


_EVENT = TypeAdapter(Event)


def radon_as_documented(text: str) -> tuple[float, float, int]:
    """Return mean complexity, maintainability and SLOC; each call of radon parses the text again."""
    blocks = cc_visit(text)
    mean = sum(block.complexity for block in blocks) / len(blocks) if blocks else 0.0
    return mean, float(mi_visit(text, multi=True)), int(analyze(text).sloc)


def telemetry_with_pydantic(data: bytes) -> tuple[int, float]:
    """Return the number of requests and of output tokens; every line becomes a validated model."""
    requests, tokens = 0, 0.0
    for line in data.splitlines():
        event = _EVENT.validate_json(line)
        if event.event == "llm_request":
            requests += 1
            tokens += event.output_tokens or 0
    return requests, tokens


def ruff_once(files: Sequence[Path], configuration: Path) -> int:
    """Return the number of diagnostics of one run; one process for it alone."""
    command = [ruff_command(), "check", "--config", str(configuration), "--no-cache", "--ignore-noqa"]
    done = subprocess.run(
        [*command, "--output-format", "json", "--", *map(str, files)], capture_output=True, check=False
    )
    return len(json.loads(done.stdout))


def radar_with_plotly(spokes: Spokes, title: str) -> str:
    """Return the JSON of a figure object; a page would still need the library to draw it."""
    import plotly.graph_objects as go  # noqa: PLC0415  (half a second, wanted by this function alone)

    labels = [label for label, _ in spokes]
    values = [value for _, value in spokes]
    figure = go.Figure(go.Scatterpolar(r=values, theta=labels, fill="toself"))
    figure.update_layout(title=title, polar={"radialaxis": {"range": [0, 1]}}, showlegend=False)
    return str(figure.to_json())
