"""What people mean by a text that they type to find sentences, and what is said of it."""

from __future__ import annotations

import pytest

from treecompare.analyses.typed_text import as_label, hint, is_pattern, looks_like_pattern, notation, read_as


def test_words_are_no_pattern() -> None:
    for text in ("NP > PP", "gold: NP", "system: NP < DT", "VP < (NP $.. PP)", "S < /^NP/"):
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


@pytest.mark.parametrize("kind", ["constituents", "dependencies"])
def test_the_example_of_the_field_is_a_pattern(kind: str) -> None:
    for where in ("words", "pattern"):
        assert looks_like_pattern(hint(where, kind).rpartition("as ")[2], kind)
    assert "<code>" in notation(kind) and hint("words", "") == "Find words"


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
    assert read_as(text, "words", kind) == ("Looked for among the words." if pattern else "")


def test_it_is_said_how_a_text_is_read() -> None:
    assert (
        read_as("PP=x > NP", "words", "constituents", looks_at="Prepared.")
        == "Read as a tree pattern. In either tree. Prepared."
    )
    assert read_as("gold: NP", "pattern", "constituents", looks_at="Prepared.") == "Prepared."
    assert read_as("gold: NP", "tags", "constituents") == read_as(" ", "pattern", "constituents") == ""
    assert is_pattern("x", "pattern", "constituents") and not is_pattern("PP=x > NP", "words", "")
