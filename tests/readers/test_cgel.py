"""CGELBank's own format."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from treecompare.errors import ReadError
from treecompare.readers import Treebank, read, read_any
from treecompare.readers.cgel import read_cgel
from treecompare.readers.constituent_text import constituent_text
from treecompare.trees.annotations import EDGE, LEMMA
from treecompare.trees.tree import WORD, Trees

WHO = """# sent_id = a1
# text = Who did you see?
(Clause :note "a \\"question\\""
    :Prenucleus (x / NP
        :Head (N_pro :t "Who" :l "who"))
    :Head (Clause
        :Subj (NP :Head (N_pro :t "you" :p "," :correct "ye"))
        :Head (VP
            :Head (V :t "did see")
            :Obj (x / GAP))))

# sent_id = a2
(V :t "land")
"""
TREE = "(Clause (NP (N_pro Who)) (Clause (NP (N_pro you)) (VP (V did see) (GAP *gap*))))"  # the word holds a blank


def found(text: str) -> Treebank:
    return read_cgel(text.encode(), "gold", "gold")


def test_categories_functions_lemmas_gaps_and_what_they_stand_for(tmp_path: Path) -> None:
    (tmp_path / "gold.cgel").write_text(WHO.replace("\n", "\r\n"), "utf-8", newline="")
    read_one = read_any(tmp_path / "gold.cgel")
    assert isinstance(read_one, Treebank)
    assert (read_one.format, read_one.ids, read_one.problems) == ("cgel", ["a1", "a2"], {})
    assert read_one.warnings == ["1 punctuation mark (:p) left out: no node of the tree"]
    tree = read_one.trees[0]
    assert (tree.brackets(), read_one.lines.tolist()) == (TREE, [3, 13])
    assert tree.words == ["Who", "you", "did see", "*gap*"]
    assert tree.extras is not None
    said = {
        name: [tree.symbols[number] if number >= 0 else "" for number in tree.extras.columns[name].tolist()]
        for name in (EDGE, LEMMA)
    }
    functions = dict(zip(tree.texts, said[EDGE], strict=True))
    assert (functions["V"], functions["GAP"], functions["VP"]) == ("Head", "Obj", "Head")
    assert [label for label in said[EDGE] if label] == [
        "Head",
        "Prenucleus",
        "Head",
        "Subj",
        "Head",
        "Obj",
        "Head",
        "Head",
    ]
    assert [text for text in said[LEMMA] if text] == ["who"]
    assert tree.extras.secondary is not None
    [(node, mother, label)] = tree.extras.secondary.tolist()
    assert (tree.texts[node], tree.texts[mother], tree.symbols[label]) == ("NP", "VP", "Obj")
    assert tree.texts[node - 1] == "N_pro"


@pytest.mark.parametrize(
    ("tree", "line", "reason"),
    [
        ('(Clause\n    :Head (V :t "a")', 2, "1 bracket is not closed"),
        ('(Clause\n    :Head (V :t "a")))', 2, "')' stands behind the tree"),
        ('(Clause\n    :Head (V :t "a")\n    (V :t "b"))', 3, "a node stands where no function is named"),
        ('(V :t "a"\n    :Head (V :t "b"))', 2, "a node stands where no function is named"),
        ('(Clause\n    :Head (V :t "a"))\n    x', 3, "'x' stands behind the tree"),
        ('(Clause\n    :Head (:t "a"))', 2, "':t' is not expected here"),
        ("(Clause\n    :Head ())", 2, "a bracket is closed where its category is expected"),
        ("(Clause\n    :Head )", 2, "a bracket is closed where a text or a node is expected"),
        ('(Clause\n    :Head (/ V :t "a"))', 2, "a '/' stands without a name"),
        ('(Clause\n    :Head (V :t "a" :t))', 2, "a bracket is closed where a text"),
        ('(Clause\n    :Head "a)', 2, "'\"' is not expected here"),
    ],
)
def test_a_faulty_tree_is_told_and_no_other_lost(tree: str, line: int, reason: str) -> None:
    read_one = found(tree + '\n\n(V :t "land")\n')
    assert [(one.index, one.line) for one in read_one.problems.values()] == [(0, line)]
    assert reason in read_one.problems[0].reason
    assert [one.words for one in read_one.trees] == [[], ["land"]]


def test_no_deep_or_long_tree_is_a_danger() -> None:
    deep = "(A :H " * 6000 + '(V :t "a")' + ")" * 6000
    assert "nested deeper" in found(deep).problems[0].reason
    assert "nested deeper" in found("(A :H " * 100_000).problems[0].reason
    assert len(found("(A\n" + ' :H (V :t "a")\n' * 30_000 + ")").trees[0].words) == 30_000
    with pytest.raises(ReadError, match="there is no tree; expected one that begins like"):
        found("# text = a\n")


@pytest.mark.parametrize(
    "name", ["ewt-test_iaa50.adjudicated", "ewt-test_iaa50.nschneid.novalidator", "ewt-test_pilot5.brettrey"]
)
def test_the_trees_are_those_of_brackets(name: str, shared: Path) -> None:
    """Made from the same files by other hands: Category-Function, blanks as _, brackets escaped."""
    folder = shared / "data/iaa-cgel"
    ours, brackets = read(folder / f"{name}.cgel"), read(folder / f"{name}.mrg")
    assert len(ours.trees) == len(brackets.trees)
    for mine, theirs in zip(ours.trees, brackets.trees, strict=True):
        assert mine.extras is not None
        functions = mine.extras.columns[EDGE].tolist()
        texts = []
        for text, kind, function in zip(mine.texts, mine.kinds.tolist(), functions, strict=True):
            plain = text.replace(" ", "_").replace("(", "-LRB-").replace(")", "-RRB-") if kind == WORD else text
            texts.append(plain if function < 0 else f"{plain}-{mine.symbols[function]}")
        assert texts == theirs.texts
        assert mine.sizes.tolist() == theirs.sizes.tolist()


def test_nodes_and_gaps_are_those_that_the_authors_count(shared: Path) -> None:
    trees = read(shared / "data/iaa-cgel/ewt-test_iaa50.nschneid.validator.cgel").trees
    assert int((trees.kinds != WORD).sum()) == 1733
    assert sum(tree.words.count("*gap*") for tree in trees) == 21


def test_a_sentence_stands_as_it_stood_unless_its_tree_is_another() -> None:
    told: Counter[str] = Counter()
    read_one = found(WHO)
    assert "".join(constituent_text(read_one, "cgel", told)) == WHO and not told
    labels = read_one.trees.labels.copy()
    labels[read_one.trees.labels == read_one.symbols.find("VP")] = read_one.symbols.number("VX")
    changed = replace(read_one, trees=replace(read_one.trees, labels=labels))
    expected = WHO.replace("VP", "VX").replace('(NP :Head (N_pro :t "you"', '(NP\n            :Head (N_pro :t "you"')
    assert "".join(constituent_text(changed, "cgel", told)) == expected
    assert not told


def test_notes_stay_on_constituents_that_are_still_there() -> None:
    """Over the same words, gaps not counted, with the same category; where there are several, on the same one from the top."""
    noted = (
        WHO.replace("(VP", '(VP :note "a (VP) with a gap"')
        .replace(":Subj (NP :Head", ':Subj (NP\n            :note "you"\n            :Head')
        .replace(":Head (Clause", ':Head (Clause :note "no words before"')
    )
    read_one = found(noted)
    told: Counter[str] = Counter()
    flat = '(Clause :Prenucleus (NP :Head (N_pro :t "Who")) :Subj (NP :Head (N_pro :t "you")) :Head (VP :Head (V :t "did see")))'
    parts = [found(flat).trees.translated(read_one.symbols), read_one.trees.part(1, 2)]
    text = "".join(constituent_text(replace(read_one, trees=Trees.joined(parts)), "cgel", told))
    assert [one.strip() for one in text.splitlines() if "note" in one] == [
        '(Clause :note "a \\"question\\""', ':note "you"', ':Head (VP :note "a (VP) with a gap"'
    ]  # fmt: skip
    assert told == {"lost notes on constituents": 1}


def test_trees_of_other_formats_are_written(tmp_path: Path) -> None:
    (tmp_path / "a.mrg").write_text('(TOP (S (NP (PRP "it")) (VP (VBD fell))))\n', "utf-8")
    told: Counter[str] = Counter()
    text = "".join(constituent_text(read(tmp_path / "a.mrg"), "cgel", told))
    assert found(text).trees[0].brackets() == '(TOP (S (NP (PRP "it")) (VP (VBD fell))))'
    assert told == {"with nodes without functions, which became :--": 1}


@pytest.mark.parametrize("name", ["ewt-test_iaa50.adjudicated", "ewt-test_pilot5.nschneid"])
def test_real_files_come_back_byte_for_byte(shared: Path, name: str) -> None:
    path = shared / "data/iaa-cgel" / f"{name}.cgel"
    read_one = read(path)
    assert "".join(constituent_text(read_one, "cgel", Counter())) == path.read_text("utf-8")
    anew = found("".join(constituent_text(replace(read_one, around=None), "cgel", Counter())))
    for one, other in zip(read_one.trees, anew.trees, strict=True):
        assert (one.brackets(), one.texts) == (other.brackets(), other.texts)
        assert one.extras is None or (one.extras.secondary is None) == (
            other.extras is None or other.extras.secondary is None
        )
