"""Dependency treebanks through the same tables, ranks and tests as constituents."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.commands import treecompare
from tests.conftest import stride
from treecompare import __version__
from treecompare.analyses.catalogue import ANALYSES, View, analysis
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies import comparison as of_words
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.conversion import Conversion
from treecompare.comparison.dependencies.items import COLUMNS, word_items
from treecompare.comparison.settings import Settings
from treecompare.comparison.word_by_word import word_by_word
from treecompare.errors import UsageError
from treecompare.mappings.mapping import MATCHED, SWAPPED
from treecompare.readers import AnyTreebank, DependencyTreebank, parse, read_any, read_content
from treecompare.readers.made import as_dependencies
from treecompare.readers.treebank import Problem
from treecompare.scores.ranks import compare_ranks, kendall, ranks
from treecompare.scores.significance import significance
from treecompare.scores.table import SCORED, SKIPPED
from treecompare.trees.head_rules import head_rules

SENTENCE = """# sent_id = {0}
1\tshe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tsaw\tsee\tVERB\tVBD\t_\t0\troot\t_\t_
3\tthe\tthe\tDET\tDT\t_\t4\tdet\t_\t_
4\tdog\tdog\tNOUN\tNN\t_\t{1}\t{2}\t_\t_
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


def write(path: Path, sentences: list[str]) -> str:
    path.write_text("".join(sentences), "utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Three sentences; the first system has a wrong head, a wrong relation, and another word."""
    gold = [SENTENCE.format(name, 2, "obj") for name in "abc"]
    one = [
        SENTENCE.format("a", 3, "obj"),
        SENTENCE.format("b", 2, "obl"),
        SENTENCE.format("c", 2, "obj").replace("dog", "cat"),
    ]
    return [
        write(tmp_path / "gold.conllu", gold),
        write(tmp_path / "one.conllu", one),
        write(tmp_path / "two.conllu", gold),
    ]


@pytest.fixture
def compared(files: list[str]) -> DependencyComparison:
    treebanks = [read_any(path) for path in files]
    comparison = word_by_word(treebanks[0], treebanks[1:], Settings(differing="skip"))
    assert isinstance(comparison, DependencyComparison)
    return score(comparison)


def _headless(text: str, *words: str) -> DependencyTreebank:
    """Without the heads and relations of these words, or of all."""
    rows = [line.split("\t") for line in text.split("\n")]
    for row in rows:
        if len(row) == 10 and (row[1] in words or not words):
            row[6:8] = "_", "_"
    found = read_content("\n".join("\t".join(row) for row in rows).encode(), "f", "conllu")
    assert isinstance(found, DependencyTreebank)
    return found


def test_a_word_without_a_head_is_attached_to_nothing() -> None:
    whole = SENTENCE.format("a", 2, "obj")
    gold, loose = _headless(whole, "none"), _headless(whole, "the", "saw")
    table = score(DependencyComparison(gold, [loose, gold])).table
    keys = ("uas", "las", "label-accuracy", "words", "clas", "mlas")
    # the: no functional child of dog is left; saw: against the root it is wrong, too
    assert [table.summary(0, key, "pooled") for key in keys] == [3 / 5, 3 / 5, 3 / 5, 1, 2 * 2 / 5, 2 * 1 / 5]
    table = score(DependencyComparison(loose, [gold, loose])).table
    assert [table.summary(0, key, "pooled") for key in keys[:2]] == [3 / 5, 3 / 5]
    assert [table.summary(1, key, "pooled") for key in keys] == [1] * len(keys)
    comparison = score(DependencyComparison(gold, [loose]))
    assert [error.target for error in comparison.errors(0)] == ["no head", "no head"]
    assert "f: 2 of 5 words have no head" in comparison.warnings


def test_a_file_without_any_head_lacks_the_column() -> None:
    whole = SENTENCE.format("a", 2, "obj")
    gold, tags = _headless(whole, "none"), _headless(whole)
    for sides in ((gold, tags), (tags, gold), (tags, tags)):
        comparison = score(DependencyComparison(sides[0], [sides[1]]))
        table = comparison.table
        for key in ("uas", "las", "clas", "mlas", "blex"):
            assert np.isnan(table.summary(0, key, "pooled")) and "no HEAD" in table.undefined(key)[0]
        assert [table.summary(0, key, "pooled") for key in ("words", "upos", "lemmas")] == [1, 1, 1]
        assert "f: no word has a head" in comparison.warnings
        assert not [one for one in comparison.warnings if "same words and trees" in one]


def test_scores_and_reasons(compared: DependencyComparison) -> None:
    table = compared.table
    assert table.scores(0, "las")[:2].tolist() == [0.8, 0.8]
    assert table.scores(0, "uas")[:2].tolist() == [0.8, 1.0]
    assert table.statuses[0, 2] == SKIPPED
    assert "cat" in table.reason(0, 2)
    assert table.summary(0, "las", "pooled") == 8 / 10
    assert table.summary(1, "las", "mean") == 1.0
    assert np.isnan(table.scores(0, "e.roof.dice")).all()
    assert table.signature("las", "pooled").startswith(
        "las|avg:pooled|punctuation:count|relations:universal|differing:skip|on:common:2/3:"
    )
    assert table.counts(0, slice(0, 1))[0]["las"] == {"gold": 5, "test": 5, "matched": 4, "words": 5}
    assert compared.ids == ["a", "b", "c"]


def test_an_empty_gold_is_told(tmp_path: Path, files: list[str]) -> None:
    (tmp_path / "empty.conllu").write_text("", "utf-8")
    gold, system = (read_any(path) for path in (str(tmp_path / "empty.conllu"), files[0]))
    comparison = word_by_word(gold, [system])
    assert isinstance(comparison, DependencyComparison)
    score(comparison)
    assert np.isnan(comparison.table.summary(0, "mlas", "pooled"))
    assert any("the file is empty" in one for one in comparison.warnings)


def test_options_change_the_figures_and_the_signature(files: list[str]) -> None:
    treebanks = [read_any(path) for path in files]
    comparison = word_by_word(treebanks[0], treebanks[1:], Settings(params="none", punctuation="eval.pl"))
    assert isinstance(comparison, DependencyComparison)
    table = score(comparison).table
    assert table.scores(0, "las")[0] == 3 / 4
    assert "punctuation:ignore" in table.signature("las")
    short = word_by_word(treebanks[0], treebanks[1:], Settings(params="none", max_length=4))
    assert isinstance(short, DependencyComparison)
    assert (score(short).table.statuses == SKIPPED).all()


def test_kinds_are_not_mixed(files: list[str]) -> None:
    trees, dependencies = parse("(S (N a))"), read_any(files[0])
    assert isinstance(dependencies, DependencyTreebank)
    with pytest.raises(UsageError, match=r"holds constituents, .*holds|holds constituents"):
        word_by_word(trees, [dependencies])
    with pytest.raises(UsageError, match="holds dependencies"):
        word_by_word(dependencies, [trees])
    assert isinstance(word_by_word(trees, [trees]), ConstituentComparison)


def test_constituents_are_compared_as_dependencies() -> None:
    gold = parse("(S (NP-SBJ (PRP I)) (VP (VBP eat) (NP (NP (NNS beans)) (PP (IN with) (NP (NN rice))))))")
    test = parse("(S1 (S (NP (PRP I)) (VP (VBP eat) (NP (NNS beans)) (PP (IN with) (NP (NN rice))))))")
    for treebanks in ((gold, test), (as_dependencies(gold, head_rules("collins")), test)):
        comparison = word_by_word(treebanks[0], treebanks[1:], Settings(as_dependencies="auto"))
        assert isinstance(comparison, DependencyComparison)
        table = score(comparison).table
        assert table.summary(0, "uas", "pooled") == table.summary(0, "las", "pooled") == 4 / 5
        assert table.signature("uas").endswith("|heads:collins|on:common:1|v:" + __version__)
    both = [as_dependencies(one, head_rules("collins")) for one in (gold, test)]
    same = word_by_word(both[0], both[1:], Settings(as_dependencies="collins"))
    assert "heads:" not in same.table.signature("uas")  # nothing was converted
    with pytest.raises(UsageError, match="no such head rules"):
        word_by_word(gold, [test], Settings(as_dependencies="magerman"))


def test_only_a_gold_decides_for_others_whether_there_are_tags() -> None:
    tagged = parse("(S (NP (PRP I)) (VP (VBP eat) (NP (NNS beans))))")
    bare = parse("(S (NP I) (VP eat (NP beans)))")

    def tags(*given: AnyTreebank) -> list[list[str]]:
        found = Conversion(given, Settings(as_dependencies="collins"))
        return [found.treebank(number).sentences[0].column("upos") for number in range(len(given))]

    dependencies = as_dependencies(tagged, head_rules("collins"))
    assert tags(dependencies, tagged, bare) == [["PRP", "VBP", "NNS"], ["PRP", "VBP", "NNS"], ["_", "_", "_"]]
    assert tags(tagged, bare) == [["PRP", "VBP", "NNS"], ["NP", "_", "NP"]]


@pytest.mark.parametrize(("form", "unescapes"), [("(", True), ("-LRB-", False), ("3/4", True), ("3\\/4", False)])
def test_escapes_go_where_the_dependencies_have_none(tmp_path: Path, form: str, unescapes: bool) -> None:
    path = tmp_path / "gold.conllu"
    path.write_text(f"1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\t{form}\t_\tX\t_\t_\t1\tdep\t_\t_\n\n", "utf-8")
    escaped = {"(": "-LRB-", "3/4": "3\\/4"}.get(form, form)
    comparison = word_by_word(
        read_any(str(path)), [parse(f"(NP (NN a) (CD {escaped}))")], Settings(as_dependencies="collins")
    )
    assert isinstance(comparison, DependencyComparison)
    assert (comparison.systems[0].sentences[0].words[1] != escaped) is unescapes
    assert (score(comparison).table.statuses == SCORED).all()


@pytest.mark.parametrize(
    ("plain", "escaped"), [("[", "-LSB-"), ("]", "-RSB-"), ("{", "-LCB-"), ("}", "-RCB-"), ("3/4", "3\\/4")]
)
def test_escapes_go_where_all_is_converted_and_not_all_is_escaped(plain: str, escaped: str) -> None:
    texts = [f"(NP (NN a) (CD {form}))" for form in (plain, escaped)]
    for gold, test in (texts, texts[::-1]):
        comparison = word_by_word(parse(gold), [parse(test)], Settings(as_dependencies="collins", differing="skip"))
        assert score(comparison).table.statuses.tolist() == [[SCORED]]
    comparison = word_by_word(parse(texts[1]), [parse(texts[1])], Settings(as_dependencies="collins"))
    assert isinstance(comparison, DependencyComparison)
    assert comparison.systems[0].sentences[0].words[1] == escaped


def test_missing_parses_that_count_as_zero() -> None:
    gold = parse(
        "(S (NP (NN a)) (VP (VB b) (. .)))\n(S (NP (NN c)) (VP (VB d)))\n(S (NP (NN e)) (VP (VB f)))\n(S (NN g))"
    )
    test = parse("(S (NP (NN a)) (VP (VB b) (. .)))\n(())\n(S (NP (NN e)) (VP (VB x)))")
    settings = Settings(as_dependencies="collins", missing="zero", differing="skip")
    comparison = word_by_word(gold, [test], replace(settings, punctuation="ignore"))
    assert isinstance(comparison, DependencyComparison)
    table = score(comparison).table
    assert table.statuses[0].tolist() == [SCORED, SKIPPED, SKIPPED, SKIPPED]
    assert table.zeroed[0].tolist() == [False, True, False, True]
    assert table.counts(0, slice(0, 2))[0]["uas"] == {"gold": 2, "test": 2, "matched": 2, "words": 2}
    assert table.counts(0, slice(1, 2))[0]["uas"] == {"gold": 2, "test": 0, "matched": 0, "words": 0}
    assert table.counts(0, slice(1, 2))[0]["sentences"]["gold"] == 1
    assert table.counts(0, slice(2, 3))[0] == {}
    assert table.summary(0, "uas.precision", "pooled") == 1.0
    assert table.summary(0, "uas.recall", "pooled") == 2 / 5
    assert table.summary(0, "uas", "mean") == 1 / 3
    assert "missing:zero" in table.signature("uas")
    assert table.reason(0, 1) == "the system has no such sentence"
    longest = word_by_word(gold, [test], Settings(as_dependencies="collins", missing="zero", max_length=1))
    assert isinstance(longest, DependencyComparison)
    assert score(longest).table.zeroed[0].tolist() == [False, False, False, True]
    nothing = word_by_word(gold, [parse("")], settings)
    assert isinstance(nothing, DependencyComparison)
    assert score(nothing).table.zeroed[0].all()


@pytest.fixture(scope="module")
def ewt(shared: Path) -> DependencyComparison:
    names = ("test.gold", "test.udpipe", "test.malt-eager")
    treebanks = [
        read_any(str(shared / f"data/ewt/{name}.conllu")).of_sentences(range(0, 2077, 5 * stride(2))) for name in names
    ]
    comparison = word_by_word(treebanks[0], treebanks[1:])
    assert isinstance(comparison, DependencyComparison)
    return score(comparison)


@pytest.mark.parametrize("one", [one for one in ANALYSES if "dependencies" in one.kinds], ids=lambda one: one.key)
def test_every_report_on_real_parsers(ewt: DependencyComparison, one: object) -> None:
    comparison = ewt
    if one.key == "significance":  # type: ignore[attr-defined]
        found = significance(comparison.table, ["las"], ["pooled"], iterations=200)
        assert found.differences[0].p < 0.05
        return
    for table in analysis(one.key, "dependencies").tables(comparison, View(1, "las", "uas", keys=("clas",))):  # type: ignore[attr-defined]
        assert table.texts()
        for row in range(min(len(table.rows), 5)):
            for column in range(min(len(table.columns), 8)):
                cell = table.found(row, column)
                if cell is not None and table.columns[column].title == "gold":
                    assert bool(len(cell.sentences)) == bool(table.rows[row][column])


def test_ranks_are_those_of_the_scores(shared: Path) -> None:
    folder = shared / "data/gum"
    treebanks = [read_any(str(folder / f"{name}.conllu")) for name in ("test.gold", "test.udpipe")]
    comparison = word_by_word(treebanks[0], treebanks[1:])
    assert isinstance(comparison, DependencyComparison)
    table = score(comparison).table
    found = compare_ranks(table, 0, "las", "clas")
    both = ~(np.isnan(table.scores(0, "las")) | np.isnan(table.scores(0, "clas")))
    wanted = kendall(*(ranks(table.scores(0, key)[both]) for key in ("las", "clas")))
    assert found.kendall == wanted


def test_the_command_line_prints_them(files: list[str], tmp_path: Path) -> None:
    found = json.loads(treecompare("score", *files, "--format", "json", "--per-sentence", "--differing", "skip").stdout)
    assert found["params"] == "none"
    assert found["systems"][0]["scores"]["las"] == {"pooled": 0.8, "mean": 0.8}
    assert found["systems"][0]["per_sentence"][2]["status"] == "skipped"
    ranked = json.loads(treecompare("rank", *files, "--format", "json").stdout)
    assert (ranked["a"], ranked["b"]) == ("las", "uas")
    assert "By relation, one" in treecompare("report", "breakdown", *files).stdout
    assert treecompare("report", "rankings", *files).returncode == 2
    assert treecompare("significance", *files, "--iterations", "50").stdout.startswith("measure")
    assert treecompare("plot", *files, "--output", str(tmp_path / "a.svg")).returncode == 0
    drawn = treecompare("align", *files[:2], "--sentence", "1").stdout.splitlines()
    assert drawn[4].split() == ["4", "dog", "NOUN", "2", "obj", "3", "obj", "<>"]
    for form, begin in (("svg", "<svg"), ("latex", "\\begin{dependency}"), ("document", "% a, one"), ("json", "{")):
        assert treecompare("align", *files[:2], "--sentence", "1", "--format", form).stdout.startswith(begin)
    for form, begin in (("pdf", b"%PDF"), ("png", b"\x89PNG"), ("handout", b"%PDF")):
        written = tmp_path / f"a.{form}"
        assert (
            treecompare("align", *files[:2], "--sentence", "1", "--format", form, "--output", str(written)).returncode
            == 0
        )
        assert written.read_bytes().startswith(begin)
    for arguments, told in (
        (("1", "--format", "brackets"), "dependencies are drawn as text, svg"),
        (("3", "--differing", "skip"), "cat"),
        (("9",), "no sentence 9"),
    ):
        bad = treecompare("align", *files[:2], "--sentence", *arguments)
        assert (bad.returncode, told in bad.stderr) == (2, True)
    assert "non-projective arcs" in treecompare("stats", files[0]).stdout
    assert treecompare("score", *files, "--punctuation", "none").returncode == 2
    compressed = treecompare("score", files[0], files[1], "--from", "conllu")
    assert compressed.returncode == 0


@pytest.mark.parametrize("punctuation", ["count", "ignore"])
@pytest.mark.parametrize(
    "settings", [Settings(), Settings(missing="zero"), Settings(max_length=4), Settings(max_length=5, missing="zero")]
)
def test_breakdowns_and_confusions_count_the_words_that_are_scored(
    tmp_path: Path, settings: Settings, punctuation: str
) -> None:
    """Also where parses are missing and lack every word, and not where sentences are too long."""
    short = (
        SENTENCE.replace("3\tthe\tthe\tDET\tDT\t_\t4\tdet\t_\t_\n", "")
        .replace("4\tdog", "3\tdog")
        .replace("5\t.", "4\t.")
    )
    gold = [
        SENTENCE.format("a", 2, "obj"),
        short.format("b", 2, "obj"),
        short.format("c", 2, "obj"),
        SENTENCE.format("d", 2, "obj"),
    ]
    test = [
        SENTENCE.format("a", 3, "obl"),
        short.format("b", 1, "obj"),
        SENTENCE.format("d", 2, "obj").replace("dog", "cat"),
    ]
    paths = [write(tmp_path / "gold.conllu", gold), write(tmp_path / "test.conllu", test)]
    treebanks = [read_any(path) for path in paths]
    comparison = word_by_word(treebanks[0], treebanks[1:], replace(settings, punctuation=punctuation))
    assert isinstance(comparison, DependencyComparison)
    table = score(comparison).table
    assert table.part(0, "las").gold.sum() > 0
    items = word_items(comparison.scores[0])
    for by in COLUMNS:
        found = items.by(by)
        columns = [*found.counts(), found.counts(items.in_gold & (items.test >= 0))[0]]
        for part in ("las", "uas", "label-accuracy"):
            counts = table.part(0, part)
            sums = [int(column.sum()) for column in (*columns, found.counts(items.right(part))[0])]
            assert sums == [int(column.sum()) for column in (counts.gold, counts.test, counts.words, counts.matched)], (
                by
            )
        cells = items.by(by, "both").cross
        counts = table.part(0, "las")
        assert cells[:-1].sum() == counts.gold.sum()
        assert cells[:, :-1].sum() == counts.test.sum()
        assert cells[:-1, :-1].sum() == counts.words.sum()
    assert bool(table.zeroed[0].any()) == (settings.missing == "zero")


def test_arcs_are_marked_as_the_relations_are_compared(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.conllu", [SENTENCE.format("a", 2, name)]) for name in ("obj", "obj:agent")]
    operations = {}
    for relations in ("universal", "full"):
        comparison = word_by_word(read_any(paths[0]), [read_any(paths[1])], Settings(relations=relations))
        assert isinstance(comparison, DependencyComparison)
        arcs = score(comparison).arcs(0, 0).arcs
        operations[relations] = {arc.operation for arc in arcs}
        assert (comparison.table.scores(0, "las")[0] == 1.0) == (operations[relations] == {MATCHED})
    assert SWAPPED in operations["full"]


def test_relations_of_another_scheme_are_told(tmp_path: Path) -> None:
    text = SENTENCE.format("a", 2, "obj")
    for old in ("nsubj", "root", "det", "obj", "punct"):
        text = text.replace(f"\t{old}\t", f"\t{old.upper()}\t")
    paths = [write(tmp_path / "gold.conllu", [SENTENCE.format("a", 2, "obj")]), write(tmp_path / "test.conllu", [text])]
    treebanks = [read_any(path) for path in paths]
    assert word_by_word(treebanks[0], treebanks[1:]).warnings == [
        "test: 100 % of the words have relations that the gold does not use (first 'NSUBJ', which is 'nsubj' there); labelled "
        "scores say nothing about them"
    ]


def test_relations_that_content_words_are_not_known_by_are_told(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.conllu", [SENTENCE.format("a", 2, name)]) for name in ("obj", "dobj")]
    known, other = (word_by_word(read_any(path), [read_any(path)]).warnings for path in paths)
    assert known == []
    assert other == [
        "dobj: 20 % of the words have no relation of Universal Dependencies (first 'dobj'); CLAS, MLAS and BLEX take them for no "
        "content words"
    ]


def plain(path: Path, sentences: list[str]) -> str:
    """Sentences whose first word is the head of all others."""
    rows = [
        "".join(
            f"{n}\t{word}\t_\tX\t_\t_\t{int(n > 1)}\t{'dep' if n > 1 else 'root'}\t_\t_\n"
            for n, word in enumerate(one.split(), 1)
        )
        for one in sentences
    ]
    return write(path, [row + "\n" for row in rows])


def test_another_text_is_not_scored(files: list[str], tmp_path: Path) -> None:
    gold = read_any(files[0])
    other = plain(tmp_path / "german.conllu", ["Er schlief .", "Sie kommt bald", "Der Hund bellt"])
    comparison = score(word_by_word(gold, [gold, read_any(other)]))
    table = comparison.table
    assert comparison.other_texts() == [1]
    assert table.statuses.tolist() == [[SCORED] * 3, [SKIPPED] * 3]
    assert table.reason(1, 0).startswith("another text: ")
    about = [one for one in comparison.warnings if one.startswith("german") and "relations" not in one]
    assert len(about) == 1 and about[0].startswith("german is another text and is not scored")
    assert table.common().compared.tolist() == [True, False]
    skipping = score(word_by_word(gold, [read_any(other)], Settings(differing="skip")))
    assert skipping.other_texts() == []
    # half of the characters are enough
    half = plain(tmp_path / "half.conllu", ["xx", "yy"])
    same = plain(tmp_path / "same.conllu", ["xx", "zz"])
    assert score(word_by_word(read_any(half), [read_any(same)])).other_texts() == []
    less = plain(tmp_path / "less.conllu", ["xx", "zzz"])
    assert score(word_by_word(read_any(half), [read_any(less)])).other_texts() == [0]


@pytest.mark.parametrize("settings", [{}, {"missing": "zero", "max_length": 12}, {"punctuation": "ignore"}])
def test_what_is_counted_block_by_block_is_what_is_counted_at_once(
    shared: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    """Where the words are the gold's, also those of sentences that neither file has; and what is asked later is the same."""

    def comparison() -> DependencyComparison:
        treebanks = [read_any(shared / f"data/gum/test.{name}.conllu") for name in ("gold", "udpipe", "malt-lazy")]
        chosen = [np.append(np.arange(200), -1) for _ in treebanks]
        sides = [one.chosen(rows) for one, rows in zip(treebanks, chosen, strict=True)]  # type: ignore[attr-defined]
        sides[0].problems[200] = Problem(200, 7, "it is broken")
        return DependencyComparison(sides[0], sides[1:], Settings("none", **settings))

    whole = score(comparison())
    assert len(whole._limits(0)) == 1
    monkeypatch.setattr(of_words, "AT_ONCE", 300)
    found = comparison()
    steps = [*found.run()]
    assert len(found._limits(0)) > 9 and len(steps) > 20
    assert found.warnings == whole.warnings and [*found.scores] == [0, 1]
    for name, column in whole.table.columns.items():
        assert np.array_equal(found.table.columns[name], column), name
    for name in ("statuses", "zeroed", "aligned", "respelt", "left_out"):
        assert np.array_equal(getattr(found.table, name), getattr(whole.table, name)), name
    assert [found.table.reason(0, row) for row in range(201)] == [whole.table.reason(0, row) for row in range(201)]
    for system in range(2):
        assert np.array_equal(found.scores[system].right("mlas"), whole.scores[system].right("mlas"))
        assert found.errors(system).of(7) == whole.errors(system).of(7)
        one, other = (compared.table.part(system, "tedeval").inserted for compared in (found, whole))
        assert np.array_equal(one, other) and one.any()
    assert found.scores[1] is found.scores[1]
