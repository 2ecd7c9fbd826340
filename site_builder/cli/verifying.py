"""``verify`` and ``sign``: check a built site with the verifier that every site carries; sign it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from site_builder.cli.options import Json
from site_builder.cli.report import Reporter

SITE = Path("dist")


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command()(verify)
    app.command()(sign)


def verify(
    *,
    site: Annotated[
        Path | None, typer.Argument(help="Folder of the site; dist in the project by default.")
    ] = None,
    signers: Annotated[
        Path | None, typer.Option("--signers", help="Allowed-signers file of OpenSSH; checks the signature.")
    ] = None,
    exports: Annotated[
        Path | None,
        typer.Option(
            "--exports", help="Folder in which the published paths of exports lie.", show_default=False
        ),
    ] = None,
    project: Annotated[
        Path, typer.Option("--project", "-C", help="The project folder.", show_default=False)
    ] = Path(),
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only what does not agree.")] = False,
    as_json: Json = False,
) -> None:
    """Check a finished site: files, arithmetic, order, and every number on its pages.

    This runs verify/verify.py, the script that every site carries: Python's standard library alone, and no
    code of the scorer. Inside a project the exports are compared with their published digests as well.

    Exit codes: 0 everything agrees; 1 something does not, with file and number; 2 there is no such site.

    \b
    site-builder verify
    site-builder verify -C board
    site-builder verify public --signers allowed_signers
    site-builder verify downloaded --exports . --json
    """
    from site_builder.output import signature
    from site_builder.output.verify.command import lines_of, said_of
    from site_builder.output.verify.site import Site

    reporter = Reporter(as_json=as_json)
    root = exports or (project if (project / "site.yaml").is_file() else None)
    site = site or project / SITE
    signature.require_site(site)
    signer, bad = signature.check(site, signers) if signers is not None else ("", None)
    found = Site(str(site), str(root) if root is not None else None)
    found.verify()
    if bad is not None:
        found.fault(bad.file, bad.message.rstrip("."))
    if as_json:
        reporter.machine(said_of(found) | {"signed_by": signer})
    else:
        for line in lines_of(found, quiet=quiet):
            typer.echo(line)
        if signer and not quiet:
            typer.echo(f"Signed by {signer}.")
    raise typer.Exit(1 if found.faults else 0)


def sign(
    site: Annotated[Path, typer.Argument(help="Folder of the site.")] = SITE,
    *,
    key: Annotated[
        Path, typer.Option("--key", help="Private SSH key, or the public key of one that an agent holds.")
    ],
    as_json: Json = False,
) -> None:
    """Sign the manifest of a site with an SSH key.

    Writes MANIFEST.sha256.sig beside it, which covers every file by its digest. A later build whose manifest
    is another one drops the signature and says so.

    \b
    site-builder sign dist --key ~/.ssh/id_ed25519
    site-builder verify dist --signers allowed_signers
    """
    from site_builder.output import signature

    reporter = Reporter(as_json=as_json)
    path = signature.sign(site, key.expanduser())
    reporter.machine({"signature": str(path)})
    reporter.say(f"Signed: {path}")
