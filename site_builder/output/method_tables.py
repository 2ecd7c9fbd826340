"""The tables of a methodology page: terms, curves, every node of the rubric, and the example's rows."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from site_builder.output.charts import curve, span_of
from site_builder.output.derivations import HEAD, Derivations
from site_builder.output.formulas import Formulas, values
from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import brief
from site_builder.pages.methodology import ComponentMethod, MethodologyView
from site_builder.pages.outline import Group, Part, term_title
from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Step


class MethodTables:
    """Writes the tables of one rubric version's page; templates call its methods."""

    def __init__(self, view: MethodologyView) -> None:
        self.view = view
        self.anchors = {node: f"n-{shown}" for node, shown in view.anchors.items()}
        self.formulas = Formulas(view.graph, self.anchors)

    def words(self, node_id: str) -> Markup:
        """Return a node's formula with links to its inputs."""
        return safe(self.formulas.words[self.view.graph.position[node_id]])

    def weight(self, weight: float) -> str:
        """Return a weight as the rubric states it."""
        return exact(weight)

    def terms(self, parts: tuple[Part, ...]) -> Markup:
        """Return terms with their weights as a list."""
        items = [
            f'<li><a href="#{self.anchors[part.node]}">{escaped(term_title(part.title))}</a> '
            f"<small>{exact(part.weight)}</small></li>"
            for part in parts
        ]
        return safe(f'<ul class="terms">{"".join(items)}</ul>' if items else "none")

    def curve(self, component: ComponentMethod) -> Markup:
        """Return the normalisation of a component as a small drawing with the ends of its scale."""
        step = component.step
        if step is None:
            return Markup("")
        source = self.view.graph.steps[step.inputs[0]].node
        span = span_of(step, source.range)
        if span is None:
            return Markup("")
        title = f"{component.part.title}: 0–1 over {source.title.lower()}"
        drawn = curve(step, span, f"c-{component.part.node}", title, component.normalisation)
        low, high = (brief(round(end, 4)) for end in span)
        return safe(f'<span>{drawn}<span class="ends"><span>{low}</span><span>{high}</span></span></span>')

    def nodes(self) -> Markup:
        """Return every node of the rubric in closed groups."""
        return safe("".join([self._group(group) for group in self.view.groups]))

    def head(self) -> Markup:
        """Return the head of a table of derivations."""
        return safe(HEAD)

    def example_rows(self, indices: Sequence[int], prefix: str) -> Markup:
        """Return the worked example's rows; links lead to rows of the same table where there is one."""
        example = self.view.example
        if example is None:
            return Markup("")
        steps = self.view.graph.steps
        own = {steps[index].id: f"{prefix}-{steps[index].id}" for index in indices}
        formulas = Formulas(self.view.graph, self.anchors | own)
        return safe("".join(Derivations(formulas, example.sheet, example.medians).rows(indices)))

    def _group(self, group: Group) -> str:
        steps = [self.view.graph.steps[index] for index in group.indices]
        rows = "".join([self._node(step) for step in steps])
        return (
            f'<details class="nodes"><summary>{escaped(group.title)} '
            f"<small>{values(len(steps))}</small></summary>"
            f'<div class="frame" tabindex="0" role="region" aria-label="{escaped(group.title)}">'
            '<table class="derivations"><thead><tr><th scope="col">Value</th><th scope="col">Formula</th>'
            '<th scope="col">Meaning</th><th scope="col">Basis</th></tr></thead>'
            f"<tbody>{rows}</tbody></table></div></details>\n"
        )

    def _node(self, step: Step) -> str:
        node = step.node
        better = {"higher": ", higher is better", "lower": ", lower is better"}.get(node.direction, "")
        reason = f": {escaped(node.basis.reason)}" if node.basis.reason else ""
        withheld = ' <span class="unit">never published</span>' if node.withheld else ""
        return (
            f'<tr id="{self.anchors[step.id]}"><th scope="row">{escaped(node.title)} '
            f'({escaped(node.unit)}{better})<code class="id">{step.id}</code></th>'
            f"<td>{self.formulas.words[step.index]}</td><td>{escaped(node.description)}{withheld}</td>"
            f'<td class="authority {node.basis.kind}">{node.basis.kind}{reason}</td></tr>\n'
        )
