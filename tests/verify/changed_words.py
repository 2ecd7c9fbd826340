"""Words of pages that an attacker would change, and what the verifier says of each."""

from __future__ import annotations

from tests.verify.forgery import Change

GATE = "gates/2026-09-23-cobalt-mini/index.html"
CHANGES = {
    "the outcome of a gate": Change(GATE, r">Failed<", ">Passed<", "the words on verdict.outcome"),
    "the colour of a gate's outcome": Change(
        "gates/2026-10-05-delta-local/index.html", '"verdict passed"', '"verdict failed"', "the colour"
    ),
    "what a gate's outcome rests on": Change(
        "gates/2026-09-14-aurora-large/index.html",
        ">All 8 checks hold: ",
        ">All 9 checks hold: ",
        "verdict.about",
    ),
    "a check of a gate": Change(GATE, ">Not met<", ">Met<", "the words on checks.0.met"),
    "which check is not met": Change(
        GATE, r"<b data-word=\"title\">[^<]*", '<b data-word="title">Other', "checks.0.title"
    ),
    "a gate under another version": Change(
        GATE, '(<section id="versions">.*?data-word="outcome">)Failed', r"\1Rejected", "others.0.outcome"
    ),
    "an outcome in the list of gates": Change(
        "gates/index.html",
        '"outcome failed" data-word="outcome">Failed',
        '"outcome passed" data-word="outcome">Passed',
        "histories.0.entries.1.decisions",
    ),
    "a count of outcomes": Change(
        "gates/index.html", "</data> passed,", "</data> failed,", "histories.0.counts"
    ),
    "an outcome on the home page": Change(
        "index.html",
        '"outcome failed" data-word="outcome">Failed',
        '"outcome passed" data-word="outcome">Passed',
        "gates.histories",
    ),
    "a claim on the home page": Change("index.html", ">Not publishable<", ">Publishable<", "campaigns.rows"),
    "what a reviewer found": Change(
        "gates/*/cases/*/index.html",
        'data-word="cell"([^<>]*)>not accepted<',
        r'data-word="cell"\1>accepted<',
        "outputs.",
    ),
    "how reviewers differ": Change(
        "gates/*/reviewers/index.html", "(Reviewer 1: )accepted", r"\1not accepted", "differing."
    ),
    "a mark of a reviewer": Change(
        "gates/*/cases/index.html",
        'data-word="mark">[^<]*<',
        'data-word="mark">claims · status · differ · more<',
        "rows.",
    ),
    "who passes more often": Change(
        "campaigns/harness-duel/index.html",
        "passes more often than",
        "passes less often than",
        "stated.first.0.words",
    ),
    "who passes more often, among the claims": Change(
        "claims/index.html", "passes more often than", "passes less often than", "rows.0.stated.0"
    ),
    "whether a claim may be published": Change(
        "claims/tinderbox-pilot/index.html", ">Not publishable<", ">Publishable<", "the words on ready"
    ),
    "what stands against a claim": Change(
        "claims/tinderbox-pilot/index.html",
        r'data-word="code"([^<>]*)>[^<]*<',
        r'data-word="code"\1>nothing<',
        "blockers.0",
    ),
    "a condition of a claim": Change("claims/*/index.html", ">not complete<", ">complete<", "scope."),
    "a claim in the list of campaigns": Change(
        "campaigns/index.html",
        '"outcome failed" (data-word="ready"[^<>]*)>Not publishable',
        r'"outcome" \1>Publishable',
        "rows.",
    ),
    "the verdict of a pair": Change(
        "campaigns/model-duel/pairs/index.html", '"verdict">Directional<', '"verdict">Conclusive<', "verdict"
    ),
    "whom a pair favours": Change(
        "campaigns/harness-duel/pairs/index.html",
        '"reading">lantern-orrery passes more often than tinderbox-orrery',
        '"reading">tinderbox-orrery passes more often than lantern-orrery',
        "pairs.0",
    ),
    "whether a difference is significant": Change(
        "campaigns/model-duel/pairs/index.html",
        '"significant">not below<',
        '"significant">below<',
        "significant",
    ),
    "whether a suite is satisfied": Change(
        "campaigns/*/suite/index.html", ">not satisfied<", ">satisfied<", "rolls."
    ),
    "whether a calibration agrees": Change(
        "campaigns/harness-duel/suite/index.html",
        'data-word="actual">failed<',
        'data-word="actual">passed<',
        "calibration.1",
    ),
    "what became of a sample": Change(
        "campaigns/*/samples/*/index.html", ">Failed</p>", ">Passed</p>", "the words on outcome"
    ),
    "what a judge said": Change(
        "campaigns/*/samples/*/index.html", '"verdict">failed<', '"verdict">passed<', "votes."
    ),
    "whether a person has to decide": Change(
        "campaigns/*/review/index.html", "A&nbsp;decision", "A look", "items."
    ),
    "how far costs are reported": Change(
        "campaigns/tinderbox-pilot/index.html",
        ">not known to be complete<",
        ">reported by all<",
        "rows.0.usage.0",
    ),
    "why a run was withdrawn": Change(
        "runs/circles-gale-1/index.html",
        "(<b>Withdrawn</b> on <time[^<>]*>[^<]*</time>: )[^<]*",
        r"\1it was better",
        "in_force.0",
    ),
    "when a run was corrected": Change(
        "runs/aurora-large-notes-pager-storm-1/index.html",
        ">2026-10-14</time>: half",
        ">2026-10-15</time>: half",
        "in_force.0",
    ),
    "why a run has no rank": Change(
        "runs/2026-09-14-aurora-large/index.html",
        "without a rank: [^<]*",
        "without a rank: luck.",
        "the words on standing",
    ),
    "why a board ranks a run nowhere": Change(
        "boards/circles/index.html",
        'data-word="unranked" title="[^"]*"',
        'data-word="unranked" title="it is the best"',
        ".unranked",
    ),
    "that a row is withdrawn": Change(
        "boards/solar-system/index.html", "<tbody>", "<tbody><tr><td>Withdrawn</td></tr>", "it says a verdict"
    ),
    "an export that is left out": Change(
        "boards/circles/index.html", '(data-word="left out">)[^<]*', r"\1It was lost.", "left_out.0"
    ),
    "the level of verification": Change(
        "runs/worked-example/index.html", '"holds">no<', '"holds">yes<', "verification.levels.0.holds"
    ),
    "why a level does not hold": Change(
        "runs/circles-delta-1/index.html",
        "Nobody attests that it was run again",
        "Three attest that it was run again",
        "verification.levels.0.why",
    ),
    "that stated and recomputed results differ": Change(
        "runs/*/index.html", '"agreement">another number', '"agreement">the same', "stated."
    ),
    "that a difference is chance": Change(
        "runs/circles-aurora-2/index.html",
        '<b data-word="noise">Inside the noise</b>',
        "Beyond the noise",
        "noise",
    ),
    "a decision under two versions": Change(
        "methodology/blueprint/2.0.0..3.0/index.html",
        '"outcome">Failed',
        '"outcome">Passed',
        "decisions.runs",
    ),
    "why an export is left out": Change(
        "data/left-out/index.html", '(data-word="message">)[^<]*', r"\1All is well.", "left_out.0"
    ),
    "what the ledger notes": Change("data/ledger/index.html", ">withdrawal<", ">correction<", "notices."),
    "why a cell of a board is empty": Change(
        "boards/incident-review-2026-03/index.html",
        'data-missing="below_minimum" title="0.583333[^"]*"',
        'data-missing="below_minimum" title="0.7 is the floor"',
        "has no v_yield",
    ),
    "what stands for a missing value": Change(
        "configurations/*/index.html", ">below minimum<", ">not applicable<", "below_minimum"
    ),
    "why a value of a run is missing": Change(
        "runs/cobalt-bare-pager-storm-1/index.html",
        '(id="n-v_yield".*?title=")0.444433 is below',
        r"\1it is above",
        "says more of why it is missing",
    ),
    "what changed": Change(
        "changes/index.html", 'data-word="about">Why: ', 'data-word="about">Why not: ', "changes.0.about"
    ),
}
"""What is changed → where and how."""
REMOVED = {
    "the outcome of a gate": Change(
        GATE, ' data-word="outcome">Failed<', ">Failed<", "the words on verdict.outcome are missing"
    ),
    "a withdrawal": Change(
        "runs/circles-gale-1/index.html",
        '<p class="warning" id="withdrawn">.*?</p>',
        "",
        "the words on in_force.0.notice are missing",
    ),
    "the reason of a missing rank": Change(
        "boards/circles/index.html",
        '<span class="gap" data-word="unranked"[^<>]*>withdrawn</span>',
        "",
        ".unranked are missing",
    ),
    "a reason against a claim": Change(
        "claims/tinderbox-pilot/index.html", '<li id="code-[^"]*">.*?</table>', "", "are missing"
    ),
    "a doubt": Change(
        "campaigns/*/samples/*/index.html",
        '<li data-word="doubt">[^<]*</li>',
        "",
        "the words on doubts.0.doubt are missing",
    ),
    "a change": Change(
        "changes/index.html",
        '<li><time[^<>]*>[^<]*</time> <span class="label" data-word="kind">.*?</li>',
        "",
        "the words on changes.0.kind",
    ),
}
"""What is removed → where and how."""
AROUND = {
    "a script in the page": Change(
        "runs/solar-atlas-1/index.html",
        "</main>",
        "<script>document.title = 1</script></main>",
        "a script stands in the page",
    ),
    "a script from elsewhere": Change(
        "runs/solar-atlas-2/index.html",
        "</head>",
        '<script src="https://example.org/a.js"></script></head>',
        "what it loads is no file of the site",
    ),
    "a script that the site does not have": Change(
        "runs/solar-beacon-1/index.html",
        "</head>",
        '<script src="../../assets/other.js"></script></head>',
        "what it loads is no file of the site",
    ),
    "a handler of an event": Change(
        "runs/solar-comet-1/index.html", "<h1>", '<h1 onclick="alert(1)">', "the site writes no such tag"
    ),
    "a handler in capitals": Change(
        "runs/solar-drift-1/index.html", "<h1>", '<h1 OnClick="alert(1)">', "the site writes no such tag"
    ),
    "an image from elsewhere": Change(
        "runs/solar-ember-1/index.html",
        "<h1>",
        '<img src="https://example.org/a.png" alt=""><h1>',
        "what it loads is no file of the site",
    ),
    "an image by another name of its attribute": Change(
        "runs/circles-flint-1/index.html",
        "<h1>",
        '<img SRC="//example.org/a.png" alt=""><h1>',
        "the site writes no such tag",
    ),
    "a style sheet from elsewhere": Change(
        "runs/circles-echo-1/index.html",
        "</head>",
        '<link rel="stylesheet" href="//example.org/a.css"></head>',
        "what it loads is no file of the site",
    ),
    "a frame": Change(
        "runs/circles-cobalt-1/index.html",
        "</main>",
        '<iframe src="index.json"></iframe></main>',
        "the site writes no such tag",
    ),
    "an address that runs": Change(
        "runs/circles-cobalt-2/index.html",
        '<a href="[.][.]/[.][.]/index.html">',
        '<a href="java&#115;cript:alert(1)">',
        "a link does something else",
    ),
    "a page that leads elsewhere": Change(
        "runs/circles-aurora-3/index.html",
        "</head>",
        '<meta http-equiv="refresh" content="0; url=https://example.org/"></head>',
        "what it loads is no file of the site",
    ),
    "what a style sheet asks for": Change(
        "assets/style.css", r"\A", "@import url(https://example.org/a.css);", "it asks for"
    ),
    "that runs are demonstrations": Change(
        "boards/circles/index.html",
        '<p class="notice"><span class="wide">[^<]*</span></p>',
        "",
        "what it says of all runs",
    ),
    "what a page says for search engines": Change(
        "gates/2026-09-23-cobalt-mini/index.html",
        '(<meta name="description" content="[^"]*): failed',
        r"\1: passed",
        "its description",
    ),
    "another title of the site": Change(
        "claims/index.html", "Proofboard demonstration</title>", "Better board</title>", "titles that end"
    ),
}
"""What stands around the content of pages, or acts in them → where and how it is changed."""
