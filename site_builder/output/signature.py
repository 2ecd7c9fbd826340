"""Sign the manifest of a site with an SSH key, and check such a signature; both by ``ssh-keygen -Y``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from site_builder.errors import CannotBuild, Problem
from site_builder.sources.manifest import MANIFEST, SIGNATURE

NAMESPACE = "proofboard"
"""What the signature is for; one made for anything else does not count."""


def sign(site: Path, key: Path) -> Path:
    """Write the signature of a site's manifest beside it, replacing an older one; return its path.

    ``ssh-keygen`` asks for the passphrase of a key that has one. Raises ``CannotBuild`` when there is no
    site, no key or no ``ssh-keygen``, or when that refuses.
    """
    program = _program()
    require_site(site)
    if not key.is_file():
        raise CannotBuild(
            _fault(
                str(key),
                "signature.no-key",
                "There is no such key file.",
                "Name a private SSH key, or the public one of an agent's; `ssh-keygen` makes a pair.",
            )
        )
    signature, before = site / SIGNATURE, site / f".{SIGNATURE}.before"
    had_one = signature.is_file()
    if had_one:  # ssh-keygen asks before it writes over a file
        os.replace(signature, before)
    done = subprocess.run(  # noqa: S603  (a fixed program, arguments as a list)
        [program, "-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(site / MANIFEST)],
        stderr=subprocess.PIPE,
        check=False,
        text=True,
    )
    failed = done.returncode != 0 or not signature.is_file()
    if had_one and failed:
        os.replace(before, signature)
    before.unlink(missing_ok=True)
    if failed:
        raise CannotBuild(
            _fault(
                str(key),
                "signature.failed",
                f"ssh-keygen did not sign: {_said(done.stderr)}.",
                "Check the key and its passphrase.",
            )
        )
    return signature


def check(site: Path, signers: Path) -> tuple[str, Problem | None]:
    """Return who signed a site's manifest, or what is wrong with the signature.

    ``signers`` is an allowed-signers file of OpenSSH: a line each with a name and a public key. Raises
    ``CannotBuild`` when that file or ``ssh-keygen`` is missing.
    """
    program = _program()
    require_site(site)
    if not signers.is_file():
        raise CannotBuild(
            _fault(
                str(signers),
                "signature.no-signers",
                "There is no such file of allowed signers.",
                "Write a line with a name and the signer's public key, such as `board ssh-ed25519 AAAA…`.",
            )
        )
    signature = site / SIGNATURE
    if not signature.is_file():
        return "", _bad("The site carries no signature.")
    found = subprocess.run(  # noqa: S603
        [program, "-Y", "find-principals", "-f", str(signers), "-s", str(signature)],
        capture_output=True,
        check=False,
        text=True,
    )
    names = found.stdout.split()
    if found.returncode or not names:
        return "", _bad("None of the allowed signers made the signature.")
    done = subprocess.run(  # noqa: S603
        [program, "-Y", "verify", "-f", str(signers), "-I", names[0], "-n", NAMESPACE, "-s", str(signature)],
        input=(site / MANIFEST).read_bytes(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        return "", _bad("It is not a signature of this manifest.")
    return names[0], None


def _program() -> str:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise CannotBuild(
            _fault(
                "ssh-keygen",
                "signature.no-program",
                "The program ssh-keygen is not installed.",
                "Install OpenSSH 8.1 or later.",
            )
        )
    return program


def require_site(site: Path) -> None:
    """Raise ``CannotBuild`` for a folder that holds no site."""
    if not (site / MANIFEST).is_file():
        raise CannotBuild(
            _fault(
                str(site),
                "verify.no-site",
                f"There is no {MANIFEST} in it, so this is no site of Proofboard.",
                "Name the folder that `site-builder build` wrote.",
            )
        )


def _said(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else "it gave no reason"


def _bad(message: str) -> Problem:
    advice = "Get the site again from a place you trust, or ask its owner for the right key."
    return _fault(SIGNATURE, "signature.invalid", message, advice)


def _fault(file: str, code: str, message: str, advice: str) -> Problem:
    return Problem(file=file, code=code, message=message, advice=advice)
