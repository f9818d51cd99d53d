"""What goes together with errors: chances against scipy, a planted cause, chance alone, order, folding, thresholds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from treecompare.errors import Cancelled
from treecompare.scores.associations import LEAST, Association, Feature, associations, log_factorials, log_tails


def feature(name: str, values: list[str]) -> Feature:
    """A feature from the value of each item; "" for none."""
    names = sorted(set(values) - {""})
    return Feature(name, names, np.array([names.index(value) if value else -1 for value in values]))


def texts(found: list[Association]) -> list[str]:
    return [one.text for one in found]


def corpus(seed: int, items: int = 4000) -> list[Feature]:
    chance = np.random.default_rng(seed)
    return [
        feature("label", chance.choice(["S", "NP", "VP", "PP"], items).tolist()),
        feature("first daughter", chance.choice(["NP", "VBZ", "DT"], items).tolist()),
        feature("mother", chance.choice(["S", "NP", "VP", ""], items).tolist()),
    ]


def has(features: list[Feature], **values: str) -> np.ndarray:
    mask = np.ones(len(features[0].codes), np.bool_)
    for one in features:
        name = one.name.replace(" ", "_")
        if name in values:
            mask &= one.codes == list(one.values).index(values[name])
    return mask


def test_chances_are_those_of_scipy() -> None:
    from scipy.stats import hypergeom  # late: it takes more than a second

    chance = np.random.default_rng(1)
    for _ in range(300):
        total = int(chance.integers(2, 400))
        errors, items = int(chance.integers(0, total + 1)), int(chance.integers(1, total + 1))
        hits = int(chance.integers(max(0, items + errors - total), min(items, errors) + 1))
        expected = hypergeom.sf(hits - 1, total, errors, items) if hits * total > items * errors else 1.0
        found = log_tails(log_factorials(total), np.array([hits]), np.array([items]), errors, total)
        assert np.exp(found[0]) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_chances_below_the_smallest_number_keep_their_order() -> None:
    found = log_tails(log_factorials(200_000), np.array([5000, 5100]), np.array([6000, 6000]), 10_000, 200_000)
    assert found[1] < found[0] < -2000


@pytest.mark.parametrize("seed", range(5))
def test_a_planted_pair_is_first_and_alone(seed: int) -> None:
    features = corpus(seed)
    planted = has(features, label="S", first_daughter="NP")
    chance = np.random.default_rng(seed + 100)
    wrong = (chance.random(len(planted)) < 0.1) | (planted & (chance.random(len(planted)) < 0.6))
    found = associations(features, wrong)
    assert texts(found) == ["label S, first daughter NP"]
    first = found[0]
    assert first.items.tolist() == np.flatnonzero(planted).tolist()
    assert first.wrong == int((wrong & planted).sum())
    assert first.lift == pytest.approx(wrong[planted].mean() / wrong.mean())
    assert {"label S", "first daughter NP"} <= set(texts(first.folded))


def test_a_planted_single_value_comes_without_its_pairs() -> None:
    features = corpus(3)
    planted = has(features, mother="VP")
    wrong = planted & (np.random.default_rng(5).random(len(planted)) < 0.5)
    found = associations(features, wrong)
    assert texts(found) == ["mother VP"] and found[0].folded == []


def test_what_is_worse_within_another_one_is_shown_beside_it() -> None:
    features = corpus(4)
    weak, strong = has(features, label="NP"), has(features, label="NP", mother="S")
    chance = np.random.default_rng(6).random(len(weak))
    found = associations(features, (weak & (chance < 0.5)) | (strong & (chance < 0.95)))
    assert set(texts(found)) == {"label NP", "label NP, mother S"}


def test_shuffled_errors_are_not_significant() -> None:
    features = corpus(7)
    wrong = np.zeros(len(features[0].codes), np.bool_)
    wrong[:400] = True
    chance = np.random.default_rng(8)
    assert sum(bool(associations(features, chance.permutation(wrong))) for _ in range(40)) <= 4


def test_values_of_few_items_are_not_tried() -> None:
    items = 500
    for few, expected in ((LEAST - 1, []), (LEAST, ["word rare"])):
        words = ["rare"] * few + ["often"] * (items - few)
        assert texts(associations([feature("word", words)], np.arange(items) < few)) == expected


def test_of_equal_chances_the_shorter_comes_first_then_the_features_in_their_order() -> None:
    values = ["a"] * 50 + ["b"] * 450
    wrong = np.arange(500) < 50
    found = associations([feature("second", values), feature("first", values)], wrong)
    assert texts(found) == ["second a"] and texts(found[0].folded) == ["first a"]


def test_what_has_the_same_items_or_some_of_them_is_folded() -> None:
    copies = [feature(name, [name] * 40 + ["other"] * 400) for name in ("a", "b")]
    half = feature("c", ["c"] * 20 + ["other"] * 420)
    found = associations([*copies, half], np.arange(440) < 40)
    assert texts(found) == ["a a"] and texts(found[0].folded) == ["b b", "c c"]


def test_only_so_many_are_shown_and_what_they_explain_is_folded_all_the_same() -> None:
    names = [f"w{number}" for number in range(20) for _ in range(30)]
    copies = [feature("word", names), feature("form", names)]
    wrong = np.array([int(name[1:]) < 6 for name in names])
    found = associations(copies, wrong, most=4)
    assert texts(found) == ["word w0", "word w1", "word w2", "word w3"]
    assert [texts(one.folded) for one in found] == [[f"form w{number}"] for number in range(4)]


def test_a_feature_that_is_to_stand_alone_is_in_no_pair() -> None:
    features = corpus(9)
    wrong = has(features, label="S", first_daughter="NP")
    assert texts(associations(features, wrong)) == ["label S, first daughter NP"]
    alone = [replace(features[0], in_pairs=False), *features[1:]]
    assert set(texts(associations(alone, wrong))) == {"label S", "first daughter NP"}


def test_without_errors_or_with_nothing_else_there_is_nothing_to_say() -> None:
    features = corpus(1, 100)
    assert associations(features, np.zeros(100, np.bool_)) == associations(features, np.ones(100, np.bool_)) == []
    assert associations([], np.arange(100) < 5) == []


def test_it_stops() -> None:
    with pytest.raises(Cancelled):
        associations(corpus(2), np.arange(4000) < 50, cancel=np.ones(1, np.int32))


def test_chances_are_adjusted_after_holm() -> None:
    """Three values are tried: of the second only two are left, without which it would not be significant."""
    from scipy.stats import hypergeom  # late: it takes more than a second

    wrong = np.zeros(400, np.bool_)
    for first, last in ((0, 20), (40, 49), (80, 96)):
        wrong[first:last] = True
    found = associations([feature("label", ["a"] * 40 + ["b"] * 40 + ["c"] * 320)], wrong)
    chances = [hypergeom.sf(hits - 1, 400, 45, 40) for hits in (20, 9)]
    assert 2 * chances[1] < 0.05 < 3 * chances[1]
    assert texts(found) == ["label a", "label b"]
    assert [one.p for one in found] == pytest.approx([3 * chances[0], 2 * chances[1]], rel=1e-9)
