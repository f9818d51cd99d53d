"""The scripts of all samples and of real sentences: their steps count what the table has, and they end where they should."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import stride
from treecompare import resources
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.comparison.settings import Settings
from treecompare.drawing.describe import words_of
from treecompare.errors import UsageError
from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.frames import Frame, Script
from treecompare.extras.teaching.steps import scripts
from treecompare.measures import MEASURES_OF
from treecompare.readers import Treebank

KEYS = [one.key for one in resources.samples()]


def compared(files: Files, settings: Settings | None = None) -> Comparison:
    found = opened(open_files(files, settings or Settings())).comparison
    score(found)
    return found


def sample(key: str, settings: Settings | None = None) -> Comparison:
    return compared(sample_files(next(one for one in resources.samples() if one.key == key)), settings)


def every(comparison: Comparison, words: bool = True, step: int = 1) -> Iterator[tuple[int, int, Script]]:
    for system in range(len(comparison.systems)):
        for sentence in range(0, comparison.sentences, step):
            for script in scripts(comparison, system, sentence):
                if words or not script.word:
                    yield system, sentence, script


def kinds(steps: Sequence[Frame]) -> Counter[str]:
    return Counter(step.kind for step in steps[1:-1])


def check(comparison: Comparison, system: int, sentence: int, script: Script) -> None:
    """Counts of steps are counts of the table, and the last step has its scores."""
    steps, row = script.outline, slice(sentence, sentence + 1)
    counts = comparison.table.part(system, script.part, row)
    found = kinds(steps)
    where = f"{script.name}, system {system}, sentence {sentence}"
    measures = [
        one for one in MEASURES_OF[comparison.kind] if one.part == script.part and one.key in shown_keys(script)
    ]
    assert measures, where
    for one in measures:
        value = float(comparison.table.scores(system, one.key)[sentence])
        assert f"= {one.shown(value)}" in steps[-1].text or f"{one.shown(value)} (" in steps[-1].text, where
    assert not steps[0].kind and not steps[-1].kind and all(step.kind for step in steps[1:-1] if not script.word)
    if script.part.split(".")[0] == "la":
        if not script.word:
            assert found["word"] == len(steps) - 2
        return
    names = {"t": ("deleted", "inserted", "swapped"), "e": ("matched", "deleted", "inserted")}.get(script.part[0])
    if comparison.kind == "lattices":
        names = ("matched", "deleted", "inserted")
    elif comparison.kind == "schemes":
        names = ("deleted", "inserted", "swapped")
        assert found["forgiven"] == int(comparison.table.part(system, script.part).forgiven[sentence]), where
    elif comparison.kind == "dependencies":
        names = ("matched", "deleted")
        assert found["matched"] + found["deleted"] == counts.gold[0]
    assert names is not None
    assert {name: found[name] for name in names} == {name: int(getattr(counts, name)[0]) for name in names}, where


def shown_keys(script: Script) -> list[str]:
    """The measures whose scores the last step states."""
    part = script.part
    suffix = ".unlabelled" if part.endswith(".unlabelled") else ""
    if part.startswith("t."):
        return [f"{part}.dice", f"{part}.jaccard"]
    if part.startswith("e."):
        return [f"{part.removesuffix(suffix)}.{name}{suffix}" for name in ("precision", "recall", "dice")]
    return [part]


@pytest.mark.parametrize("key", KEYS)
def test_steps_count_what_the_table_has(key: str) -> None:
    comparison = sample(key)
    names = set()
    for system, sentence, script in every(comparison, step=stride(1 + comparison.sentences // 4)):
        check(comparison, system, sentence, script)
        names.add(script.part)
    expected = {
        "constituents": {"t.whole", "t.roof", "e.roof", "e.whole", "e.roof.unlabelled", "e.whole.unlabelled", "la", "la.tags"},
        "dependencies": {"las", "uas"}, "lattices": {"tedeval.lattice", "segeval"}, "schemes": {"tedeval", "tedeval2011"},
    }[comparison.kind]  # fmt: skip
    assert expected <= names


@pytest.mark.parametrize("params", ["standard", "evalb", "none"])
@pytest.mark.parametrize("key, every_so_many", [
    ("first-comparison", 9), ("worked-examples-emms", 1), ("worked-examples-leaf-ancestor", 1),
])  # fmt: skip
def test_each_step_of_the_t_script_leads_nearer_to_the_gold(key: str, every_so_many: int, params: str) -> None:
    """Its trees are scored as those of files are: the cost falls by one with each step, and the last tree is the gold's."""
    comparison = sample(key, Settings(params=params))
    every = every_so_many * (stride(2) if every_so_many > 1 else 1)
    assert sum(walk_edits(comparison, sentence) for sentence in range(0, comparison.sentences, every)) > 4


def walk_edits(comparison: Comparison, sentence: int) -> int:
    """Compares the trees of all steps; how many steps there were."""
    number = 0
    for system in range(len(comparison.systems)):
        for script in scripts(comparison, system, sentence):
            if not script.part.startswith("t."):
                continue
            cost = float(comparison.table.part(system, script.part, slice(sentence, sentence + 1)).cost[0])
            for place, step in enumerate(script.outline[:-1]):
                assert step.exercise is not None
                left = step.exercise.comparison.table.part(0, "t.whole", slice(0, 1))
                assert float(left.cost[0]) == cost - place, (system, sentence, script.name, place)
                nodes_are_there(step)
                number += 1
                if len(step.nodes) == 2 and step.kind in ("deleted", "swapped"):
                    same_on_both_sides(step)
            last = script.outline[-1].exercise
            assert last is not None and last.comparison.table.scores(0, "t.whole.dice")[0] == 1
            assert isinstance(last.gold, Treebank) and isinstance(last.system, Treebank)
            assert last.system.trees[0].brackets() == last.gold.trees[0].brackets()
    return number


def same_on_both_sides(step: Frame) -> None:
    """What was changed in the system's tree is what the gold has; what was inserted stands over the same words."""
    assert step.exercise is not None
    trees = step.exercise.comparison.pairs(0)  # type: ignore[attr-defined]
    places = dict(step.nodes)
    gold, test = trees.gold[0], trees.test[0]
    assert gold.texts[places["gold"]] == test.texts[places["test"]]
    if step.kind == "deleted":
        assert [gold.words[one] for one in words_of(gold, places["gold"])] == [
            test.words[one] for one in words_of(test, places["test"])
        ]


def nodes_are_there(step: Frame) -> None:
    """What is lit has a number in the trees that are drawn, and is no node twice."""
    assert step.exercise is not None
    trees = step.exercise.comparison.pairs(0)  # type: ignore[attr-defined]
    sizes = {"gold": len(trees.gold[0]), "test": len(trees.test[0])}
    lit = [*step.nodes, *step.done]
    assert len(set(lit)) == len(lit)
    assert all(0 <= node < sizes[side] for side, node in lit)
    raw = step.exercise.system
    assert (
        isinstance(raw, Treebank) and len(raw.trees[0]) == sizes["test"]
    )  # the preparation leaves these trees as they are
    assert step.is_numbered_alike


def small(gold: str, system: str, params: str = "standard") -> dict[str, Script]:
    """The scripts of two sentences, by name."""
    comparison = of_texts(gold, system, Settings(params=params)).comparison
    return {one.name: one for one in scripts(comparison, 0, 0)}


def texts(script: Script) -> list[str]:
    return [step.text for step in script.outline]


def test_what_stands_twice_over_the_same_words_is_matched_as_often_as_both_have_it() -> None:
    script = small("(S (NP (NP (NP (N dogs)))) (VP (V bark)))", "(S (NP (NP (N dogs))) (VP (V bark)))")["e.roof"]
    found, last = texts(script), script.outline[-1]
    assert len(last.done) == 8 and last.failed == script.outline[5].nodes and last.failed[0][0] == "gold"
    assert found[2:4] == [
        "NP “dogs”: both have it. It stands there 3 times in the gold, twice in the system; this is the first match of 2.",
        "NP “dogs”: both have it. It stands there 3 times in the gold, twice in the system; this is the second match of 2.",
    ]
    assert found[5] == "NP “dogs”: only the gold has it. The system has it twice, which is matched."
    assert found[6].endswith(
        "Precision, roof: 4 / 4 = 100.00; recall, roof: 4 / 5 = 80.00; E-Dice, roof: 2·4 / (5 + 4) = 88.89."
    )


def test_the_first_step_counts_constituents_and_where_tags_count_tags() -> None:
    found = small("(S (NP (NP (NP (N dogs)))) (VP (V bark)))", "(S (NP (NP (N dogs))) (VP (V bark)))")
    assert texts(found["e.roof"])[0].startswith("The gold has 5 constituents, the system 4.")
    assert texts(found["e.whole"])[0].startswith("The gold has 7 constituents and tags, the system 6.")


def test_boundaries_that_one_side_has_are_named_as_boundaries() -> None:
    found = small("(S (A (B a)) (C c))", "(S (A a) (X (C c)))")
    assert texts(found["la:1"])[2] == "The boundary ] is only in the gold and is deleted: 1."
    assert texts(found["la:2"])[1] == "The boundary [ is only in the system and is inserted: 1."


def test_labels_that_count_as_the_same_and_others_over_the_same_words() -> None:
    trees = "(S (NP (N dogs)) (VP (V get) (PRT (R up)) (ADJP (J early))))"
    found = small(trees, trees.replace("PRT", "ADVP").replace("ADJP", "ADVP"), "evalb")
    assert texts(found["e.roof"])[4:7] == [
        "PRT “up”: both have it; the system calls it ADVP, which counts as the same.",
        "ADJP “early”: only the gold has it. Over these words the system has ADVP.",
        "ADVP “early”: only the system has it. Over these words the gold has ADJP.",
    ]
    assert texts(found["e.roof.unlabelled"])[5] == (
        "ADJP “early”: both have a node over these words, the system calls it ADVP."
    )
    assert texts(found["t.whole"])[1:2] == ["Relabel ADVP “early” as ADJP, as the gold has it."]
    assert texts(found["la:3"])[1:3] == ["The boundary [ is in both.", "PRT is in both."]


def test_what_moves_where_in_the_t_script() -> None:
    gold = "(S (NP (N dogs)) (VP (V bark) (PP (P at) (NP (N cats)))))"
    found = small(gold, "(S (NP (N dogs)) (XP (X (V bark) (P at)) (NP (N cats))))")["t.whole"]
    assert texts(found)[1:-1] == [
        "Delete X “bark at”: it has no counterpart in the gold; V and P move up to XP.",
        "Relabel XP “bark at cats” as VP, as the gold has it.",
        "Insert PP “at cats” under VP: not in the system.",
    ]
    assert [step.figure for step in found.outline] == [
        "cost 0 of 3: deleted 0 of 1, relabelled 0 of 1, inserted 0 of 1",
        "cost 1 of 3: deleted 1 of 1, relabelled 0 of 1, inserted 0 of 1",
        "cost 2 of 3: deleted 1 of 1, relabelled 1 of 1, inserted 0 of 1",
        *["cost 3 of 3: deleted 1 of 1, relabelled 1 of 1, inserted 1 of 1"] * 2,
    ]
    assert (
        "1 deleted, 1 relabelled, 1 inserted, cost 3. The formula goes the other way: I = 1, S = 1, D = 1."
        in texts(found)[-1]
    )
    moved = found.outline[1]
    assert moved.exercise is not None and isinstance(moved.exercise.system, Treebank)
    tree = moved.exercise.system.trees[0]
    assert [(side, tree.texts[node]) for side, node in moved.nodes] == [("test", "V"), ("test", "P")]


def test_label_costs_are_told_and_add_up(tmp_path: Path) -> None:
    table = tmp_path / "costs.tsv"
    table.write_text("A\tB\t0.25\n", "utf-8")
    settings = Settings(tree_costs=str(table))
    comparison = of_texts("(S (A (N dogs)) (C (V bark)))", "(S (B (N dogs)) (D (V bark)))", settings).comparison
    found = next(one for one in scripts(comparison, 0, 0) if one.name == "t.whole")
    assert [step.figure.split(":")[0] for step in found.outline[1:]] == [
        "cost 0.25 of 1.25",
        *["cost 1.25 of 1.25"] * 2,
    ]
    assert texts(found)[1:3] == [
        "Relabel B “dogs” as A, as the gold has it; this costs 0.25.", "Relabel D “bark” as C, as the gold has it."
    ]  # fmt: skip
    assert [step.exercise.comparison.table.part(0, "t.whole").cost[0] for step in found.outline if step.exercise] == [
        1.25, 1.0, 0.0, 0.0,
    ]  # fmt: skip


def test_a_lineage_is_edited_symbol_by_symbol() -> None:
    """Sampson & Babarczy 2003: the distance over both lengths, taken from one."""
    gold = "(S (NP (N dogs)) (VP (V bark) (PP (P at) (NP (N cats)))))"
    found = small(gold, "(S (NP (N dogs)) (V bark) (XP (P at) (NP (N cats))))")
    at = found["la:3"]
    assert texts(at)[1:-1] == [
        "The boundary [ is in both.", "PP is only in the gold and is deleted: 1.", "VP is replaced by XP: 2.", "S is in both.",
        "“at” scores 1 − 3 / (4 + 3) = 0.571: 1 minus the distance divided by the symbols of both lineages.",
    ]  # fmt: skip
    assert [step.figure for step in at.outline[:6]] == [
        "distance 0", "distance 0", "distance 1", "distance 3", "distance 3", "0.571",
    ]  # fmt: skip
    assert [step.lineages.now for step in at.outline if step.lineages is not None] == [-1, 0, 1, 2, 3, 4, 4]
    assert [len(step.nodes) for step in at.outline] == [7, 0, 1, 2, 2, 0, 0]
    assert len(at.outline[-1].failed) == 3 and len(at.outline[-1].done) == 2
    scored = [step for step in found["la"].outline if step.kind == "word"]
    assert scored[2].text == "“at”: 1 − 3 / (4 + 3) = 0.571."


def test_a_wrong_relation_is_told_where_relations_count() -> None:
    rows = "1\tthe\t_\tDET\t_\t_\t{}\t_\t_\n2\tdogs\t_\tNOUN\t_\t_\t0\troot\t_\t_\n3\tbark\t_\tVERB\t_\t_\t2\tacl\t_\t_\n\n"
    found = small(rows.format("2\tdet"), rows.format("3\tnmod"))
    assert [texts(found[part])[1].rpartition(": ")[2] for part in ("las", "uas")] == [
        "head and relation wrong.",
        "head wrong.",
    ]


def test_heads_and_relations_are_asked_for_word_by_word() -> None:
    rows = "1\tthe\t_\tDET\t_\t_\t{}\tdet\t_\t_\n2\tdogs\t_\tNOUN\t_\t_\t3\t{}\t_\t_\n3\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    found = small(rows.format(2, "nsubj"), rows.format(3, "obj"))
    assert texts(found["las"])[1:] == [
        "“the” depends on “dogs” as det in the gold, on “bark” as det in the system: head wrong.",
        "“dogs” depends on “bark” as nsubj in the gold, on “bark” as obj in the system: relation wrong.",
        "“bark” is the root as root: right.",
        "1 of 3 words right. LAS: 2·1 / (3 + 3) = 33.33.",
    ]
    assert texts(found["uas"])[1:3] == [
        "“the” depends on “dogs” in the gold, on “bark” in the system: head wrong.", "“dogs” depends on “bark”: right.",
    ]  # fmt: skip
    assert found["las"].outline[-1].done == (("gold", 2), ("test", 2)) and len(found["las"].outline[-1].failed) == 4


def test_what_is_kept_of_a_lattice_with_another_tag_is_told() -> None:
    (script,) = [one for one in scripts(sample("words-that-differ"), 1, 1) if one.part == "segeval.unlabelled"]
    assert [step.text for step in script.outline if step.text.startswith("Keep")] == [
        "Keep “H”/DEF: both have it.",
        "Keep “ILD”/NN: both have it.",
        "Keep “AKL”/VB: both have it.",
        "Keep “AT”/AT: in the system it is “AT”/IN.",
        "Keep “H”/DEF: both have it.",
        "Keep “TPWX”/NN: both have it.",
    ]


def test_without_gold_both_are_called_by_their_names() -> None:
    trees = (
        "(S (NP (N dogs)) (VP (V bark) (PP (P at) (NP (N cats)))))",
        "(S (N dogs) (XP (V bark) (P at) (NP (N cats))))",
    )
    words = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    for gold, system in (trees, (words, words.replace("nsubj", "obj"))):
        exercise = replace(of_texts(gold, system, gold_name="anne", system_name="bert"), is_gold=False)
        for script in scripts(exercise.comparison, 0, 0):
            for step in script.outline:
                assert not re.search(r"(?i)\b(gold|system|test)\b", f"{step.text} {step.figure}"), step.text
                assert step.exercise is None or not step.exercise.is_gold
                assert step.lineages is None or step.lineages.titles == ("anne", "bert")


def test_there_is_nothing_to_go_through_without_a_parse(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.mrg", tmp_path / "a.mrg"
    gold.write_text("(S (N dogs))\n(S (N cats))\n", "utf-8")
    system.write_text("(S (N dogs))\n()\n", "utf-8")
    for missing in ("skip", "zero"):
        comparison = compared(Files(str(gold), (("", str(system)),)), Settings(missing=missing))
        assert scripts(comparison, 0, 0) and scripts(comparison, 0, 1) == []
        with pytest.raises(UsageError):
            scripts(comparison, 0, 2)


def real(
    shared: Path, gold: str, system: str, settings: Settings | None = None, lattices: tuple[str, ...] = ()
) -> Comparison:
    data = shared / "data"
    beside = tuple(str(data / one) for one in lattices)
    return compared(Files(str(data / gold), (("", str(data / system)),), lattices=beside), settings)


def check_some(comparison: Comparison, step: int, words: bool = False) -> Counter[str]:
    """Every so many sentences; how often each script was there."""
    seen: Counter[str] = Counter()
    for system in range(len(comparison.systems)):
        for sentence in range(0, comparison.sentences, step):
            for script in scripts(comparison, system, sentence):
                if words or not script.word:
                    check(comparison, system, sentence, script)
                    seen[script.part] += 1
    return seen


BLIP = "wsj-sample/gold.mrg", "wsj-sample/bllip.mrg"
TIGER = "german-tiger/pcc316.gold.export", "german-tiger/pcc316.discodop-pcc.export"
LINK = "linkgrammar-gum/gum.const.mrg", "linkgrammar-gum/linkparser.trees.txt"
CGEL = "iaa-cgel/ewt-test_iaa50.adjudicated.mrg", "iaa-cgel/ewt-test_iaa50.nschneid.novalidator.mrg"


@pytest.mark.parametrize("files, params, step", [
    (BLIP, "standard", 7), (BLIP, "evalb", 11), (TIGER, "none", 4), (CGEL, "standard", 1), (LINK, "standard", 4),
])  # fmt: skip
def test_real_trees(shared: Path, files: tuple[str, str], params: str, step: int) -> None:
    """Other preparations, crossing branches, words that differ."""
    seen = check_some(real(shared, *files, Settings(params)), step * stride(8))
    assert all(seen[part] >= 50 // stride(8) for part in ("t.whole", "t.roof", "e.roof", "e.whole", "la"))


@pytest.mark.parametrize("files, params, step", [(BLIP, "standard", 99), (CGEL, "standard", 4), (LINK, "standard", 28)])
def test_real_trees_on_the_way(shared: Path, files: tuple[str, str], params: str, step: int) -> None:
    """Where words differ, too."""
    comparison = real(shared, *files, Settings(params))
    every = range(0, comparison.sentences, step * stride(3))
    assert sum(walk_edits(comparison, sentence) for sentence in every) > 40 // stride(3)


def test_real_dependencies(shared: Path) -> None:
    """With and without punctuation; tokens differ."""
    for settings, step in ((Settings(), 5), (Settings(punctuation="ignore"), 9)):
        seen = check_some(real(shared, "ewt/test.gold.conllu", "ewt/test.udpipe.conllu", settings), step * stride(8))
        assert seen["las"] == seen["uas"] > 200 // stride(8)


def test_real_lattices(shared: Path) -> None:
    """Trees and segments of Hebrew."""
    lattices = ("hebrew-spmrl/dev.gold.lattices", "hebrew-spmrl/dev.yap.lattices")
    files = "hebrew-spmrl/dev.gold.conll", "hebrew-spmrl/dev.yap.conll"
    seen = check_some(real(shared, *files, Settings(over_lattices=True), lattices), 3 * stride(9))
    assert min(seen["tedeval.lattice"], seen["segeval.unlabelled"]) > 150 // stride(9)


def test_real_schemes(shared: Path) -> None:
    """Dependencies beside phrase structure."""
    craft = shared / "data" / "craft"
    parses = [str(craft / name) for name in ("malt-eager.conllu.gz", "bllip.mrg")]
    golds = str(craft / "gold.conllu"), (("", str(craft / "gold.mrg")),)
    files = Files(golds[0], tuple(("", path) for path in parses), golds[1], ((parses[1], 1),))
    comparison = compared(files)
    step = 10 * stride(9)
    seen = check_some(comparison, step)
    number = len(comparison.systems) * len(range(0, comparison.sentences, step))
    assert seen["tedeval.unlabelled"] == seen["tedeval2011.unlabelled"] == number >= 300 // stride(9)
