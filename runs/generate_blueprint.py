"""Generate the demonstration runs of the Blueprint board.

The suite in `blueprint/harbour-office/suite/` and the sentences in `blueprint/answers.json` are written by
hand. This script puts the sentences together to the outputs of recorded runs and lets invented reviewers
score them. No model was asked anything; the models named in the runs do not exist.

* what an output says (criteria met, claims without support, evidence, status) is drawn from the profile of
  its run and condition, and reviewers score what it says, each with errors of their own;
* input tokens follow from the words of the composed inputs in the suite's `dry-run.json`;
* everything is drawn from chance seeded by run, case and condition: same files, same bytes.

    python runs/generate_blueprint.py            rewrite every run
    python runs/generate_blueprint.py --check    compare with what is there; 1 when something differs
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from demonstration.blueprint_profiles import PROFILES, Condition, Profile
from demonstration.chance import Chance

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "blueprint" / "harbour-office"
SUITE = FOLDER / "suite"
ANSWERS = HERE / "blueprint" / "answers.json"
TOKENS_PER_WORD = 1.34
VAGUE = "The remaining point looks fine."


@dataclass(frozen=True)
class Output:
    """One invented output: its text and what it says."""

    text: str
    met: tuple[bool, ...]
    claims: int
    evidence: int
    limit: bool
    accurate: bool


def cases() -> list[dict[str, Any]]:
    """Return the cases of the suite with their risk, in suite order."""
    assets = json.loads((SUITE / "assets.json").read_text("utf-8"))
    risks = {asset["path"]: asset["risk_level"] for asset in assets}
    found = [json.loads(path.read_text("utf-8")) for path in sorted((SUITE / "cases").glob("*.json"))]
    return [case | {"risk": risks[case["prompt"]]} for case in found]


def generate(profile: Profile) -> dict[str, bytes]:
    """Return the files of a run by relative path."""
    answers = json.loads(ANSWERS.read_text("utf-8"))
    dry_run = json.loads((SUITE / "dry-run.json").read_text("utf-8"))
    words = {case["case_id"]: case["prompt_words"] for case in dry_run["cases"]}
    files: dict[str, bytes] = {}
    reviews: list[dict[str, Any]] = []
    for case in cases():
        for name, condition in profile.conditions.items():
            chance = Chance(f"{profile.run_id}/{case['id']}/{name}")
            output = write(
                case, answers[case["id"]], condition, profile.slips.get((case["id"], name)), chance
            )
            files[f"outputs/{case['id']}/{name}.md"] = output.text.encode()
            facts = measured(output, words[case["id"]][name], condition, profile, chance)
            reviews += review(case, name, output, facts, profile)
    if profile.pinned:
        pins = (f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in sorted(files.items()))
        files["outputs.sha256"] = "".join(pins).encode()
    run = {"run_id": profile.run_id, **profile.disclosures, "conditions": list(profile.conditions)}
    return {**files, "run.json": to_json(run), "reviews.json": to_json(reviews)}


def write(
    case: Mapping[str, Any], answer: Mapping[str, Any], wanted: Condition, slip: str | None, chance: Chance
) -> Output:
    """Put an output together from the sentences of a case; a slip is a fault that this output must have."""
    careful = wanted.careful_with_risk and case["risk"] == "high"
    met = tuple(chance.hit(wanted.meets) for _ in answer["met"])
    claims = 0 if careful else sum(chance.hit(wanted.claims) for _ in answer["claims"])
    claims = 1 if slip == "claim" else claims
    evidence = sum(chance.hit(wanted.evidence) for _ in answer["evidence"])
    limit = chance.hit(wanted.limit)
    accurate = careful or chance.hit(wanted.accurate)
    said = [sentence for sentence, is_met in zip(answer["met"], met, strict=True) if is_met]
    said += [VAGUE] if not all(met) else []
    said += answer["claims"][:claims]
    shown = answer["evidence"][:evidence]
    parts = [f"# {case['title']}", "", *listed(wanted, "Findings", said), *listed(wanted, "Evidence", shown)]
    parts += listed(wanted, "Open", [answer["limit"]] if limit else [])
    complete = all(met) and not claims
    status = "complete" if complete == accurate else "complete with open points"
    return Output("\n".join([*parts, f"Status: {status}.", ""]), met, claims, evidence, limit, accurate)


def listed(wanted: Condition, heading: str, sentences: Sequence[str]) -> list[str]:
    """Return sentences in the form of a condition: under a heading, or as a paragraph."""
    if not sentences:
        return [f"## {heading}", "", "Nothing.", ""] if wanted.headings else []
    if wanted.headings:
        return [f"## {heading}", "", *(f"- {sentence}" for sentence in sentences), ""]
    return [" ".join(sentences), ""]


def measured(
    output: Output, words: int, condition: Condition, profile: Profile, chance: Chance
) -> dict[str, Any]:
    """Return what is measured of an output: words, time, tokens, cost."""
    response = len(re.findall(r"\w+", re.sub("['-]", "", output.text)))
    sent = profile.attached_tokens + round(words * TOKENS_PER_WORD) * condition.turns + chance.whole(0, 40)
    received = round(response * TOKENS_PER_WORD) + condition.turns * chance.whole(30, 60)
    facts: dict[str, Any] = {
        "response_words": response,
        "elapsed_seconds": round(condition.turns * 3.5 + received * 0.021 + chance.whole(0, 900) / 1000, 1),
        "input_tokens": sent,
        "output_tokens": received,
    }
    if profile.prices is not None:
        price_in, price_out = profile.prices
        facts["cost_usd"] = round((sent * price_in + received * price_out) / 1_000_000, 6)
    return facts


def review(
    case: Mapping[str, Any], name: str, output: Output, facts: Mapping[str, Any], profile: Profile
) -> Iterator[dict[str, Any]]:
    """Yield what each reviewer makes of an output."""
    for reviewer, error in profile.reviewers.items():
        chance = Chance(f"{profile.run_id}/{case['id']}/{name}/{reviewer}")
        careful = profile.conditions[name].careful_with_risk and case["risk"] == "high"
        met = [is_met != chance.hit(error) for is_met in output.met]
        claims = output.claims
        if not careful and chance.hit(2 * error):
            claims = max(0, claims + (1 if chance.hit(0.4) else -1))
        accurate = output.accurate if careful else output.accurate != chance.hit(error)
        evidence = min(4, (1, 2, 3)[output.evidence] + output.limit)
        evidence = max(0, min(4, evidence + (chance.whole(-1, 1) if chance.hit(4 * error) else 0)))
        corrections = met.count(False) + claims + (not accurate) + (1 if chance.hit(3 * error) else 0)
        yield {
            "case_id": case["id"],
            "condition": name,
            "reviewer_id": reviewer,
            "acceptance_scores": dict(zip(case["acceptance_criteria"], met, strict=True)),
            "unsupported_claims": claims,
            "final_status_accurate": accurate,
            "evidence_quality": evidence,
            "reviewer_corrections": corrections,
            **facts,
            "notes": note(met, claims, evidence, accurate=accurate),
        }


def note(met: Sequence[bool], claims: int, evidence: int, *, accurate: bool) -> str:
    """Return what a reviewer writes."""
    missing = [str(number) for number, is_met in enumerate(met, start=1) if not is_met]
    said = [f"Not met: criterion {' and '.join(missing)}."] if missing else ["All criteria met."]
    said += [f"{claims} sentence{'s' if claims > 1 else ''} go beyond what was shown."] if claims else []
    said += ["I would have to look everything up myself."] if evidence < 2 else []
    said += ["The status says more than the work."] if not accurate else []
    return " ".join(said)


def to_json(value: Any) -> bytes:
    """Return a value as the files hold it."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def differences(runs: Mapping[str, Mapping[str, bytes]]) -> list[str]:
    """Name the files that are not as generated."""
    wanted = {f"{run_id}/{name}": data for run_id, files in runs.items() for name, data in files.items()}
    present = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in FOLDER.rglob("*")
        if path.is_file() and not path.is_relative_to(SUITE)
    }
    return sorted(name for name in wanted.keys() | present.keys() if wanted.get(name) != present.get(name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite or check the runs; 0 when all is well, 1 otherwise."""
    parser = argparse.ArgumentParser(description="Generate the demonstration runs of the Blueprint board.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    runs = {profile.run_id: generate(profile) for profile in PROFILES}
    if options.check:
        found = differences(runs)
        print("\n".join([*found, f"{len(found)} files differ" if found else "all files are as generated"]))
        return 1 if found else 0
    for run_id, files in runs.items():
        shutil.rmtree(FOLDER / run_id, ignore_errors=True)
        for name, data in files.items():
            path = FOLDER / run_id / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
