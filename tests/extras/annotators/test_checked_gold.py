"""A gold that is checked: what all systems say otherwise, and what varies, as differences to be decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, arc, conllu
from treecompare.errors import UsageError
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.checked_gold import _proposed_nodes, checked_gold
from treecompare.extras.annotators.differences import NODES, Difference, Place, node_chains
from treecompare.extras.annotators.queue import SORTS, VARIES, Queue
from treecompare.readers import read_any
from treecompare.readers.treebank import Treebank


def checked(folder: Path, ending: str = "conllu", **texts: str) -> Adjudication:
    for name, text in texts.items():
        (folder / f"{name}.{ending}").write_text(text, "utf-8")
    return checked_gold({name: read_any(str(folder / f"{name}.{ending}")) for name in texts})


def agreed(made: Adjudication) -> int:
    assert made.check is not None
    return made.check.agreed


def test_places_where_all_systems_agree(tmp_path: Path) -> None:
    tagged = (*BANK_A[:5], ("Lisbon", "NOUN", 3, "obl"))
    made = checked(
        tmp_path,
        gold=conllu(BANK_A, BANK_A, BANK_B),
        a=conllu(BANK_B, BANK_A, tagged),
        b=conllu(tagged, BANK_B, tagged),
    )
    assert [(one.place, one.values) for one in made.differences[: agreed(made)]] == [
        (arc(1, 6), ("4:nmod", "3:obl")), (Place(2, "6", "upos"), ("PROPN", "NOUN"))
    ]  # fmt: skip
    assert [value.value for value in made.settled(0).results.values()] == ["4:nmod"]
    made.put(made.decide_as(arc(1, 6), "proposed"))
    assert made.settled(0).results[arc(1, 6)].value == "3:obl"


def test_what_systems_say_least_often_comes_first(tmp_path: Path) -> None:
    """All have the first sentence's obl and the third one's tag; one system has the obl once more."""
    tagged = (*BANK_A[:5], ("Lisbon", "NOUN", 4, "nmod"))
    gold = conllu(BANK_A, BANK_A, BANK_A)
    made = checked(tmp_path, gold=gold, a=conllu(BANK_B, BANK_B, tagged), b=conllu(BANK_B, BANK_A, tagged))
    assert [one.place for one in made.differences[: agreed(made)]] == [Place(2, "6", "upos"), arc(1, 6)]


def test_baselines_and_consensus_are_not_asked(tmp_path: Path) -> None:
    banks = {}
    for name, text in (("gold", BANK_A), ("a", BANK_B), ("next", BANK_A), ("consensus", BANK_A)):
        (tmp_path / f"{name}.conllu").write_text(conllu(text), "utf-8")
        banks[name] = read_any(str(tmp_path / f"{name}.conllu"))
    banks["next"] = banks["next"].with_fields(path="baseline:next")
    banks["consensus"] = banks["consensus"].with_fields(path="consensus:")
    assert [one.place for one in checked_gold(banks).differences] == [arc(1, 6)]


def test_nothing_else_of_a_system_stands(tmp_path: Path) -> None:
    """The gold has two roots; a consensus with the system would have one."""
    gold = (("go", "VERB", 0, "root"), ("now", "ADV", 0, "root"), ("home", "NOUN", 1, "obj"))
    a = (("go", "VERB", 0, "root"), ("now", "ADV", 1, "advmod"), ("home", "NOUN", 1, "obl"))
    b = (("go", "VERB", 0, "root"), ("now", "ADV", 1, "mod"), ("home", "NOUN", 1, "obl"))
    made = checked(tmp_path, gold=conllu(gold), a=conllu(a), b=conllu(b))
    assert [one.place for one in made.differences] == [arc(1, 3)]
    made.put(made.decide_as(arc(1, 3), "proposed"))
    arcs, _ = made.model(0).arcs_with(made.applied(0).fixed)  # type: ignore[attr-defined]
    assert arcs == [(0, "root"), (0, "root"), (1, "obl")]


def test_what_varies_is_proposed_as_it_usually_is(tmp_path: Path) -> None:
    """The same words three times, of which one is annotated otherwise."""
    tag = (*BANK_A[:1], ("bank", "PROPN", 3, "nsubj"), *BANK_A[2:])
    relation = (*BANK_A[:5], ("Lisbon", "PROPN", 4, "appos"))
    sentences = conllu(BANK_A, tag, BANK_A, relation, BANK_A)
    made = checked(tmp_path, gold=sentences, a=sentences)
    assert agreed(made) == 0 and [SORTS[sort] for sort in Queue(made, {}).sorts] == [VARIES, VARIES]
    assert sorted((one.place, one.values) for one in made.differences) == [
        (Place(1, "2", "upos"), ("PROPN", "NOUN")), (arc(4, 6), ("4:appos", "4:nmod"))
    ]  # fmt: skip


def test_constituents(tmp_path: Path) -> None:
    gold = "(S (NP (D the) (N bank)) (VP (V opened)))\n"
    flat = "(S (NP (D the) (N bank)) (V opened))\n"
    made = checked(tmp_path, "mrg", gold=gold * 3 + flat, a=flat + gold * 2 + flat, b=flat * 2 + gold + flat)
    assert [(one.place, one.values) for one in made.differences[: agreed(made)]] == [
        (Place(0, "3", "nodes"), ("VP", ""))
    ]
    assert [(one.place, one.values) for one in made.differences[agreed(made) :]] == [
        (Place(3, "3", "nodes"), ("", "VP"))
    ]


def test_beside_the_gold_stands_nothing_but_what_is_proposed(tmp_path: Path) -> None:
    """What only one system has is not in it; and what is proposed and would cross something proposed before is left out."""
    gold = "(S (NP (D the) (N bank)) (VP (V opened) (NP (N offices))))\n"
    a = "(S (NX (D the) (N bank)) (VX (V opened) (NP (N offices))))\n"
    b = "(S (NP (D the) (NX (N bank))) (VX (V opened) (NP (M offices))))\n"
    made = checked(tmp_path, "mrg", gold=gold, a=a, b=b)
    assert [(one.place.unit, one.values) for one in made.differences] == [("3-4", ("VP", "VX"))]
    one, other = made.analyses.chains
    assert other.chains_in(0) == {**one.chains_in(0), 0b1100: "VX"}
    assert other.tags_in(0) == one.tags_in(0) and other.words_of(0) == one.words_of(0)
    proposed = _proposed_nodes(
        made.analyses, [*made.differences, Difference(Place(0, "2-3", NODES), ("", "NP"), made.differences[0].kind)]
    )
    assert isinstance(proposed, Treebank)
    assert node_chains(proposed).chains_in(0) == other.chains_in(0)


def test_sentences_that_not_all_systems_have_are_checked_for_variation_only(tmp_path: Path) -> None:
    """Whichever system it is."""
    tag = (*BANK_A[:1], ("bank", "PROPN", 3, "nsubj"), *BANK_A[2:])
    other = (("Another", "DET", 0, "root"),)
    gold = conllu(BANK_A, tag, BANK_A, BANK_A)
    made = checked(tmp_path, gold=gold, a=conllu(BANK_A, other, BANK_A, BANK_B), b=conllu(BANK_A, tag, other, BANK_B))
    assert [(one.place, one.values) for one in made.differences] == [
        (arc(4, 6), ("4:nmod", "3:obl")), (Place(1, "2", "upos"), ("PROPN", "NOUN"))
    ]  # fmt: skip
    assert made.check is not None and made.check.only_varying == [1, 2] and not made.analyses.skipped


def test_without_systems_or_without_anything_to_check(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected one or more"):
        checked(tmp_path, gold=conllu(BANK_A))
    with pytest.raises(UsageError, match="nothing is to be checked"):
        checked(tmp_path, gold=conllu(BANK_A), a=conllu(BANK_A))
