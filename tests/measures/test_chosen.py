"""Measures by their keys: lists, families, presets."""

from __future__ import annotations

import pytest

import treecompare
from treecompare.errors import UsageError
from treecompare.measures import ALL_MEASURES, MEASURES_OF, PRESETS, chosen, measure


def keys(text: str) -> list[str]:
    return [entry.key for entry in chosen(text)]


def test_lists_keep_their_order_and_name_nothing_twice() -> None:
    assert keys(" la , e.roof.dice,la") == ["la", "e.roof.dice"]
    assert keys("la,, ,uas,") == ["la", "uas"]


def test_a_family_is_a_prefix_with_its_dot() -> None:
    assert keys("la") == ["la"]
    assert keys("la.") == ["la.initial", "la.custom", "la.tags"]
    assert keys("e.roof.dice.") == ["e.roof.dice.unlabelled"]
    assert all(key.startswith("t.whole.") for key in keys("t.whole.")) and len(keys("t.whole.")) == 4


def test_presets_and_all() -> None:
    for name, (_, of_preset) in PRESETS.items():
        assert keys(name) == list(of_preset)
    assert keys("geig-labelled,la,e.roof.recall") == [*PRESETS["geig-labelled"][1], "la"]
    assert chosen("all") == ALL_MEASURES


@pytest.mark.parametrize("text", ["", " , ", ","])
def test_nothing_chosen(text: str) -> None:
    with pytest.raises(UsageError, match="no measure chosen; expected 'all' or keys separated by commas"):
        chosen(text)


@pytest.mark.parametrize("text", ["la,nonsense", "nonsense.", "all,la"])
def test_a_name_that_no_measure_has(text: str) -> None:
    with pytest.raises(UsageError, match=r": no such measure; 'treecompare measures' lists them"):
        chosen(text)


def test_only_crossing_brackets_are_better_when_they_are_fewer_and_no_share() -> None:
    assert [entry.key for entry in ALL_MEASURES if not entry.higher_is_better] == ["crossing"]
    assert [entry.key for entry in ALL_MEASURES if not entry.percent] == ["crossing"]
    assert [measure(key).shown(score) for key, score in (("crossing", 1.5), ("la", 0.5), ("la", None))] == [
        "1.50",
        "50.00",
        "–",
    ]
    assert measure("la").shown(float("nan")) == "–"


def test_measures_of_each_kind() -> None:
    assert [entry.key for entry in MEASURES_OF["schemes"][:2]] == ["uas", "las"]
    assert {entry.key for entries in MEASURES_OF.values() for entry in entries} == {entry.key for entry in ALL_MEASURES}
    assert treecompare.measures() == list(ALL_MEASURES)
    assert measure("la").key == "la"
