"""The scripts of all samples and of real sentences: their steps count what the table has, and they end where they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from treecompare import resources
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import Files, open_files, opened, sample_files
from treecompare.comparison.settings import Settings
from treecompare.lessons.step import is_numbered_alike
from treecompare.lessons.steps import Script, Step, scripts
from treecompare.measures import MEASURES_OF
from treecompare.readers import Treebank

KEYS = [one.key for one in resources.samples()]


def compared(files: Files, settings: Settings | None = None) -> Comparison:
    found = opened(open_files(files, settings or Settings())).comparison
    score(found)
    return found


def sample(key: str, settings: Settings | None = None) -> Comparison:
    return compared(sample_files(next(one for one in resources.samples() if one.key == key)), settings)


def every(comparison: Comparison, words: bool = True) -> Iterator[tuple[int, int, Script]]:
    for system in range(len(comparison.systems)):
        for sentence in range(comparison.sentences):
            for script in scripts(comparison, system, sentence):
                if words or not script.word:
                    yield system, sentence, script


def kinds(steps: Sequence[Step]) -> Counter[str]:
    return Counter(step.kind for step in steps[1:-1])


def check(comparison: Comparison, system: int, sentence: int, script: Script) -> None:
    """Counts of steps are counts of the table, and the last step has its scores."""
    steps, row = script.steps, slice(sentence, sentence + 1)
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
        assert found["forgiven"] == int(comparison.table.forgiven(system, script.part)[sentence]), where
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
    for system, sentence, script in every(comparison):
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
    assert sum(walk_edits(comparison, sentence) for sentence in range(0, comparison.sentences, every_so_many)) > 4


def walk_edits(comparison: Comparison, sentence: int) -> int:
    """Compares the trees of all steps; how many steps there were."""
    number = 0
    for system in range(len(comparison.systems)):
        for script in scripts(comparison, system, sentence):
            if not script.part.startswith("t."):
                continue
            cost = float(comparison.table.part(system, script.part, slice(sentence, sentence + 1)).cost[0])
            for place, step in enumerate(script.steps[:-1]):
                assert step.exercise is not None
                left = step.exercise.comparison.table.part(0, "t.whole", slice(0, 1))
                assert float(left.cost[0]) == cost - place, (system, sentence, script.name, place)
                nodes_are_there(step)
                number += 1
            last = script.steps[-1].exercise
            assert last is not None and last.comparison.table.scores(0, "t.whole.dice")[0] == 1
            assert isinstance(last.gold, Treebank) and isinstance(last.system, Treebank)
            assert last.system.trees[0].brackets() == last.gold.trees[0].brackets()
    return number


def nodes_are_there(step: Step) -> None:
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
    assert is_numbered_alike(step)


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
    seen = check_some(real(shared, *files, Settings(params)), step)
    assert all(seen[part] >= 50 for part in ("t.whole", "t.roof", "e.roof", "e.whole", "la"))


@pytest.mark.parametrize("files, params, step", [(BLIP, "standard", 99), (CGEL, "standard", 9), (LINK, "standard", 28)])
def test_real_trees_on_the_way(shared: Path, files: tuple[str, str], params: str, step: int) -> None:
    """Where words differ, too."""
    comparison = real(shared, *files, Settings(params))
    assert sum(walk_edits(comparison, sentence) for sentence in range(0, comparison.sentences, step)) > 40


def test_real_dependencies(shared: Path) -> None:
    """With and without punctuation; tokens differ."""
    for settings, step in ((Settings(), 5), (Settings(punctuation="ignore"), 9)):
        seen = check_some(real(shared, "ewt/test.gold.conllu", "ewt/test.udpipe.conllu", settings), step)
        assert seen["las"] == seen["uas"] > 200


def test_real_lattices(shared: Path) -> None:
    """Trees and segments of Hebrew."""
    lattices = ("hebrew-spmrl/dev.gold.lattices", "hebrew-spmrl/dev.yap.lattices")
    files = "hebrew-spmrl/dev.gold.conll", "hebrew-spmrl/dev.yap.conll"
    seen = check_some(real(shared, *files, Settings(over_lattices=True), lattices), 3)
    assert seen["tedeval.lattice"] > 150 and seen["segeval.unlabelled"] > 150


def test_real_schemes(shared: Path) -> None:
    """Dependencies beside phrase structure."""
    craft = shared / "data" / "craft"
    parses = [str(craft / name) for name in ("malt-eager.conllu.gz", "bllip.mrg")]
    golds = str(craft / "gold.conllu"), (("", str(craft / "gold.mrg")),)
    files = Files(golds[0], tuple(("", path) for path in parses), golds[1], ((parses[1], 1),))
    seen = check_some(compared(files), 10)
    assert seen["tedeval.unlabelled"] == seen["tedeval2011.unlabelled"] == 300
