"""What must not be published is found, prose about it is not, and searching takes linear time."""

from __future__ import annotations

import time

import pytest

from site_builder.sources.secrets import scan, secret_problem

LETTERS = "aZ3kQ9" * 12

SECRETS = [
    ("private key", "-----BEGIN RSA " + "PRIVATE KEY-----"),
    ("AWS access key", "AKIA" + "ABCDEFGH12345678"),
    ("GitHub token", "ghp_" + LETTERS[:36]),
    ("GitHub token", "github_pat_" + LETTERS[:30]),
    ("GitLab token", "glpat-" + LETTERS[:20]),
    ("Slack token", "xoxb-" + "1234567890-abc"),
    ("Google API key", "AIza" + LETTERS[:35]),
    ("model provider key", "sk-" + LETTERS[:24]),
    ("payment provider key", "sk_live_" + LETTERS[:20]),
    ("package registry token", "npm_" + LETTERS[:36]),
    ("package registry token", "pypi-" + LETTERS[:60]),
    ("model hub token", "hf_" + LETTERS[:34]),
    ("JSON web token", "eyJ" + LETTERS[:10] + "." + LETTERS[:12] + "." + LETTERS[:12]),
    ("bearer token", "Authorization: Bearer " + LETTERS[:30]),
    ("password in an address", "postgres://ann:pa55@db.internal/x"),
    ("key or password", 'api_key = "' + LETTERS[:20] + '"'),
    ("key or password", "PASSWORD=" + LETTERS[:14]),
    ("e-mail address", "write to ann.lee@harbour.co.uk today"),
    ("home folder", "see /home/annlee/notes.txt"),
    ("home folder", "see C:\\Users\\AnnLee\\notes.txt"),
    ("home folder", 'see "C:\\\\Users\\\\AnnLee"'),
    ("home folder", "/Users/annlee"),
]

HARMLESS = [
    "The token budget is 4096 tokens; the API key is read from the environment.",
    "Never print a password: ask for it.",
    "secret = os.environ['SERVICE_SECRET']",
    "mail someone@example.com or root@mail.example.org or bot@ci.invalid",
    "install into /home/user/.local, C:\\Users\\you or /home/<name>",
    "git@ is a prefix, @decorator is Python, 3 @ 5 is a price",
    "https://example.org/a:b@c",
    "risk-assessment sk-short task-list-of-the-whole-quarter-and-more",
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
]


@pytest.mark.parametrize(
    ("kind", "text"), SECRETS, ids=[f"{kind}-{i}" for i, (kind, _) in enumerate(SECRETS)]
)
def test_a_secret_is_found_wherever_it_stands(kind: str, text: str) -> None:
    for before, after in (("", ""), ("line one\nline two\n(", ").\n"), ("`", "`")):
        findings = scan(before + text + after)
        assert kind in {finding.kind for finding in findings}
        assert findings[0].line == before.count("\n") + 1


@pytest.mark.parametrize("text", HARMLESS)
def test_prose_and_reserved_names_pass(text: str) -> None:
    assert scan(text) == ()


def test_given_names_are_found_as_whole_words_in_any_case() -> None:
    names = ("Ann-Lee", "ab")
    assert [finding.kind for finding in scan("as ANN-LEE wrote\nann-lee", names)] == ["name of a person"] * 2
    assert scan("joann-lees about ab", names) == ()


def test_the_problem_names_the_kind_and_the_line_and_never_the_secret() -> None:
    secret = "ghp_" + LETTERS[:36]
    findings = scan(f"first\n{secret}")
    problem = secret_problem(findings, "runs/x/outputs/a/kernel.md", "The output")
    assert problem.code == "text.secret"
    assert problem.pointer == "line 2"
    assert secret not in str(problem)
    assert secret[4:12] not in str(problem)


PIECES = ["a", "a.", "@", "a@a.", "a@b.co ", "eyJ", "-eyJ", "eyJ.", "sk-", "/home/", "://a:", "api_key="]
PIECES += ["bearer ", "1a", "\n", "passwd: 1", "-----BEGIN "]


@pytest.mark.parametrize("piece", PIECES)
def test_searching_a_hostile_text_takes_linear_time(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    begun = time.perf_counter()
    scan(text, ("reviewer-one",))
    assert time.perf_counter() - begun < 5
