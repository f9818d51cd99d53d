"""What the TedEval program counts: its own figures of single sentences that show each of its rules, and files together."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from treecompare.mappings.tedeval_program import (
    PROGRAMS,
    Positions,
    ProgramTrees,
    count_program,
    count_program_segments,
    generalise_program,
    program_label,
    program_trees,
    side_by_side,
)
from treecompare.readers import parse
from treecompare.trees.functions import from_constituents
from treecompare.trees.symbols import Symbols

ROWS = list(
    csv.DictReader(
        (Path(__file__).parents[1] / "data" / "tedeval_program.tsv").read_text("utf-8").splitlines()[1:],
        delimiter="\t",
        quoting=csv.QUOTE_NONE,
    )
)
MODES = [(version, mode) for version in ("2.1", "2.2") for mode in ("labelled", "unlabelled")]


def segmented(text: str) -> list[list[list[str]]]:
    """One sentence: words between blanks, segments between colons."""
    return [[word.split(":") for word in text.split()]]


def positions(row: dict[str, str]) -> tuple[Positions | None, Positions | None]:
    if not row["gold segments"]:
        return None, None
    return side_by_side(segmented(row["gold segments"]), segmented(row["system segments"]))


def program(symbols: Symbols, text: str, version: str, places: Positions | None = None) -> ProgramTrees:
    functions = from_constituents(parse(text).trees, symbols, whole_labels=True)
    return program_trees(functions, f"tedeval-{version}", places)


def figures(system: ProgramTrees, gold: ProgramTrees, common: ProgramTrees, is_labelled: bool) -> list[list[int]]:
    """The columns of the table, a row per sentence."""
    ours, of_gold = count_program(system, gold, common, is_labelled), count_program(gold, common, common, is_labelled)
    sizes = [one.rows(is_labelled).counted(len(ours.gold)) for one in (system, gold, common)]
    columns = [*sizes, ours.error + ours.forgiven, of_gold.error, ours.error, ours.gold + ours.test]
    return np.stack(columns, axis=1).tolist()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
@pytest.mark.parametrize(("version", "mode"), MODES)
def test_the_programs_figures(row: dict[str, str], version: str, mode: str) -> None:
    symbols, (of_gold, of_system) = Symbols(), positions(row)
    gold = program(symbols, row["gold"], version, of_gold)
    system = program(symbols, row["system"], version, of_system)
    common = gold
    if row["other gold"]:
        common = generalise_program([gold, program(symbols, row["other gold"], version)])
    (found,) = figures(system, gold, common, mode == "labelled")
    for name, ours, theirs in zip(
        ("system", "gold", "common", "l1", "l2", "error", "norm"), found, row[f"{version} {mode}"].split(), strict=True
    ):
        # with one gold the program prints no difference; with nothing but roots it prints the norm 0 and adds 1
        if theirs != "-" and (name, theirs) != ("norm", "0"):
            assert ours == int(theirs), (name, found)
        elif (name, theirs) == ("norm", "0"):
            assert ours == 1


@pytest.mark.parametrize(("version", "mode"), MODES)
def test_files_are_their_sentences(version: str, mode: str) -> None:
    """Also where some are missing: these have no size."""
    rows = [row for row in ROWS if not row["other gold"] and not row["gold segments"]]
    symbols = Symbols()
    golds, systems = ([f"{row[side]}" for row in rows] for side in ("gold", "system"))
    gold = program(symbols, "\n".join(["(())", *golds, golds[0]]), version)
    system = program(symbols, "\n".join([systems[0], *systems, "(())"]), version)
    found = figures(system, gold, gold, mode == "labelled")
    for place, row in enumerate(rows, 1):
        expected = [int(one) for one in row[f"{version} {mode}"].split() if one != "-"]
        assert [found[place][column] for column in (0, 1, 3)] == expected[:3], row["name"]
    counts = count_program(system, gold, gold, mode == "labelled")
    assert counts.gold[[0, -1]].tolist() == counts.test[[0, -1]].tolist() == [0, 0]


@pytest.mark.parametrize("version", ["2.1", "2.2"])
def test_a_file_is_its_own_generalisation(version: str) -> None:
    symbols = Symbols()
    one = program(symbols, "\n".join(row["gold"] for row in ROWS), version)
    same = generalise_program([one, one])
    for rows, others in ((one.labelled, same.labelled), (one.unlabelled, same.unlabelled), (one.tags, same.tags)):
        assert (rows.spans.tolist(), rows.labels.tolist()) == (others.spans.tolist(), others.labels.tolist())
    assert same.lengths.tolist() == one.lengths.tolist()
    for is_labelled in (True, False):
        counts = count_program(one, one, one, is_labelled)
        assert not (counts.error.any() or counts.forgiven.any())
        assert (counts.matched == one.rows(is_labelled).counted(len(ROWS))).all()


def test_what_golds_label_otherwise_is_a_node_without_a_name() -> None:
    symbols = Symbols()
    one, other = (program(symbols, f"(S ({label} (N a) (N b)) (V c))", "2.1") for label in ("NP", "VP"))
    common = generalise_program([one, other])
    names = [symbols[label // 3] for label in common.labelled.labels.tolist()]
    assert sorted(names) == ["N", "N", "S", "V", "_"]
    assert sorted(symbols[label // 3] for label in common.tags.labels.tolist()) == sorted(names)
    shorter = generalise_program([one, program(symbols, "(())", "2.1")])
    assert shorter.lengths.tolist() == [0] and len(shorter.labelled.spans) == 0


@pytest.mark.parametrize(
    ("label", "compared"), [(";", "SEMI"), ("nn-SBJ-1", "NNSBJ1"), ("a", "A"), ("--", ""), ("x;", "X;")]
)
def test_labels_as_the_program_compares_them(label: str, compared: str) -> None:
    assert program_label(label) == compared


def segment_counts(version: str, *pairs: tuple[str, str]) -> list[tuple[int, int, int, int]]:
    """As the program prints them: sizes with the root, the distance, the norm; of sentences of a gold and a system."""
    golds, systems = ([segmented(text)[0] for text in side] for side in zip(*pairs, strict=True))
    of_gold, of_system = side_by_side(golds, systems)
    flat = [[[segment for word in words for segment in word] for words in side] for side in (systems, golds)]
    found = count_program_segments(flat[0], of_system, flat[1], of_gold, f"tedeval-{version}")
    columns = (found.test + 1, found.gold + 1, found.error, found.test + found.gold)
    return list(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize(
    ("gold", "system", "old", "new"),
    [
        ("B:H:CL:FL:HM H:NEIM", "B:CL:FL:HM HNEIM", (6, 8, 6, 12), (6, 8, 7, 12)),  # the example of the paper
        ("bills:saw up 3.5 shares:!", "bills:sa:w upX 3.5 shares!", (7, 7, 6, 12), (7, 7, 6, 12)),
        ("a b", "a b", (3, 3, 0, 4), (3, 3, 0, 4)),
        ("a b", "a c", (3, 3, 0, 4), (3, 3, 2, 4)),  # only version 2.2 compares names
    ],
)
def test_segments_alone(gold: str, system: str, old: tuple[int, ...], new: tuple[int, ...]) -> None:
    whole = ("a:b:c", "abc")
    for version, expected in (("2.1", old), ("2.2", new)):
        assert segment_counts(version, (gold, system)) == [expected]
        (between,) = segment_counts(version, whole)
        assert segment_counts(version, whole, (gold, system), whole) == [between, expected, between]


def test_a_sentence_of_one_segment_has_in_version_2_2_a_node_for_each_position() -> None:
    assert segment_counts("2.2", ("a:b:c", "abc")) == [(4, 4, 6, 6)]
    assert segment_counts("2.1", ("a:b:c", "abc"))[0][:2] == (2, 4)
    assert PROGRAMS == ("tedeval-2.1", "tedeval-2.2")
