"""``verify`` and ``sign``: check a built site with the verifier that every site carries; sign it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from site_builder.cli.options import PATH, json_option
from site_builder.cli.report import Reporter
from site_builder.cli.styles import unsteered

SITE = Path("dist")


@click.command()
@click.argument("site", type=PATH, required=False, help="Folder of the site; dist in the project by default.")
@click.option("--signers", type=PATH, help="Allowed-signers file of OpenSSH; checks the signature.")
@click.option(
    "--exports", type=PATH, help="Folder in which the published paths of exports lie.", show_default=False
)
@click.option("--project", "-C", type=PATH, default=Path(), help="The project folder.", show_default=False)
@click.option("--quiet", "-q", is_flag=True, help="Print only what does not agree.")
@json_option
def verify(
    *,
    site: Path | None,
    signers: Path | None,
    exports: Path | None,
    project: Path,
    quiet: bool,
    as_json: bool,
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
    from site_builder.records.site import SITE_FILE

    reporter = Reporter(as_json=as_json)
    root = exports or (project if (project / SITE_FILE).is_file() else None)
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
            click.echo(unsteered(line))
        if signer and not quiet:
            click.echo(unsteered(f"Signed by {signer}."))
    sys.exit(1 if found.faults else 0)


@click.command()
@click.argument("site", type=PATH, default=SITE, help="Folder of the site.")
@click.option(
    "--key", type=PATH, required=True, help="Private SSH key, or the public key of one that ssh-agent holds."
)
@json_option
def sign(*, site: Path, key: Path, as_json: bool) -> None:
    """Sign the manifest of a site with an SSH key.

    Writes MANIFEST.sha256.sig beside it, which covers every file by its digest. A later build with another
    manifest drops the signature and says so.

    \b
    site-builder sign dist --key ~/.ssh/id_ed25519
    site-builder verify dist --signers allowed_signers
    """
    from site_builder.output import signature

    reporter = Reporter(as_json=as_json)
    path = signature.sign(site, key.expanduser())
    reporter.machine({"signature": str(path)})
    reporter.say(f"Signed: {path}")
