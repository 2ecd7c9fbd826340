"""``site-builder verify`` and ``sign`` as a user meets them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.sources.manifest import MANIFEST, SIGNATURE
from tests.build.projects import in_this_process, small_project
from tests.verify import verifier as verify


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = small_project(tmp_path / "project")
    build(root, jobs=1)
    return root


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Return a key; beside it, ``signers`` allows it under the name ``board``."""
    assert shutil.which("ssh-keygen"), "OpenSSH is part of the development environment"
    path = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    public = path.with_suffix(".pub").read_text(encoding="utf-8").split()
    (tmp_path / "signers").write_text(f"board {public[0]} {public[1]}\n", encoding="utf-8")
    return path


def test_verify_agrees_inside_of_a_project_and_looks_at_its_exports(project: Path) -> None:
    done = in_this_process("verify", cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 digests of exports, 12 of their files" in done.stdout
    assert "Everything agrees." in done.stdout


def test_verify_looks_where_build_writes(project: Path) -> None:
    for arguments, cwd in ((("-C", project.name), project.parent), ((), project)):
        done = in_this_process("verify", *arguments, cwd=cwd)
        assert (done.returncode, "Everything agrees." in done.stdout) == (0, True), done.stderr


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "1 line of the ledger, chained; 1 pinned value computed again\n1 frozen edition, each"),
        (12, "12 lines of the ledger, chained; 12 pinned values computed again\n12 frozen editions, each"),
    ],
)
def test_what_was_checked_is_said_in_the_singular_of_one(number: int, words: str, tmp_path: Path) -> None:
    site = verify.Site(str(tmp_path))
    site.checked.update({"ledger entries": number, "pinned values": number, "editions": number})
    assert words in "\n".join(verify.lines_of(site))


def test_verify_names_the_file_and_the_number(project: Path) -> None:
    page = project / "dist/runs/run-1/index.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(
        text.replace(
            'data-value="41" data-node="usage.requests"', 'data-value="42" data-node="usage.requests"'
        )
    )
    done = in_this_process("verify", "--quiet", cwd=project)
    assert done.returncode == 1
    assert "runs/run-1/index.html: the number usage.requests" in done.stdout
    found = json.loads(in_this_process("verify", "--json", cwd=project).stdout)
    assert found["agrees"] is False
    assert {fault["file"] for fault in found["faults"]} == {"runs/run-1/index.html"}


def test_verify_names_a_changed_export(project: Path) -> None:
    (project / "runs/run-2/workspace/README.md").write_text("changed", encoding="utf-8")
    done = in_this_process("verify", "--quiet", cwd=project)
    assert done.returncode == 1
    assert "runs/run-2/workspace/README.md: its SHA-256 is not the published one (run run-2)" in done.stdout


def test_verify_of_no_site_is_refused(tmp_path: Path) -> None:
    done = in_this_process("verify", cwd=tmp_path)
    assert done.returncode == 2
    assert "verify.no-site" in done.stderr


def test_a_signature_is_made_checked_kept_and_dropped(project: Path, key: Path) -> None:
    done = in_this_process("sign", "--key", key, cwd=project)
    assert done.returncode == 0, done.stderr
    signers = key.parent / "signers"
    assert "Signed by board." in in_this_process("verify", "--signers", signers, cwd=project).stdout

    built = in_this_process("build", cwd=project)
    assert "signature" not in built.stderr
    assert (project / "dist" / SIGNATURE).is_file(), "the manifest is the same"

    meta = project / "runs/run-1/meta.json"
    meta.write_text(
        meta.read_text(encoding="utf-8").replace('"requests": 41', '"requests": 42'), encoding="utf-8"
    )
    built = in_this_process("build", cwd=project)
    assert "output.signature-dropped" in built.stderr
    assert not (project / "dist" / SIGNATURE).exists()
    done = in_this_process("verify", "--signers", signers, cwd=project)
    assert done.returncode == 1
    assert f"{SIGNATURE}: The site carries no signature" in done.stdout


def test_a_signature_of_another_manifest_or_key_does_not_count(project: Path, key: Path) -> None:
    in_this_process("sign", "--key", key, cwd=project)
    signers = key.parent / "signers"
    manifest = project / "dist" / MANIFEST
    manifest.write_bytes(manifest.read_bytes() + b"\n")
    assert (
        "not a signature of this manifest"
        in in_this_process("verify", "--signers", signers, cwd=project).stdout
    )
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key) + "2"], check=True)
    in_this_process("sign", "--key", str(key) + "2", cwd=project)
    assert (
        "None of the allowed signers" in in_this_process("verify", "--signers", signers, cwd=project).stdout
    )


def test_signing_says_what_is_missing(project: Path, key: Path, tmp_path: Path) -> None:
    done = in_this_process("sign", "--key", tmp_path / "nothing", cwd=project)
    assert (done.returncode, "signature.no-key" in done.stderr) == (2, True)
    done = in_this_process("sign", tmp_path, "--key", key, cwd=project)
    assert (done.returncode, "verify.no-site" in done.stderr) == (2, True)
    done = in_this_process("sign", "--key", key, cwd=project, PATH="/nonexistent")
    assert (done.returncode, "signature.no-program" in done.stderr) == (2, True)
    done = in_this_process("verify", "--signers", tmp_path / "nobody", cwd=project)
    assert (done.returncode, "signature.no-signers" in done.stderr) == (2, True)


def test_a_stranger_checks_the_signature_with_openssh_alone(project: Path, key: Path) -> None:
    in_this_process("sign", "--key", key, cwd=project)
    site = project / "dist"
    signers = str(key.parent / "signers")
    done = subprocess.run(
        ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", "board", "-n", "proofboard", "-s", SIGNATURE],
        cwd=site,
        input=(site / MANIFEST).read_bytes(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
