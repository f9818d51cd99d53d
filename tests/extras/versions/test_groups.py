"""Edits of the same kind, counted: in which order, and which of them are told by their values."""

from __future__ import annotations

from tests.extras.versions.made import changed
from treecompare.extras.versions.kind import groups


def told(base: list[str], head: list[str]) -> list[tuple[object, ...]]:
    return [tuple(one) for one in groups(changed(base, head))]


def test_the_most_frequent_first_then_by_code_points() -> None:
    base = ["a UPOS:N XPOS:x FEATS:K=1", "b UPOS:N XPOS:x FEATS:K=1", "c UPOS:V XPOS:y FEATS:K=1", "d UPOS:V XPOS:y"]
    head = ["a UPOS:Z XPOS:z FEATS:K=2", "b UPOS:Z XPOS:z FEATS:K=2", "c UPOS:A XPOS:y FEATS:K=2", "d UPOS:A XPOS:y"]
    assert told(base, head) == [
        ("FEATS", "K", "1", "2", "-", 3),
        ("UPOS", "-", "N", "Z", "-", 2),
        ("UPOS", "-", "V", "A", "-", 2),
        ("XPOS", "-", "x", "z", "-", 2),
    ]


def test_values_that_occur_once_join_and_two_do_not() -> None:
    base = ["a UPOS:N", "b UPOS:V", "c UPOS:P", "d UPOS:P"]
    head = ["a UPOS:A", "b UPOS:B", "c UPOS:C", "d UPOS:C"]
    assert told(base, head) == [("UPOS", "-", "*", "*", "changed", 2), ("UPOS", "-", "P", "C", "-", 2)]
    assert told(["a FEATS:K=1", "b", "c"], ["a", "b FEATS:K=1", "c FEATS:K=2"]) == [
        ("FEATS", "K", "*", "*", "added", 2),
        ("FEATS", "K", "*", "*", "removed", 1),
    ]
    assert told(["a/2/x b/0/root c/1/x"], ["a/2/y b/0/root c/2/z"]) == [
        ("DEPREL", "-", "*", "*", "changed", 1),
        ("HEAD+DEPREL", "-", "*", "*", "up", 1),
    ]


def test_a_lemma_is_told_by_the_first_function_that_makes_it() -> None:
    base = ["Abc LEMMA:abc", "Xyz LEMMA:XYZ", "def LEMMA:DEF", "PQR LEMMA:pqrs", "STU LEMMA:no"]
    head = ["Abc LEMMA:Abc", "Xyz LEMMA:Xyz", "def LEMMA:def", "PQR LEMMA:PQR", "STU LEMMA:stu"]
    assert told(base, head) == [
        ("LEMMA", "-", "*", "title(LEMMA)", "-", 2),
        ("LEMMA", "-", "*", "FORM", "-", 1),
        ("LEMMA", "-", "*", "lower(FORM)", "-", 1),
        ("LEMMA", "-", "*", "lower(LEMMA)", "-", 1),
    ]


def test_what_follows_and_what_mirrors_is_no_group() -> None:
    found = told(["a/2/x DEPS:2:x b/0/root"], ["a/2/y DEPS:2:y b/0/root"])
    assert found == [("DEPREL", "-", "*", "*", "changed", 1)]
    yielding = told(["a/2/x b/3/y c/0/root"], ["a/3/y b/1/z c/0/root"])
    assert yielding == [("HEAD+DEPREL", "-", "*", "*", "daughter", 1)]
