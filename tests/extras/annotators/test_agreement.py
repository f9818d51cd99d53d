"""Agreement: figures beside those of nltk, intervals beside resamples that are written out, batches, length, pre-annotation."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from nltk.metrics.agreement import AnnotationTask

import treecompare as tc
from tests.extras.annotators.made import conllu
from treecompare.errors import UsageError
from treecompare.extras.annotators.agreed import Agreement, Asked
from treecompare.extras.annotators.agreed_tables import headline, people_tables
from treecompare.extras.annotators.analysis import methods_of
from treecompare.extras.annotators.figures import NONE, RESAMPLES, Category, Interval, Resamples, interval_of
from treecompare.extras.annotators.library import several_of
from treecompare.extras.annotators.several import Several
from treecompare.extras.annotators.tallies import (
    ALPHA,
    DICE,
    FLEISS,
    KAPPA,
    POOLED,
    SHARE,
    Layer,
    Resampled,
    Tally,
    drifts,
)
from treecompare.extras.annotators.tree_alpha import TreeValues
from treecompare.mappings.edits import distances
from treecompare.readers import read_any

Sentence = Sequence[tuple[str, str, int, str]]


def category(seed: int, annotators: int = 3, units: int = 60, missing: float = 0.0) -> Category:
    draw = random.Random(seed)
    rare = [f"r{one}" for one in range(units // 3)]  # counted one by one
    true = [draw.choice(rare if draw.random() < 0.2 else "aaabbc") for _ in range(units)]
    values = [
        [None if draw.random() < missing else one if draw.random() < 0.7 else draw.choice("abcd") for one in true]
        for _ in range(annotators)
    ]
    return Category.of("x", values)


def task(found: Category) -> AnnotationTask:
    codes = found.codes
    return AnnotationTask([
        (who, unit, int(code)) for who, row in enumerate(codes.tolist()) for unit, code in enumerate(row) if code != NONE
    ])  # fmt: skip


@pytest.mark.parametrize("annotators", [2, 3, 5])
def test_figures_are_those_of_nltk(annotators: int) -> None:
    for seed in range(3):
        found = category(seed, annotators)
        theirs, layer = task(found), Layer("x", "x", found, np.arange(60))
        values = dict(zip(Tally(layer).names, Tally(layer).values, strict=True))
        assert values[None, KAPPA] == pytest.approx(theirs.kappa(), abs=1e-12)
        assert values[None, SHARE] == pytest.approx(theirs.avg_Ao(), abs=1e-12)
        assert float(found.fleiss or 0) == pytest.approx(theirs.pi(), abs=1e-12)
        assert values[None, ALPHA] == pytest.approx(theirs.alpha(), abs=1e-12)
        assert values[(0, 1), KAPPA] == pytest.approx(theirs.kappa_pairwise(0, 1), abs=1e-12)
    assert (POOLED in {name for _, name in Tally(layer).names}) == (annotators > 2)


def test_alpha_of_partial_overlap_is_that_of_nltk() -> None:
    found = category(4, 4, 80, missing=0.3)
    two = found.of_units(found.voices >= 2)
    assert float(found.alpha or 0) == pytest.approx(task(two).alpha(), abs=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_resampled_figures_are_those_of_resamples_written_out(missing: float) -> None:
    sentences, units = 12, 200
    layer = Layer("x", "x", category(1, 3, units, missing), np.sort(np.arange(units) % sentences))
    draw = np.random.default_rng(0)
    layer.dice.update({two: (draw.integers(1, 9, sentences) * 1.0, np.full(sentences, 9.0)) for two in layer.pairs})
    tally, resamples = Tally(layer), Resamples.of(sentences)
    ready = Resampled(tally, resamples)
    times = next(resamples.blocks())[:5]
    expected_of_all = 1 - float(Tally(layer).values[-1] or 0)
    for drawn, found in zip(times.astype(int), ready.values(times), strict=True):
        chosen = np.concatenate(
            [np.flatnonzero(layer.rows == row) for row, many in enumerate(drawn) for _ in range(many)]
        )
        again = Category("x", layer.category.codes[:, chosen])
        dice = {two: (up * drawn, down * drawn) for two, (up, down) in layer.dice.items()}
        wanted = Tally(Layer("x", "x", again, layer.rows[chosen], None, dice))
        for (two, name), value, ours in zip(wanted.names, wanted.values, found, strict=True):
            if name != ALPHA:  # whose expected disagreement is kept
                assert ours == pytest.approx(value, abs=1e-5), (two, name)
        kept = observed(layer.category) / expected_of_all
        assert found[-1] == pytest.approx(1 - observed(again) / kept, abs=1e-5)


def observed(found: Category) -> float:
    total, voices = 0.0, found.voices
    for unit in np.flatnonzero(voices >= 2).tolist():
        values = [one for one in found.codes[:, unit].tolist() if one != NONE]
        total += sum(2 * (a != b) for a, b in combinations(values, 2)) / (len(values) - 1)
    return total / float(voices[voices >= 2].sum())


def test_where_there_is_no_interval() -> None:
    few, enough = Resamples.of(9), Resamples.of(10)
    assert few.intervals(lambda times: times[:, :1].astype(float)) == []
    assert enough.intervals(lambda times: times[:, :1].astype(float)) != []
    values = np.arange(1000.0)
    values[:50] = np.nan
    assert interval_of(values) == Interval(pytest.approx(73.725), pytest.approx(975.275), 50)  # type: ignore[arg-type]
    values[50] = np.nan
    assert interval_of(values) is None
    documents = np.repeat(np.arange(20), 3)
    assert Resamples.of(60, documents).are_documents
    assert not Resamples.of(60, documents % 19).are_documents
    assert sum(len(times) for times in enough.blocks()) == RESAMPLES
    whole = np.concatenate(list(enough.blocks()))
    assert (whole.sum(axis=1) == 10).all()
    assert np.array_equal(whole, np.concatenate(list(enough.blocks(width=100_000))))


def bank(number: int, relation: str = "nmod", head: int = 4) -> Sentence:
    return (
        ("The", "DET", 2, "det"), (f"bank{number}", "NOUN", 3, "nsubj"), ("opened", "VERB", 0, "root"),
        ("offices", "NOUN", 3, "obj"), ("in", "ADP", 6, "case"), ("Lisbon", "PROPN", head, relation),
    )  # fmt: skip


def files(folder: Path, **texts: str) -> Several:
    for name, text in texts.items():
        (folder / f"{name}.conllu").write_text(text, "utf-8")
    return several_of([folder / f"{name}.conllu" for name in texts], None)


def with_comments(sentences: Sequence[Sentence], comments: dict[int, str]) -> str:
    return "".join(conllu(one, comments=comments.get(place, "")) for place, one in enumerate(sentences))


def test_batches_and_drift(tmp_path: Path) -> None:
    comments = {0: "# batch = one\n", 4: "# batch = two\n", 8: "# batch = three\n"}
    first = [bank(one) for one in range(12)]
    second = [bank(one, "obl" if one >= 10 else "nmod") for one in range(12)]
    found = Agreement(files(tmp_path, a=with_comments(first, comments), b=with_comments(second, {})))
    assert [(one.name, one.sentences) for one in found.batches] == [("one", 4), ("two", 4), ("three", 4)]
    assert "# batch" in found.batched_by
    shares = [one.figures[0].of_all[SHARE].value for one in found.batches]
    assert shares == [1.0, 1.0, pytest.approx(22 / 24)]
    drift = found.drift[0]
    assert (drift.first[SHARE], drift.last[SHARE]) == (1.0, pytest.approx(22 / 24))  # the second batch is in neither
    assert drift.change[SHARE].value == pytest.approx(-2 / 24)
    titles = [one.title for one in people_tables(found)]
    assert {"Batches", "Drift", "Alpha over whole trees", "Agreement"} <= set(titles)
    one_batch = Agreement(files(tmp_path, a=with_comments(first, {}), b=with_comments(second, {})))
    assert (len(one_batch.batches), one_batch.drift) == (1, [])
    (tmp_path / "parts").mkdir()
    for number in range(3):
        (tmp_path / "parts" / f"week{number}.conllu").write_text(conllu(*first[4 * number : 4 * number + 4]), "utf-8")
    found = Agreement(several_of([tmp_path / "a.conllu", tmp_path / "parts"], None))
    assert [(one.name, one.sentences) for one in found.batches] == [(f"week{number}.conllu", 4) for number in range(3)]
    assert found.batched_by == "files"
    documents = {place: f"# newdoc id = d{place // 6}\n" for place in (0, 6)}
    found = Agreement(files(tmp_path, a=with_comments(first, documents), b=with_comments(second, {})))
    assert [one.name for one in found.batches] == ["d0", "d1"]


def test_drift_is_resampled_over_both_halves() -> None:
    layer = Layer("x", "x", category(2, 2, 100), np.arange(100) // 5)
    first, last = (Tally(layer.of_rows((np.arange(20) < 10) == early)) for early in (True, False))
    (found,) = drifts([(first, last)], Resamples.of(20))
    change = found[SHARE]
    assert change.value == pytest.approx(last.values[-3] - first.values[-3])  # type: ignore[operator]
    assert change.interval is not None and change.interval.low < change.value < change.interval.high


def test_what_length_explains(tmp_path: Path) -> None:
    first = [bank(one) for one in range(4)] + [bank(9)[:4], bank(8)[:4]]
    second = [bank(0, "obl", 3), *first[1:5], (*bank(8)[:3], ("offices", "NOUN", 3, "obl"))]
    values = TreeValues(files(tmp_path, a=conllu(*first), b=conllu(*second)))
    exact = values.exact()
    alpha = exact.alphas(Resamples.of(6)).alphas["plain"]
    squared, words, unit = exact.distances.astype(float) ** 2, values.words, values.unit_of
    means = [
        np.mean([squared[i, j] for j in range(12) if unit[j] != unit[i] and words[j] == words[i]]) for i in range(12)
    ]
    observed = squared[unit[:, None] == unit[None, :]].sum() / 12
    assert alpha.expected == pytest.approx(squared.sum() / (12 * 11), rel=1e-12)
    assert alpha.expected_by_length == pytest.approx(np.mean(means), rel=1e-12)
    assert alpha.share == pytest.approx(1 - np.mean(means) / alpha.expected, rel=1e-12)
    assert alpha.within.value == pytest.approx(1 - observed / np.mean(means), rel=1e-12)
    assert alpha.values_by_length == 12


def test_alpha_over_trees_to_nine_digits(shared: Path) -> None:
    """Exact fractions, a distance at a time."""
    found = several_of([shared / f"data/iaa-ndt/{who}-caterpillar.conll" for who in ("thor", "odin")], None)
    values = TreeValues(found)
    count, nodes = len(values), values.nodes.tolist()
    pairs = np.array(list(combinations(range(count), 2)), np.int32)
    known = distances((values.codes, values.sizes, values.offsets), pairs[:, 0].copy(), pairs[:, 1].copy()).tolist()
    alphas = values.exact().alphas().alphas
    for name, change in (
        ("plain", lambda one, a, b: Fraction(one)), ("diff", lambda one, a, b: Fraction(one - abs(a - b))),
        ("norm", lambda one, a, b: Fraction(one, a + b)),
    ):  # fmt: skip
        squared = [change(one, nodes[a], nodes[b]) ** 2 for one, (a, b) in zip(known, pairs.tolist(), strict=True)]
        within = sum(
            one for one, (a, b) in zip(squared, pairs.tolist(), strict=True) if values.unit_of[a] == values.unit_of[b]
        )
        exact = 1 - Fraction(2 * within, count) / Fraction(2 * sum(squared), count * (count - 1))
        assert alphas[name].value == pytest.approx(float(exact), abs=1e-12)


def test_the_estimate_tells_where_alpha_is(shared: Path) -> None:
    found = several_of([shared / f"data/iaa-ndt/{who}-norwegian.conll" for who in ("thor", "odin")], None)
    values = TreeValues(found)
    exact, holds = values.exact().alphas().alphas, 0
    for seed in range(5):
        estimate = values.estimated(seed)
        assert estimate.is_estimated
        interval = estimate.alphas["plain"].interval
        assert interval is not None and interval.high - interval.low < 0.002
        holds += interval.low <= (exact["plain"].value or 0) <= interval.high
        assert estimate.alphas["plain"].observed == pytest.approx(exact["plain"].observed, rel=1e-12)
    assert holds >= 4


def test_trees_left_out_are_told_with_the_reason(tmp_path: Path) -> None:
    cycle = (("a", "X", 2, "x"), ("b", "X", 1, "x"))
    sound = (("a", "X", 0, "root"), ("b", "X", 1, "x"))
    found = Agreement(files(tmp_path, a=conllu(sound, cycle), b=conllu(sound, sound)))
    assert found.trees is not None and found.trees.units == 1
    table = next(one for one in people_tables(found) if one.title == "Trees left out of alpha")
    assert table.rows == [
        ["2", "a", "2 words on a cycle of heads, no root"], ["2", "b", "no other tree of the sentence"]
    ]  # fmt: skip


def test_a_pre_annotation_is_no_voice(tmp_path: Path) -> None:
    """Of Lisbon's six values: both keep one, one of them changes another, both the same, both otherwise."""
    relations = {
        "a": ("nmod", "obl", "nmod", "obl", "obl", "nmod"), "b": ("nmod", "nmod", "obl", "obl", "appos", "nmod"),
        "pre": ("nmod",) * 6, "gold": ("obl", "nmod", "nmod", "obl", "nmod", "obl"),
    }  # fmt: skip
    texts = {who: conllu(*(bank(at, one) for at, one in enumerate(of))) for who, of in relations.items()}
    found = Agreement(files(tmp_path, **texts), Asked(voices=(0, 1), pre=2, adjudicated=3))
    assert found.names == ["a", "b"]
    by_title = {one.title: one for one in people_tables(found)}
    [relation] = [row for row in by_title["Changes of pre"].rows if row[2] == "relation"]
    assert relation[:10] == ["a", "b", "relation", 36 - 4, 1, 1, 1, 1, 4, 1 / 4] and relation[11] == 33 / 36
    assert next(row for row in by_title["Who changed pre"].rows if row[:2] == ["a", "relation"]) == [
        "a", "relation", 36, 3, 3 / 36, 2 / 3, 3, 2 / 33, 33
    ]  # fmt: skip
    made = tc.agreement([tmp_path / "a.conllu", tmp_path / "b.conllu"], pre=tmp_path / "pre.conllu", trees=False)
    unjudged = people_tables(Agreement(files(tmp_path, **texts), Asked(voices=(0, 1), pre=2)))
    whole = next(one for one in unjudged if one.title == "Who changed pre")
    assert {len(row) for row in whole.rows} == {len(whole.columns)} == {5}  # nothing says what is right
    assert "Changes of pre" in [one.title for one in made]
    assert (
        made.methods.startswith("The agreement of 2 annotators (a, b)") and "pre, which they corrected" in made.methods
    )


def test_only_words_of_which_both_say_the_same(tmp_path: Path) -> None:
    other = (*bank(0)[:5], ("Lisbon", "NOUN", 4, "obl"))
    several = files(tmp_path, a=conllu(bank(0), bank(1)), b=conllu(other, bank(1, "obl")))
    assert Agreement(several).figures[0].units == {(0, 1): 12}
    given = Agreement(several, Asked(given="upos"))
    relation = given.figures[0]
    assert (relation.units, relation.units_of_two) == ({(0, 1): 11}, 11)
    assert relation.of_pairs[0, 1][SHARE].value == pytest.approx(10 / 11)
    with pytest.raises(UsageError, match="given head: expected one of upos, xpos, lemma, relation"):
        Agreement(several, Asked(given="head"))


def test_the_headline_depends_on_the_kind(tmp_path: Path) -> None:
    found = Agreement(
        files(tmp_path, a=conllu(*map(bank, range(3))), b=conllu(*(bank(one, "obl") for one in range(3))))
    )
    assert [(what, name) for what, name, _, _ in headline(found)] == [
        ("relation", KAPPA), ("head", SHARE), ("head and relation", SHARE), ("whole trees", ALPHA)
    ]  # fmt: skip
    assert "Cohen, J. (1960)" in methods_of(found) and "Fleiss" not in methods_of(found)
    three, two = (conllu(*map(bank, range(many))) for many in (3, 2))
    part = Agreement(files(tmp_path, a=three, b=three, c=two))
    assert part.is_partial and headline(part)[0][1] == ALPHA
    assert FLEISS in part.figures[0].of_all and "Fleiss, J. L. (1971)" in methods_of(part)
    for name, text in (
        ("c", "(S (NP (D the) (N bank)) (VP (V opened)))"),
        ("d", "(S (NP (D the)) (N bank) (VP (V opened)))"),
    ):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n", "utf-8")
    trees = Agreement(Several.of([read_any(str(tmp_path / f"{name}.mrg")) for name in "cd"]))
    assert headline(trees)[0][:2] == ("constituents", DICE)
    assert headline(trees)[0][2].value == pytest.approx(2 * 2 / 6)
    together = people_tables(trees)[1]
    assert together.rows[0][3:] == [None] * 11  # no interval of one sentence; kappa of sets of words means nothing


def test_a_set_of_words_that_neither_of_two_has_is_no_unit_of_theirs(tmp_path: Path) -> None:
    halves = (("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))"), ("(S (D a) (N b) (V c))",) * 2)
    paths = []
    for name, (first, last) in zip("xyz", (halves[0], halves[1], halves[1]), strict=True):
        paths.append(tmp_path / f"{name}.mrg")
        paths[-1].write_text(f"{first}\n" * 100 + f"{last}\n" * 100, "utf-8")
    found = Agreement(several_of(paths, None), Asked(with_trees=False, with_intervals=False))
    nodes = found.figures[0]
    assert nodes.units == {(0, 1): 400, (0, 2): 400, (1, 2): 200} and nodes.units_of_two == 400
    assert nodes.of_pairs[1, 2][SHARE].value == 1.0
    drift = found.drift[0]
    assert (drift.first[SHARE], drift.last[SHARE]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))


def chain(*words: str, heads: Sequence[int] = ()) -> Sentence:
    """Each word hangs on the one before it, or as ``heads`` say."""
    return tuple((form, "X", heads[place] if heads else place, "x") for place, form in enumerate(words))


def test_words_are_units_across_sentence_breaks(tmp_path: Path) -> None:
    parted = chain("a", "b"), chain("c", "d")
    joined = chain("a", "b", "c", "d", heads=(0, 1, 2, 3))
    found = Agreement(files(tmp_path, a=conllu(*parted), b=conllu(joined), c=conllu(joined)))
    head = found.figures[1]
    assert head.units == {(0, 1): 4, (0, 2): 4, (1, 2): 4} and found.several.rows == [
        (0, -1, -1), (1, -1, -1), (-1, 0, 0)
    ]  # fmt: skip
    assert head.of_pairs[0, 1][SHARE].value == 3 / 4  # the second sentence's root hangs on a word of the first
    assert "1 passage with other sentence breaks: 1, 2 of a, 3 of b and c." in people_tables(found)[0].note


def test_a_head_without_a_partner_is_no_number(tmp_path: Path) -> None:
    """``can`` and ``not`` beside ``cannot``: their dependents hang on what the other does not have."""
    parted = chain("she", "can", "not", "go", "home", heads=(2, 0, 2, 2, 4))
    joined = chain("she", "cannot", "go", "home", heads=(2, 0, 2, 3))
    found = Agreement(files(tmp_path, a=conllu(parted), b=conllu(joined), c=conllu(parted), d=conllu(joined)))
    of_name = {one.layer.name: one for one in found.figures}
    for name in ("head_index", "head_offset", "offset_and_relation"):
        for two, units in of_name[name].units.items():
            assert of_name[name].of_pairs[two][SHARE].value == 1.0, (name, two)
            assert units == {(0, 2): 5, (1, 3): 4}.get(two, 3)
    codes = found.layers[1].own[0, 1]
    assert [codes.texts[one] for one in codes.codes[0].tolist() if one != NONE][::3] == ["-", "-"]
    assert of_name["head_offset"].of_all[SHARE].interval is None


def test_shuffled_sentences_agree_as_they_did(shared: Path, tmp_path: Path) -> None:
    """Two draws of the same 60 sentences, each in an order of its own, without ids and with running ones."""
    texts = {
        name: (shared / f"data/ewt/test.{file}.conllu").read_text("utf-8").strip().split("\n\n")[300:360]
        for name, file in (("a", "gold"), ("b", "udpipe"))
    }
    plain = Agreement(files(tmp_path, **{name: "\n\n".join(one) + "\n\n" for name, one in texts.items()}))
    for seed in range(3):
        draw = random.Random(seed)
        orders = {name: draw.sample(range(60), 60) for name in texts}
        said = {
            name: "".join(
                "\n".join(
                    f"# sent_id = {number}" if line.startswith("# sent_id") else line
                    for line in one[at].split("\n")
                    if seed or not line.startswith("# sent_id")
                ) + "\n\n"
                for number, at in enumerate(orders[name], 1)
            )
            for name, one in texts.items()
        }  # fmt: skip
        found = Agreement(files(tmp_path, **said))
        for one, other in zip(plain.layers, found.layers, strict=True):
            assert one.pair((0, 1)) == other.pair((0, 1)), (seed, one.name)


def test_units_are_the_words_that_pair_in_scores(tmp_path: Path) -> None:
    first = ("a dog barks", "do not stop", "we go home now", "he sings", "No")
    second = ("He sings", "a dog barks", "do not stop", "we go", "home now", "no")
    texts = {name: conllu(*(chain(*one.split()) for one in said)) for name, said in (("a", first), ("b", second))}
    head = Agreement(files(tmp_path, **texts), Asked(with_trees=False)).figures[1]
    units, equal = head.units[0, 1], head.of_pairs[0, 1][SHARE].value * head.units[0, 1]
    assert (units, equal) == (13, 12)
    compared = tc.compare(tmp_path / "a.conllu", tmp_path / "b.conllu")
    assert compared.score("words").value == pytest.approx(2 * units / 26)
    assert compared.score("uas").value == pytest.approx(2 * equal / 26)


def test_words_of_sentences_with_few_characters_alike_are_units_as_in_scores(tmp_path: Path) -> None:
    rest = chain("everybody", "goes", "home", "immediately")
    texts = {"a": conllu(chain("qq", "the"), rest), "b": conllu(chain("xylophones", "sounding", "the"), rest)}
    found = Agreement(files(tmp_path, **texts), Asked(with_trees=False))
    assert found.figures[0].units == {(0, 1): 5} and not found.several.told
    compared = tc.compare(tmp_path / "a.conllu", tmp_path / "b.conllu")
    assert compared.score("words").value == pytest.approx(2 * 5 / 13)


def test_a_text_that_three_files_have_pairs_before_what_is_only_like_it(tmp_path: Path) -> None:
    one, other, last = (conllu(chain(*text.split())) for text in ("the dogs ran", "the cats ran home", "it rained"))
    found = files(tmp_path, a=one + last, b=other + last, c=one + other + last)
    assert found.rows == [(0, -1, 0), (1, 1, 2), (-1, 0, 1)]


def test_absent_columns_are_no_results_and_said(tmp_path: Path) -> None:
    whole = conllu(chain("a", "b", "c"))
    bare = re.sub(r"\tX\t_\t_\t\d", "\t_\t_\t_\t_", whole)
    found = Agreement(files(tmp_path, a=whole, b=bare), Asked(with_trees=False))
    units = {one.layer.name: one.units[0, 1] for one in found.figures}
    assert units["relation"] == 3 and not any(
        units[one] for one in ("head_index", "head_offset", "offset_and_relation", "upos")
    )
    tables = people_tables(found)
    assert (
        "Not compared: XPOS of a and b (blank), FEATS of a and b (blank), UPOS of b (blank), HEAD of b (blank)."
        in tables[0].note
    )
    assert [one.title for one in tables if one.title.startswith(("What", "Feat"))] == ["What differs: relation"]


def test_what_differs_in_a_tag_is_not_equal_and_what_stands_elsewhere_is_told(tmp_path: Path) -> None:
    texts = [conllu(chain(*text.split())) for text in ("a dog barks", "do not stop", "we go home", "he sings")]
    joined, other = "".join(texts), "".join([texts[3], *texts[:3]])
    assert files(tmp_path, a=joined, b=joined).told == [f"{tmp_path}/b.conllu is equal to {tmp_path}/a.conllu"]
    assert files(tmp_path, a=joined, b=joined.replace("barks\tX", "barks\tV")).told == []
    assert files(tmp_path, a=joined, b=other).told == ["1 sentence stands elsewhere in b"]


def test_other_characters_are_as_many_as_in_scores(tmp_path: Path) -> None:
    found = Agreement(files(tmp_path, a=conllu(chain("a", "dog", "barks")), b=conllu(chain("a", "zzz", "barks"))))
    assert "Other characters: 1 word, counted as the same." in people_tables(found)[0].note
    compared = tc.compare(tmp_path / "a.conllu", tmp_path / "b.conllu")
    assert any("other characters: 1 word" in warning for warning in compared.warnings) and found.respelt == 1


def test_words_without_a_partner_are_told_and_count_nowhere(tmp_path: Path) -> None:
    joined = (("Thebank", "NOUN", 2, "nsubj"), ("opened", "VERB", 0, "root"), ("offices", "NOUN", 2, "obj"))
    parted = (("The", "DET", 2, "det"), ("bank", "NOUN", 3, "nsubj"), *bank(0)[2:4])
    found = Agreement(files(tmp_path, a=conllu(parted), b=conllu(joined)))
    assert found.alone == 3 and found.figures[0].units == {(0, 1): 2}
    note = people_tables(found)[0].note
    assert "3 words without a partner are no unit." in note and "1 sentence with other words; words pair as in" in note
    assert "other words" not in people_tables(Agreement(files(tmp_path, a=conllu(parted), b=conllu(parted))))[0].note


def test_features_on_which_most_differ_come_first(tmp_path: Path) -> None:
    rows = {
        name: "".join(f"{n}\tw{n}\t_\tX\t_\t{said}\t{n - 1}\tx\t_\t_\n" for n, said in enumerate(feats, 1)) + "\n"
        for name, feats in (("a", ("A=1|B=1", "A=1|B=1", "A=1|B=1")), ("b", ("A=2|B=2", "A=1|B=2", "A=1|B=1")))
    }
    table = next(one for one in people_tables(Agreement(files(tmp_path, **rows))) if one.title == "Features")
    assert [row[0] for row in table.rows] == ["B", "A"] and [row[2] for row in table.rows] == [2, 1]
