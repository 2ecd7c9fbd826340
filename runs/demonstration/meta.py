"""The facts of a run, as `meta.json` states them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

from demonstration.models import MODELS, Json, Model
from demonstration.profiles import CRITERIA, HARNESS_COMMITS, ROLES, VERDICTS, Profile
from demonstration.telemetry import Event, Recorder
from demonstration.usage import session_count, usage
from demonstration.workspace import manifest

SOW_TITLES = {"circles": "Circles", "solar-system": "Solar system"}


def meta(profile: Profile, workspace: Path, recorder: Recorder, results: Mapping[str, bytes]) -> Json:
    """Assemble the facts of a run; what the profile calls missing is left out."""
    record: Json = {
        "schema": "favur-run/2",
        "run_id": profile.run_id,
        "sow": {"id": profile.sow, "title": SOW_TITLES[profile.sow]},
        "configuration": profile.configuration,
        "started_at": profile.started_at,
        "finished_at": (recorder.now + timedelta(seconds=1)).isoformat(timespec="seconds"),
        "harness": _harness(profile),
        "models": [MODELS[model].record() for model in profile.models],
    }
    record |= _usage_part(profile, recorder.events)
    record |= _pricing_part(profile)
    if "context" not in profile.missing:
        record["context"] = _context(profile, MODELS[profile.models[0]], 0)
    if "manifest" not in profile.missing:
        record["deliverables"] = manifest(profile, workspace)
    record |= _completion_part(profile)
    if profile.stated_tests:
        record |= _tests_part(results)
    return record


def _harness(profile: Profile) -> Json:
    stated: Json = {"name": "favur", "version": profile.harness}
    commit = HARNESS_COMMITS.get(profile.harness)
    if commit is not None:
        stated["commit"] = f"{commit}-dirty" if profile.changed_harness else commit
        roles = "".join(f" --without {role}" for role in profile.without_roles)
        models = " ".join(f"--model {MODELS[model].id}" for model in profile.models)
        stated["command"] = f"favur run {profile.sow}.yaml {models}{roles}"
    return stated


def _context(profile: Profile, model: Model, extra: int) -> Json:
    system, tools = profile.overhead
    return {
        "system_tokens": system + extra,
        "tool_schema_tokens": tools,
        "window_tokens": model.window_tokens,
    }


def _usage_part(profile: Profile, events: Sequence[Event]) -> Json:
    own = [event for event in events if event.get("role") != "supervision"]
    polls = [event for event in events if event.get("role") == "supervision"]
    total = usage(own, session_count(own))
    if "telemetry" in profile.missing:
        total = {name: total[name] for name in ("requests", "input_tokens", "output_tokens")}
    part: Json = {"usage": total}
    if polls and profile.supervision_in_meta:
        part["supervision"] = usage(polls, None)
    part["roles"] = {role: _role(profile, role, own) for role in profile.roles}
    return part


def _role(profile: Profile, role: str, events: Sequence[Event]) -> Json:
    entry: Json = {"model": profile.model_of(role).id}
    tagged = [event for event in events if event.get("role") == role]
    if tagged and "role_usage" not in profile.missing:
        entry["usage"] = usage(tagged, session_count(events, role))
    if profile.role_context:
        entry["context"] = _context(profile, profile.model_of(role), 150 * ROLES.index(role))
    return entry


def _pricing_part(profile: Profile) -> Json:
    if "pricing" in profile.missing:
        return {}
    priced = [MODELS[model] for model in profile.models if model not in profile.unpriced]
    return {
        "pricing": {model.id: model.pricing() for model in priced},
        "role_model_parity": [
            {"role": role, "model": model, "priced": model not in profile.unpriced}
            for role in profile.roles
            for model in (profile.model_of(role).id,)
        ],
    }


def _completion_part(profile: Profile) -> Json:
    part: Json = {}
    done, all_milestones = profile.milestones
    if "milestones" not in profile.missing:
        part["milestones"] = [{"id": f"M{n}", "completed": n <= done} for n in range(1, all_milestones + 1)]
    part["acceptance_criteria"] = [
        {"id": f"AC{n:02}", "met": n not in profile.unmet} for n in range(1, CRITERIA[profile.sow] + 1)
    ]
    if "sprints" not in profile.missing:
        part["sprints"] = [
            {"id": f"S{number}", "verdicts": [VERDICTS[letter] for letter in letters]}
            | ({} if fixes is None else {"fix_tasks": fixes})
            for number, (letters, fixes) in enumerate(profile.sprints, start=1)
        ]
    return part


def _tests_part(results: Mapping[str, bytes]) -> Json:
    suite = ElementTree.fromstring(results["results/junit.xml"])[0]  # noqa: S314 - our own report
    failed, errors, skipped = (int(suite.get(k, "0")) for k in ("failures", "errors", "skipped"))
    passed = int(suite.get("tests", "0")) - failed - errors - skipped
    totals = json.loads(results["results/coverage.json"])["totals"]
    return {
        "tests": {"passed": passed, "failed": failed, "errors": errors, "skipped": skipped},
        "coverage_percent": 100 * totals["covered_lines"] / totals["num_statements"],
    }
