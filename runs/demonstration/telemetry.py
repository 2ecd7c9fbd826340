"""The invented event stream of a run."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from demonstration.chance import Chance
from demonstration.models import Json, Model
from demonstration.profiles import PER_SPRINT, SHARE, Profile

Event = dict[str, Any]

TOOLS = ("read_file", "edit_file", "search", "list_files", "write_file", "delegate", "read_file")
COMMANDS = (
    "python -m pytest -q", "ruff check .", "python -m pytest -x", "git diff --stat", "ls -R src",
    "python -m compileall -q .", "git status --short", "cat pyproject.toml",
)  # fmt: skip
CHECKS = ("tests", "lint", "review", "command_line", "documentation")
REQUEST_ERRORS = ("HTTP429", "HTTP529", "EmptyResponse", "ConnectionReset")
TOOL_ERRORS = ("FileNotFoundError", "TimeoutError", "PatchDoesNotApply", "PermissionError")


class Recorder:
    """Invents the event stream of one run, in order of time."""

    def __init__(self, profile: Profile, chance: Chance) -> None:
        self.profile = profile
        self.chance = chance
        self.now = datetime.fromisoformat(profile.started_at)
        self.events: list[Event] = []
        self.sessions = 0
        self.spent = {"run": 0, "polls": 0}
        self.checks = 0.0
        self.pending_offences = self._offences()

    def _offences(self) -> set[int]:
        """Request numbers after which an unauthorized tool is tried."""
        step = self.profile.requests // (self.profile.unauthorized + 1)
        return {step * (number + 1) for number in range(self.profile.unauthorized)}

    def record(self) -> list[Event]:
        """Return all events of the run."""
        requests = 0
        for role, turns in self._plan():
            session = self._open(role)
            prompt, cached = self._fresh_prompt(), 0
            for _ in range(turns):
                requests += 1
                if prompt > 0.9 * self.profile.model_of(role).window_tokens:
                    prompt, cached = self._fresh_prompt(), 0
                cached = self._request(role, session, prompt, cached)
                prompt += self.chance.around(self.profile.growth)
                self._act(requests, session)
            self._supervise()
            self._pass(self._paced(self.chance.around(4000)))
        return self.events

    def _fresh_prompt(self) -> int:
        """Size of the first prompt of a session, and of one that was cut back to a summary."""
        return sum(self.profile.overhead) + self.chance.around(1800)

    def _plan(self) -> Iterator[tuple[str, int]]:
        """Yield the sessions as role and number of turns."""
        roles = self.profile.roles
        whole = sum(SHARE[role] for role in roles)
        left = {role: round(self.profile.requests * SHARE[role] / whole) for role in roles}
        left["code"] += self.profile.requests - sum(left.values())
        rounds = max(1, len(self.profile.sprints))
        blocks = [[role for role in roles if role not in PER_SPRINT and role != "platform"]]
        blocks += [["orchestrator", *(r for r in roles if r in PER_SPRINT)] for _ in range(rounds)]
        blocks += [["platform"]]
        for number, block in enumerate(blocks):
            for role in block:
                later = sum(role in other for other in blocks[number:])
                turns = left.get(role, 0) // later
                if role in left:
                    left[role] -= turns
                yield from self._split(role, turns)

    def _split(self, role: str, turns: int) -> Iterator[tuple[str, int]]:
        while turns > 0:
            part = min(turns, self.chance.around(self.profile.turns_per_session))
            yield role, part
            turns -= part

    def _paced(self, milliseconds: int) -> int:
        return round(milliseconds * self.profile.pace)

    def _pass(self, milliseconds: int) -> None:
        self.now += timedelta(milliseconds=milliseconds)

    def _emit(self, event: str, **fields: Any) -> None:
        moment = self.now.isoformat(timespec="milliseconds")
        self.events.append({"ts": moment, "event": event} | fields)

    def _tag(self, role: str) -> Json:
        return {} if role in self.profile.untagged_roles else {"role": role}

    def _open(self, role: str) -> str:
        self.sessions += 1
        session = f"s{self.sessions:03}"
        if "sessions" not in self.profile.missing:
            self._emit("session_start", **self._tag(role), session=session)
        return session

    def _request(self, role: str, session: str, prompt: int, cached: int) -> int:
        """Emit a request; return how many tokens of the prompt are in the cache afterwards."""
        model = self.profile.model_of(role)
        common = {**self._tag(role), "session": session, "model": model.id}
        if self.chance.hit(self.profile.request_failures):
            duration = self._paced(self.chance.around(model.overhead_ms))
            self._pass(duration)
            timing = {} if "timing" in self.profile.missing else {"duration_ms": duration}
            error = self.chance.pick(REQUEST_ERRORS)
            self._emit("llm_request", **common, ok=False, **timing, error_type=error)
        output = self.chance.around(model.verbosity * self.profile.talk)
        hit = cached if model.caches and self.chance.hit(0.93) else 0
        self._answer(model, common, prompt, hit, output)
        return prompt if model.caches else 0

    def _answer(self, model: Model, common: Json, prompt: int, cached: int, output: int) -> None:
        fresh = prompt - cached
        written = fresh if model.prices is not None and len(model.prices) > 3 else 0
        fields: Json = {"input_tokens": fresh}
        if model.caches:
            fields["cache_read_tokens"] = cached
        if written:
            fields["cache_write_tokens"] = written
        fields["output_tokens"] = output
        waiting = self.chance.around(model.overhead_ms) + fresh // 40
        duration = self._paced(waiting + output * 1000 // model.tokens_per_second)
        self._pass(duration)
        if "timing" not in self.profile.missing:
            fields["duration_ms"] = duration
        bill = model.micro_dollars(fresh, cached, written, output)
        self.spent["polls" if common.get("role") == "supervision" else "run"] += bill
        if model.prices is not None:
            fields["cost_usd"] = bill / 1_000_000
        self._emit("llm_request", **common, ok=True, **fields)

    def _act(self, number: int, session: str) -> None:
        """Emit what follows a request: tool calls, commands, checks, offences."""
        calls = self.profile.tool_calls
        for _ in range(int(calls) + self.chance.hit(calls % 1)):
            self._pass(self._paced(self.chance.around(250)))
            self._tool_call(session)
        if self.chance.hit(0.3):
            self._pass(self._paced(self.chance.around(2800)))
            self._command(session)
        if number in self.pending_offences:
            self._emit("error", session=session, error_type="UnauthorizedToolError")
            self._emit("tool_call", session=session, tool="deploy", ok=False,
                       error_type="UnauthorizedToolError", **self._retries(0))  # fmt: skip

    def _retries(self, count: int) -> Json:
        return {} if "retries" in self.profile.missing else {"retry_count": count}

    def _tool_call(self, session: str) -> None:
        retries = 0 if self.chance.hit(self.profile.first_try) else self.chance.whole(1, 3)
        call: Json = {"session": session, "tool": self.chance.pick(TOOLS)}
        if self.chance.hit(self.profile.hallucinations):
            call |= {"ok": False, "error_type": "ToolValidationError"}
        elif self.chance.hit(self.profile.tool_errors):
            call |= {"ok": False, "error_type": self.chance.pick(TOOL_ERRORS)}
        else:
            call |= {"ok": True}
        self._emit("tool_call", **call, **self._retries(retries))

    def _command(self, session: str) -> None:
        failed = self.chance.hit(self.profile.command_failures)
        code = -1 if self.chance.hit(0.04) else self.chance.whole(1, 2) if failed else 0
        command = self.chance.pick(COMMANDS)
        self._emit("command", session=session, command=command, exit_code=code)
        self.checks += self.profile.verification / 100
        if self.checks >= 1:
            self.checks -= 1
            self._emit("verification", session=session, kind=self.chance.pick(CHECKS))

    def _supervise(self) -> None:
        """Let the health-check poller ask until its aimed share of the bill is reached."""
        if self.profile.supervision is None:
            return
        model = self.profile.model_of("build")
        allowance = self.spent["run"] * self.profile.supervision / (1 - self.profile.supervision)
        while self.spent["polls"] < allowance:
            common = {"role": "supervision", "model": model.id}
            self._answer(model, common, self.chance.around(15_000), 0, self.chance.around(140))


def telemetry_files(profile: Profile, events: Sequence[Event]) -> dict[str, bytes]:
    """Divide the events over files and write them as lines, compressed if the profile says so."""
    size = -(-len(events) // profile.parts)
    files = {}
    for number in range(profile.parts):
        part = events[number * size : (number + 1) * size]
        text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in part)
        name = "events" if profile.parts == 1 else f"events-{number + 1}"
        if profile.compressed:
            files[f"telemetry/{name}.jsonl.gz"] = compress(text.encode())
        else:
            files[f"telemetry/{name}.jsonl"] = text.encode()
    return files


def compress(data: bytes) -> bytes:
    """Gzip without a time or a file name in the header."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=buffer, mtime=0) as stream:
        stream.write(data)
    return buffer.getvalue()
