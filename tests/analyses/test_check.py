"""Checking a gold: variation nuclei against a search by hand, and places where all systems agree on another value."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import treecompare as tc
from tests.made import dependencies
from treecompare.analyses.catalogue import View, analysis
from treecompare.analyses.variation import Layer, Line, node_places, nuclei, variation_of, word_places
from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import parse, read_any

Sentence = list[tuple[str, int, str]]
Stretch = tuple[int, int, int]
"""A sentence, a first word, a length."""


def by_hand(texts: list[str], marked: dict[Stretch, int]) -> set[tuple[int, int, frozenset[tuple[Stretch, int]]]]:
    """Length, equal words besides, and occurrences with their values, found by comparing everything with everything."""

    def around(one: Stretch, width: int) -> str:
        text, first, end = texts[one[0]], one[1], one[1] + one[2]
        before, after = text[:first][-width:], text[end : end + width]
        return f"{'^' * (width > first)}{before}[{text[first:end]}]{after}{'$' * (width > len(text) - end)}"

    found = set()
    for length in {one[2] for one in marked}:
        left = {(s, a, length) for s, text in enumerate(texts) for a in range(len(text) - length + 1)}
        for width in range(max(map(len, texts)), 0, -1):
            groups = defaultdict(set)
            for one in left:
                groups[around(one, width)].add(one)
            for text, group in groups.items():
                values = {marked.get(one, -1) for one in group}
                if len(values) > 1:
                    context = len(text.replace("^", "").replace("$", "").replace("[", "").replace("]", "")) - length
                    found.add((length, context, frozenset((one, marked.get(one, -1)) for one in group)))
                    left -= group
    return found


@pytest.mark.parametrize("seed", range(6))
def test_nuclei_are_those_found_by_comparing_everything(seed: int) -> None:
    random = Random(seed)
    texts = ["".join(random.choices("ab", k=random.randint(1, 6))) for _ in range(12)]
    marked = {
        (s, a, length): random.randint(0, 1)
        for s, text in enumerate(texts)
        for a in range(len(text))
        for length in range(1, len(text) - a + 1)
        if random.random() < 0.5
    }
    offsets = np.cumsum([0, *map(len, texts)])
    line = Line.of(["a", "b"], np.array(["ab".index(one) for one in "".join(texts)], np.int32), offsets)
    edges = [int(offset) + place for place, offset in enumerate(offsets)]
    starts = np.array([edges[s] + 1 + a for s, a, _ in marked])
    lengths = np.array([length for _, _, length in marked])
    found = nuclei(line, Layer("made", starts, lengths, np.array([*marked.values()]), ["x", "y"]))
    known = defaultdict(set)
    places, values, groups = (one.tolist() for one in (found.places, found.values, found.groups))
    for place, value, group in zip(places, values, groups, strict=True):
        sentence = int(line.sentence[place])
        length = int(found.lengths[group])
        known[group].add(((sentence, place - edges[sentence] - 1, length), value))
    assert {
        (next(iter(of))[0][2], int(found.contexts[group]), frozenset(of)) for group, of in known.items()
    } == by_hand(texts, marked)


AS_NMOD: Sentence = [("a", 2, "det"), ("cup", 0, "root"), ("of", 4, "case"), ("tea", 2, "nmod")]
AS_OBL: Sentence = [("a", 2, "det"), ("cup", 0, "root"), ("of", 2, "case"), ("tea", 2, "obl")]


def test_relations_vary_and_a_pair_without_one_is_a_value() -> None:
    tables = variation_of(
        dependencies("g", AS_NMOD, AS_OBL, AS_NMOD).with_fields(ids=["s1", "s2", "s3"]), lengths=np.array([4, 4, 4])
    )
    [relations] = [one for one in tables if one.title == "Variation: relation"]
    rows = [[row[0], row[1], row[2], row[3], row[7]] for row in relations.rows]
    assert rows == [
        [2, "a [cup of] tea", "none 2, case ← 1", "case ←", "s2:2"],
        [2, "a [cup of tea]", "nmod ← 2, obl ← 1", "obl ←", "s2:2"],
        [2, "a cup [of tea]", "case → 2, none 1", "none", "s2:3"],
    ]
    everything, rare = relations.found(1, 1), relations.found(1, 3)
    assert everything is not None and everything.sentences.tolist() == [0, 1, 2]
    assert rare is not None and rare.sentences.tolist() == [1] and rare.marks == {1: {2: "", 4: "obl ←"}}
    assert tables[-1].rows == [[4, "a cup of tea", 3, 2, "s1, s2, s3"]]


def test_the_longest_context_stands_first_then_the_rarest_value() -> None:
    trees = [f"(S {tags})" for tags in (
        *["(D a) (N b) (E c) (F d)"] * 3, "(D a) (X b) (E c) (F d)",  # one of four, two words besides, whole: three
        "(G e) (H f) (I g)", "(G e) (Y f) (I g)",
        *["(G h) (H i) (I j)"] * 3, "(G h) (Y i) (I j)",
    )]  # fmt: skip
    [tags, _, twice] = variation_of(parse("\n".join(trees)), lengths=np.array([4, 4, 4, 3] + [3] * 6))
    assert [(row[0], row[1], row[3], row[4], row[5]) for row in tags.rows] == [
        (3, "a [b] c d", "X", 1, 4), (2, "h [i] j", "Y", 1, 4), (2, "e [f] g", "Y", 1, 2),
    ]  # fmt: skip
    varied, other = tags.found(0, 3), tags.found(1, 3)
    assert (
        varied is not None and varied.sentences.tolist() == [3] and varied.marks == {}
    )  # a word is not numbered there
    assert other is not None and other.marks == {9: {2: "Y"}}
    assert [(row[0], row[2], row[3]) for row in twice.rows] == [(4, 4, 2), (3, 2, 2), (3, 4, 2)]


def test_variation_of_a_gold_whose_sentences_a_system_joins() -> None:
    """Cells lead to the row of each sentence; words are marked only in rows of one sentence, where they have their number."""
    gold = parse("\n".join(("(S (D a) (N b))", "(S (D a) (V b))", "(S (E c) (N d))", "(S (E c) (V d))")))
    joined = parse("(S (D a) (N b)) (S (D a) (V b))\n(S (E c) (N d))\n(S (E c) (V d))")
    tags, _, twice = analysis("variation").tables(score(ConstituentComparison(gold, [joined])), View())
    first, second = (tags.found(row, 0) for row in range(2))
    assert [row[7] for row in tags.rows] == ["2:2", "4:2"]
    assert first is not None and first.sentences.tolist() == [0] and first.marks == {}
    assert second is not None and second.marks == {1: {2: "N"}, 2: {2: "V"}}
    assert [twice.found(row, 0).sentences.tolist() for row in range(2)] == [[0], [1, 2]]


def test_what_all_systems_say_of_words() -> None:
    third: Sentence = [("a", 2, "det"), ("cup", 0, "root"), ("of", 2, "mark"), ("tea", 2, "obl")]
    gold, systems = dependencies("g", AS_NMOD), [dependencies("s", AS_OBL), dependencies("t", third)]
    comparison = score(DependencyComparison(gold, systems))
    [place] = word_places(comparison)[0]  # of 'of' both have another head, but not the same relation
    assert (place.what, place.word, place.first, place.other) == ("relation", 4, "nmod < cup (2)", "obl < cup (2)")
    alone, _ = word_places(score(DependencyComparison(gold, [dependencies("s", AS_OBL)])))
    assert [(one.what, one.other) for one in alone] == [("head", "case < cup (2)"), ("relation", "obl < cup (2)")]
    often, places = analysis("word-check").tables(comparison, View())
    assert often.rows == [["relation", "nmod", "obl", 1]] and len(places.rows) == 1
    found = places.found(0, 0)
    assert found is not None and found.marks == {0: {4: "obl < cup (2)"}}


GOLD = "(S (NP (D a) (N b)) (VP (V c) (NP (N d) (PP (P e) (N f)))))"


def test_what_all_systems_say_of_stretches_of_words() -> None:
    one = "(S (NP (D a) (N b)) (XP (V c) (NP (N d)) (PP (P e) (M f))))"
    other = "(S (NP (D a) (N b)) (XP (V c) (NP (N d)) (PP (Q e) (M f))))"
    systems = [replace(parse(text), name=name) for name, text in (("one", one), ("other", other))]
    found, _ = node_places(score(ConstituentComparison(parse(GOLD), systems)))
    assert [(place.what, place.words, place.first, place.other) for place in found] == [
        ("constituent", "c d e f", "VP", "XP"), ("constituent", "d e f", "NP", "none"), ("constituent", "d", "none", "NP"),
        ("tag", "f", "N", "M"),
    ]  # fmt: skip
    assert [place.node and place.node[0] for place in found] == ["gold", "gold", "test", "gold"]


def test_sentences_with_other_words_are_left_out() -> None:
    """Their places were told by the words that gold and system share: by others than the gold's."""
    gold = parse("(S (NP (N over) (N two) (M $) (N men)) (V fell))\n(S (NP (N dogs)) (V bark))")
    system = parse("(S (NX (N over) (M $) (N two) (N men)) (V fell))\n(S (NX (N dogs)) (V bark))")
    comparison = score(ConstituentComparison(gold, [system], Settings(differing="align")))
    assert [(place.sentence, place.words) for place in node_places(comparison)[0]] == [(1, "dogs")]
    note = analysis("check").tables(comparison, View())[0].note
    assert "Not compared, as a system lacks them or has other words: 1 sentence (1)." in note
    comparison = score(ConstituentComparison(gold, [system], Settings(differing="align", max_length=3)))
    note = analysis("check").tables(comparison, View())[0].note
    assert "Not compared, as they are longer than 3 words: 1 sentence (1)." in note and "lacks" not in note


def test_a_node_over_one_of_the_same_label_is_told_where_systems_have_one() -> None:
    gold = parse("(S (NP (NP (N dogs))) (V bark))\n(S (NP (N cats)) (V purr))")
    system = parse("(S (NP (N dogs)) (V bark))\n(S (NP (NP (N cats))) (V purr))")
    found, _ = node_places(score(ConstituentComparison(gold, [system])))
    assert [(place.sentence, place.first, place.other) for place in found] == [(0, "NP", "none"), (1, "none", "NP")]


def test_places_of_the_rarest_kind_come_first() -> None:
    gold = "(S (NP (N dogs)) (VP (V bark)))\n(S (NP (N cats)) (VP (V purr)))\n(S (NP (N fish)) (VP (V swim)))\n"
    system = gold.replace("(NP", "(NX").replace("V swim", "W swim")
    comparison = score(ConstituentComparison(parse(gold), [parse(system)]))
    _, places = analysis("check").tables(comparison, View())
    assert [(one[0], one[3], one[6]) for one in places.rows] == [
        ("tag", "swim", 1), ("constituent", "dogs", 3), ("constituent", "cats", 3), ("constituent", "fish", 3),
    ]  # fmt: skip
    assert places.found(0, 0).sentences.tolist() == [2]


def test_the_command_and_the_library_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = tmp_path / "g.mrg", tmp_path / "s.mrg"
    gold.write_text(f"{GOLD}\n{GOLD.replace('PP', 'QP')}\n", "utf-8")
    system.write_text(f"{GOLD}\n{GOLD}\n", "utf-8")
    assert run_command(["check", str(gold), str(system), "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    tables = tc.check(gold, [system])
    assert [one["title"] for one in printed] == [one.title for one in tables]
    assert [one["rows"] for one in printed] == [[list(row.values()) for row in one] for one in tables]
    assert run_command(["check", str(gold), "--format", "json", "--most", "1"]) == 0
    assert [len(one["rows"]) for one in json.loads(capsys.readouterr().out)] == [0, 1, 1]
    assert len(tc.check(gold)) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.mrg"], "nothing.mrg"),
        (["{gold}", "--no-gold"], "check looks for faults of a gold; expected a gold, without --no-gold"),
        (["{gold}", "--most", "0"], "is not a number from 1"),
    ],
)
def test_what_cannot_be_checked_is_said(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "g.mrg"
    gold.write_text(GOLD, "utf-8")
    try:
        status = run_command(["check", *(one.format(gold=gold) for one in arguments)])
    except SystemExit as ended:
        status = int(str(ended.code))
    assert status == 2 and said in capsys.readouterr().err


def test_a_place_is_told_by_file_and_line(tmp_path: Path) -> None:
    """Of a word in rows, of a sentence in brackets; nowhere where the gold is no file."""
    row = "{0}\t{1}\t_\tX\t_\t_\t{2}\t{3}\t_\t_\n"
    words = [row.format(1, "a", 2, "dep"), row.format(2, "b", 0, "root"), row.format(3, "c", 2, "{}")]
    text = "# sent_id = one\n" + "".join(words) + "\n# sent_id = two\n# text = a b c\n" + "".join(words) + "\n"
    banks = []
    for name, labels in (("gold", ("x", "x")), ("one", ("x", "y")), ("other", ("x", "y"))):
        path = tmp_path / f"{name}.conllu"
        path.write_text(text.format(*labels), "utf-8")
        banks.append(read_any(str(path)))
    comparison = score(DependencyComparison(banks[0], banks[1:]))
    (_, places) = analysis("word-check").tables(comparison, View())
    line = text.split("\n").index("# text = a b c") + 4
    assert [one[-1] for one in places.rows] == [f"gold.conllu:{line}"]
    assert (tmp_path / "gold.conllu").read_text("utf-8").split("\n")[line - 1].startswith("3\tc")
