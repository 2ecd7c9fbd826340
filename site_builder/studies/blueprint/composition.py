"""What a model is given for a case under a condition: the texts of the condition, then the task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from site_builder.records.blueprint import Asset, Case, Condition, Suite

SELECTED = ("prompt", "skill", "contract")
"""Assets that a case selects, by the name of their placeholder."""
CONTROLS = "{controls}"


def parts(condition: Condition, case: Case, assets: Mapping[str, Asset]) -> tuple[str, ...]:
    """Return the paths of the texts for a case under a condition, each once, in order.

    ``assets`` maps paths to assets; an asset that is not there has no id and no controls.
    """
    return tuple(dict.fromkeys(_parts(condition, case, assets)))


def compose(suite: Suite, condition: Condition, case: Case, assets: Mapping[str, Asset]) -> str:
    """Return the whole input: the texts and the task, each on a line of its own.

    Raises ``KeyError`` for a text that the suite does not hold.
    """
    texts = [suite.texts[path] for path in parts(condition, case, assets)]
    return "\n".join([*texts, case.task])


def assets_by_path(suite: Suite) -> dict[str, Asset]:
    """Return the assets of a suite by path."""
    return {asset.path: asset for asset in suite.assets}


def _parts(condition: Condition, case: Case, assets: Mapping[str, Asset]) -> Iterator[str]:
    chosen = {f"{{{name}}}": getattr(case, name) for name in SELECTED}
    prompt = assets.get(case.prompt)
    for written in condition.input:
        if written in chosen:
            yield chosen[written]
        elif written == CONTROLS:
            for placeholder, path in chosen.items():
                if placeholder in condition.input and path in assets:
                    yield from assets[path].controls
        else:
            yield written.replace("{prompt.id}", prompt.id if prompt else "")
