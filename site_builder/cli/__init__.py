"""The command ``site-builder``: its entry point. Commands are thin functions over the pipeline."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING

from site_builder.cli import interruption

if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

    from site_builder.errors import Problem

NAME, COMPLETION = "site-builder", "_SITE_BUILDER_COMPLETE"
CANNOT, PIPE_CLOSED = 2, 141
"""Exit codes: nothing could be done, and nobody read on what was printed, as shells have it."""
DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def main() -> None:
    """Run the command line. Bad input ends in a list of problems and exit code 2, never in a traceback."""
    interruption.end_at_once()
    _take_names_as_utf8()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # none has a part in what a record means
    from site_builder.cli.commands import app
    from site_builder.garbage_collection import skip_final_collection

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: names of files need not be text
    try:
        interruption.raise_interrupts()
        code = run(app)
    except KeyboardInterrupt as stopped:
        code = interruption.say_interrupted(getattr(stopped, "__notes__", ()))
    if interruption.interrupted():  # threads may wait for processes that were ended
        sys.stderr.flush()
        os._exit(code)
    skip_final_collection()
    sys.exit(code)


def run(app: click.Group) -> int:
    """Run the command that ``sys.argv`` names, and return its exit code once all it printed is written."""
    from site_builder.errors import CannotBuild, RubricError

    try:
        code = _code_of(app)
        sys.stdout.flush()
        return code
    except (CannotBuild, RubricError) as error:
        return _cannot(error.problems)
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        return _refused_by_the_system(error)
    except Exception:
        return _fault()


def _code_of(app: click.Group) -> int:
    from click.exceptions import Abort, ClickException, Exit

    try:
        if COMPLETION in os.environ:
            app.main(prog_name=NAME)
        with app.make_context(NAME, sys.argv[1:]) as context:
            app.invoke(context)
        return 0
    except Exit as done:
        return done.exit_code
    except Abort as error:
        raise KeyboardInterrupt from error
    except ClickException as error:
        told = _with_options(error)
        return _not_understood(told) if "--json" in sys.argv else _shown(told)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0


def _with_options(error: click.ClickException) -> click.ClickException:
    """Return the error; of a path that stands where the command takes options, with those that take one."""
    from click import Option, Path
    from click.exceptions import UsageError

    if not isinstance(error, UsageError) or error.ctx is None or "unexpected extra" not in error.message:
        return error
    options = (one for one in error.ctx.command.params if isinstance(one, Option))
    paths = [max(one.opts, key=len) for one in options if isinstance(one.type, Path)]
    more = f". Paths are given with {' or '.join(paths)}." if paths else ""
    return UsageError(f"{error.message}{more}", error.ctx)


def _shown(error: click.ClickException) -> int:
    """Say what was not understood, with the usage of the command, to people."""
    error.show()
    return error.exit_code


def _not_understood(error: click.ClickException) -> int:
    """Say the same to machines: who asked for JSON gets JSON."""
    from click.exceptions import UsageError

    from site_builder.errors import Problem

    command = error.ctx.command_path if isinstance(error, UsageError) and error.ctx is not None else NAME
    return _cannot(
        [
            Problem(
                file="command line",
                code="command.not-understood",
                message=error.format_message(),
                advice=f"`{command} --help` lists what it takes.",
            )
        ]
    )


def _cannot(problems: Sequence[Problem]) -> int:
    from site_builder.cli.report import Reporter

    building = sys.argv[1:2] in (["build"], ["serve"])
    Reporter(as_json="--json" in sys.argv).cannot(problems, building=building)
    return CANNOT


def _refused_by_the_system(error: OSError) -> int:
    if error.filename is not None:
        return _cannot([_unusable(error)])
    if error.errno not in DISK_FULL:
        return _fault()
    _drop_output()
    sys.stderr.write(f"What is printed could not be written: {error.strerror}.\n")
    return CANNOT


def _unusable(error: OSError) -> Problem:
    """Return the problem with a file or folder that the system refuses, such as a name that is too long."""
    from site_builder.errors import Problem, shorten
    from site_builder.sources.files import shown

    return Problem(
        file=shown(shorten(os.fsdecode(error.filename), 200)),
        pointer="",
        code="file.unusable",
        message=f"The system refuses this file or folder: {error.strerror or error}.",
        advice="Check its name and its permissions, or name another one.",
    )


def _fault() -> int:
    """Say what a fault of the program is: nothing was built, whatever Python's own exit code would say."""
    import traceback

    traceback.print_exc()
    sys.stderr.write(
        "This is a fault of site-builder itself. Nothing was built; a site in place is unchanged.\n"
    )
    return CANNOT


def _drop_output() -> None:
    """Let what is left of the output go nowhere: it could not be written, and is not tried again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _take_names_as_utf8() -> None:
    """Start the command again in Python's UTF-8 mode where the locale has another encoding for names.

    One folder would have other names there, and its site other bytes; a name that an export states would find
    no file. What is printed keeps the encoding of the terminal.
    """
    if sys.getfilesystemencoding() != "utf-8" and sys.executable:
        os.environ.setdefault("PYTHONIOENCODING", getattr(sys.stdout, "encoding", "utf-8"))
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - itself


__all__ = ["main", "run"]
