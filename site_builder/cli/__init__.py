"""The command ``site-builder``: its entry point. Commands are thin functions over the pipeline."""

from __future__ import annotations

import io
import os
import sys
import traceback

from site_builder.cli.report import Reporter
from site_builder.errors import CannotBuild, RubricError
from site_builder.garbage_collection import skip_final_collection


def main() -> None:
    """Run the command line. Bad input ends in a list of problems and exit code 2, never in a traceback."""
    _take_names_as_utf8()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # none has a part in what a record means
    from site_builder.cli.commands import app  # after the imports above, which always work

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: names of files need not be text
    try:
        app(prog_name="site-builder")
    except (CannotBuild, RubricError) as error:
        building = sys.argv[1:2] in (["build"], ["serve"])
        Reporter(as_json="--json" in sys.argv).cannot(error.problems, building=building)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception:  # a fault of the program: nothing was built, whatever the exit code of Python would say
        traceback.print_exc()
        sys.stderr.write(
            "This is a fault of site-builder itself. Nothing was built; a site in place is unchanged.\n"
        )
        sys.exit(2)
    finally:
        skip_final_collection()


def _take_names_as_utf8() -> None:
    """Start the command again in Python's UTF-8 mode where the locale has another encoding for names.

    One folder would have other names there, and its site other bytes; a name that an export states would find
    no file. What is printed keeps the encoding of the terminal.
    """
    if sys.getfilesystemencoding() != "utf-8" and sys.executable:
        os.environ.setdefault("PYTHONIOENCODING", getattr(sys.stdout, "encoding", "utf-8"))
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - itself


__all__ = ["main"]
