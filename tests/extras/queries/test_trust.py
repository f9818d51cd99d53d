"""Hits in gold and systems: identity, intervals, corrected counts, the command, and input that cannot be used."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import treecompare as tc
from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.judgements import Questions
from treecompare.drawing.plots import years_of
from treecompare.errors import Cancelled, ReadError, UsageError
from treecompare.extras.queries.analysis import corrected_table, people_tables, trust_tables
from treecompare.extras.queries.groups import (
    CountedTexts,
    Group,
    caveats,
    count_texts,
    groups_of,
    groups_of_text,
    read_groups,
    said_of,
)
from treecompare.extras.queries.hits import GONE, INSIDE, LABEL, NO_PARSE, WORDS, Asked, Trust, as_query, read_queries
from treecompare.extras.queries.trust import (
    Corrected,
    Figure,
    Trusted,
    by_sentence,
    corrected,
    interval,
    length_warning,
    resampled,
    scored,
)
from treecompare.readers import parse, read
from treecompare.scores.result import View

GOLD = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man) (PP (IN with) (NP (NNS eyes))))) (. .))"
HIGH = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes)))) (. .))"


def trust(gold: str, *systems: str, params: str = "standard") -> Trust:
    return Trust(parse(gold), [parse(text) for text in systems], params)


def causes(gold: str, system: str, pattern: str) -> tuple[list[str], list[str]]:
    found = trust(gold, system).compare(as_query("q", pattern), 0)
    missed, invented = ([hit.cause for hit in hits] for hits in found.wrong.values())
    return missed, invented


def test_causes() -> None:
    assert causes(GOLD, HIGH, "PP > NP") == ([INSIDE], [])
    assert causes(GOLD, HIGH, "PP > VP") == ([], [INSIDE])
    assert causes(GOLD, HIGH, "NP < DT") == ([WORDS], [WORDS])
    assert causes(GOLD, "(())", "NP < DT") == ([NO_PARSE], [])
    assert causes(GOLD, GOLD.replace("(PP", "(ADVP"), "PP") == ([LABEL], [])
    assert causes(GOLD, GOLD.replace("(PP", "(ADVP"), "ADVP") == ([], [LABEL])
    assert causes("(S (NP (NN a)) (VP (VB b)))", "(S (NN a) (VP (VB b)))", "NP") == (
        [WORDS],
        [],
    )  # a tag is no constituent


def test_punctuation_at_the_edge_is_no_difference() -> None:
    gold, system = "(S (NP (NN man) (, ,)) (VP (VBD left)))", "(S (NP (NN man)) (, ,) (VP (VBD left)))"
    assert trust(gold, system).compare(as_query("q", "NP"), 0).counts.sum(axis=0).tolist() == [1, 1, 1]
    kept = trust(gold, system, params="standard-with-punctuation")
    assert kept.compare(as_query("q", "NP"), 0).counts.sum(axis=0).tolist() == [1, 1, 0]


@pytest.mark.parametrize(("params", "both"), [("standard", 1), ("none", 0)])
def test_labels_are_compared_as_the_preparation_cuts_them(params: str, both: int) -> None:
    gold = GOLD.replace("(NP (PRP", "(NP-SBJ (PRP")
    assert trust(gold, GOLD, params=params).compare(as_query("q", "/^NP/ < PRP"), 0).counts.sum(axis=0).tolist() == [
        1,
        1,
        both,
    ]


def test_a_node_twice_is_found_twice_one_to_one() -> None:
    gold, system = "(S (NP (NP (NP (NN a)))))", "(S (NP (NP (NN a))))"
    assert trust(gold, system).compare(as_query("q", "NP < NP"), 0).counts.sum(axis=0).tolist() == [2, 1, 1]


def test_words_that_differ_are_aligned() -> None:
    system = HIGH.replace("(NNS eyes)", "(NNS ey) (NNS es)")
    found = trust(GOLD, system).compare(as_query("q", "NP < DT|PRP"), 0)
    assert found.counts.sum(axis=0).tolist() == [2, 2, 1]


def test_a_query_has_the_same_interval_alone_and_among_others() -> None:
    texts = [text.replace("(. .)", "(X x)" * (number % 9)) for number, text in enumerate([GOLD, HIGH, GOLD] * 20)]
    asked = trust("\n".join(texts), "\n".join(text if number % 4 else HIGH for number, text in enumerate(texts)))
    both = [as_query("low", "PP > NP"), as_query("x", "X")]
    alone = Trusted(asked, both[:1], resamples=200).cells[0][0].span.f1
    assert alone.low is not None and alone == Trusted(asked, both, resamples=200).cells[0][0].span.f1


def test_the_anchor_can_be_named() -> None:
    found = trust(GOLD, GOLD).compare(as_query("q", "VP < (NP=anchor < DT)"), 0)
    assert [key for _, (key, _) in found.keys] == ["NP"]


def test_a_system_that_ends_early_has_no_parse_there() -> None:
    found = Trusted(trust(f"{GOLD}\n{GOLD}", HIGH), [as_query("q", "PP")], resamples=50)
    assert found.cells[0][0].compared.unparsed == 1
    assert any("1 sentence without a parse" in one for one in found.warnings)


def test_sentences_pair_by_what_they_say() -> None:
    gold = "(S (NP (NN a)))\n(S (NP (NN b)) (VP (VBD c)))\n(S (NN d))"
    compared = trust(gold, "(S (NP (NN b)) (VP (VBD c)))\n(S (NP (NN d)))\n(S (NP (NN a)))").compare(
        as_query("q", "NP"), 0
    )
    assert compared.counts.sum(axis=0).tolist() == [2, 3, 2] and [
        hit.sentence for hit in compared.wrong["invented"]
    ] == [2]


def test_figures_of_nothing_are_undefined() -> None:
    found = Trusted(trust(GOLD, HIGH), [as_query("none", "SQ"), as_query("one", "PP > NP")], resamples=50)
    none, one = found.cells[0][0].span, found.cells[1][0].span
    assert (none.precision.value, none.recall.value, none.f1.value) == (None, None, None)
    assert (one.precision.value, one.recall.value, one.f1.value) == (None, 0.0, 0.0)
    by_hit = people_tables(found)[0]
    assert by_hit.rows[0][5:8] == [None, None, None] and by_hit.texts()[1][5:8] == ["–", "–", "–"]


def test_figures_in_files_are_numbers_at_full_precision() -> None:
    found = Trusted(trust(GOLD, HIGH), [as_query("np", "NP"), as_query("none", "SQ")], resamples=50)
    for table in [*people_tables(found), corrected_table(found)]:
        assert len({one.name for one in table.columns}) == len(table.columns)
        for row in table.as_object()["rows"]:
            for column, value in zip(table.columns, row, strict=True):
                assert not isinstance(value, str) or not (
                    column.is_number or re.fullmatch(r"[-+–\d., %[\]to]+", value)
                ), (column, value)
    by_hit = people_tables(found)[0]
    (first, *_), span = by_hit.records(), found.cells[0][0].span
    assert [first[f"recall{end}"] for end in ("", " from", " to")] == [
        span.recall.value,
        span.recall.low,
        span.recall.high,
    ]
    assert [first["gold"], first["system's"], first["both"]] == [span.gold, span.system, span.both]
    assert by_hit.exact()[0][5:8] == ["precision", "precision from", "precision to"]


def test_resamples_have_as_many_sentences_as_are_drawn() -> None:
    columns = np.ones((7, 1), np.int64)
    assert resampled(columns, 7, 1, 20)[:, 0].tolist() == [7.0] * 21
    assert resampled(columns, 30, 1, 20)[:, 0].tolist() == [7.0] + [30.0] * 20  # first, what there is


def test_intervals_are_percentiles_of_what_is_defined() -> None:
    tops, below = np.array([50.0, *range(101)]), np.full(102, 100.0)
    found = interval(tops, below)
    assert found == (0.5, 0.02, 0.98, 0.0)  # round(2.5) = 2, round(97.5) = 98
    below[1:11] = 0
    assert interval(tops, below).lost == pytest.approx(10 / 101)
    below[0] = 0
    assert interval(tops, below)[:3] == (None, 0.12, 0.98)
    assert interval(tops, below * 0) == Figure(None, lost=1.0)


def test_corrected_counts() -> None:
    gold, system = np.array([2, 0, 1, 1] * 10), np.array([1, 0, 1, 0] * 10)
    counts = np.stack((gold, system, np.minimum(gold, system)), axis=1)
    text = np.array([1] * 30 + [0] * 10)
    made = corrected(counts, text, resamples=400)
    assert (made.found, made.sentences, made.calibrated.value, made.predicted.value) == (30, 40, 60.0, 60.0)
    (_, low, high, _), (_, first, last, _) = made.calibrated, made.predicted
    assert first is not None and low is not None and high is not None and last is not None
    assert first < low < 60 < high < last
    nothing = counts * [0, 1, 0]
    assert corrected(nothing, text, resamples=50).predicted[:3] == (0, 0, 0)
    assert corrected(nothing, text, resamples=50).calibrated.value == 0
    assert corrected(counts * [1, 0, 0], text * 0, resamples=50).predicted == Figure(None)
    assert scored(resampled(nothing, 40, 1, 2)).f1.value == 0
    assert by_sentence(counts)[:4].tolist() == [[1, 1, 1], [0, 0, 0], [1, 1, 1], [1, 0, 0]]
    assert by_sentence(np.array([[2, 1, 0]])).tolist() == [[1, 1, 1]]  # other hits, one sentence


def test_two_systems_are_compared_on_the_same_resamples() -> None:
    found = Trusted(
        trust("\n".join([GOLD] * 6), "\n".join([GOLD] * 6), "\n".join([HIGH] * 6)),
        [as_query("q", "NP < PP")],
        resamples=60,
    )
    known = found.best(found.cells[0])
    assert known is not None
    first, second, by = known
    assert (first.compared.system, second.compared.system, by.value, by.low) == (0, 1, 1.0, 1.0)
    assert not by.may_be(0) and Figure(1.0).may_be(0)
    (same,) = filter(None, [found.best(found.cells[0][:1] * 2)])
    assert same[2][:3] == (0, 0, 0) and same[2].may_be(0)
    assert found.best(found.cells[0][:1]) is None


def test_queries_of_corpussearch_are_refused_in_a_sentence_and_stay_in_a_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("ov.q", "node: IP*\nquery: (IP* iDoms NP-OB1*)\n"), ("gold.mrg", GOLD), ("a.mrg", HIGH)):
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in ("ov.q", "gold.mrg", "a.mrg")]
    for arguments in (["trust", *paths], ["search", "--corpussearch", *paths[:2]]):
        assert run_command(arguments) == 2
        assert f"{paths[0]}" in (said := capsys.readouterr().err) and said.count(GONE) == 1 == said.count("\n")
    # a comparison that was saved with one asks the usual queries, and says why
    comparison = ConstituentComparison(read(paths[1]), [read(paths[2])])
    comparison.questions = Questions((paths[0],))
    tables = trust_tables(score(comparison), View())
    assert (
        len({row[0] for row in tables[0].rows}) == 8 and sum(one.note.count(f"ov.q is {GONE}.") for one in tables) == 1
    )
    assert comparison.questions.files == (paths[0],)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a NP\n", "line 1|expected a name, a tab"),
        ("a\tNP\na\tVP\n", "another query 'a'"),
        ("a\tNP <\n", "pattern"),
        ("", "no query"),
    ],
)
def test_query_files_that_cannot_be_used(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "queries.tsv"
    path.write_text(text, "utf-8")
    with pytest.raises(ReadError, match=what):
        read_queries(str(path))


def test_groups(tmp_path: Path) -> None:
    path = tmp_path / "groups.tsv"
    path.write_text("1275\told\n1275.B\tolder\n", "utf-8")
    assert groups_of(["1275.A,1", "1275.B,2", "1999"], read_groups(str(path))) == ["old", "older", ""]
    text = parse("(S (A a))\n" * 2).with_fields(path="texts/1275.B.mrg.gz")
    assert groups_of_text(text, {"1275": "old", "1": "a sentence"}) == ["old", "old"]
    assert groups_of_text(text.with_fields(path="parsed.mrg"), {"1": "first", "2": "second"}) == ["first", "second"]
    assert groups_of_text(text.with_fields(ids=["1888.C,1", "x,2"]), {"1275": "old", "1888": "new"}) == ["new", "old"]


def test_each_file_is_a_group(tmp_path: Path) -> None:
    files = {}
    for name in ("1275.morkin", "1888.grimur"):
        files[name] = tmp_path / f"{name}.mrg"
        files[name].write_text(f"{GOLD}\n{GOLD}\n")
    ids = ["1275.MORKIN,.2", "1540.X,.1"]
    gold = parse(f"{GOLD}\n{HIGH}").with_fields(ids=ids)
    compared = score(ConstituentComparison(gold, [parse(f"{HIGH}\n{HIGH}").with_fields(ids=ids)]))
    found = count_texts(compared, View(), [as_query("q", "PP")], list(map(str, files.values())))
    assert found.gold == ["1275.morkin", ""]  # capital letters or small
    assert [one.name for one in found.groups(found.found.every[0])] == list(files)
    assert found.left_out == [(name, 0) for name in files]
    with pytest.raises(Cancelled):  # nobody waits any more: no file is read
        count_texts(compared, View(cancel=np.ones(1, np.int32)), [as_query("q", "PP")], ["gone.mrg"])


def grouped(*found: tuple[float, float, float, float], own: bool = True) -> list[Group]:
    made = [Corrected(int(n), 1000, Figure(None), Figure(*predicted)) for n, *predicted in found]
    return [Group(f"{1500 + 100 * k}", 9000, one, own) for k, one in enumerate(made)]


def test_what_may_be_said_of_two_periods() -> None:
    apart = said_of(grouped((50, 60, 50, 70), (9, 9, 1, 99), (20, 22, 15, 30)))
    assert apart.startswith("Per 1,000 sentences: 60 [50, 70] in 1500, 22 [15, 30] in 1700.")
    assert "do not overlap: the difference is more than" in apart
    for count, is_claimed in ((20, True), (19, False)):
        said = said_of(grouped((50, 60, 50, 70), (count, 22, 15, 30)))
        assert ("more than the parser's errors explain" in said) == is_claimed
        assert ("fewer than 20 hits in 1600 chance may be all" in said) != is_claimed
    few, same = caveats(grouped((50, 60, 50, 70), (9, 9, 1, 99), (20, 22, 15, 30)))
    assert few.startswith("Fewer than 20 hits in 1600: ") and same.startswith("It assumes text of the same kind")
    near = said_of(grouped((50, 60, 50, 70), (50, 62, 50, 71), own=False))
    assert "overlap: the parser's errors may be all" in near
    assert caveats(grouped((50, 60, 50, 70), own=False))[0].startswith("One ratio of the gold")
    assert said_of(grouped((50, 60, 50, 70))) == ""
    without = [*grouped((50, 60, 50, 70)), Group("x", 20, Corrected(3, 10, Figure(None), Figure(None)), False)]
    assert said_of(without) == ""


def test_years_are_read_from_the_names_of_groups() -> None:
    assert years_of(["1275.morkin.nar-his", "1888"]) == [1275, 1888]
    assert years_of(["1275", "letters"]) is None and years_of(["1275.a", "1275.b"]) is None


def test_groups_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("gold", GOLD), ("system", HIGH)):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n" * 24, "utf-8")
    (tmp_path / "q.tsv").write_text("low\tPP > NP\nany\tPP\n", "utf-8")
    (tmp_path / "groups.tsv").write_text("1\t1275\n2\t1540\n", "utf-8")
    files = [str(tmp_path / name) for name in ("q.tsv", "gold.mrg", "system.mrg")]
    text = ["--text", files[2]]
    grouped = ["--groups", str(tmp_path / "groups.tsv")]
    assert run_command(["trust", *files, *text, "--plot", str(tmp_path / "p.svg")]) == 2
    assert run_command(["trust", *files, *text, *grouped, "--plot", str(tmp_path / "p.jpg")]) == 2
    assert "expected .svg" in capsys.readouterr().err
    assert run_command(["trust", *files, *text, *grouped, "--plot", str(tmp_path / "p.svg")]) == 0
    assert sorted(one.name for one in tmp_path.glob("*.svg")) == ["p-any-system.svg", "p-low-system.svg"]
    drawn = (tmp_path / "p-any-system.svg").read_text("utf-8")
    for said in (
        "any, found by system",
        "1275",
        "1540",
        "corrected, with 95 % prediction interval",
        "as found",
        "overlap",
    ):
        assert said in drawn, said


def test_plots_of_queries_with_like_names_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text(f"{GOLD}\n" * 24, "utf-8")
    (tmp_path / "q.tsv").write_text("a b\tPP > NP\na/b\tPP\n", "utf-8")
    (tmp_path / "groups.tsv").write_text("1\t1275\n2\t1540\n", "utf-8")
    files = [str(tmp_path / name) for name in ("q.tsv", "gold.mrg", "gold.mrg")]
    asked = ["--text", files[1], "--groups", str(tmp_path / "groups.tsv"), "--plot", str(tmp_path / "p.svg")]
    assert run_command(["trust", *files, *asked]) == 0
    assert sorted(one.name for one in tmp_path.glob("*.svg")) == ["p-a-b-gold-2.svg", "p-a-b-gold.svg"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder, name, text in (("data", "gold", GOLD), ("parsed", "system", HIGH), ("", "text", HIGH)):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.mrg").write_text(f"{text}\n" * 4, "utf-8")
    (tmp_path / "q.tsv").write_text("low\tPP > NP\nany\tPP\n", "utf-8")
    (tmp_path / "groups.tsv").write_text("1\tfirst\n", "utf-8")
    files = [str(tmp_path / name) for name in ("q.tsv", "data/gold.mrg", "parsed/system.mrg")]
    text = [
        "--text",
        str(tmp_path / "text.mrg"),
        "--groups",
        str(tmp_path / "groups.tsv"),
        "--tables",
        str(tmp_path / "out"),
    ]
    assert run_command(["trust", *files, *text]) == 0
    printed = capsys.readouterr()
    assert "Why hits differ" in printed.out and "By group" in printed.out
    assert "fewer than 20" in printed.err
    assert {one.name for one in (tmp_path / "out").iterdir()} == {"trust.tsv", "hits.tsv", "corrected.tsv"}
    rows = [line.split("\t") for line in (tmp_path / "out" / "trust.tsv").read_text("utf-8").splitlines()]
    assert {row[0] for row in rows[1:]} == {"data"}  # the folder of the gold, not that of the system
    assert run_command(["trust", *files, "--halves", *text[:2]]) == 2
    assert run_command(["trust", *files, "--groups", str(tmp_path / "groups.tsv")]) == 2


def test_the_library_gives_the_tables_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("gold", GOLD), ("high", HIGH), ("text", HIGH + "\n" + GOLD)):
        (tmp_path / f"{name}.mrg").write_text(text + "\n")
    (tmp_path / "queries.tsv").write_text("low\tPP > NP\nhigh\tPP > VP\n")
    paths = [str(tmp_path / f"{name}.mrg") for name in ("gold", "high", "text")]
    queries = tmp_path / "queries.tsv"
    assert run_command(["trust", str(queries), *paths[:2], "--text", paths[2], "--format", "csv"]) == 0
    printed = capsys.readouterr().out
    found = tc.trust(queries, paths[0], paths[1], texts=[paths[2]])
    assert len(found) > 2 and all(table.to_csv().strip() in printed for table in found)
    by_name = tc.trust({"low": "PP > NP", "high": "PP > VP"}, paths[0], {"high": paths[1]}, texts=[paths[2]])
    assert [one.to_csv() for one in by_name] == [one.to_csv() for one in found]
    with pytest.raises(UsageError, match="expected constituents"):
        (tmp_path / "words.conllu").write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
        tc.trust({"low": "PP > NP"}, tmp_path / "words.conllu", paths[1])


def test_text_of_another_kind_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = Asked(parse(f"{GOLD}\n(())"))  # seven words; a sentence without a parse says nothing
    assert length_warning("b", 80, 10, gold) == "" == length_warning("b", 0, 10, gold)
    assert length_warning("b", 120, 10, gold).startswith("b: 12.0 words a sentence, in the gold 7.0: text of another")
    assert length_warning("b", 40, 10, gold)  # shorter
    groups = [Group("long", 120, Corrected(30, 10, Figure(30.0, 1, 2), Figure(30.0, 20, 40)), True)]
    assert caveats(groups, gold)[0].startswith("long: 12.0 words a sentence")
    for name, text in (("gold", GOLD), ("text", "(S (NP (PRP I)) (VP (VBD slept)))")):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n")
    (tmp_path / "q.tsv").write_text("np\tNP\n")
    files = [str(tmp_path / name) for name in ("q.tsv", "gold.mrg", "gold.mrg", "text.mrg")]
    assert run_command(["trust", *files[:3], "--text", files[3]]) == 0
    assert "text: 2.0 words a sentence, in the gold 7.0" in capsys.readouterr().err


TWICE = "(S (NP (DT the) (NN man)) (VP (VBD saw) (NP (DT the) (NN dog))) (. .))"


def test_where_no_correction_is_needed() -> None:
    parsed = Asked(parse("\n".join([GOLD] * 30)))

    def remark(gold: str, system: str) -> object:
        found = Trusted(trust(gold, system), [as_query("q", "PP > NP")], resamples=50)
        return corrected_table(found, [parsed]).rows[0][-1]

    gold = "\n".join([GOLD] * 30)
    assert remark(gold, gold) == "no correction needed"
    assert remark(gold, "\n".join([GOLD] * 10 + [HIGH] * 20)) == ""
    assert remark(GOLD, GOLD) == "too few hits in the gold"


def test_corrected_counts_rest_on_hits_or_on_sentences() -> None:
    gold, system = (
        "\n".join([TWICE] * 30),
        "\n".join([TWICE.replace("(NP (DT the) (NN dog))", "(XP (DT the) (NN dog))")] * 30),
    )
    parsed = Asked(parse(system))
    by_hit = Trusted(trust(gold, system), [as_query("q", "NP < DT")], resamples=50)
    by_sentence = Trusted(trust(gold, system), [as_query("q", "NP < DT")], resamples=50, mode="sentence")
    (hits,), (sentences,) = by_hit.every, by_sentence.every
    assert by_hit.corrected(hits, [parsed]).predicted.value == 60.0
    assert by_sentence.corrected(sentences, [parsed]).predicted.value == 30.0
    assert (by_hit.cells[0][0].main.f1.value, by_sentence.cells[0][0].main.f1.value) == (pytest.approx(2 / 3), 1.0)
    assert "mode" not in by_hit.signature and "|mode:sentence|" in by_sentence.signature
    for mode, more in (("span", 1 / 3), ("sentence", 0.0)):
        both = Trusted(trust(gold, gold, system), [as_query("q", "NP < DT")], mode, resamples=20)
        (best,) = filter(None, map(both.best, both.cells))
        assert best[2].value == pytest.approx(more) == best[2].low
    for text, number in ((parsed, 30), (Asked(parse(gold)), 60)):
        texts = [[(text, ["a"] * 30)]]
        found = [CountedTexts(one, texts, [""] * 30).groups(one.every[0]) for one in (by_hit, by_sentence)]
        assert [group.made.found for (group,) in found] == [number, 30]


def test_a_group_with_enough_hits_has_its_own_ratio() -> None:
    system = [GOLD] * 30 + [HIGH] * 10  # of the second group half is missed
    found = Trusted(trust("\n".join([GOLD] * 40), "\n".join(system)), [as_query("q", "PP > NP")], resamples=50)
    text = Asked(parse("\n".join([GOLD] * 20)))
    counted = CountedTexts(found, [[(text, ["a"] * 10 + ["b"] * 10)]], ["a"] * 20 + ["b"] * 20, ["b"])
    groups = [(one.name, one.made.predicted.value, one.own) for one in counted.groups(found.every[0])]
    assert groups == [("b", 20.0, True), ("a", 10.0, True)]


def test_the_anchor_and_the_mode_are_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gold.mrg").write_text(f"{TWICE}\n")
    (tmp_path / "q.tsv").write_text("np\tS < (NP=x < DT) < (VP < NP)\nother\tVP\n")
    files = [str(tmp_path / name) for name in ("q.tsv", "gold.mrg", "gold.mrg")]
    assert run_command(["trust", *files, "--anchor", "x", "--tables", str(tmp_path / "out")]) == 0
    hits = (tmp_path / "out" / "hits.tsv").read_text().splitlines()
    assert [line.split("\t")[4] for line in hits[1:]] == ["NP", "VP"]
    assert run_command(["trust", *files, "--anchor", "z"]) == 2
    assert "no query has a variable of that name" in capsys.readouterr().err
    assert run_command(["trust", *files, "--mode", "sentence"]) == 0
    assert "|mode:sentence|" in capsys.readouterr().out
    found = tc.trust(
        {"q": "S < (NP=x < DT)"}, tmp_path / "gold.mrg", tmp_path / "gold.mrg", anchor="x", mode="sentence"
    )
    assert "mode:sentence" in found[0].to_json()
    with pytest.raises(UsageError, match="expected span or sentence"):
        tc.trust({"q": "S"}, tmp_path / "gold.mrg", tmp_path / "gold.mrg", mode="hits")


def test_sentences_that_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, query = "\n".join([GOLD] * 4), as_query("q", "PP")
    systems = [parse(f"{GOLD}\n(())\n{GOLD}\n{GOLD}"), parse("\n".join([GOLD] * 4))]
    own, common = (Trusted(Trust(parse(gold), systems, common=is_so), [query], resamples=20) for is_so in (False, True))
    assert [cell.span.gold for cell in own.cells[0]] == [4, 4] and [cell.span.gold for cell in common.cells[0]] == [
        3,
        3,
    ]
    assert [cell.span.f1.value for cell in common.cells[0]] == [1.0, 1.0] and common.cells[0][0].compared.unparsed == 0
    assert "on:common" in common.signature and "on:" not in own.signature
    assert common.corrected(common.every[0]).sentences == 1 and len(common.counts(common.every[0])) == 3
    one = Trusted(Trust(parse(gold), systems, rows=np.array([True, True, False, False])), [query], resamples=20)
    assert [cell.span.gold for cell in one.cells[0]] == [2, 2]
    assert one.counts(one.every[0]).tolist() == [[1, 1, 1], [1, 0, 0]]
    for name, text in (("gold", f"{GOLD}\n{GOLD}"), ("system", f"{GOLD}\n(())")):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n")
    (tmp_path / "q.tsv").write_text("pp\tPP\n")
    files = [str(tmp_path / name) for name in ("q.tsv", "gold.mrg", "system.mrg")]
    assert run_command(["trust", *files, "--sentences", "common", "--format", "csv"]) == 0
    assert "pp,system,1,1,1" in capsys.readouterr().out
    with pytest.raises(UsageError, match="expected own or common"):
        tc.trust({"q": "PP"}, tmp_path / "gold.mrg", tmp_path / "system.mrg", sentences="all")
