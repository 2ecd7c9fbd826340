"""Compiled templates beside the store: trusted only where a digest says that they are what was written."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

DIGEST_BYTES = 32


class CompiledTemplates(BytecodeCache):
    """Remembers compiled templates as files of a folder, each behind its SHA-256.

    Python reads bytecode without any check of its own, so that a damaged file could claim all memory or crash
    the program. One that is damaged, unreadable or of another program is compiled anew; one that cannot be
    written is not remembered.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill ``bucket`` with what is remembered of its template; leave it empty where that is not whole."""
        try:
            content = self._file(bucket).read_bytes()
        except OSError:
            return
        digest, code = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
        if hashlib.sha256(code).digest() == digest:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember the compiled template of ``bucket``, replacing what was there at once."""
        code = bucket.bytecode_to_string()
        target = self._file(bucket)
        beside = target.with_name(f"{target.name}.{os.getpid()}")
        with suppress(OSError):
            beside.write_bytes(hashlib.sha256(code).digest() + code)
            os.replace(beside, target)

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.compiled"
