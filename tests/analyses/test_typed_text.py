"""What people mean by a text that they type to find sentences."""

from __future__ import annotations

import pytest

from treecompare.analyses.conditions import as_label, looks_like_pattern


def test_words_are_no_pattern() -> None:
    for text in ("NP > PP", "gold: NP", "system: NP < DT", "VP < (NP $.. PP)", "S < /^NP/", "/^WH/ > S"):
        assert looks_like_pattern(text), text
    for text in ("PP=x", "PP=x > NP", "NP-SBJ=x", "PP=x >"):
        assert looks_like_pattern(text), text
    for text in (
        "",
        "the dog",
        "NP",
        "A > b",
        "U.S. > UK",
        "cost < 5",
        "$ 5 million",
        "AT&T < IBM",
        "a gold: ring",
        "E=mc2",
        "/^WH/",
        "/a < b/",
        "/^WH/ > s",
    ):
        assert not looks_like_pattern(text), text
    for text in (
        "obl=x > NOUN",
        "obl > NOUN",
        "acl:relcl=x",
        "obl=x >",
        "lemma=be",
        "gold: obl",
        "VERB < (nsubj&Number=Plur)",
    ):
        assert looks_like_pattern(text, "dependencies"), text
    for text in ("", "the dog", "acl:relcl", "NOUN", "3 < 4", "$ 5 million", "U.S. is", "x = y"):
        assert not looks_like_pattern(text, "dependencies"), text


@pytest.mark.parametrize(
    ("text", "kind", "pattern"),
    [
        ("PP", "constituents", "PP=x"),
        ("acl:relcl", "dependencies", "acl:relcl=x"),
        ("dog", "dependencies", ""),
        ("NP", "", ""),
    ],
)
def test_a_label_may_be_meant(text: str, kind: str, pattern: str) -> None:
    assert as_label(text, kind) == pattern
