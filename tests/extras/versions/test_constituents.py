"""Two versions of a treebank of constituents."""

from __future__ import annotations

from pathlib import Path

from tests.extras.versions.made import paired, short, trees
from treecompare.extras.versions.constituents import TreeChanges, tree_changes_between
from treecompare.extras.versions.kind import CONSTITUENTS, TreeGroup, tree_groups
from treecompare.extras.versions.results import count_table
from treecompare.extras.versions.sources import read_versions
from treecompare.readers import Treebank


def changed(base: str, head: str) -> TreeChanges:
    return tree_changes_between(trees(base), trees(head))


def only(found: TreeChanges, row: int = 0) -> tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]]:
    one = found.brackets[row]
    return [tuple(bracket[1:]) for bracket in one.only_base], [tuple(bracket[1:]) for bracket in one.only_head]


def test_ids_are_no_constituents_and_pair_no_sentences() -> None:
    base = "( (S (NP (D the) (N dog)) (V barks)) (ID a.1))"
    found = changed(base, base.replace("a.1", "b.7"))
    assert found.found.base.ids == ["a.1"] and found.flags == [["renamed"]] and found.statuses == ["same"]
    assert found.brackets[0][:3] == (2, 2, 2)
    assert not changed("( (S (NP (D the) (N dog)) (V barks)))", base).edits


def test_an_id_within_a_tree_stays() -> None:
    found = changed("(S (ID x) (V barks))", "(S (ID x) (V barks))")
    assert found.found.base.ids == [None] and len(found.found.base.words) == 2


def test_lemmas_codes_and_empty_categories_of_historical_corpora_are_compared_too(tmp_path: Path) -> None:
    base, head = tmp_path / "base.psd", tmp_path / "head.psd"
    base.write_text("( (IP-MAT (CODE <P_1>) (NP-SBJ (PRO ek-ég) (C 0)) (VBP kem-koma)) (ID 1150.A,.1))\n", "utf-8")
    head.write_text("( (IP-MAT (CODE <P_2>) (NP-SBJ (PRO ek-eg) (C *T*-1)) (VBP kem-koma)) (ID 1150.A,.1))\n", "utf-8")
    first, second = read_versions(str(base), str(head))
    assert isinstance(first.treebank, Treebank) and isinstance(second.treebank, Treebank)
    found = tree_changes_between(first.treebank, second.treebank)
    assert found.found.base.ids == ["1150.A,.1"]
    assert [(edit.layer, edit.old, edit.new) for edit in found.edits] == [
        ("FORM", "<P_1>", "<P_2>"), ("FORM", "ek-ég", "ek-eg"), ("FORM", "0", "*T*-1"),
    ]  # fmt: skip


def test_forms_tags_and_words() -> None:
    found = changed("(S (N dog) (V barks) (P *pro*))", "(S (N dogs) (VB barks) (P *exp*) (C {COM:x}))")
    assert [short(edit)[:2] + short(edit)[3:5] for edit in found.edits] == [
        ("1", "FORM", "dog", "dogs"),
        ("2", "TAG", "V", "VB"),
        ("3", "WORDS", "*pro*", "*exp* {COM:x}"),
    ]
    assert found.flags == [["retokenised", "text"]]
    assert ["edits", "TAG", "1"] in count_table(CONSTITUENTS, found) and ["TAG", "V > VB", "1"] in count_table(
        CONSTITUENTS, found
    )


def test_constituents_match_by_label_and_position() -> None:
    found = changed("(S (NP (D the) (N dog)) (VP (V barks)))", "(S (NP (D the)) (VP (N dog) (V barks)))")
    assert only(found) == ([("NP", 1, 2), ("VP", 3, 3)], [("NP", 1, 1), ("VP", 2, 3)])
    assert found.statuses == ["changed"] and not found.edits
    assert ["only in base", "NP", "1"] in count_table(CONSTITUENTS, found)


def test_constituents_are_multisets() -> None:
    found = changed("(S (NP (NP (N dog))) (V barks))", "(S (NP (N dog)) (V barks))")
    assert only(found) == ([("NP", 1, 1)], [])


def test_a_constituent_over_words_that_one_version_has_matches_nothing() -> None:
    found = changed("(S (NP (N dog)) (V barks) (XP (C ##)))", "(S (NP (N dog)) (V barks))")
    assert only(found) == ([("XP", 3, 3)], [])
    assert found.flags == [["text", "words"]]


def test_constituents_without_leaves_are_the_same_where_they_are() -> None:
    text = "(S (N dog) (X) (V barks) (Y))"
    assert changed(text, text).statuses == ["same"]
    assert only(changed(text, "(S (N dog) (V barks) (X) (Y))")) == ([("X", 2, 1)], [("X", 3, 2)])
    assert only(changed(text, text.replace("barks", "runs"))) == ([], [])


def test_split_sentences_are_compared_as_forests() -> None:
    found = changed("(T (S (N Dogs) (V bark)) (S (N cats) (V sleep)))", "(S (N Dogs) (V bark))\n(S (N cats) (V sleep))")
    assert paired_rows(found) == [((0,), (0, 1), "split")]
    assert only(found) == ([("T", 1, 4)], [])


def paired_rows(found: TreeChanges) -> list[tuple[tuple[int, ...], tuple[int, ...], str]]:
    return [(row.base, row.head, status) for row, status in zip(found.found.rows, found.statuses, strict=True)]


def test_nothing_changed() -> None:
    text = "(S (NP (D the) (N dog)) (V barks))"
    found = changed(text, f"( {text})")  # the outermost bracket without label is none
    assert found.statuses == ["same"] and paired(found) == [("1", "1", "same")]  # type: ignore[arg-type]


def test_what_happened_to_constituents() -> None:
    base = "(S (NP (D the) (N dog) (PP (P in) (NP (N town)))) (VP (V barks) (X now)))"
    assert tree_groups(changed(base, base)) == []
    relabelled = tree_groups(changed(base, base.replace("(NP (N town))", "(NX (N town))")))
    assert relabelled == [TreeGroup("label", "NP", "NX", "NP", "NX", 1)]
    added = tree_groups(changed("(S (D the) (N dog) (V barks))", "(S (NP (D the) (N dog)) (V barks))"))
    assert [(one.kind, one.label) for one in added] == [("added", "NP")]
    removed = tree_groups(changed("(S (NP (D the) (N dog)) (V barks))", "(S (D the) (N dog) (V barks))"))
    assert [(one.kind, one.label) for one in removed] == [("removed", "NP")]
    low = "(S (NP (N I)) (VP (V saw) (NP (D the) (N man) (PP (P with) (NP (N glasses))))))"
    high = "(S (NP (N I)) (VP (V saw) (NP (D the) (N man)) (PP (P with) (NP (N glasses)))))"
    moved = next(one for one in tree_groups(changed(low, high)) if one.kind == "moved")
    assert (moved.what, moved.label, moved.old, moved.new) == ("PP", "PP", "NP", "VP")
