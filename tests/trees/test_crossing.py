"""Crossing branches: the order of daughters, raising and splitting."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from treecompare.analyses.jp_evalb import jp_evalb_tables
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.crossing import linearised
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.comparison.sides import tree_sides
from treecompare.errors import UsageError
from treecompare.readers import Treebank, parse, read, read_content
from treecompare.scores.result import View
from treecompare.trees.conversion import head_daughters, to_dependencies
from treecompare.trees.crossing import RAISE, SPLIT, _attached, resolved
from treecompare.trees.head_rules import head_rules
from treecompare.trees.tree import Trees

TIGER = head_rules("tiger")
HERE = "(VROOT (S (VP (PROAV 0=Darüber) (VVINF 3=nachdenken)) (VMFIN 1=muss) (PIS 2=man)) ($. 4=.))"


def from_text(text: str) -> Treebank:
    found = read_content(text.encode(), "text")
    assert isinstance(found, Treebank)
    assert not found.problems
    return found


def without_crossing(trees: Trees, way: str) -> tuple[str, int, int]:
    found = resolved(trees, way, lambda some: head_daughters(some, TIGER))
    return found.trees[0].brackets(), found.attached, found.changed


RESOLVED = [
    (
        HERE,
        ("(VROOT (S (PROAV Darüber) (VMFIN muss) (PIS man) (VP (VVINF nachdenken))) ($. .))", 0, 1),
        ("(VROOT (S (VP* (PROAV Darüber)) (VMFIN muss) (PIS man) (VP* (VVINF nachdenken))) ($. .))", 0, 1),
    ),
    # a comma below the root is attached where its neighbours meet, and nothing is left to be raised
    (
        "(VROOT (S (NP (NN 0=a) (S (PRELS 2=c) (VVFIN 3=d))) (VVFIN 4=e)) ($, 1=,))",
        ("(VROOT (S (NP (NN a) ($, ,) (S (PRELS c) (VVFIN d))) (VVFIN e)))", 1, 0),
    ),
    # two of them side by side
    (
        "(VROOT (S (NN 0=a) (VVFIN 3=d)) ($, 1=,) ($( 2=x) ($. 4=.))".replace("$( ", "$-LRB- "),
        ("(VROOT (S (NN a) ($, ,) ($( x) (VVFIN d)) ($. .))", 2, 0),
    ),
    # what is raised once may have to be raised again
    (
        "(VROOT (S (VMFIN 1=b) (VP (VP (NP 0=a) (VVPP 2=c)) (VAINF 3=d))))",
        ("(VROOT (S (NP a) (VMFIN b) (VP (VP (VVPP c)) (VAINF d))))", 0, 1),
        ("(VROOT (S (VP* (VP* (NP a))) (VMFIN b) (VP* (VP* (VVPP c)) (VAINF d))))", 0, 2),
    ),
    # without a head the first part stays the constituent; what has no words stays with it
    ("(VROOT (S (QL (XY 0=a) (XY 2=c) (E)) (VVFIN 1=b)))", ("(VROOT (S (QL (XY a) (E)) (VVFIN b) (XY c)))", 0, 1)),
]  # fmt: skip


@pytest.mark.parametrize("case", RESOLVED)
def test_raised_and_split(case: tuple[str, tuple[str, int, int], tuple[str, int, int]]) -> None:
    text, *expected = case
    trees = from_text(text).trees
    assert trees.crossing.tolist() == [True]
    for way, wanted in zip((RAISE, SPLIT), expected, strict=False):
        assert without_crossing(trees, way) == wanted


def test_the_edge_to_the_head_decides_before_the_table() -> None:
    export = (
        "#BOS 1\na -- NN -- HD 501\nb -- VVFIN -- HD 502\nc -- VVPP -- OC 501\n#501 -- VP -- OC 502\n#502 -- S -- -- 0\n"
        "#EOS 1\n"
    )
    assert without_crossing(from_text(export).trees, RAISE)[0] == "(S (VP (NN a)) (VVFIN b) (VVPP c))"
    assert without_crossing(from_text(export.replace("HD 501", "MO 501")).trees, RAISE)[0] == (
        "(S (NN a) (VVFIN b) (VP (VVPP c)))"
    )


def test_the_words_stay_where_they_are_and_all_nodes_are_there() -> None:
    rng = random.Random(3)
    for _ in range(300 // stride(3)):
        words = rng.randint(2, 12)
        parts = [f"({rng.choice(('NN', 'VVFIN', '$,'))} {place}=w{place})" for place in rng.sample(range(words), words)]
        while len(parts) > 1:
            first = rng.randrange(len(parts) - 1)
            last = min(first + rng.randint(1, 3), len(parts))
            parts[first:last] = [f"({rng.choice(('VP', 'NP', 'S', 'PP'))} {' '.join(parts[first:last])})"]
        trees = from_text(f"(VROOT {parts[0]})\n(VROOT (NN 0=a))\n").trees
        if not trees.crossing.any():
            continue
        raised = resolved(trees, RAISE, lambda some: head_daughters(some, TIGER))
        parted = resolved(trees, SPLIT, lambda some: head_daughters(some, TIGER))
        for found in (raised, parted):
            assert [tree.words for tree in found.trees] == [tree.words for tree in trees]
            assert found.trees.extras is None
            assert (
                parse("\n".join(tree.brackets() for tree in found.trees)).trees[0].brackets()
                == found.trees[0].brackets()
            )
        assert sorted(raised.trees[0].texts) == sorted(trees[0].texts)
        assert len(parted.trees[0]) == len(trees[0]) + parted.changed
        assert raised.trees[1].brackets() == trees[1].brackets()


def test_a_constituent_stands_where_its_head_stands_else_where_it_begins() -> None:
    assert linearised(from_text(HERE).trees, TIGER)[0].brackets() == (
        "(VROOT (S (VMFIN muss) (PIS man) (VP (PROAV Darüber) (VVINF nachdenken))) ($. .))"
    )
    text = "(VROOT (S (QL (XY 0=a) (XY 2=c)) (VVFIN 1=b) (E)))"
    for words in (text, text.replace("QL", "Q")):
        found = linearised(from_text(words).trees, TIGER)
        assert found[0].words == ["a", "b", "c"]
        assert found[0].texts[-2:] == ["S", "VROOT"]
        assert found[0].brackets().endswith("(E)))")


def test_dependencies_by_head_rules_follow_the_words_of_the_sentence() -> None:
    converted = to_dependencies(from_text(HERE).trees, TIGER).dependencies
    assert converted[0].words == ["Darüber", "muss", "man", "nachdenken", "."]
    assert converted[0].heads.tolist() == [4, 0, 2, 2, 2]


@pytest.mark.parametrize("under_root", [True, False])
def test_what_hangs_on_nothing_is_attached_as_below_a_root(under_root: bool) -> None:
    inside = "(S (NN 0=a) (VP (NN 2=b) (VVPP 5=c)) (VVFIN 3=d)) ($, 1=,) ($, 4=,) ($. 6=.)"
    found = resolved(
        from_text(f"(VROOT {inside})" if under_root else inside).trees, RAISE, lambda some: head_daughters(some, TIGER)
    )
    tree = "(S (NN a) ($, ,) (NN b) (VVFIN d) ($, ,) (VP (VVPP c))) ($. .)"
    assert found.trees[0].brackets() == (f"(VROOT {tree})" if under_root else tree)
    assert (found.sentences, found.attached, found.changed) == (1, 2, 1)


def test_what_is_raised_is_that_of_another_program(shared: Path) -> None:
    """treetools raised these; in two sentences it takes another daughter for the head: of an NP with a comparison (als …) that, and
    of a PP without preposition its NP."""
    folder = shared / "data/german-tiger"
    gold, expected = read(folder / "pcc316.gold.export").trees, read(folder / "pcc316.gold-raised.mrg").trees
    found = resolved(gold, RAISE, lambda some: head_daughters(some, TIGER))
    assert (found.sentences, found.attached, found.changed) == (200, 295, 140)

    def spelt(trees: Trees, index: int) -> str:
        return trees[index].brackets().replace("$LRB", "$(").replace("-LRB-", "(").replace("-RRB-", ")")

    def plain(text: str) -> str:
        """Without the root that treetools writes."""
        text = text.removeprefix("(VROOT ").removesuffix(")") if text.startswith("(VROOT ") else text
        return text.replace("LRB", "(").replace("RRB", ")")

    differing = [
        index for index in range(len(gold)) if plain(spelt(found.trees, index)) != plain(spelt(expected, index))
    ]
    assert differing == [40, 133]
    assert "(S (PRELS die) (PIS mehr) (PP" in found.trees[40].brackets()
    assert "(VP (PP (PROAV darüber))" in found.trees[133].brackets()


# -- in a comparison ---------------------------------------------------------------------------------------------------------


def compared(gold: str, system: str, way: str = "keep", **more: str) -> ConstituentComparison:
    settings = Settings(crossing_branches=way, params="none", **more)
    return score(ConstituentComparison(from_text(gold), [from_text(system)], settings))


FLAT = "(VROOT (S (PROAV Darüber) (VMFIN muss) (PIS man) (VP (VVINF nachdenken))) ($. .))"


def test_comparisons_resolve_both_sides_and_say_so() -> None:
    kept, raised, split = (compared(HERE, FLAT, way) for way in ("keep", "raise", "split"))
    matched = [one.table.counts(0, slice(0, 1))[0]["e.roof"]["matched"] for one in (kept, raised, split)]
    assert matched == [1, 2, 1]
    assert kept.warnings == ["branches cross in text and nowhere in text; crossing branches can be raised or split"]
    assert raised.warnings == ["text: branches crossed in 1 sentence; nodes raised: 1"]
    assert split.warnings == ["text: branches crossed in 1 sentence; parts added where constituents were split: 1"]
    assert "crossing-branches" not in kept.table.signature("e.roof.dice")
    assert "|crossing-branches:raise|heads:tiger|" in raised.table.signature("e.roof.dice")
    assert "raising non-head parts (Kübler et al. 2008), with the head rules tiger." in raised.prepared()
    assert raised.settings.as_options()[-2:] == ["--crossing-branches", "raise"]
    with pytest.raises(
        UsageError, match="crossing-branches is 'lift'; expected keep, raise, raise-with-function-nodes or split"
    ):
        Settings(crossing_branches="lift")


def test_what_knows_spans_only_says_how_branches_were_resolved(tmp_path: Path) -> None:
    kept, split = (compared(HERE, FLAT, way) for way in ("keep", "split"))
    for comparison, way in ((kept, "raise"), (split, "split")):
        table = jp_evalb_tables(comparison, View())[0]
        assert table.note.endswith(f"crossing branches were resolved first ({way}).")
        assert all(f"|crossing-branches:{way}|" in one for one in table.signatures)
    whole = jp_evalb_tables(compared(FLAT, FLAT), View())[0]
    assert "crossing" not in whole.note and "crossing-branches" not in whole.signatures[0]
    paths = [str(tmp_path / name) for name in ("gold.dbr", "system.mrg")]
    for path, text in zip(paths, (HERE, FLAT), strict=True):
        Path(path).write_text(text + "\n", "utf-8")
    schemes = opened(open_files(Files(paths[0], (("", paths[1]),), (("other", paths[1]),)))).comparison
    assert [one for one in schemes.warnings if "crossing" in one] == ["gold: crossing branches raised in 1 sentence"]


@pytest.mark.parametrize("differing", ["align", "skip"])
def test_words_are_those_of_the_sentence_whatever_is_aligned(differing: str) -> None:
    same = compared(HERE, HERE, differing=differing)
    assert same.texts() == ["Darüber muss man nachdenken ."]
    cut = compared(HERE, HERE.replace("(PIS 2=man)", "(PIS 2=ma) (X 5=n)").replace("4=.", "6=.")
                   .replace("3=nach", "9=nach").replace("5=n)", "3=n)").replace("9=nach", "4=nach").replace("6=.", "5=."),
                   differing=differing)  # fmt: skip
    if differing == "align":
        mapping = cut.mapping(0, 0)
        forms = [
            [tree.texts[node].strip("‿") for node in tree.word_nodes.tolist()] for tree in (mapping.gold, mapping.test)
        ]
        assert forms == [["Darüber", "muss", "ma", "n", "nachdenken", "."]] * 2
    for comparison in (same, cut)[: 1 + (differing == "align")]:
        gold = comparison.table.counts(0, slice(0, 1))[0]["e.roof"]
        assert gold["matched"] == gold["gold"] == gold["test"]
    for key in ("e.roof.dice", "t.whole.dice", "la", "tagging"):
        assert same.table.scores(0, key).tolist() == [1.0]


def test_joined_patterns_compare_sets_of_words() -> None:
    """The words of the VP are 0 and 3; those of the other VP are 0, 2 and 3, from the same first to the same last."""
    other = HERE.replace(" (PIS 2=man)", "").replace("(VP (PROAV", "(VP (PIS 2=man) (PROAV")
    for system, expected in ((HERE, True), (other, False)):
        comparison = compared(HERE, system)
        pairs, sides = comparison.pairs(0), tree_sides(comparison, ["gold", "system"], 0)
        keys = [
            sides.of[name].keys(np.flatnonzero(trees.labels == trees.symbols.find("VP")))[0]
            for name, trees in (("gold", pairs.gold), ("system", pairs.test))
        ]
        assert min(keys) > 0
        assert bool(keys[0] == keys[1]) == expected


def test_what_hangs_on_the_root_goes_where_the_help_says(shared: Path) -> None:
    """To the lowest common ancestor of the nearest words left and right of it that do not hang on the root; else it stays."""
    treebank = read(str(shared / "data/german-tiger/pcc316.gold.export"))
    assert isinstance(treebank, Treebank)
    trees = treebank.trees.rooted("VROOT").without_annotation()
    moved = stayed = 0
    for sentence in np.flatnonzero(treebank.trees.crossing).tolist():
        tree = trees[sentence]
        [root] = tree.roots
        words, parents = tree.word_nodes.tolist(), tree.parents
        mother = {one: above for one, above in enumerate(_attached(tree)[0]) if above >= 0}

        def ancestors(node: int, parents: Sequence[int] = parents) -> list[int]:
            found = [node]
            while parents[found[-1]] >= 0:
                found.append(parents[found[-1]])
            return found

        def hangs(word: int, root: int = root, ancestors: Callable[[int], list[int]] = ancestors) -> bool:
            """A word or its tag."""
            return ancestors(word).index(root) <= 2

        for child in tree.children[root]:
            if tree.sizes[child] > 2:
                continue
            first = int(tree.starts[child])
            left = next((word for word in reversed(words[:first]) if not hangs(word)), None)
            right = next((word for word in words[int(tree.ends[child]) :] if not hangs(word)), None)
            target = root
            if left is not None and right is not None:
                above = set(ancestors(right))
                target = next(node for node in ancestors(left) if node in above)
            assert mother[child] == target
            moved, stayed = moved + (target != root), stayed + (target == root)
    assert moved > 100 and stayed > 100
