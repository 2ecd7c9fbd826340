"""The rubrics of a site, and the digests with which they were released."""

from __future__ import annotations

import hashlib
import json
import os
import re

from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles

LOCK = "data/rubrics/LOCK"


class RubricFiles:
    """The published rubrics; each graph is held against the digest of its text."""

    def __init__(self, site: SiteFiles) -> None:
        self.site = site
        self.graphs: dict[str, Graph] = {}
        for path in self.site.own:
            if re.fullmatch(r"data/rubrics/[^/]+/[^/]+\.graph\.json", path):
                self.site.guarded(path, self._rubric)
            elif (
                re.fullmatch(r"data/rubrics/[^/]+/[^/]+\.graph\.js", path)
                and f"{path}on" not in self.site.own
            ):
                self.site.fault(path, f"there is no {path}on, which it should say")
        if LOCK in self.site.own:
            self.site.guarded(LOCK, self._lock)

    def _lock(self, path: str) -> None:
        """Hold the rubrics of the site against the digests with which they were released."""
        text = (self.site.read(path) or b"").decode("utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            rubric, digest, _ = line.split(" ")
            if rubric not in self.graphs:
                self.site.fault(path, f"line {number}: {rubric} is not on the site")
                continue
            self.site.expect(path, f"digest of {rubric}", digest, self.graphs[rubric].document["digest"])
            self.site.checked["released rubrics"] += 1

    def _script(self, path: str, rubric: str) -> None:
        """Hold the script with which pages load a graph: it hands over that text and does no more."""
        script, text = path[: -len("on")], (self.site.read(path) or b"").rstrip(b"\n")
        for end in ("\u2028", "\u2029"):  # which end a line in scripts of any age
            text = text.replace(end.encode(), json.dumps(end).encode().strip(b'"'))
        name = json.dumps(rubric, ensure_ascii=False).encode()
        wrapped = b"proofboard.rubric(%s, %s);\n" % (name, text)
        if self.site.read(script) != wrapped:
            self.site.fault(script, f"it is not {path}, handed over to a page")

    def _rubric(self, path: str) -> None:
        document = self.site.json(path)
        if document is None:
            return
        graph = Graph(document)
        at = path[len("data/rubrics/") : -len(".graph.json")]
        if graph.id != at:
            self.site.fault(path, "the rubric that it is of", graph.id, at)
            return
        self.graphs[graph.id] = graph
        self._script(path, graph.id)
        self.site.checked["rubrics"] += 1
        if not document["published"] and f"data/rubrics/{at}.yaml" not in self.site.own:
            return  # made without its text, which sites without files of rubrics are
        whole = hashlib.sha256()
        for name in document["files"]:
            content = self.site.read(f"{os.path.dirname(path)}/{name}")
            if content is None:
                self.site.fault(f"{os.path.dirname(path)}/{name}", f"it is part of {graph.id} and not there")
                return
            whole.update(f"{os.path.basename(name)}\n{len(content)}\n".encode() + content)
        main = f"{os.path.dirname(path)}/{document['files'][0]}"
        digest = f"sha256:{whole.hexdigest()}"
        self.site.expect(main, f"digest of rubric {graph.id}", graph.document["digest"], digest)
