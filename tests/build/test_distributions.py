"""What is installed is known from the names of folders, as ``importlib.metadata`` has it from their files."""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pytest

from site_builder.receipts import LIBRARIES, environment
from site_builder.sources.distributions import Archive, Distribution, installed, may_have_entry_points

POINTS = "[site_builder.pages]\nmore = extra:pages\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that alone is the import path."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return tmp_path


def described(folder: Path, version: str, *, file: str = "METADATA", points: str = "") -> None:
    folder.mkdir(parents=True)
    (folder / file).write_text(
        f"Metadata-Version: 2.1\nVersion: {version}\n\nVersion: none\n", encoding="utf-8"
    )
    if points:
        (folder / "entry_points.txt").write_text(points, encoding="utf-8")


def distributions() -> Iterator[Distribution]:
    return (found for found in installed() if isinstance(found, Distribution))


def test_every_version_is_the_one_that_the_description_states() -> None:
    read = {
        re.sub(r"[-_.]+", "-", found.name).lower(): found.version
        for found in reversed([*metadata.distributions()])
    }
    named = {found.name: found.version for found in reversed([*distributions()])}
    assert named == read
    assert set(LIBRARIES) <= set(named)


def test_every_entry_point_is_seen() -> None:
    read = {point.name for point in metadata.entry_points(group="console_scripts")}
    seen = "\n".join(found.entry_points for found in distributions())
    assert read
    assert all(re.search(rf"^\s*{re.escape(name)}\s*=", seen, re.MULTILINE) for name in read)


@pytest.mark.parametrize(
    ("folder", "file"),
    [
        ("Some_Name-1.2.dist-info", "METADATA"),
        ("some.name-1.2-py3.11.egg-info", "PKG-INFO"),
        ("some_name.egg-info", "PKG-INFO"),
    ],
    ids=["installed", "an egg", "an editable install of old tools"],
)
def test_a_description_has_its_name_and_its_version(folder: str, file: str, place: Path) -> None:
    described(place / folder, "1.2", file=file)
    assert [(found.name, found.version) for found in distributions()] == [("some-name", "1.2")]


def test_an_egg_that_lies_on_the_import_path_as_a_folder_is_described_in_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    egg = place / "some_name-1.2-py3.11.egg"
    described(egg / "EGG-INFO", "1.2", file="PKG-INFO", points=POINTS)
    monkeypatch.setattr(sys, "path", [str(egg)])
    assert [(found.name, found.version) for found in distributions()] == [("some-name", "1.2")]
    assert [found.version for found in metadata.distributions()] == ["1.2"]
    assert may_have_entry_points("site_builder.")


def test_a_description_without_any_version_has_none(place: Path) -> None:
    (place / "some_name.egg-info").mkdir()
    assert [found.version for found in distributions()] == [""]


def test_what_is_no_description_is_passed_over(place: Path) -> None:
    for name in ("some_name", "some_name-1.2", "info", "some_name.dist-information"):
        (place / name).mkdir()
    assert not list(installed())


def test_each_place_of_the_import_path_counts_once_and_in_its_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described(tmp_path / "one/radon-2.dist-info", "2")
    described(tmp_path / "two/radon-1.dist-info", "1")
    places = [str(tmp_path / name) for name in ("one", "absent", "two", "one")]
    monkeypatch.setattr(sys, "path", places)
    assert [found.version for found in distributions()] == ["2", "1"]
    before = environment()
    monkeypatch.setattr(sys, "path", places[2::-1])
    assert environment() != before


def test_the_working_folder_is_a_place_of_the_import_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described(tmp_path / "radon-2.dist-info", "2")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [""])
    assert [found.version for found in distributions()] == ["2"]


def upgrade_a_library(place: Path) -> None:
    (place / "radon-1.dist-info").rename(place / "radon-2.dist-info")


def remove_a_library(place: Path) -> None:
    (place / "radon-1.dist-info").rename(place / "nodar-1.dist-info")


def upgrade_a_plugin(place: Path) -> None:
    (place / "extra-1.dist-info").rename(place / "extra-2.dist-info")


def point_elsewhere(place: Path) -> None:
    (place / "extra-1.dist-info/entry_points.txt").write_text(
        POINTS + "some = extra:some\n", encoding="utf-8"
    )


def install_a_plugin(place: Path) -> None:
    described(place / "another-1.dist-info", "1", points=POINTS)


@pytest.mark.parametrize(
    "change", [upgrade_a_library, remove_a_library, upgrade_a_plugin, point_elsewhere, install_a_plugin]
)
def test_a_change_of_libraries_or_plugins_is_seen(change: Callable[[Path], None], place: Path) -> None:
    described(place / "radon-1.dist-info", "1")
    described(place / "extra-1.dist-info", "1", points=POINTS)
    before = environment()
    change(place)
    assert environment() != before


def test_what_a_site_does_not_depend_on_is_not_looked_at(place: Path) -> None:
    before = environment()
    own = "other = site_builder.other:main"  # as the program's own command is written
    described(place / "other-1.dist-info", "1", points=f"[console_scripts]\n{own}\n")
    assert environment() == before
    assert not may_have_entry_points("site_builder.")


@pytest.mark.parametrize("below", ["", "/lib", "/lib/more"])
def test_an_archive_on_the_import_path_may_hold_anything(
    below: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = place / "packed.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("extra-1.dist-info/entry_points.txt", POINTS)
    monkeypatch.setattr(sys, "path", [f"{archive}{below}"])
    (found,) = installed()
    assert isinstance(found, Archive)
    assert may_have_entry_points("site_builder.")
    before = environment()
    with zipfile.ZipFile(archive, "a") as packed:
        packed.writestr("radon-1.dist-info/METADATA", "Version: 1\n")
    assert environment() != before
