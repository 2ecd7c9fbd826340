# ruff: noqa: E501 (long lines are among the faults of the produced code)
"""Produced Python source: about twenty kinds of functions and classes, each with its own names and numbers.

The mixture resembles what agents write: docstrings and type hints mostly, some comments, branches of
different depth, tables, classes with methods, and in a share of the files the faults that a linter finds.
"""

from __future__ import annotations

from collections.abc import Callable

from exports.chance import Chance

Block = Callable[[Chance], str]

_HEADERS = (
    "from __future__ import annotations\n\nimport json\nimport math\nimport re\n",
    "from __future__ import annotations\n\nimport itertools\nimport logging\nimport math\nimport re\n",
    "import json\nimport logging\nimport math\nimport os, sys\nimport re\nfrom typing import Dict, List, Optional\n",
)
_COMMON = (
    "from collections import defaultdict\nfrom dataclasses import dataclass, field\nfrom pathlib import Path\n\n"
    'logger = logging.getLogger(__name__)\nPATTERN = re.compile(r"^(?P<key>[a-z_]+)\\s*=\\s*(?P<rest>.*)$")\n'
)


def _arithmetic(c: Chance) -> str:
    a, b, d = c.field(), c.field(), c.noun()
    return f'''def {c.function()}({a}_a: float, {b}_b: float = {c.fraction()}) -> float:
    """Return the {d} of two {a}s, in {c.field()} units."""
    spread = math.hypot({a}_a - {b}_b, {c.fraction()})
    if spread < {c.fraction()}e-6:
        return 0.0
    return ({a}_a * {c.fraction()} + {b}_b * {c.fraction()}) / spread ** {c.whole(2, 4)}
'''


def _validation(c: Chance) -> str:
    noun, fields = c.noun(), [c.field() for _ in range(c.whole(2, 5))]
    checks = "".join(
        f'''    if record.get("{name}") is None:
        raise ValueError("{noun} has no {name}")
    if not {c.whole(0, 9)} <= record["{name}"] <= {c.whole(10, 9000)}:
        raise ValueError(f"{name} out of range: {{record['{name}']!r}}")
'''
        for name in fields
    )
    return f'''def {c.function()}(record: dict) -> dict:
    """Check a {noun} and return it.

    Raises ValueError for the first {fields[0]} that does not fit.
    """
{checks}    return record
'''


def _grouping(c: Chance) -> str:
    noun, key, value = c.noun(), c.field(), c.field()
    return f'''def {c.function()}({noun}s, minimum: int = {c.whole(1, 50)}):
    """Group {noun}s by {key} and add up their {value}."""
    totals: dict[str, float] = defaultdict(float)
    for position, {noun} in enumerate({noun}s):
        if {noun}.get("{key}") in (None, ""):
            logger.warning("{noun} %d has no {key}", position)
            continue
        totals[{noun}["{key}"]] += {noun}.get("{value}", 0) * {c.fraction()}
    return {{name: total for name, total in sorted(totals.items()) if total >= minimum}}
'''


def _nested(c: Chance) -> str:
    row, cell = c.noun(), c.field()
    return f'''def {c.function()}(grid: list[list[float]], limit: float = {c.fraction()}) -> list[tuple[int, int]]:
    """Find every {row} of the grid whose {cell} stands out."""
    found = []
    for y, {row} in enumerate(grid):
        for x, {cell} in enumerate({row}):
            if {cell} is None or {cell} != {cell}:
                continue
            neighbours = [
                grid[v][u]
                for v in range(max(0, y - {c.whole(1, 3)}), min(len(grid), y + 2))
                for u in range(max(0, x - 1), min(len({row}), x + {c.whole(2, 4)}))
                if (u, v) != (x, y)
            ]
            # the mean of an empty neighbourhood counts as {c.whole(0, 9)}
            mean = sum(neighbours) / len(neighbours) if neighbours else {c.whole(0, 9)}
            if {cell} > mean + limit and ({cell} > {c.fraction()} or y % {c.whole(2, 7)} == 0):
                found.append((x, y))
    return found
'''


def _parsing(c: Chance) -> str:
    noun = c.noun()
    return f'''def {c.function()}(text: str) -> dict[str, str]:
    """Read {noun} settings, one on a line; the last of a name wins."""
    settings = {{}}
    for number, line in enumerate(text.splitlines(), start={c.whole(0, 1)}):
        line = line.split("{c.pick("#;%")}", 1)[0].strip()
        if not line:
            continue
        match = PATTERN.match(line)
        if match is None:
            raise SyntaxError(f"line {{number}}: not a {noun} setting")
        try:
            settings[match["key"]] = json.loads(match["rest"])
        except json.JSONDecodeError:
            settings[match["key"]] = match["rest"].strip("'\\"")
    return settings
'''


def _dataclass(c: Chance) -> str:
    noun, fields = c.noun(), list(dict.fromkeys(c.field() for _ in range(c.whole(3, 7))))
    declared = "".join(f"    {name}: {c.pick(('int', 'float', 'str'))}\n" for name in fields)
    return f'''@dataclass(frozen=True)
class {c.class_name()}:
    """One {noun} as the {c.noun()} keeps it."""

{declared}    tags: tuple[str, ...] = field(default_factory=tuple)

    @property
    def {c.verb()}d(self) -> bool:
        """Whether the {noun} has been through the {c.noun()}."""
        return "{c.verb()}" in self.tags and len(self.tags) > {c.whole(0, 3)}

    def as_row(self) -> list[str]:
        """Return the {noun} as a row of the report."""
        return [str(self.{fields[0]}), str(self.{fields[-1]}), ", ".join(self.tags)]
'''


def _service(c: Chance) -> str:
    noun, part = c.noun(), c.noun()
    return f'''class {c.class_name()}Store:
    """Keeps {noun}s by {part}, oldest first.

    Not safe for several threads.
    """

    capacity = {c.whole(10, 5000)}

    def __init__(self, folder: Path, capacity: int | None = None) -> None:
        self._folder = folder
        self._entries: dict[str, list[dict]] = {{}}
        if capacity is not None:
            self.capacity = capacity

    def {c.verb()}(self, {part}: str, entry: dict) -> None:
        """Add an entry, dropping the oldest when there is no room."""
        entries = self._entries.setdefault({part}, [])
        while len(entries) >= self.capacity:
            dropped = entries.pop(0)
            logger.debug("dropped %s", dropped.get("{c.field()}", "?"))
        entries.append(entry)

    def {c.verb()}_all(self, predicate=None) -> list[dict]:
        """Return every entry that the predicate accepts."""
        return [
            entry
            for {part} in sorted(self._entries)
            for entry in self._entries[{part}]
            if predicate is None or predicate(entry)
        ]

    def save(self) -> Path:
        """Write everything to the folder and return the file."""
        target = self._folder / f"{noun}-{{len(self._entries):0{c.whole(2, 5)}}}.json"
        target.write_text(json.dumps(self._entries, indent={c.whole(1, 4)}), encoding="utf-8")
        return target
'''


def _chain(c: Chance) -> str:
    name = c.field()
    limits = sorted({c.whole(1, 999) for _ in range(c.whole(3, 7))})
    steps = "".join(f'    elif {name} < {limit}:\n        result = "{c.noun()}"\n' for limit in limits)
    return f'''def {c.function()}({name}: float, strict: bool = {c.hit(0.5)}) -> str:
    """Name the band that a {name} falls into."""
    if {name} < 0:
        if strict:
            raise ValueError("{name} must not be negative")
        result = "unknown"
{steps}    else:
        result = "{c.noun()}" if strict else "beyond"
    return result
'''


def _matching(c: Chance) -> str:
    one, two, three = c.noun(), c.verb(), c.noun()
    return f'''def {c.function()}(command: object) -> str:
    """Carry out one command of the {one} protocol."""
    match command:
        case {{"kind": "{two}", "{one}": str(name)}}:
            return f"{two} {{name}}"
        case ["{three}", int(first), *rest] if first > {c.whole(0, 99)}:
            return f"{three} {{first}} and {{len(rest)}} more"
        case {c.whole(100, 999)} | {c.whole(1000, 9999)}:
            return "{c.noun()}"
        case None:
            return ""
        case _:
            raise TypeError(f"unknown command {{command!r}}")
'''


def _comprehensions(c: Chance) -> str:
    noun, name = c.noun(), c.field()
    return f'''def {c.function()}({noun}s: list[dict], top: int = {c.whole(3, 40)}) -> dict[str, list[float]]:
    """Return the {name}s of the first {noun}s by kind."""
    kinds = {{{noun}["kind"] for {noun} in {noun}s if "kind" in {noun}}}
    ranked = sorted({noun}s, key=lambda {noun}: ({noun}.get("{name}") or 0, {noun}["id"]), reverse={c.hit(0.5)})
    return {{
        kind: [{noun}["{name}"] * {c.fraction()} for {noun} in ranked[:top] if {noun}.get("kind") == kind]
        for kind in sorted(kinds)
    }}
'''


def _generator(c: Chance) -> str:
    noun = c.noun()
    return f'''def {c.function()}({noun}s, size: int = {c.whole(2, 500)}):
    """Yield {noun}s in groups of at most ``size``."""
    group = []
    for {noun} in {noun}s:
        group.append({noun})
        if len(group) == size:
            yield tuple(group)
            group.clear()
    if group:
        yield tuple(group)
'''


def _files(c: Chance) -> str:
    noun = c.noun()
    return f'''def {c.function()}(folder: Path, suffix: str = ".{c.field()}") -> int:
    """Count the {noun} lines of every file below a folder."""
    count = 0
    for path in sorted(folder.rglob(f"*{{suffix}}")):
        if path.name.startswith(("_", ".")) or not path.is_file():
            continue
        try:
            with path.open(encoding="utf-8") as stream:
                count += sum(1 for line in stream if line.strip() and not line.startswith("{c.pick("#/;")}"))
        except (OSError, UnicodeDecodeError) as error:
            logger.error("cannot read %s: %s", path.name, error)
        else:
            logger.info("%s: {noun} %d", path.name, count)
    return count
'''


def _table(c: Chance) -> str:
    rows = "".join(
        f'    "{c.noun()}_{n}": ({c.fraction()}, {c.whole(1, 900)}, "{c.field()}"),\n'
        for n in range(c.whole(5, 14))
    )
    return f"{c.noun().upper()}_{c.noun().upper()} = {{\n{rows}}}\n"


def _report(c: Chance) -> str:
    noun, name = c.noun(), c.field()
    return f'''def {c.function()}({noun}s: list[dict], width: int = {c.whole(40, 120)}) -> str:
    """Lay out the {noun}s as a text table."""
    lines = ["{noun}".upper().center(width), "-" * width]
    for {noun} in {noun}s:
        label = str({noun}.get("{name}", "{c.noun()}"))
        amount = {noun}.get("{c.field()}", 0)
        lines.append(f"{{label:<{c.whole(10, 30)}}} {{amount:>{c.whole(8, 14)}.{c.whole(0, 4)}f}} {{amount / width:.1%}}")
    lines.append(f"{{len({noun}s)}} {noun}s, {{sum(n.get('{name}_total', 0) for n in {noun}s)}} in all")
    return "\\n".join(lines)
'''


def _search(c: Chance) -> str:
    noun = c.noun()
    return f'''def {c.function()}(values: list[float], {noun}: float) -> int:
    """Return where a {noun} belongs in sorted values."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < {noun} - {c.fraction()}e-9:
            low = middle + 1
        elif values[middle] > {noun}:
            high = middle
        else:
            return middle
    assert low == high, "the {c.noun()} is not sorted"
    return low
'''


def _relaxation(c: Chance) -> str:
    noun = c.noun()
    return f'''def {c.function()}(weights: dict, start: str, rounds: int = {c.whole(5, 60)}) -> dict[str, float]:
    """Return the least cost from one {noun} to every other."""
    cost = {{name: math.inf for name in weights}}
    cost[start] = 0.0
    for _ in range(rounds):
        changed = False
        for {noun}, edges in weights.items():
            for other, weight in edges.items():
                if weight < 0 and not math.isfinite(weight):
                    raise ValueError(f"bad weight between {{{noun}}} and {{other}}")
                if cost[{noun}] + weight < cost.get(other, math.inf) - {c.fraction()}e-12:
                    cost[other] = cost[{noun}] + weight
                    changed = True
        if not changed:
            break
    else:
        logger.warning("not settled after %d rounds", rounds)
    return cost
'''


def _async(c: Chance) -> str:
    noun = c.noun()
    return f'''async def {c.function()}(client, {noun}_ids, attempts: int = {c.whole(2, 6)}):
    """Fetch every {noun}, trying again when the {c.noun()} is busy."""
    found = []
    for {noun}_id in {noun}_ids:
        for attempt in range(attempts):
            answer = await client.get(f"/{noun}s/{{{noun}_id}}", timeout={c.whole(1, 60)})
            if answer.status == 200:
                found.append(await answer.json())
                break
            if answer.status not in (429, 503) or attempt == attempts - 1:
                raise RuntimeError(f"{noun} {{{noun}_id}}: status {{answer.status}}")
    return found
'''


def _closure(c: Chance) -> str:
    noun = c.noun()
    return f'''def {c.function()}(limit: int = {c.whole(2, 900)}):
    """Decorate a function so that it remembers its last {noun}s."""

    def decorate(function):
        remembered: dict[tuple, object] = {{}}

        def {c.verb()}(*arguments):
            if arguments not in remembered:
                if len(remembered) >= limit:
                    remembered.pop(next(iter(remembered)))
                remembered[arguments] = function(*arguments)
            return remembered[arguments]

        return {c.verb()} if limit < {c.whole(1, 2)} else decorate

    return decorate
'''


def _machine(c: Chance) -> str:
    states = [f"{c.verb()}_{c.noun()}" for _ in range(4)]
    return f'''class {c.class_name()}Machine:
    """Moves through the {c.noun()} states in order, and back after a fault."""

    STATES = ("{states[0]}", "{states[1]}", "{states[2]}", "{states[3]}")

    def __init__(self):
        self.state = self.STATES[0]
        self.faults = 0

    def advance(self, ok: bool = True, skip: bool = False) -> str:
        position = self.STATES.index(self.state)
        if not ok:
            self.faults += 1
            self.state = self.STATES[max(0, position - {c.whole(1, 2)})]
        elif skip and position + 2 < len(self.STATES):
            self.state = self.STATES[position + 2]
        elif position + 1 < len(self.STATES):
            self.state = self.STATES[position + 1]
        return self.state

    @classmethod
    def resume(cls, state: str, faults: int = 0) -> "{c.noun().title()}":
        machine = cls()
        machine.state = state if state in cls.STATES else cls.STATES[{c.whole(0, 3)}]
        machine.faults = faults
        return machine
'''


def _careless(c: Chance) -> str:
    noun = c.noun()
    return f'''def {c.verb()}{noun.title()}(data, seen=[], l={c.whole(0, 9)}):
    unused = {c.whole(0, 999)}
    try:
        for i in range(0, len(data)):
            if data[i] == None: continue
            if not data[i] in seen:
                seen.append(data[i])
                print("{noun} " + str(data[i]) + " has been added to the list of {noun}s that were seen before, now {{}} items long".format(len(seen)))
    except:
        pass
    if l > {c.whole(1, 9)}:
        return True
    else:
        return False
'''


_BLOCKS: tuple[Block, ...] = (
    _arithmetic, _arithmetic, _arithmetic, _validation, _validation, _grouping, _grouping, _nested, _parsing,
    _dataclass, _dataclass, _service, _chain, _chain, _matching, _comprehensions, _comprehensions, _generator,
    _files, _table, _report, _report, _search, _relaxation, _async, _closure, _machine, _careless,
)  # fmt: skip


def source_file(chance: Chance, lines: int) -> str:
    """Return one module of exactly ``lines`` lines (at least 30)."""
    parts = [f'"""{chance.noun().title()}s of the {chance.noun()}."""\n\n{chance.pick(_HEADERS)}{_COMMON}']
    if "import logging" not in parts[0]:
        parts[0] = parts[0].replace("import math", "import logging\nimport math", 1)
    return filled(chance, parts, _BLOCKS, lines)


def filled(chance: Chance, parts: list[str], blocks: tuple[Block, ...], lines: int) -> str:
    """Return the parts and as many blocks as fit, with constants on the lines that are left."""
    left = lines - parts[0].count("\n")
    for _ in range(lines):
        block = chance.pick(blocks)(chance)
        size = block.count("\n") + 2
        if size > left:
            break
        parts.append(block)
        left -= size
    text = "\n\n".join(parts)
    return text + "".join(f"{chance.noun().upper()}_{n} = {chance.fraction()}\n" for n in range(left))
