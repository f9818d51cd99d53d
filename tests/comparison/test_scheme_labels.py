"""Labels for a system from another file of its parses, and what is said of sentences that golds and systems do not share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.test_schemes import ON, SUNDAY, dependencies
from treecompare.analyses.schemes import scheme_tables
from treecompare.comparison.base import score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.drawing.sentence import DEFAULT
from treecompare.errors import UsageError
from treecompare.readers import DependencyTreebank, parse, read_any
from treecompare.readers.treebank import Treebank
from treecompare.scores.result import View
from treecompare.scores.set_notes import set_note

TREE = "(S (VB arrive) (PP (IN on) (NP (NN Sunday))))"
TWO_ROOTS = [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 0, "root")]


def trees(name: str, *texts: str) -> Treebank:
    from dataclasses import replace

    return replace(parse("\n".join(texts) + "\n"), name=name, path=name)


def test_a_system_gets_the_labels_of_its_parses_as_dependencies() -> None:
    golds = [dependencies("A", ON), trees("PS", TREE)]
    wanted = {"labels_from": {1: 0}, "system_labels": {0: dependencies("ps.A", ON)}}
    plain = score(SchemeComparison(golds, [trees("ps", TREE)], [1], labels_from={1: 0}))
    assert not plain.tables[1,].exist(0, "tedeval").any()
    found = score(SchemeComparison(golds, [trees("ps", TREE)], [1], **wanted))  # type: ignore[arg-type]
    assert found.tables[1,].summary(0, "tedeval", "pooled") == found.tables[0, 1].summary(0, "tedeval", "pooled") == 1
    assert "|labels:PS=A|labels:ps=ps.A|" in found.table.signature("tedeval")
    assert not any("no grammatical functions" in one for one in found.warnings)
    assert found.command("score")[-2:] == ["--labels-from", f"ps={Path('ps.A').absolute()}"]
    assert found.usual_keys[0] == "tedeval"
    # the drawing and its operations have them, too
    assert found.drawing(0, 0, DEFAULT).written("text").count("tmod") >= 2 and found.operations(0, 0) == []
    wrong = score(
        SchemeComparison(
            golds,
            [trees("ps", TREE)],
            [1],
            system_labels={0: dependencies("x", [("go", 0, "root"), ("home", 1, "obj")])},
        )
    )
    assert "the words differ: ps has 3, x has 2" in wrong.tables[1,].reason(0, 0)


def test_a_file_of_dependencies_gives_labels_in_window_and_library(tmp_path: Path) -> None:
    paths = {}
    for name, words in (("gold.A", ON), ("ps.A", ON)):
        lines = [f"{n}\t{form}\t_\t_\t_\t_\t{head}\t{rel}\t_\t_" for n, (form, head, rel) in enumerate(words, 1)]
        (tmp_path / f"{name}.conllu").write_text("\n".join(lines) + "\n\n", "utf-8")
        paths[name] = str(tmp_path / f"{name}.conllu")
    paths["PS"] = str(tmp_path / "gold.PS.mrg")
    Path(paths["PS"]).write_text(TREE + "\n", "utf-8")
    files = Files(paths["gold.A"], (("ps", paths["PS"]),), golds=(("", paths["PS"]),), follows=((paths["PS"], 1),))
    comparison = opened(open_files(files.with_dependencies([("ps", paths["ps.A"])]))).comparison
    assert isinstance(comparison, SchemeComparison)
    assert list(comparison.system_labels) == list(comparison.dependencies) == [0]
    with pytest.raises(UsageError, match="dependencies cannot be set beside one of several golds"):
        opened(open_files(files.with_dependencies([("gold", paths["ps.A"])])))


def test_escaped_brackets_are_the_same_words_for_attachment() -> None:
    gold = [("-LRB-", 2, "punct"), ("go", 0, "root")]
    found = score(
        SchemeComparison([dependencies("A", gold)], [dependencies("a", [("(", 2, "punct"), ("go", 0, "root")])], [0])
    )
    assert found.table.exist(0, "las").all() and found.table.summary(0, "las", "pooled") == 1


def test_several_roots_are_told() -> None:
    found = score(SchemeComparison([dependencies("A", ON)], [dependencies("a", TWO_ROOTS)], [0]))
    assert "a: 1 sentence has several roots, which stand under one node" in found.warnings


def test_a_shorter_gold_is_said_beside_the_figures() -> None:
    found = score(SchemeComparison([dependencies("A", ON)], [dependencies("a", ON, SUNDAY, ON)], [0]))
    assert scheme_tables(found, View())[0].note.endswith("The gold A has 1 sentence; a has 2 more, not compared.")


def test_a_system_that_does_not_apply_is_not_skipped() -> None:
    golds = [dependencies(name, ON) for name in "ABC"]
    found = score(SchemeComparison(golds, [dependencies("a", ON), dependencies("b", ON)], [0, 1]))
    table = found.tables[1, 2]
    assert set_note(table) == "a does not apply: its own gold A is not part of B + C."
    assert str(table.coverage(0)) == "nan" and table.coverage(1) == 1


@pytest.mark.parametrize(
    ("target", "expected"), [((0,), 0.9016917), ((1,), 0.8996), ((0, 1), 0.9017)], ids=lambda one: str(one)
)
def test_bllip_with_stanfords_labels(shared: Path, target: tuple[int, ...], expected: float) -> None:
    folder = shared / "data" / "wsj-sample-1394"
    files = [
        read_any(folder / name) for name in ("gold.mrg", "dep/gold.SD.conllu.gz", "bllip.mrg", "dep/bllip.SD.conllu.gz")
    ]
    labels = files[3]
    assert isinstance(labels, DependencyTreebank)
    found = SchemeComparison(
        files[:2], [files[2]], [0], labels_from={0: 1}, system_labels={0: labels}, parts=["tedeval"]
    )
    score(found)
    assert found.tables[target].summary(0, "tedeval", "pooled") == pytest.approx(expected, abs=5e-5)


def test_sentences_in_another_order_are_told_and_compared_but_by_the_rules_of_the_program() -> None:
    home = [("go", 0, "root"), ("home", 1, "obj")]
    late = [("later", 0, "root")]
    golds = [dependencies("A", ON, home, late), dependencies("B", home, ON, late)]
    other = [("stay", 0, "root"), ("home", 1, "obj")]  # words that differ stand nowhere else
    systems = [dependencies("a", ON, other, late)]
    found = score(SchemeComparison(golds, systems, [0]))
    assert "1 sentence stands elsewhere in B" in found.warnings and found.tables[0, 1].statuses.tolist() == [[1, 3, 1]]
    program = score(SchemeComparison(golds, systems, [0], SchemeSettings("tedeval-2.2")))
    assert "B: 2 sentences stand in another place than in A, and cannot be compared with it" in program.warnings
    assert program.tables[0, 1].statuses.tolist() == [[3, 3, 1]]
    assert not any("another place" in one for one in program.warnings if one.startswith("a:"))


def test_a_gold_without_sentences_is_refused() -> None:
    with pytest.raises(UsageError, match="B: a gold without sentences; expected those that the other files have"):
        SchemeComparison([dependencies("A", ON), dependencies("B")], [dependencies("a", ON)], [0])
