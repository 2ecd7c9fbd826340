"""The rows alone that other generators make of our run pages, by the code that makes our own pages."""

from __future__ import annotations

from site_builder.output.derivations import HEAD, Derivations
from site_builder.output.files import OutputFile
from site_builder.output.formulas import values
from site_builder.output.markup import escaped
from site_builder.output.run_tables import CLOSE, RunForms, run_forms
from site_builder.pages.breakdown import roles_of
from site_builder.pages.cells import Sheet
from site_builder.pages.lookup import Place, SiteLookup

_START = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{0}</title></head>\n<body>\n'
    "<h1>{0}</h1>\n"
)


class RowWriter:
    """Writes pages of rows; what a rubric alone decides is made on first use and kept."""

    def __init__(self, lookup: SiteLookup) -> None:
        self.lookup = lookup
        self._forms: dict[str, RunForms] = {}

    def page(self, place: Place) -> OutputFile:
        """Return terms of roles, all values and worksheets of a run on a board, in a frame of a few lines."""
        board, scored = place.board, place.entry.scored
        outline = self.lookup.outline(board.graph)
        forms = self._forms.get(board.graph.id)
        if forms is None:
            forms = self._forms[board.graph.id] = run_forms(outline)
        sheet = Sheet(scored)
        derive = Derivations(forms.formulas, sheet, board.medians)
        roles = roles_of(outline, sheet, {})
        absent = frozenset(role.role.node for role in roles if not role.took_part)
        pieces = [_START.format(escaped(place.entry.run.run_id))]
        for role in roles:
            if role.took_part:
                table = forms.roles[role.role.node].fill(derive, role.terms)
                pieces += [f"<h2>{escaped(role.role.title)}</h2>\n", table, "\n"]
        for group in outline.groups:
            if group.role not in absent:
                name = f"{escaped(group.title)}, {values(len(group.indices))}"
                pieces += [_opened(name), f'<table class="derivations">{HEAD}<tbody>']
                pieces += [*derive.rows(group.indices), CLOSE, "</details>\n"]
        for form in forms.worksheets:
            pieces += [_opened(escaped(form.sheet.title)), *form.fill(derive, absent), "</details>\n"]
        pieces.append("</body>\n</html>\n")
        path = f"{self.lookup.run_address(place.entry.run)}index.html"
        return OutputFile(path, "".join(pieces).encode())


def _opened(name: str) -> str:
    return f'<details class="nodes"><summary>{name}</summary>'
