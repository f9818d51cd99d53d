"""The overview as a job of the window: questions, what stands under each, what is said of it, what a cell leads to."""

from __future__ import annotations

import re
import shlex
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import stride
from tests.made import gold_trees
from treecompare.analyses.catalogue import ANALYSES
from treecompare.analyses.sentence_list import rank_shown
from treecompare.cli import run_command
from treecompare.comparison.base import Cancel
from treecompare.comparison.base import score as scored
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.drawing.figures import PlotStyle
from treecompare.drawing.style import DARK, LIGHT
from treecompare.errors import Cancelled, UsageError
from treecompare.jobs import answers, base, overview
from treecompare.jobs.answers import ENTRIES, PLOTS, QUESTIONS, Answers, entries_for
from treecompare.jobs.base import Copy, Go, Later, Open, Page, Pairs, Places, Plot, Save, Text, tokens_of
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.finding import commands_of, entries_of, entry_of, ranked
from treecompare.jobs.overview import OverviewJob
from treecompare.measures import MEASURES_OF, measure
from treecompare.readers import parse, read
from treecompare.resources import samples
from treecompare.scores.plotting import KINDS
from treecompare.scores.ranks import wins
from treecompare.scores.result import Found, ResultTable
from treecompare.scores.significance import Difference, Interval, Significance
from treecompare.scores.table import SCORED, WAITING, ScoreTable

CONSTITUENTS, DEPENDENCIES, SCHEMES, NO_GOLD = "first-comparison", "dependencies", "tsarfaty-2011", "two-annotators"


@cache
def compared(key: str) -> Any:
    return scored(opened(open_files(sample_files(next(one for one in samples() if one.key == key)))).comparison)


def job(key: str = CONSTITUENTS) -> OverviewJob:
    return CompareJob(compared(key), overview=OverviewJob).beside()[1][1]()  # type: ignore[return-value]


def made(later: Any) -> Any:
    """What is seen in the end."""
    while isinstance(later, Later):
        later = later.make(Cancel(), lambda _share: None)
        later = getattr(later, "then", None) or later
    return later


def page(of: OverviewJob, key: str) -> Page:
    found = made(of.picture(of.place(key)))
    assert isinstance(found, Page)
    return found


def tables(of: OverviewJob, key: str) -> list[ResultTable]:
    return [one for one in page(of, key).items if isinstance(one, ResultTable)]


def listed(of: OverviewJob, find: str = "") -> Places:
    found = of.places("questions", tokens_of(find, ()))
    assert isinstance(found, Places)
    return found


def told(of: OverviewJob, key: str) -> str:
    """All that Why says of an entry."""
    said = []
    for block in of.why(of.place(key)):
        blocks = (
            made(block) if isinstance(block, Later) else block.blocks() if isinstance(block, base.Fold) else [block]
        )
        for one in blocks:
            said += [one.text] if isinstance(one, (Text, base.Head)) else []
            said += [" ".join(row) for row in one.rows] if isinstance(one, Pairs) else []
    return "\n".join(said)


def test_every_table_and_plot_stands_under_one_question() -> None:
    keys = Counter(one.key for one in ENTRIES)
    assert set(keys.values()) == {1} and {one.key for one in ANALYSES} <= set(keys)
    assert sorted(one.plot for one in ENTRIES if one.plot) == sorted(KINDS) == sorted(PLOTS.values())
    assert Counter(key for one in QUESTIONS for key in one.entries).most_common(1)[0][1] == 1
    assert set(keys) == {key for one in QUESTIONS for key in one.entries}


@pytest.mark.parametrize("kind", MEASURES_OF)
def test_own_tables_come_before_those_of_other_kinds(kind: str) -> None:
    places = entries_for(kind)
    titles = [(ENTRIES[place].question.key, ENTRIES[place].title) for place in places]
    assert len(set(titles)) == len(titles)
    assert {one.title for one in ENTRIES} == {title for _, title in titles}
    for question in QUESTIONS:
        own = [kind in ENTRIES[place].kinds for place in places if ENTRIES[place].question is question]
        assert own == sorted(own, reverse=True)


@pytest.mark.parametrize("key", [CONSTITUENTS, DEPENDENCIES, SCHEMES, NO_GOLD])
def test_every_place_has_a_page_or_says_what_it_needs(key: str) -> None:
    of = job(key)
    shown = listed(of)
    assert sum(one.size for one in shown.sections) == len(shown.order)
    told_of_errors = of.comparison.names().told_of_errors
    assert [one.title for one in shown.sections] == [told_of_errors(one.title) for one in QUESTIONS]
    for place in shown.order.tolist():
        entry = ENTRIES[place]
        found = page(of, entry.key)
        assert found.items and of.place(of.name(place)) == place
        if needs := entry.needs(of.comparison):
            assert found.items[-1] == f"{needs[0].upper()}{needs[1:]}."
            with pytest.raises(UsageError, match=needs):
                of.do([place], "copy-command")
        elif entry.plot:
            assert isinstance(found.items[0], (Plot, str)) and not any(isinstance(one, Plot) for one in found.items[1:])


def test_what_needs_other_files_says_which() -> None:
    of = job(NO_GOLD)
    said = {key: page(of, key).items[-1] for key in ("significance", "schemes", "mothers", "batch", "paper")}
    assert said == {
        "significance": "Needs two systems.", "schemes": "Needs several golds.", "mothers": "Needs constituents.",
        "batch": "Needs a batch of several treebanks; treecompare batch makes one.", "paper": "Needs a gold.",
    }  # fmt: skip


def test_in_systems_a_rank_is_marked_that_is_another_one_under_the_other_average() -> None:
    """One system is wrong in a short sentence, the other one a little more in a long one; files and papers' tables stay."""
    short, wrong = "(S (NP (DT a)) (VP (VB c)))", "(S (DT a) (VB c))"
    long, less, none = (
        f"(S {' '.join(f'({label}{place} (N n{place}))' for place, label in enumerate(labels))})"
        for labels in ("X" * 12, "X" * 9 + "Y" * 3, "Y" * 12)
    )
    texts = f"{short}\n{long}", f"{wrong}\n{long}", f"{short}\n{less}", f"{wrong}\n{none}"
    gold, *systems = map(parse, texts)
    trees = CompareJob(scored(ConstituentComparison(gold, systems)), overview=OverviewJob)
    trees.do([0], "a", "e.roof.dice")
    of = next(make() for view, make in trees.beside() if view == "Overview")
    assert isinstance(of, OverviewJob)
    for average, ranks, other in (("pooled", ["1≠", "2≠", "3"], "mean"), ("mean", ["2≠", "1≠", "3"], "pooled")):
        of.do([0], "average", average)
        (table,) = tables(of, "systems")
        assert [table.text(row, 2) for row in range(3)] == ranks == [row[2].rstrip(" *") for row in table.texts()[1:]]
        assert f"≠: another rank under {other} scores." in table.note
        assert [row[2] for row in table.exact()[1:]] == [f"{float(rank.rstrip('≠'))}" for rank in ranks]
        assert all("≠" not in cell for one in tables(of, "rankings") for row in one.texts() for cell in row)


def test_ranks_wait_for_all_and_figures_say_how_much_is_compared() -> None:
    """Of what was stopped; else marks show where measures disagree: few constituents at the top of a tree are wrong, or tags."""
    gold = "(S (NP (DT a) (NN b)) (VP (VB c) (NP (DT d) (NN e))))"
    wrong = "(S (DT a) (NN b) (VP (VB c) (NP (DT d) (NN e))))", "(S (NP (XX a) (XX b)) (VP (XX c) (NP (XX d) (XX e))))"
    systems = [replace(parse(f"{one}\n{one}"), name=name) for one, name in zip(wrong, ("one", "two"), strict=True)]
    said = "Not all sentences are compared yet: 2 of one, 0 of two; nothing is ranked."
    for is_whole in (False, True):
        comparison = scored(ConstituentComparison(parse(f"{gold}\n{gold}"), systems))
        comparison.table.statuses[1] = SCORED if is_whole else WAITING
        trees = CompareJob(comparison, overview=OverviewJob)
        trees.do([0], "a", "e.roof.dice")
        of = next(make() for view, make in trees.beside() if view == "Overview")
        assert isinstance(of, OverviewJob)
        (table,) = tables(of, "systems")
        ranks = {row: {one.key: table.text(row, at) for at, one in enumerate(table.columns)} for row in range(2)}
        assert [ranks[row]["rank under e.roof.dice"] for row in (0, 1)] == (["2", "1"] if is_whole else ["–", "–"])
        assert ("rank" in trees.picks(0)[0].figures()["0"]) == is_whole == bool(table.marked)
        every = [note for key in ("systems", "errors", "significance", "wins") for note in (tables(of, key)[0].note,)]
        assert [said in note for note in every] == [not is_whole] * len(every)
        (skipped,) = tables(of, "skipped")
        assert skipped.note == f"All sentences {'that are compared ' * (not is_whole)}were scored."
        assert told(of, "systems").startswith("Not all sentences are compared yet.") != is_whole


def test_questions_are_answered_in_a_line() -> None:
    of = job()
    before = {one.key: one.said for one in listed(of).sections}
    assert before["better"] == QUESTIONS[0].about
    told(of, "systems")
    after = {one.key: one.said for one in listed(of).sections}
    assert after == {
        "better": "attach-low, under 4 of 6 measures", "disagree": "sentence 20: +5.5 ranks",
        "errors": "attach-high: PP attachment 21, Clause attachment 6", "labels": "attach-high: lowest F1 for ADJP, 81.82",
        "agree": "the 3 systems, with each other", "files": "80 sentences; 1 not scored",
        "many": before["many"],
    }  # fmt: skip


def test_answers_are_those_of_the_tables() -> None:
    of = job()
    told(of, "systems")
    answers = of.answers.known
    errors = {row[0]: row[1] for row in tables(of, "errors")[0].rows}
    assert (
        answers["errors"]
        == f"attach-high: PP attachment {errors['PP attachment']}, Clause attachment {errors['Clause attachment']}"
    )
    f1 = {row[0]: row[2] for row in tables(of, "labels-by-system")[0].rows if isinstance(row[1], int) and row[1] >= 10}
    assert f"{min(f1, key=lambda one: f1[one])}, {100 * min(f1.values()):.2f}" in answers["labels"]  # type: ignore[type-var, operator]
    systems = tables(of, "systems")[0]
    best = [min(ranks) for ranks in zip(*(row[2::2] for row in systems.rows), strict=True)]  # type: ignore[type-var]
    firsts = Counter(
        str(row[0]) for row in systems.rows for rank, first in zip(row[2::2], best, strict=True) if rank == first
    )
    assert answers["better"] == f"attach-low, under {firsts['attach-low']} of {len(systems.columns) // 2} measures"


def test_halves_of_ranks_are_the_same_in_the_list() -> None:
    of = job()
    told(of, "systems")
    rows = of.of.listed.rows
    place = int(np.nanargmax(np.abs(rows.ranks.difference)))
    before = rows.ranks.difference[place]
    assert of.answers.known["disagree"].endswith(f" {rank_shown(before, sign=True)} ranks")
    assert [rank_shown(one, sign=True) for one in (117.5, -1234.0, 0.0)] == ["+117.5", "−1,234", "0"]


def test_systems_that_are_first_equally_often_are_each_said(tmp_path: Path) -> None:
    for name, text in (
        ("gold", "(S (NP (NN a)) (VP (VB b)))"),
        ("one", "(S (NN a) (VB b))"),
        ("two", "(S (NN a) (VB b))"),
    ):
        (tmp_path / f"{name}.mrg").write_text(text, "utf-8")
    files = Files(str(tmp_path / "gold.mrg"), tuple(("", str(tmp_path / f"{one}.mrg")) for one in ("one", "two")))
    of = OverviewJob(CompareJob(scored(opened(open_files(files)).comparison)))
    said = told(of, "systems").splitlines()
    assert of.answers.known["better"] == "one and two, each under all 6 measures"
    assert "All measures rank the systems alike." in said


def test_a_tie_under_one_measure_is_not_the_same_ranks() -> None:
    """A label and a tag cost the same where both count; without tags, or of tags alone, they do not."""
    gold = "(S (NP (NN a)) (VP (VB b)))"
    texts = {"label": gold.replace("NP", "XP"), "tag": gold.replace("NN", "NX")}
    systems = [replace(parse(text), name=name) for name, text in texts.items()]
    of = OverviewJob(CompareJob(scored(ConstituentComparison(parse(gold), systems))))
    said = told(of, "systems")
    ranks = [row[2::2] for row in tables(of, "systems")[0].rows]
    assert ranks[0][0] == ranks[1][0] and ranks[0] != ranks[1]
    assert "alike" not in said and "Change places" not in said


def test_the_pairs_that_change_places_most_often_are_said() -> None:
    of = job()
    found = Answers(of.comparison, of._view())
    found._shortly = list("wxyz")
    ranks = np.array([[1, 4, 4], [2, 3, 1], [3, 2, 3], [4, 1, 2]], float)
    (said,) = found._changes(["e.whole.dice", "t.whole.dice", "la"], ranks)
    pairs = [one.partition(" under ")[0] for one in said.removeprefix("Change places: ").split("; ")]
    assert pairs == [
        "w and x",
        "w and y",
        "w and z",
        "and 3 more pairs.",
    ]  # under two measures each, as y and z; x and y only under one


@pytest.mark.parametrize(("times", "said"), [(10, "same: lowest F1 for NP, 0.00"), (9, None)])
def test_a_label_is_frequent_from_ten_times_on(times: int, said: str | None) -> None:
    gold = "\n".join(["(S (NP (N a)) (V b))"] * times)
    system = replace(parse(gold.replace("NP", "XP")), name="same")
    of = OverviewJob(CompareJob(scored(ConstituentComparison(parse(gold), [system]))))
    told(of, "labels")
    assert of.answers.known.get("labels") == said


def test_tables_with_rows_come_first() -> None:
    of = job()
    full = tables(of, "labels")[0]
    shown = of._page_of(ENTRIES[of.place("labels")], [replace(full, title="none", rows=[]), full], []).items
    assert [len(one.rows) > 0 for one in shown if isinstance(one, ResultTable)] == [True, False]


def test_what_follows_judgements_is_counted_again() -> None:
    trees = parse("\n".join(gold_trees(20)))
    of = OverviewJob(CompareJob(scored(ConstituentComparison(trees, [replace(trees, name="same")]))))
    of.of.do([0, 1], "mark", "tag:P")
    before = [one.texts() for one in tables(of, "phenomena")]
    of.of.do([2], "mark", "tag:P")
    assert before and [one.texts() for one in tables(of, "phenomena")] != before


def test_only_what_was_tested_may_be_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    of = job()
    interval, found = Interval(0.0, 0.0, 0.0), list[Difference]()
    monkeypatch.setattr(answers, "significance", lambda *_, **__: Significance(1, 0, {}, found))

    def said(*holm: float) -> list[str]:
        pairs = list(zip([(0, 1), (0, 2), (1, 2)] * 2, [of.of.a] * 3 + [of.of.b] * 3, strict=True))
        found[:] = [
            Difference(key, "pooled", *pair, 9, interval, p, p) for (pair, key), p in zip(pairs, holm, strict=False)
        ]
        return [one.text for one in Answers(of.comparison, of._view()).chance(Cancel()) if isinstance(one, Text)]

    nan = float("nan")
    assert said(*[0.01] * 6)[0] == "All pairs differ under both, p ≤ 0.0100."
    assert said(0.01, 0.3, 0.01, 0.01, 0.01, 0.01)[0] == "All other pairs differ under both, p ≤ 0.0100."
    assert said(0.01, nan, 0.01)[0] == "All tested pairs differ, p ≤ 0.0100."
    assert said(0.01, nan, 0.01)[1].endswith("p after Holm over 2 pairs.")
    assert said(*[0.05] * 6)[0] == "Every difference may be chance."
    assert said(0.3, nan, nan)[0] == "Every tested difference may be chance."
    assert said(nan, nan, nan) == said() == ["No two systems have scores on the same sentences."]


def test_answers_are_sentences_and_can_be_stopped() -> None:
    assert "Needs constituents or dependencies." in told(job(SCHEMES), "errors")
    assert "attach-high: PP attachment" in told(job(), "errors")
    trees = parse("\n".join(gold_trees(50)))
    of = OverviewJob(CompareJob(scored(ConstituentComparison(trees, [replace(trees, name="same")]))))
    stopped = Cancel()
    stopped.set()
    first = of.why(of.place("errors"))[0]
    assert isinstance(first, Later)
    with pytest.raises(Cancelled):
        first.make(stopped, lambda _share: None)
    assert not of.answers.known


def test_two_annotators_have_their_names_and_their_agreement() -> None:
    of = job(NO_GOLD)
    told(of, "systems")
    assert of.answers.known["better"] == "mara and tom: LAS 94.64"
    assert "agree" not in of.answers.known  # else it would say the same
    assert [of._titled(of.place(key)) for key in ("errors", "variation")] == [
        "Differences by type",
        "Check of mara: variation",
    ]


def test_nothing_is_better_where_nobody_is_gold() -> None:
    several = compared.__wrapped__(CONSTITUENTS)
    several.call_by_names()
    of = CompareJob(several, overview=OverviewJob).beside()[1][1]()
    assert isinstance(of, OverviewJob)
    for one in (job(NO_GOLD), of):
        told(one, "systems")
        asked = listed(one).sections
        assert [each.title for each in asked[:3]] == [
            "How alike are they?", "Where do measures disagree?", "Which differences?",
        ]  # fmt: skip
        said = [text for each in asked for text in (each.title, each.said)]
        for place in listed(one).order.tolist():
            entry = ENTRIES[place]
            if entry.question is QUESTIONS[0]:
                why = told(one, entry.key).partition("Trees were prepared")[0]
                said += [
                    one._titled(place),
                    why,
                    *(text for text in page(one, entry.key).items if isinstance(text, str)),
                ]
                for table in tables(one, entry.key):
                    said += [table.title, table.note, *(column.title for column in table.columns)]
        commands = [each.about for each in one.of.table_commands()]
        assert not [text for text in (*said, *commands) if re.search(r"\b(better|worse|wins)\b", text, re.IGNORECASE)]
    assert of.answers.known["better"] == "closest to gold: attach-low, under 4 of 6 measures"


def test_what_may_be_chance_is_said_of_a_and_b() -> None:
    of = job()
    said = told(of, "significance").splitlines()
    rows = [line for line in said if " · " in line and "≈" in line]
    assert rows and all(line[0] in "AB" for line in rows)
    table = next(one for one in tables(of, "significance"))
    chance = [row for row in table.rows if not row[7] < 0.05]  # type: ignore[operator]
    assert len([line for line in rows if line[0] == "A"]) == len(chance)


def test_a_cell_makes_its_sentences_the_list() -> None:
    of = job()
    table = tables(of, "errors")[0]
    found = table.found(0, 3)
    assert found is not None and found.system == 2
    assert of.do([of.place("errors")], "found", found) == [Open("Sentences", f'chosen "{found.text}"')]
    assert of.of.system == 2
    shown = of.of.places("", of.of.tokens(f'chosen "{found.text}"'))
    assert sorted(shown.order.tolist()) == sorted(found.sentences.tolist())
    assert of.do([0], "found", Found(np.zeros(0, np.int64), None, "none")) == [base.Say("No sentences.")]


@pytest.mark.parametrize(("key", "size"), [("concordance", 79), ("wins", 79), ("by-length", 79)][:: stride(2)])
def test_a_part_of_a_plot_makes_its_sentences_the_list(key: str, size: int) -> None:
    of = job()
    plot = page(of, key).items[0]
    assert isinstance(plot, Plot) and plot.said
    drawn = plot.draw(600.0, 1.0, PlotStyle())
    assert drawn.pixels.shape == (330, 600, 4) and drawn.found is not None and drawn.said is not None
    everything = drawn.found(0, 0, 600, 330)
    assert len(everything.sentences) == size and f"{size} sentences" in everything.text
    assert drawn.found(1, 1, 1, 1) is None and drawn.said(1, 1) == ""
    assert plot.draw(600.0, 2.0, PlotStyle()).pixels.shape == (660, 1200, 4)


def test_a_point_is_its_sentence() -> None:
    of = job()
    drawn = page(of, "concordance").items[0].draw(600.0, 1.0, PlotStyle())  # type: ignore[union-attr]
    points = drawn.found.__self__.points
    worst = int(np.nanargmin(points[:, 0]))
    x, y = points[worst].tolist()
    found = drawn.found(x, y, x, y)
    (sentence,), said = found.sentences.tolist(), drawn.said(x, y).splitlines()
    assert said[0] == f"Sentence {of.comparison.numbers_of(sentence)}"
    assert said[1].removesuffix("…") in of.comparison.texts()[sentence]
    assert said[2:] == [
        f"{measure(key).title}: {measure(key).shown(float(of.comparison.table.scores(0, key)[sentence]))}"
        for key in (of.of.a, of.of.b)
    ]


def test_boxes_change_what_is_shown() -> None:
    of = job()

    def keys(key: str) -> list[str]:
        return [one.key for one in of.picks(of.place(key))]

    assert keys("systems")[:3] == ["system", "a", "b"] and "average" in keys("systems")
    assert "baseline" in keys("wins") and "baseline" not in keys("labels") and "variant" in keys("words")
    before = tables(of, "systems")[0]
    assert of.do([0], "average", "mean") == [base.ANEW] and of.of.average == "mean"
    mean = tables(of, "systems")[0]
    assert mean.title != before.title and mean.rows != before.rows
    of.do([0], "measures", "e.whole.jaccard")
    assert len(tables(of, "systems")[0].columns) == len(before.columns) + 2
    of.do([0], "distances", "yes")
    assert "1 − E-Dice, whole" in [one.title for one in tables(of, "systems")[0].columns]
    assert "1 − E-Dice" in str(tables(of, "rankings")[2].columns) and "--distances" in told(of, "rankings")
    of.do([0], "system", "1")
    assert of.of.system == 1 and "attach-low" in tables(of, "labels")[0].title
    assert of.do([0], "average", "median") == [] and of.do([0], "a", "none.such") == []
    state, other = of.state(), job()
    other.restore(state)
    assert other.state() == state
    other.restore({"further": 3, "baseline": 9, "preset": ["3"]})
    assert other.state() == state


def test_a_preset_of_a_plot_is_that_of_the_paper() -> None:
    of = job()
    of.do([0], "preset", "4")
    plot = page(of, "systems").items[0]
    assert isinstance(plot, Plot) and plot.said.startswith("Whole tree and roof, E-Dice, pooled (Emms 2008, figure 4)")
    assert "A and B" not in page(of, "concordance").items[0].said  # type: ignore[union-attr]


def test_tables_are_made_once() -> None:
    of, asked = job(), list[str]()

    def figures(table: ScoreTable, *rest: Any) -> Any:
        asked.append(rest[0])
        return real(table, *rest)

    real = ScoreTable.figures
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScoreTable, "figures", figures)
        tables(of, "systems")
        first = len(asked)
        tables(of, "systems")
        assert first and len(asked) == first
        of.do([0], "average", "mean")
        tables(of, "systems")
        assert len(asked) == 2 * first


def test_another_target_has_tables_and_answers_of_its_own() -> None:
    of = job("tsarfaty-2012")
    other = of.comparison.targets[0]
    assert other != of.comparison.target
    kept = of.comparison.target
    told(of, "systems")
    before, known = tables(of, "systems")[0].texts(), of.answers.known
    try:
        of.of.do([0], "target", "0")
        told(of, "systems")
        assert tables(of, "systems")[0].texts() == tables(OverviewJob(of.of), "systems")[0].texts() != before
        assert of.answers.known != known
    finally:
        of.comparison.target = kept


def test_copies_and_files() -> None:
    of = job()
    place = of.place("labels")

    def copied(action: str, key: str = "labels") -> str:
        (one,) = of.do([of.place(key)], "link", action)
        assert isinstance(one, Copy)
        return str(made(one.text))

    assert "treecompare report labels" in copied("copy-command") and "--system attach-high" in copied("copy-command")
    assert copied("copy-command", "systems").startswith("treecompare score ")
    assert "--kind length" in copied("copy-command", "by-length")
    assert "Scores are pooled" in copied("copy-paragraph") and copied("copy-table").startswith("label\t")
    assert "\\toprule" in copied("copy-latex")
    (save,) = of.do([place], "save-table")
    assert isinstance(save, Save) and made(save.text("csv")).startswith("\ufefflabel,")
    (save,) = of.do([of.place("histogram")], "save-plot")
    assert isinstance(save, Save) and made(save.text("png"))[:4] == b"\x89PNG" and b"<svg" in made(save.text("svg"))
    for action, key, why in (("save-plot", "labels", "no plot here"), ("copy-table", "histogram", "no table here")):
        with pytest.raises(UsageError, match=why):
            of.do([of.place(key)], action)


def test_what_is_typed_is_asked() -> None:
    of = job()
    with pytest.raises(UsageError, match="pattern"):
        of.do([of.place("pattern")], "pattern", "PP <<< (")
    of.do([of.place("pattern")], "pattern", "PP > NP")
    assert any("PP > NP" in one.title or "PP > NP" in one.note for one in tables(of, "pattern"))
    assert "--where" in told(of, "pattern")


def test_find_narrows_questions() -> None:
    of = job()
    shown = listed(of, "lineages")
    assert {ENTRIES[place].key for place in shown.order.tolist()} == {"words", "lineages"}
    assert [one.title for one in shown.sections] == ["Which labels and words?"] and not shown.sections[0].is_folded
    assert not len(listed(of, "no such thing").order)


def test_few_sentences_say_why_there_is_no_table() -> None:
    of = job(SCHEMES)
    (said,) = page(of, "deciles").items
    assert isinstance(said, str) and "deciles need at least 10" in said


# -- plots -------------------------------------------------------------------------------------------------------------


def drawn_of(of: OverviewJob, key: str, style: PlotStyle | None = None) -> base.Plotted:
    plot = page(of, key).items[0]
    assert isinstance(plot, Plot)
    return plot.draw(600.0, 1.0, style or PlotStyle())


def region_of(drawn: base.Plotted) -> Any:
    """What lies where in it."""
    assert drawn.found is not None
    return drawn.found.__self__  # type: ignore[attr-defined]


def test_a_scatter_has_a_point_for_each_sentence_with_both_scores() -> None:
    of = job()
    drawn = drawn_of(of, "concordance")
    points, sentences = region_of(drawn).points, region_of(drawn).drawn.sentences
    keys, table = (of.of.a, of.of.b), of.comparison.table
    a, b = (table.scores(0, key) for key in keys)
    assert np.array_equal(sentences, np.flatnonzero(table.rows(0, keys[0]) & table.rows(0, keys[1])))
    assert ((points > 0) & (points < (600, 330))).all()
    further_right, further_up = (points[np.argsort(one[sentences]), axis] for axis, one in enumerate((a, b)))
    assert (np.diff(further_right) > -1e-6).all() and (np.diff(further_up) < 1e-6).all()
    seen = drawn.pixels[tuple(np.rint(points[:, ::-1]).astype(int).T)].astype(int)
    assert (seen[:, 2] > seen[:, 0] + 40).all()  # where they are looked for


def test_what_is_not_listed_is_grey_and_the_one_that_is_looked_at_is_ringed() -> None:
    of = job()
    before = drawn_of(of, "concordance")
    points, sentences = region_of(before).points, region_of(before).drawn.sentences
    alone = np.flatnonzero([(np.abs(points - one).max(axis=1) < 16).sum() == 1 for one in points])
    here, other = sentences[alone[:2]].tolist()
    of.of.picture(here)
    of.of.places("file", of.of.tokens(f"not No. {other + 1}"))
    after = drawn_of(of, "concordance")
    assert np.array_equal(region_of(after).drawn.sentences, sentences)

    def blue(drawn: Any, sentence: int, right: int = 0) -> int:
        x, y = region_of(drawn).points[sentences == sentence][0]
        red, _, much, _ = drawn.pixels[round(y), round(x) + right].astype(int)
        return int(much - red)

    assert blue(before, other) > 40 > blue(after, other)
    rings = [min(blue(one, here, at) for at in (5, 6, 7, 8)) for one in (before, after)]
    assert rings[1] < -80 < rings[0]


def test_sentences_at_one_place_are_listed_together() -> None:
    drawn = drawn_of(job(), "concordance")
    points, sentences = region_of(drawn).points, region_of(drawn).drawn.sentences
    x, y = points[:, 0].max(), points[:, 1].min()
    here = sentences[(np.abs(points - (x, y)) < 1e-3).all(axis=1)]
    assert len(here) > 1 and drawn.found is not None and drawn.said is not None
    assert drawn.found(x + 3, y + 2, x + 3, y + 2).sentences.tolist() == here.tolist()
    assert drawn.said(x, y).endswith(f"and {len(here) - 1} more at the same place")


@pytest.mark.parametrize("key", PLOTS)
def test_points_are_told_from_the_left_and_all_that_is_found_is_at_one(key: str) -> None:
    """Which keys go through."""
    of = job()
    drawn = drawn_of(of, key)
    assert drawn.points == sorted(set(drawn.points)) and all(drawn.said(*one) for one in drawn.points)
    assert drawn.points or key == "histogram"
    everything = drawn.found(0, 0, 600, 330)
    there = [found.sentences for x, y in drawn.points if (found := drawn.found(x, y, x, y)) is not None]
    assert (everything is None) == (not there)
    if there:
        assert np.array_equal(np.unique(np.concatenate(there)), everything.sentences)


@pytest.mark.parametrize("key", PLOTS)
def test_plots_follow_theme_and_letters(key: str) -> None:
    of, points = job(), []
    for theme, background, size in ((LIGHT, "#ffffff", 10), (DARK, DARK.background, 18)):
        drawn = drawn_of(of, key, PlotStyle(theme, size=size))
        red, green, blue, _ = drawn.pixels[1, 1].tolist()
        assert f"#{red:02x}{green:02x}{blue:02x}" == background
        points.append(region_of(drawn).points)
    small, large = points
    assert np.ptp(large[:, 0][large[:, 0] > 0]) < np.ptp(small[:, 0][small[:, 0] > 0])  # where there is a point
    heights = [np.nanmax(one[:, 1]) - np.nanmin(one[:, 1]) for one in (small, large)]
    assert heights[1] > 0.4 * heights[0]  # letters leave room for what is drawn


def test_marks_that_are_no_sentences_tell_their_figures() -> None:
    of = job()

    def texts(key: str) -> list[str]:
        return list(region_of(drawn_of(of, key)).drawn.texts)

    one = texts("systems")
    assert Counter(text.split("\n")[0] for text in one) == dict.fromkeys(of.comparison.table.systems, 2)
    drawn = drawn_of(of, "systems")
    x, y = region_of(drawn).points[0]
    assert drawn.said is not None and drawn.said(x, y) in one and drawn.found(x, y, x, y) is None  # type: ignore[misc]
    of.do([0], "average", "both")
    assert len(texts("systems")) == 2 * len(one)
    of.do([0], "system", "1")
    of.do([0], "only", "yes")
    assert {text.split("\n")[0] for text in texts("histogram")} == {of.comparison.table.systems[1]}


def test_a_system_against_another_one() -> None:
    of = job()
    table, key = of.comparison.table, of.of.a
    for other in (1, 2):
        of.do([0], "other", str(other))
        plot = page(of, "wins").items[0]
        said = wins(table, 0, other, measure(key)).said(table.systems[0], table.systems[other])
        assert isinstance(plot, Plot) and said in plot.said
    drawn = drawn_of(of, "wins")
    points, sentences = region_of(drawn).points, region_of(drawn).drawn.sentences
    said, place = drawn.said(*points[0]), sentences[0]  # type: ignore[misc]
    if "more at the same place" not in said:
        assert said.startswith(f"Sentence {of.comparison.numbers_of(int(place))}\n")
    for system in (0, 2):
        shown = {measure(key).shown(float(score)) for score in table.scores(system, key)}
        assert any(f"{table.systems[system]}: {score}" in said.splitlines() for score in shown)


def test_plots_that_are_saved_have_legend_and_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    of, signed = job(), list[int]()
    real = overview.draw_on
    monkeypatch.setattr(
        overview,
        "draw_on",
        lambda figure, made, style: (signed.append(len(made.signatures)), real(figure, made, style))[1],
    )
    legend = {
        "systems": "T-Dice, whole, pooled", "wins": "better than", "by-length": "number of sentences",
        "histogram": ", median", "concordance": "equal scores",
    }  # fmt: skip
    for key in [*legend][:: stride(2)]:
        drawn_of(of, key)
    for key, said in legend.items():
        (save,) = of.do([of.place(key)], "save-plot")
        assert isinstance(save, Save)
        found = "\n".join(ElementTree.fromstring(made(save.text("svg"))).itertext())
        assert said in found and f"{of.of.a}|" in found and "|v:" in found
    assert made(save.text("pdf")).startswith(b"%PDF-")
    assert set(signed) == {0}  # in the window there are none


def test_without_scores_there_is_no_plot(tmp_path: Path) -> None:
    gold = gold_trees(3)
    for name, trees in (("gold", gold), ("none", ["(())"] * 3)):
        (tmp_path / f"{name}.mrg").write_text("\n".join(trees) + "\n", "utf-8")
    sides = [read(str(tmp_path / f"{name}.mrg")) for name in ("gold", "none")]
    of = OverviewJob(CompareJob(scored(ConstituentComparison(sides[0], sides[1:]))))
    said = page(of, "concordance").items[0]
    assert isinstance(said, str) and said.startswith("No sentence has a score of ")
    assert set(tables(of, "systems")[0].texts()[1][1:]) == {"–"}


def test_many_points_answer_at_once() -> None:
    """Pointing takes a look into an array; what is dragged over one call."""
    points = np.random.default_rng(2).uniform(0, 500, (50_000, 2))
    region = overview._Region(None, None, None, points)  # type: ignore[arg-type]
    begun = time.thread_time()
    for x in range(50, 450, 20):
        (nearest,) = region._within(x, 250, x, 250)
        assert np.hypot(*(points[nearest] - (x, 250))) <= overview.REACH
        assert region._within(x, 0, x + 100, 500)
    assert (time.thread_time() - begun) / 40 < 0.01


def test_names_of_systems_are_short_and_what_is_saved_has_them_whole(tmp_path: Path) -> None:
    """In titles, cells, heads and notes."""
    paths = [tmp_path / f"dev.{name}.mrg" for name in ("gold", "a", "b")]
    for path, verb in zip(paths, "VWX", strict=True):
        path.write_text(f"(S (N it) (P ({verb} fell)))\n", "utf-8")
    sides = [read(str(path)) for path in paths]
    of = OverviewJob(CompareJob(scored(ConstituentComparison(sides[0], sides[1:]))))
    table = tables(of, "wins")[0]
    assert table.title.startswith("Wins and losses of a,") and table.rows[0][0] == "b" and "dev." not in table.note
    (copied,) = of.do([of.place("wins")], "copy-table")
    assert isinstance(copied, Copy) and "dev.b\t" in made(copied.text)


def test_tables_and_plots_are_found_by_name_from_the_sentences() -> None:
    """They are commands, in the overview, too, where one goes to them."""
    trees = CompareJob(compared(CONSTITUENTS), overview=OverviewJob)
    titles = {one.key: one.title for one in trees.commands() if one.key.startswith("table:")}
    assert titles["table:significance"] == "Significance" and len(titles) > 30
    assert trees.do([0], "table:significance") == [Open("Overview", place="significance")]
    offered = [entry_of(one) for one in commands_of(trees, partial(trees.do, [0]))]
    offered += entries_of(trees, "", 0, lambda _: None, lambda *_: None, lambda name: Go(find=name))
    for typed, key in (
        ("where to where", "errors"), ("worst lineages", "words"), ("labels confused", "labels"),
        ("which errors depth", "error-groups"), ("shuffling", "significance"),
        ("scatter plot", "concordance"), ("plot pair", "wins"), ("plot systems", "systems"),
    ):  # fmt: skip
        assert ranked(typed, offered)[0].run() == [Open("Overview", place=key)], typed
    assert ranked("np structure", offered)[0].run() == Go(find="error NP structure")
    of = next(make() for view, make in trees.beside() if view == "Overview")
    assert isinstance(of, OverviewJob) and of.place("significance") >= 0
    assert of.do([0], "table:significance") == [base.Go(find="", place=of.place("significance"))]


@pytest.mark.parametrize("key", [CONSTITUENTS, DEPENDENCIES, NO_GOLD])
def test_a_table_within_a_page_is_found_by_its_title_and_seen_first(key: str) -> None:
    """Every one that an analysis has; the page itself is seen from its beginning, and so is one to which one comes otherwise."""
    trees = CompareJob(compared(key), overview=OverviewJob)
    of = next(make() for view, make in trees.beside() if view == "Overview")
    assert isinstance(of, OverviewJob)
    looked_at = 0
    for one in trees.commands():
        what, _, part = one.key.partition("/")
        name = what.removeprefix("table:")
        if not part or ENTRIES[of.place(name)].needs(of.comparison):
            continue
        looked_at += 1
        assert trees.do([0], one.key) == [Open("Overview", place=name)]
        found = page(of, name)
        table = found.items[found.at]
        assert isinstance(table, ResultTable) and table.title.startswith(one.title.removesuffix("in tom")), one
        assert of.do([0], one.key) == [Go(find="", place=of.place(name)), base.Shown(picture=True)]
    assert looked_at > 12
    for leave in (lambda: of.do([0], "table:errors"), lambda: page(of, "systems")):
        of.do([0], "table:errors/From where to where")
        assert page(of, "errors").at > 0
        leave()
        assert page(of, "errors").at == 0


@pytest.mark.parametrize("key", [CONSTITUENTS, DEPENDENCIES, SCHEMES, "tsarfaty-2012", NO_GOLD])
def test_every_command_that_is_copied_runs(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of = job(key)
    monkeypatch.chdir(tmp_path)
    tables_too = ("systems", "schemes")
    for average in ("pooled", "mean"):
        of.do([0], "average", average)
        for place in entries_for(of.comparison.kind):
            entry = ENTRIES[place]
            if (
                entry.needs(of.comparison)
                or entry.key == "paper"
                or (average == "pooled" and entry.key not in tables_too)
            ):
                continue
            (copy,) = of.do([place], "copy-command")
            said = run_command(shlex.split(copy.text)[1:])
            printed = capsys.readouterr()
            is_refused = said and all(
                isinstance(one, str) for one in page(of, entry.key).items
            )  # so says the page, too
            assert said == 0 or is_refused, (copy.text, printed.err)
            if entry.key in tables_too:
                table = tables(of, entry.key)[0]
                assert all(any(text in printed.out for text in row) for row in table.texts()), copy.text
                shown = (
                    [one.title for one in table.columns]
                    if entry.key == "systems"
                    else [str(row[1]) for row in table.rows]
                )
                assert not {one for one in shown if one not in printed.out} - {"system", "rank"}, copy.text
