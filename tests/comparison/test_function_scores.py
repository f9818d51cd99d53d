"""TedEval in ordinary comparisons of dependencies: the figures of comparisons across schemes with one gold."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.commands import treecompare
from tests.made import dependencies
from treecompare.analyses.catalogue import View, analysis
from treecompare.comparison.base import score
from treecompare.comparison.dependencies import function_scores
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.function_scores import FUNCTION_PARTS, head_words
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.lit import counted_words
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.settings import Settings
from treecompare.measures.tedeval import SCHEME_PARTS
from treecompare.readers import DependencyTreebank, read_any
from treecompare.readers.conll import CONLLU
from treecompare.trees import columns as in_blocks
from treecompare.trees.symbols import Symbols

Sentence = list[tuple[str, int, str]]
ON: Sentence = [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "pobj")]
WRONG: Sentence = [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 1, "pobj")]
LOOP: Sentence = [("arrive", 0, "root"), ("on", 3, "tmod"), ("Sunday", 2, "pobj")]
CROSSING: Sentence = [("a", 3, "x"), ("b", 4, "y"), ("c", 0, "root"), ("d", 3, "z")]
ONE: Sentence = [("Go", 0, "root")]


def compared(*sentences: tuple[Sentence, Sentence], **settings: object) -> DependencyComparison:
    gold, test = (dependencies(name, *side) for name, side in zip("gs", zip(*sentences, strict=True), strict=True))
    return score(DependencyComparison(gold, [test], Settings(params="none", **settings)))  # type: ignore[arg-type]


def test_one_sentence() -> None:
    """The parse has hd, tmod and pobj over one word each; the gold hd twice, tmod over two words, and pobj."""
    found = compared((ON, WRONG), (ON, ON), (ONE, ONE))
    counts = found.table.part(0, "tedeval")
    sizes = [one.tolist() for one in (counts.gold, counts.test, counts.deleted, counts.inserted)]
    assert sizes == [[4, 4, 0], [3, 4, 0], [1, 0, 0], [2, 0, 0]]
    assert found.table.scores(0, "tedeval").tolist() == [1 - 3 / 7, 1.0, 1.0]
    assert found.table.signature("tedeval", "mean").startswith("tedeval|avg:mean|profile:paper|on:common:3|v:")
    explained = explain_sentence(found, 0, 2, "tedeval")
    assert explained.shown == "100.00"
    assert explained.undefined == "Neither tree has anything that counts; that scores 1."
    assert explain_sentence(found, 0, 0, "tedeval").shown == "57.14"
    assert explain_system(found, 0, "tedeval", "pooled").shown == f"{100 * 12 / 15:.2f}"
    assert "1 must be deleted and 2 added" in "".join(
        piece.text for piece in explain_sentence(found, 0, 0, "tedeval").sentence
    )


def test_blocks_change_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [(ON, WRONG), (CROSSING, CROSSING), (ON, LOOP), (ONE, ONE), (WRONG, ON), (ON, ON)]
    whole = compared(*pairs)
    wanted = {part: whole.function_scores.count(0, part) for part in FUNCTION_PARTS}
    monkeypatch.setattr(function_scores, "AT_ONCE", 5)
    assert len(in_blocks.blocks(whole.gold.sentences.lengths, 5)) > 3
    found = compared(*pairs)
    for part, (counts, there) in wanted.items():
        ours = found.function_scores.count(0, part)
        assert ours[0].tolist() == counts.tolist() and ours[1].tolist() == there.tolist()


def test_words_behind_counts() -> None:
    """A node stands for its head word: the parse hangs word 3 on word 1, so the gold's nodes of word 2 are missing."""
    found = compared((ON, ON), (ON, WRONG))
    heads = {(0, 1): 0, (1, 3): 1, (1, 2): 1, (2, 3): 2}
    assert head_words(found.function_scores._files(0, 1, 2, Symbols())[0].multifunction[0]) == heads
    assert counted_words(found, 0, 1, "tedeval", "deleted") == [("test", 4)]
    assert counted_words(found, 0, 1, "tedeval", "inserted") == [("gold", 4)]
    for part in FUNCTION_PARTS:
        assert counted_words(found, 0, 1, part, "gold") == [("gold", 3), ("gold", 4), ("gold", 5)]
        assert counted_words(found, 0, 1, part, "test") == [("test", 3), ("test", 4), ("test", 5)]
        assert counted_words(found, 0, 0, part, "deleted") == []
    lost = [count for count in ("deleted", "inserted", "swapped") if counted_words(found, 0, 1, "tedeval2011", count)]
    counts = found.table.counts(0, slice(1, 2))[0]
    assert "tedeval2011" not in counts  # nobody asked for the score
    one = found.table.part(0, "tedeval2011")
    assert lost == [count for count in ("deleted", "inserted", "swapped") if getattr(one, count)[1]]


def test_it_is_counted_only_when_asked_for() -> None:
    found = compared((ON, WRONG))
    assert not any(found.function_scores.is_counted(part) for part in FUNCTION_PARTS)
    assert "tedeval" not in found.table.counts(0, slice(None))[0]
    found.table.scores(0, "tedeval")
    assert [part for part in FUNCTION_PARTS if found.function_scores.is_counted(part)] == ["tedeval"]
    assert found.table.counts(0, slice(None))[0]["tedeval"]["inserted"] == 2


def test_before_sentences_are_scored_nothing_is_counted() -> None:
    gold, test = dependencies("g", ON, ON), dependencies("s", WRONG, ON)
    table = DependencyComparison(gold, [test], Settings(params="none")).table
    assert not table.part(0, "tedeval").gold.any() and np.isnan(table.scores(0, "tedeval")).all()


def test_undefined_sentences_are_told() -> None:
    """Other words, heads that make no tree, and arcs that cross; LAS has a score for all three."""
    longer: Sentence = [*ON[:2], ("Sun", 2, "pobj"), ("day", 3, "x")]
    found = compared((ON, LOOP), (LOOP, ON), (CROSSING, CROSSING), (longer, ON))
    assert np.isnan(found.table.scores(0, "tedeval")).tolist() == [True, True, False, True]
    assert not np.isnan(found.table.scores(0, "las")[:3]).any()
    found.count_on_demand(["tedeval", "las"])
    told = [one for one in found.warnings if "TedEval" in one]
    assert "g: for TedEval 1 non-projective arc lifted in 1 sentence" in told
    assert "s: for TedEval 1 non-projective arc lifted in 1 sentence" in told
    assert "s: 1 sentence without TedEval: the parse has no function tree, the heads make no tree" in told
    assert "s: 1 sentence without TedEval: the gold has no function tree, the heads make no tree" in told
    why = explain_sentence(found, 0, 0, "tedeval").undefined
    assert why is not None
    assert why.startswith("The parse has no function tree, the heads make no tree: ")
    found.count_on_demand(["tedeval"])
    assert len(found.warnings) == len(set(found.warnings))


def test_words_that_differ() -> None:
    """Words are aligned and have attachment scores; their trees cannot be compared."""
    plain: Sentence = [("ab", 0, "root"), ("c", 1, "x")]
    cut: Sentence = [("a", 0, "root"), ("bc", 1, "x")]
    found = compared((plain, cut), (ON, ON))
    assert np.isnan(found.table.scores(0, "tedeval")).tolist() == [True, False]
    assert found.table.exist(0, "las").tolist() == [True, True]
    assert "the words differ" in found.table.lacking("tedeval", 0, 0)


def test_missing_parses_may_count_as_zero() -> None:
    gold, test = dependencies("g", ON, WRONG), dependencies("s", ON, [])
    found = score(DependencyComparison(gold, [test], Settings(params="none", missing="zero")))
    for key in FUNCTION_PARTS:
        assert found.table.scores(0, key).tolist() == [1.0, 0.0]
        assert found.table.summary(0, key, "mean") == 0.5
        counts = found.table.part(0, key)
        assert (counts.test[1], counts.deleted[1], counts.inserted[1]) == (0, 0, counts.gold[1])
        assert counts.gold[1] > 0


def test_every_analysis_takes_it() -> None:
    found = compared(*[(ON, WRONG), (ON, ON)] * 6)
    view = View(0, "las", "tedeval2011", keys=FUNCTION_PARTS)
    for key in ("agreement", "deciles", "phenomena"):
        assert analysis(key, "dependencies").tables(found, view)


@pytest.mark.parametrize("parser", ["malt-eager", "udpipe"])
def test_the_same_as_across_schemes(shared: Path, parser: str) -> None:
    gold = read_any(shared / "data/ewt/test.gold.conllu")
    test = read_any(shared / f"data/ewt/test.{parser}.conllu")
    assert isinstance(gold, DependencyTreebank)
    assert isinstance(test, DependencyTreebank)
    usual = score(DependencyComparison(gold, [test])).table
    schemes = score(SchemeComparison([gold], [test], [0], parts=SCHEME_PARTS)).table
    for key in FUNCTION_PARTS:
        one, other = usual.part(0, key), schemes.part(0, key)
        for name in ("gold", "test", "deleted", "inserted", "swapped"):
            assert (getattr(one, name) == getattr(other, name)).all()
        assert np.array_equal(usual.scores(0, key), schemes.scores(0, key), equal_nan=True)
        assert 0.8 < usual.summary(0, key, "pooled") < 1


def test_a_parser_that_lacks_sentences(shared: Path) -> None:
    """Sentences are paired by their words; TedEval follows."""
    gold = read_any(shared / "data/ewt/dev.gold.conllu.gz")
    test = read_any(shared / "data/ewt/dev.malt-eager.conllu.gz")
    assert isinstance(gold, DependencyTreebank)
    assert isinstance(test, DependencyTreebank)
    whole = score(DependencyComparison(gold, [test]))
    kept = [sentence for sentence in range(len(test.sentences)) if sentence not in (3, 700)]
    columns = test.sentences
    texts = columns.symbols.texts
    rows = []
    for sentence in kept:
        first, last = columns.offsets[sentence : sentence + 2].tolist()
        heads = [parent - first + 1 if parent >= 0 else 0 for parent in columns.parents[first:last].tolist()]
        words = zip(columns.form[first:last].tolist(), heads, columns.deprel[first:last].tolist(), strict=True)
        rows.append([(texts[form], head, texts[relation]) for form, head, relation in words])
    fewer = score(DependencyComparison(gold, [dependencies("fewer", *rows)]))
    one, other = whole.table.scores(0, "tedeval"), fewer.table.scores(0, "tedeval")
    scored = ~np.isnan(other)
    assert scored.sum() >= len(kept) - 5
    assert np.array_equal(one[scored], other[scored])


def test_rank_on_the_command_line(tmp_path: Path) -> None:
    lines = {"gold": (ON, ON), "s": (WRONG, ON)}
    for name, sentences in lines.items():
        texts = []
        for found in sentences:
            rows = [f"{n}\t{w}\t_\t_\t_\t_\t{h}\t{r}\t_\t_" for n, (w, h, r) in enumerate(found, 1)]
            texts.append("\n".join(rows) + "\n\n")
        (tmp_path / f"{name}.conllu").write_text("".join(texts), encoding="utf-8")
    files = [str(tmp_path / f"{name}.conllu") for name in lines]
    done = treecompare("rank", *files, "--a", "las", "--b", "tedeval2011", "--format", "json")
    assert done.returncode == 0, done.stderr
    ranked = json.loads(done.stdout)
    assert ranked["b"] == "tedeval2011"
    assert [row["rank_b"] for row in ranked["systems"][0]["sentences"]] == [2, 1]
    assert "TedEval" in treecompare("score", *files, "--measures", "tedeval").stdout


def test_who_asks_for_what_is_known_does_not_wait_for_what_is_being_counted() -> None:
    """A window asks while a thread of its own counts."""
    gold = CONLLU.read(b"1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "g", "g")
    scores = score(DependencyComparison(gold, [gold])).function_scores
    known = scores.count(0, "tedeval")
    scores._lock = None  # type: ignore[assignment]  # whoever would wait for it fails
    assert scores.count(0, "tedeval") is known and scores.reason(0, 0) == ""
    with pytest.raises(TypeError):
        scores.count(0, "tedeval2011")
