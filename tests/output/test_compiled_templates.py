"""What is remembered of compiled templates is used whole or not at all."""

from __future__ import annotations

import hashlib
import marshal
from contextlib import nullcontext
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from jinja2.bccache import bc_magic

from site_builder.output.compiled_templates import DIGEST_BYTES, CompiledTemplates
from site_builder.output.render import Renderer
from site_builder.output.template_faults import compile_all
from tests.pages.synthetic import TEMPLATES, site


def rendered(folder: Path) -> str:
    environment = Environment(
        loader=DictLoader({"a": "{{ n }} of {{ n }}"}), bytecode_cache=CompiledTemplates(folder)
    )
    return environment.get_template("a").render(n=3)


def the_file(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def test_a_compiled_template_is_read_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(tmp_path) == "3 of 3"
    monkeypatch.setattr(Environment, "compile", None)  # so that compiling would fail
    assert rendered(tmp_path) == "3 of 3"


@pytest.mark.parametrize("place", [0, DIGEST_BYTES, DIGEST_BYTES + len(bc_magic) + 40, -1])
def test_a_changed_byte_anywhere_makes_it_compiled_anew(tmp_path: Path, place: int) -> None:
    """A length inside of bytecode is believed by Python: it would ask for memory without end."""
    rendered(tmp_path)
    damaged = bytearray(the_file(tmp_path).read_bytes())
    damaged[place] ^= 0xFF
    the_file(tmp_path).write_bytes(damaged)
    assert rendered(tmp_path) == "3 of 3"
    content = the_file(tmp_path).read_bytes()
    assert content[:DIGEST_BYTES] == hashlib.sha256(content[DIGEST_BYTES:]).digest()


@pytest.mark.parametrize("content", [b"", b"short", marshal.dumps(compile("1", "a", "eval"))])
def test_files_of_others_are_left_aside(tmp_path: Path, content: bytes) -> None:
    rendered(tmp_path)
    the_file(tmp_path).write_bytes(content)
    assert rendered(tmp_path) == "3 of 3"


def test_a_folder_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    assert rendered(tmp_path / "none") == "3 of 3"


def test_every_template_that_ships_can_be_compiled_and_none_is_before_a_page_needs_it() -> None:
    environment = Renderer([TEMPLATES], site(1)).environment
    assert environment.cache is not None
    assert len(environment.cache) == 0
    compile_all(environment, nullcontext)
    assert len(environment.cache) == len(list(TEMPLATES.rglob("*.html"))) > 50
