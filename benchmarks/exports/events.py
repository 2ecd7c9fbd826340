"""An invented event stream of an exact length, and the sums of it that an export states in ``meta.json``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from exports.chance import Chance

ROLES = (
    "scout", "director", "architect", "spec", "sprint_plan", "pseudocode", "develop",
    "code", "code", "code", "code", "test", "test", "build",
    "code_review", "code_review", "sprint_review", "orchestrator", "platform",
)  # fmt: skip
_TOOLS = ("read_file", "edit_file", "search", "list_files", "write_file", "delegate", "run")
_COMMANDS = ("python -m pytest -q", "ruff check .", "git diff --stat", "ls -R src", "git status --short")
_REQUEST_ERRORS = ("HTTP429", "HTTP529", "EmptyResponse")
_TOOL_ERRORS = ("ToolValidationError", "FileNotFoundError", "TimeoutError", "PatchDoesNotApply")


@dataclass
class Usage:
    """Sums over requests, under the names of the export format."""

    requests: int = 0
    failed_requests: int = 0
    milliseconds: int = 0
    input_tokens: int = 0
    cache_read_tokens: int = 0
    output_tokens: int = 0
    micro_dollars: int = 0
    largest_prompt_tokens: int = 0

    def record(self) -> dict[str, float]:
        """Return the usage object of ``meta.json``."""
        return {
            "requests": self.requests,
            "failed_requests": self.failed_requests,
            "request_time_s": self.milliseconds / 1000,
            "input_tokens": self.input_tokens,
            "cache_read_tokens": self.cache_read_tokens,
            "output_tokens": self.output_tokens,
            "cost_usd": self.micro_dollars / 1_000_000,
            "largest_prompt_tokens": self.largest_prompt_tokens,
        }


@dataclass
class Stream:
    """Events as lines, with their sums: of the run, and of each role."""

    lines: list[str] = field(default_factory=list)
    run: Usage = field(default_factory=Usage)
    roles: dict[str, Usage] = field(default_factory=dict)
    sessions: int = 0
    milliseconds: int = 0


def stream(chance: Chance, count: int, date: str, models: tuple[str, str]) -> Stream:
    """Invent ``count`` events that begin at six o'clock of ``date``; careful roles use the first model."""
    made = Stream()
    random, lines = chance.random, made.lines
    failing, clumsy = 0.002 + 0.04 * random(), 0.01 + 0.1 * random()
    now, role, model, session, prompt, turns = 0, "", "", "", 0, 0
    usage = Usage()
    while len(lines) < count:
        draw = random()
        now += 200 + int(draw * 2600)
        minutes, rest = divmod(now, 60_000)
        head = f'{{"ts":"{date}T{6 + minutes // 60:02}:{minutes % 60:02}:{rest / 1000:06.3f}+00:00","event":'
        if turns <= 0:
            turns, prompt = 30 + int(random() * 90), 9000 + int(random() * 9000)
            made.sessions += 1
            role, session = ROLES[made.sessions % len(ROLES)], f"s{made.sessions:03}"
            model = models[made.sessions % 2]
            usage = made.roles.setdefault(role, Usage())
            lines.append(f'{head}"session_start","role":"{role}","session":"{session}"}}')
            continue
        turns -= 1
        if draw < 0.36:
            front = f'"llm_request","role":"{role}","session":"{session}","model":"{model}","ok":'
            lines.append(head + front + _request(chance, (made.run, usage), prompt, failing))
            prompt += 300 + int(draw * 2000)
        elif draw < 0.82:
            lines.append(head + _call(random, session, clumsy))
        elif draw < 0.95:
            code = "-1" if random() < 0.04 else "1" if random() < 0.12 else "0"
            command = _COMMANDS[int(random() * len(_COMMANDS))]
            lines.append(f'{head}"command","session":"{session}","command":"{command}","exit_code":{code}}}')
        elif draw < 0.985:
            lines.append(f'{head}"verification","session":"{session}","kind":"tests"}}')
        elif draw < 0.987:
            lines.append(f'{head}"error","session":"{session}","error_type":"UnauthorizedToolError"}}')
        else:
            lines.append(f'{head}"heartbeat","session":"{session}","queue":{int(random() * 40)}}}')
    made.milliseconds = now
    return made


def _request(chance: Chance, usages: tuple[Usage, Usage], prompt: int, failing: float) -> str:
    """Return the rest of a request's line, added to the usage of the run and of the role."""
    random = chance.random
    duration = 900 + int(random() * 9000)
    failed = random() < failing
    fresh, output = 200 + int(random() * 3000), 60 + int(random() * 900)
    cached = prompt if random() < 0.93 else 0
    dollars = fresh * 2 + cached // 5 + output * 9
    for usage in usages:
        usage.requests += 1
        usage.milliseconds += duration
        if failed:
            usage.failed_requests += 1
            continue
        usage.input_tokens += fresh
        usage.cache_read_tokens += cached
        usage.output_tokens += output
        usage.micro_dollars += dollars
        usage.largest_prompt_tokens = max(usage.largest_prompt_tokens, fresh + cached)
    if failed:
        return f'false,"duration_ms":{duration},"error_type":"{chance.pick(_REQUEST_ERRORS)}"}}'
    return (
        f'true,"input_tokens":{fresh},"cache_read_tokens":{cached},"output_tokens":{output},'
        f'"duration_ms":{duration},"cost_usd":{dollars / 1_000_000:.6f}}}'
    )


def _call(random: Callable[[], float], session: str, clumsy: float) -> str:
    front = f'"tool_call","session":"{session}","tool":"{_TOOLS[int(random() * len(_TOOLS))]}","ok":'
    retries = 0 if random() < 0.94 else 1
    if random() < clumsy:
        error = _TOOL_ERRORS[int(random() * len(_TOOL_ERRORS))]
        return f'{front}false,"error_type":"{error}","retry_count":{retries}}}'
    return f'{front}true,"retry_count":{retries}}}'
