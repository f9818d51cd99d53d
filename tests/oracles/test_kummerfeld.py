"""Errors of six parsers beside those of the Berkeley Parser Analyser (Kummerfeld et al. 2012), and totals on real treebanks.

That program repairs the parse step by step and counts the steps. Where one step repairs a sentence, both must find one error of the
same type; what they count otherwise is explained in the help.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from treecompare import resources
from treecompare.analyses.catalogue import View, analysis
from treecompare.analyses.errors import CountedErrors
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.errors import mothers
from treecompare.comparison.settings import Settings
from treecompare.mappings.errors import Error
from treecompare.readers import read
from treecompare.trees.tree import Tree

PARSERS = ("berkeley-sm3", "berkeley-sm5", "berkeley-sm6", "bikel-collins2", "bllip", "stanford-pcfg")
ABOUT = {
    "Co-ordination": "coordination", "PP Attachment": "PP", "NP Attachment": "NP", "VP Attachment": "VP",
    "Clause Attachment": "clause", "Modifier Attachment": "modifier", "NP Internal Structure": "NP-internal",
}  # fmt: skip
UNARY = ("unary-missing", "unary-extra")


@pytest.fixture(scope="module")
def parsers(shared: Path) -> ConstituentComparison:
    folder = shared / "data/wsj-sample-1394"
    systems = [read(str(folder / f"{name}.mrg")) for name in PARSERS]
    return score(ConstituentComparison(read(str(folder / "gold.mrg")), systems))


@cache
def craft(shared: Path, system: str) -> ConstituentComparison:
    folder = shared / "data/craft"
    return score(ConstituentComparison(read(str(folder / "gold.mrg")), [read(str(folder / f"{system}.mrg"))]))


@cache
def steps(shared: Path, parser: str) -> dict[int, list[dict[str, str]]]:
    found = defaultdict(list)
    with (shared / f"oracles/kummerfeld/{parser}.errors.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            found[int(row["sentence"]) - 1].append(row)
    return found


def corresponds(step: dict[str, str], one: Error) -> bool:
    """Whether an error is what a step repairs. What no rule of the program catches (UNSET) has no type there."""
    if step["type"] == "Different label":
        return one.kind == "label"
    if step["type"] in ("Unary", "XoverX Unary"):
        return one.kind in UNARY
    if step["type"] == "Single Word Phrase":
        return one.kind in (*UNARY, "label") and len(one.words) == 1
    kinds = ("moved", "retagged") if step["operation"] == "move" else ("missing", "extra")
    return one.kind in kinds and (step["type"].startswith("UNSET") or one.what == ABOUT[step["type"]])


@pytest.mark.parametrize("system", range(len(PARSERS)), ids=PARSERS)
def test_sentences_that_one_step_repairs(system: int, parsers: ConstituentComparison, shared: Path) -> None:
    errors = parsers.errors(system)
    same = total = 0
    for sentence, found in steps(shared, PARSERS[system]).items():
        if len(found) == 1 and errors.analysed[sentence]:
            ours = [one for one in errors.of(sentence) if one.kind != "tag"]
            total += 1
            same += len(ours) == 1 and corresponds(found[0], ours[0])
    assert total > 150 and same / total >= 0.92


PAGE = resources.path("help/errors.md")
ROWS = {
    "PP attachment": (["PP Attachment"], ["PP"]),
    "NP attachment": (["NP Attachment"], ["NP"]),
    "VP attachment": (["VP Attachment"], ["VP"]),
    "Clause attachment": (["Clause Attachment"], ["clause"]),
    "Modifier attachment": (["Modifier Attachment"], ["modifier"]),
    "Coordination": (["Co-ordination"], ["coordination"]),
    "NP structure": (["NP Internal Structure"], ["NP-internal"]),
    "Unary, single words": (["Single Word Phrase", "Unary", "XoverX Unary"], list(UNARY)),
    "Different label": (["Different label"], ["label"]),
    "UNSET": (["UNSET add", "UNSET remove", "UNSET move"], ["single-word", "retagged-word", "other"]),
}


def on_page(text: str) -> re.Match[str]:
    """What the page says, however its lines are broken."""
    found = re.search(text, " ".join(PAGE.read_text("utf-8").split()))
    assert found, text
    return found


def test_the_table_of_the_page(parsers: ConstituentComparison, shared: Path) -> None:
    counted = CountedErrors(parsers)
    assert counted.rows[0].sum() == 1393
    types = {one.key: one for one in parsers.error_types}
    printed = re.findall(r"^\| ([\w, ]*?) ?\| (\w+)[^|]* \| ([\d| ]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    lines = [[int(cell) for cell in cells.split("|")] for _, _, cells in printed]
    assert [name for name, _, _ in printed] == [text for name in ROWS for text in (name, "")]
    for place, (theirs, ours) in enumerate(ROWS.values()):
        own = [
            sum(step["type"] in theirs for found in steps(shared, name).values() for step in found) for name in PARSERS
        ]
        here = [sum(counted.number(system, types[key].among) for key in ours) for system in range(len(PARSERS))]
        assert lines[2 * place : 2 * place + 2] == [own, here]
    tags = [counted.number(system, types["tag"].among) for system in range(len(PARSERS))]
    assert on_page(r"\(([\d,]+) to ([\d,]+) errors\)").groups() == (f"{min(tags):,}", f"{max(tags):,}")


def test_how_many_sentences_the_program_looks_at(shared: Path) -> None:
    with (shared / "oracles/kummerfeld/sentences.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    looked_at = [sum(row[parser].isdecimal() for row in rows) for parser in PARSERS]
    assert len(rows) == 1394
    assert on_page(r"rest on ([\d,]+) to ([\d,]+), by parser").groups() == (
        f"{min(looked_at):,}",
        f"{max(looked_at):,}",
    )
    assert on_page(r"skips up to (\d+) ").group(1) == str(1394 - min(looked_at))


def one_by_one(parsers: ConstituentComparison, shared: Path) -> Iterator[tuple[int, list[dict[str, str]], list[Error]]]:
    """The steps and the errors of each parse, tags left out."""
    for system, name in enumerate(PARSERS):
        errors, found = parsers.errors(system), steps(shared, name)
        for sentence in np.flatnonzero(errors.analysed).tolist():
            yield system, found.get(sentence, []), [one for one in errors.of(sentence) if one.kind != "tag"]


def test_the_shares_of_the_page(parsers: ConstituentComparison, shared: Path) -> None:
    total, same, strictly = (np.zeros(len(PARSERS)) for _ in range(3))
    for system, found, ours in one_by_one(parsers, shared):
        if len(found) == 1:
            fits = len(ours) == 1 and corresponds(found[0], ours[0])
            total[system] += 1
            same[system] += fits
            strictly[system] += fits and (
                not found[0]["type"].startswith("UNSET") or ours[0].what in ("single word", "other")
            )
    said = on_page(r"in (\d+) to (\d+) % of such sentences .*? any kind, (\d+) to (\d+) % strictly").groups()
    assert said == tuple(
        f"{100 * one:.0f}" for shares in (same / total, strictly / total) for one in (min(shares), max(shares))
    )


def test_nps_that_move_on_the_page(parsers: ConstituentComparison, shared: Path) -> None:
    theirs = both = alone = one_step = 0
    for _, found, ours in one_by_one(parsers, shared):
        is_theirs = len(found) == 1 and found[0]["type"] == "NP Attachment"
        is_ours = len(ours) == 1 and (ours[0].kind, ours[0].what) == ("moved", "NP")
        theirs, both, alone = theirs + is_theirs, both + (is_theirs and is_ours), alone + is_ours
        one_step += is_ours and len(found) == 1
    said = on_page(
        r"Of (\d+) parses that .*? only error here in (\d+)\. "
        r"There are (\d+) parses .*? one step in (\d+) of these, several in (\d+)\."
    )
    assert tuple(map(int, said.groups())) == (theirs, both, alone, one_step, alone - one_step)


def test_pps_with_another_pp_before_them(parsers: ConstituentComparison, shared: Path) -> None:
    folder = shared / "data/wsj-sample-1394"
    comparison = score(ConstituentComparison(read(str(folder / "gold.mrg")), [read(str(folder / "bllip.mrg"))]))
    table = next(
        one for one in analysis("error-causes").tables(comparison, View()) if one.title.startswith("PP attachment")
    )
    (all_pps, all_wrong), (pps, wrong) = (
        next((int(str(row[1])), int(str(row[2]))) for row in table.rows if row[0] == name)
        for name in ("label PP", "label PP, sister before PP")
    )
    rates = wrong / pps, (all_wrong - wrong) / (all_pps - pps)
    said = on_page(r"bllip ([\d.]+) times as often as other PPs \(([\d.]+) against ([\d.]+) %").groups()
    assert said == (f"{rates[0] / rates[1]:.1f}", *(f"{100 * one:.2f}" for one in rates))


def test_the_order_of_the_parsers(parsers: ConstituentComparison, shared: Path) -> None:
    """Kendall: of the pairs of parsers that differ by at least a tenth in the program's table, ours orders all alike."""
    counted = CountedErrors(parsers)
    types = {one.key: one for one in parsers.error_types}
    for name in ("PP Attachment", "NP Attachment", "Clause Attachment", "Co-ordination"):
        ours = [counted.number(system, types[ABOUT[name]].among) for system in range(len(PARSERS))]
        theirs = [
            sum(step["type"] == name for found in steps(shared, parser).values() for step in found)
            for parser in PARSERS
        ]
        clear = [
            (one, other)
            for one in range(len(PARSERS))
            for other in range(len(PARSERS))
            if theirs[one] > 1.1 * theirs[other]
        ]
        agreeing = [pair for pair in clear if ours[pair[0]] > ours[pair[1]]]
        assert clear and agreeing == clear, (name, ours, theirs)


@pytest.mark.parametrize("system", range(len(PARSERS)), ids=PARSERS)
def test_costs_add_up(system: int, parsers: ConstituentComparison) -> None:
    check_totals(parsers, system)


def check_totals(comparison: ConstituentComparison, system: int) -> None:
    errors, table = comparison.errors(system), comparison.table
    assert errors.analysed.sum() > 0.9 * comparison.sentences
    for name, part in (("first_cost", "e.whole"), ("second_cost", "t.whole")):
        expected = np.where(errors.analysed, table.part(system, part).cost, 0)
        np.testing.assert_array_equal(errors.per_sentence(cost=name), expected)


@pytest.mark.parametrize("system", ["stanford-pcfg", "bllip", "berkeley-sm3"][:: stride(3)])
def test_costs_add_up_where_words_are_aligned(system: str, shared: Path) -> None:
    comparison = craft(shared, system)
    check_totals(comparison, 0)


def tags_of(tree: Tree) -> list[str]:
    return [tree.label(int(word) + 1) for word in tree.word_nodes]


def check_tags(comparison: ConstituentComparison, system: int) -> dict[int, int]:
    """Each tag in which the trees differ is an error of its own, and no other error's; how many there are by sentence."""
    errors, found = comparison.errors(system), {}
    for sentence in np.flatnonzero(errors.analysed).tolist():
        pairs = comparison.pairs(system)
        gold, test = pairs.gold[sentence], pairs.test[sentence]
        of_both = enumerate(zip(tags_of(gold), tags_of(test), strict=True))
        expected = {word: tags for word, tags in of_both if tags[0] != tags[1]}
        here = errors.of(sentence)
        tagged = [(one.words[0], (one.source, one.target)) for one in here if one.kind == "tag"]
        assert sorted(tagged) == sorted(expected.items()), sentence + 1
        others = {node for one in here if one.kind != "tag" for side, node in one.nodes if side == "gold"}
        assert not others & {int(gold.word_nodes[word]) + 1 for word in expected}, sentence + 1
        found[sentence + 1] = len(expected)
    return found


@pytest.mark.parametrize("system", range(len(PARSERS)), ids=PARSERS)
def test_every_changed_tag_is_an_error_of_its_own(system: int, parsers: ConstituentComparison) -> None:
    """25 of them, in 13 parses, belong to words between whose tags the tree distance goes, and which moved."""
    check_tags(parsers, system)


@pytest.mark.parametrize(
    ("system", "sentences"),
    [("stanford-pcfg", {176: 3, 950: 4, 988: 20}), ("bllip", {286: 2}), ("berkeley-sm3", {1036: 1})][:: stride(3)],
)
def test_every_changed_tag_of_craft(system: str, sentences: dict[int, int], shared: Path) -> None:
    """Nine of these tags belong to words that moved."""
    comparison = craft(shared, system)
    found = check_tags(comparison, 0)
    assert {sentence: found[sentence] for sentence in sentences} == sentences


def test_costs_add_up_in_german(shared: Path) -> None:
    folder = shared / "data/german-tiger"
    gold, system = (read(str(folder / f"pcc316.{name}.mrg")) for name in ("gold-raised", "berkeley-sm2"))
    for functions in (False, True):
        check_totals(score(ConstituentComparison(gold, [system], Settings("none", functions=functions))), 0)


def test_pps_with_another_mother(parsers: ConstituentComparison, shared: Path) -> None:
    """Counted by another reader of the files: of 3,064 gold PPs bllip has 2,507 and stanford-pcfg 2,198; 585 and 792 of these
    have another mother."""
    folder = shared / "data/wsj-sample-1394"
    systems = [read(str(folder / f"{name}.mrg")) for name in ("bllip", "stanford-pcfg")]
    settings = Settings("none", differing="skip", sentences="own")
    comparison = score(ConstituentComparison(read(str(folder / "gold.mrg")), systems, settings))
    found = [mothers(comparison, system)["PP"] for system in range(2)]
    assert [tuple(one) for one in found] == [(3064, 2507, 585), (3064, 2198, 792)]


def test_an_adverb_that_moved_is_one_error(parsers: ConstituentComparison) -> None:
    """bllip, sentence 1195: T deletes and inserts ``ADVP RB also``, E charges all between the two sites."""
    system = PARSERS.index("bllip")
    [one] = parsers.errors(system).of(1194)
    assert (one.kind, one.what, one.label, one.first_cost, one.second_cost) == ("moved", "modifier", "ADVP", 16, 6)
    assert (one.source, one.target, one.height) == ("S", "VP", "low")
    counts = parsers.table.part(system, "t.move", slice(1194, 1195))
    assert (counts.cost[0], counts.moved[0]) == (6, 3)
