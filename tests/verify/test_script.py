"""The script that every site carries is its modules in one file, or it is not made."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.output import verifier_script, verify
from site_builder.output.verifier_script import NotOneScript, bundle
from tests.build.projects import REPOSITORY

PACKAGE = Path(verify.__file__ or "").parent
TREE = ast.parse(verifier_script.published(), feature_version=(3, 9))
"""Grammar of the oldest Python that the script says it runs under."""
FIRST = '''\
"""The first.

With more to say.
"""

from __future__ import annotations

import os

LEAST = 1
"""Said of it:

not = code."""


def least() -> str:
    return f"{LEAST}{os.sep}"
'''
SECOND = '''\
"""The second."""

from __future__ import annotations

import os
from re import (
    sub,
)

from site_builder.output.verify.first import LEAST, least


@sub
class Most:
    name = least
'''
SCRIPT = f'''\
#!/usr/bin/env python3
"""About."""

from __future__ import annotations

import os
from re import sub

# === The first {"=" * 89}
#
# With more to say.

LEAST = 1
"""Said of it:

not = code."""


def least() -> str:
    return f"{{LEAST}}{{os.sep}}"


# === The second {"=" * 88}


@sub
class Most:
    name = least
'''


def both(first: str = FIRST, second: str = SECOND) -> str:
    return bundle("About.", [("first", first), ("second", second)])


def test_modules_follow_each_other_below_headings_and_one_block_of_imports() -> None:
    assert both() == SCRIPT


@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("def least() -> None:\n    pass\n", "least would be of first and of second"),
        ("A, LEAST = 1, 2\n", "LEAST would be of first and of second"),
        ("LEAST: int = 2\n", "LEAST would be of first and of second"),
        ("class os:\n    pass\n", "os would be of os of the standard library and of second"),
        ("def sub() -> None:\n    pass\n", "sub would be of re of the standard library and of second"),
        ("max = 3\n", "max would be of Python itself"),
        ("if LEAST:\n    OTHER = 1\n", "belongs in no module of a script: if LEAST:"),
        ("print(LEAST)\n", "belongs in no module of a script"),
        ("import json\n", "belongs in no module of a script: import json"),
        ("def late() -> None:\n    import json\n", "belongs in no module of a script: import json"),
        (
            "def late() -> None:\n    from json import loads\n",
            "belongs in no module of a script: from",
        ),
    ],
)
def test_what_would_mean_something_else_in_one_file_is_refused(added: str, words: str) -> None:
    with pytest.raises(NotOneScript) as refused:
        both(second=f"{SECOND}\n\n{added}")
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("import msgspec", "second imports msgspec, which a script cannot rely on"),
        (
            "from site_builder.errors import Problem",
            "second imports site_builder.errors, which a script cannot",
        ),
        ("from site_builder.output.verify.third import a", "verify.third, which is no module before it"),
        ("from site_builder.output.verify.second import a", "verify.second, which is no module before it"),
        ("from site_builder.output.verify.first import os", "does not define: os"),
        ("from operator import os", "os would be of os of the standard library and of operator of"),
        ("import os.path", "belongs in no module of a script: import os.path"),
        ("import os as system", "belongs in no module of a script: import os as system"),
        ("from re import sub as replace", "belongs in no module of a script"),
        ("from .first import LEAST", "second imports .first, which a script cannot rely on"),
        ("from re import *", "belongs in no module of a script"),
    ],
)
def test_a_module_imports_the_standard_library_and_modules_before_it(line: str, words: str) -> None:
    with pytest.raises(NotOneScript) as refused:
        both(second=SECOND.replace("import os\n", f"import os\n{line}\n", 1))
    assert words in str(refused.value)


def test_a_module_of_the_library_and_names_of_it_are_both_imported() -> None:
    script = both(second=SECOND.replace("import os\n", "import os\nimport re\n"))
    assert "\nimport os\nimport re\nfrom re import sub\n" in script


def test_a_module_says_what_it_is() -> None:
    with pytest.raises(NotOneScript, match="first does not say what it is"):
        both(first="LEAST = 1\n")


def test_every_module_has_its_place_in_the_reading_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier_script, "READING_ORDER", verifier_script.READING_ORDER[:-1])
    with pytest.raises(NotOneScript, match=r"modules there are: command\."):
        verifier_script.published.__wrapped__()


def test_the_script_imports_the_standard_library_alone_and_at_its_head() -> None:
    found = [node for node in ast.walk(TREE) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in found if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in found if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)
    assert [node for node in TREE.body if isinstance(node, ast.Import | ast.ImportFrom)] == found


def test_no_name_of_the_script_is_defined_twice() -> None:
    names = [node.name for node in TREE.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    for node in TREE.body:
        for target in node.targets if isinstance(node, ast.Assign) else ():
            names += [one.id for one in ast.walk(target) if isinstance(one, ast.Name)]
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    assert len(names) == len(set(names)) > 150


def test_everything_that_a_module_defines_is_in_the_script() -> None:
    """The script is made line by line; here its modules are parsed."""
    kinds = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign | ast.If
    there = [ast.dump(node) for node in TREE.body if isinstance(node, kinds)]
    wanted = [
        ast.dump(node)
        for name in verifier_script.READING_ORDER
        for node in ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8")).body
        if isinstance(node, kinds)
    ]
    assert there == wanted


@pytest.mark.parametrize("arguments", [("check",), ("format", "--check", "--diff")])
def test_the_script_is_as_tidy_as_its_modules(arguments: tuple[str, ...]) -> None:
    place = PACKAGE / "verify.py"
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *arguments, "--stdin-filename", str(place), "-"],
        input=verifier_script.published(),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_the_script_alone_does_is_not_loaded_by_a_build() -> None:
    code = "import sys, site_builder.pipeline; print(*(m for m in sys.modules if '.verify.' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert "pages" in loaded
    assert not loaded & {"site", "command", "campaign_files", "gate_files", "run_rows", "ledger"}
