"""Scoring: what applies to the files can be changed, with its effect before that; and what is taken out of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.jobs.test_compare import listed, of_sample
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, UsageError
from treecompare.jobs import base
from treecompare.jobs.base import Block, Form, Handout, Head, Make, Pairs, Save, Text
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.opening import opening
from treecompare.jobs.overview import OverviewJob
from treecompare.measures import MEASURES, measure
from treecompare.scores.rich import pieces_of

COLON = "(S (NX:ON (N a)) (NX:{} (N b)))\n"
ARCS = "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n2\tb\tb\tX\tX\t_\t1\t{}\t_\t_\n\n"


def of_files(gold: str, *systems: str, settings: Settings | None = None) -> CompareJob:
    job = opening(Files(gold, tuple(("", one) for one in systems)), settings, OverviewJob)(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    return job


def written(folder: Path, text: str, end: str, *changes: str) -> CompareJob:
    """A gold and a system that are written with these changes."""
    for name, change in zip(("gold", "one"), changes, strict=True):
        (folder / f"{name}.{end}").write_text(text.format(change), "utf-8")
    return of_files(str(folder / f"gold.{end}"), str(folder / f"one.{end}"))


def asked(job: base.Job) -> Form:
    (found,) = job.do([0], "link", "scoring")
    assert isinstance(found, Form)
    return found


def values(job: base.Job, **changed: str) -> dict[str, str]:
    return {one.key: one.now for one in asked(job).fields if not one.is_said} | changed


def effect(job: base.Job, **changed: str) -> Sequence[Block]:
    later = asked(job).effect(values(job, **changed))
    assert later is not None
    found: Sequence[Block] = later.make(Cancel(), lambda _: None)
    return found


def figures(job: base.Job, **changed: str) -> dict[str, str]:
    (pairs,) = [one for one in effect(job, **changed) if isinstance(one, Pairs)]
    return dict(pairs.rows)


def again(job: CompareJob, **changed: str) -> CompareJob:
    (found,) = job.do([0], "scoring", values(job, **changed))
    assert isinstance(found, Make)
    made = found.opening(Cancel(), lambda _: None)
    assert isinstance(made, CompareJob)
    return made


def roof(job: CompareJob) -> float:
    return float(job.comparison.table.scores(0, "e.roof.dice")[0])


# -- what can be chosen ------------------------------------------------------------------------------------------------------


def test_only_what_applies_is_asked() -> None:
    trees, arcs, golds = (set(values(of_sample(key))) for key in ("first-comparison", "dependencies", "tsarfaty-2012"))
    assert {"params", "missing", "tree_costs", "label_costs"} <= trees and "punctuation" not in trees
    assert "crossing_branches" not in trees and "repair" not in trees  # nothing crosses, and nothing is raw output
    assert {"punctuation", "relation_map"} <= arcs and not arcs & {"params", "as_dependencies"}
    assert {"labels_from", "zero_cost"} <= golds and not golds & {"missing", "words"}


def test_a_value_that_nobody_offers_stays(tmp_path: Path) -> None:
    (tmp_path / "gold.conllu").write_text(ARCS.format("x"), "utf-8")
    paths = str(tmp_path / "gold.conllu"), str(tmp_path / "gold.conllu")
    job = of_files(*paths, settings=Settings(punctuation="eval.pl"))
    field = next(one for one in asked(job).fields if one.key == "punctuation")
    assert field.now == "eval.pl" and field.options[-1].value == "eval.pl" and field.usual == "count"
    assert again(job, missing="zero").comparison.settings == Settings(punctuation="eval.pl", missing="zero")


def test_systems_are_offered_by_name_as_they_are_written(tmp_path: Path) -> None:
    for name in ("gold", "a&b"):
        (tmp_path / f"{name}.mrg").write_text(COLON.format("OA"), "utf-8")
    job = of_files(str(tmp_path / "gold.mrg"), str(tmp_path / "a&b.mrg"))
    field = next(one for one in asked(job).fields if one.key == "pre_annotation")
    assert [(one.value, one.title) for one in field.options][1:] == [("a&b", "a&b")]


# -- its effect --------------------------------------------------------------------------------------------------------------


def test_a_change_is_seen_before_it_is_made_and_comes_true() -> None:
    job = of_sample("first-comparison")
    assert asked(job).effect(values(job)) is None
    shown, one = effect(job, missing="zero"), measure(job.a)
    assert shown[0] == Head("Effect on A", f"{one.title}, {job.average}")
    assert shown[-1] == Text("Another order: attach-low, attach-high, unary-and-labels.", "strong")
    told = figures(job, missing="zero")
    assert job.comparison.settings == Settings()  # nothing is changed yet
    then = again(job, missing="zero")
    assert then.comparison.settings == Settings(missing="zero") and then.source is not None
    before, after = (of.comparison.table.summaries(job.a, "pooled") for of in (job, then))
    names = job.comparison.table.systems
    assert told == {
        name: f"{one.shown(old)} → {one.shown(new)}" for name, old, new in zip(names, before, after, strict=True)
    }


def test_what_changes_nothing_says_so() -> None:
    shown = effect(of_sample("dependencies"), missing="zero")
    assert shown[-1] == Text("No figure changes.", "quiet")
    assert all(figure.endswith(", the same") for figure in figures(of_sample("dependencies"), missing="zero").values())


def test_nobody_waits_for_an_effect_any_more() -> None:
    job, cancel = of_sample("first-comparison"), Cancel()
    cancel.set()
    later = asked(job).effect(values(job, missing="zero"))
    assert later is not None
    with pytest.raises(Cancelled):
        later.make(cancel, lambda _: None)


def test_what_cannot_be_is_said(tmp_path: Path) -> None:
    job = of_sample("first-comparison")
    for do in (asked(job).effect, lambda wanted: job.do([0], "scoring", wanted)):
        with pytest.raises(UsageError, match="cannot be a separator"):
            do(values(job, function_separator="("))
    (head, why) = effect(job, params=str(tmp_path / "none.prm"))
    assert isinstance(head, Head) and isinstance(why, Text) and why.look == "alarm" and "none.prm" in why.text


# -- what it comes to --------------------------------------------------------------------------------------------------------


def test_functions_count_and_follow_what_is_said(tmp_path: Path) -> None:
    job = written(tmp_path, COLON, "mrg", "OA", "OD")
    assert roof(job) == 2 / 3
    colon = again(job, function_separator=":")
    assert roof(colon) == 1.0 and roof(again(job, function_separator=":O")) == 1.0
    counted = again(colon, functions="yes")
    assert roof(counted) == 2 / 3 and counted.comparison.settings == Settings(functions=True, function_separator=":")
    assert again(counted, functions="").comparison.settings.functions is False


def test_tables_of_labels_and_costs_are_files(tmp_path: Path) -> None:
    table = tmp_path / "map.tsv"
    table.write_text("y\tx\n", "utf-8")
    arcs = written(tmp_path, ARCS, "conllu", "x", "y")
    merged = again(arcs, relation_map=str(table))
    assert [float(one.comparison.table.scores(0, "las")[0]) for one in (arcs, merged)] == [0.5, 1.0]
    table.write_text("NX:OA\tNX:OD\t0\n", "utf-8")
    trees = written(tmp_path, COLON, "mrg", "OA", "OD")
    free = again(trees, tree_costs=str(table))
    before, after = (float(one.comparison.table.scores(0, "t.whole.dice")[0]) for one in (trees, free))
    assert before < after == 1.0


def test_the_same_parses_as_dependencies_are_files(tmp_path: Path) -> None:
    job = written(tmp_path, COLON, "mrg", "OA", "OD")
    (tmp_path / "one.conllu").write_text(ARCS.format("x"), "utf-8")
    keys = [key for key in values(job) if key.endswith(".mrg")]
    assert len(keys) == 2
    then = again(job, **dict.fromkeys(keys, str(tmp_path / "one.conllu")))
    assert then.source is not None and dict(then.source.files.dependencies) == dict.fromkeys(
        (str(tmp_path / "gold.mrg"), str(tmp_path / "one.mrg")), str(tmp_path / "one.conllu")
    )
    assert then.comparison.table.has(measure("las").part)


# -- where it is -------------------------------------------------------------------------------------------------------------


def test_the_foot_of_the_list_and_the_overview_lead_to_it(tmp_path: Path) -> None:
    job = written(tmp_path, COLON, "mrg", "OA", "OD")
    linked = {one.to: one.text for one in pieces_of(listed(job).foot) if one.to}
    assert linked == {"scoring": "as usual", "average": "pooled"}
    assert "Scoring" not in listed(job).foot and f"{job.listed.scored} scored as usual" in listed(job).foot
    changed = again(job, params="none", missing="zero")
    assert {one.to: one.text for one in pieces_of(listed(changed).foot)}["scoring"] == "by none + 1"
    tables = job.beside()[1][1]()
    assert isinstance(tables, OverviewJob) and [one.key for one in tables.commands()].count("scoring") == 1
    assert values(tables) == values(job)


# -- what is taken out -------------------------------------------------------------------------------------------------------


def test_the_list_is_exported_at_full_precision_and_says_what_was_looked_for() -> None:
    job = of_sample("first-comparison")
    job.do([0], "columns", "la")
    everything = listed(job)
    assert everything.table is not None
    whole = everything.table(everything.order.tolist())
    assert not whole.note and len(whole.rows) == len(everything.order)
    places = listed(job, find="length < 9").order.tolist()
    some = listed(job, find="length < 9").table
    assert some is not None
    table = some(places[:3])
    assert table.note == f"Found: {len(places)} of {len(everything.order)} sentences. Find: length < 9."
    heads = [one.name for one in table.columns]
    scores = job.comparison.table.scores(0, "la")
    assert [row[heads.index("la")] for row in table.rows] == [float(scores[place]) for place in places[:3]]
    assert {"id", "rank_a", "note", "words"} <= set(heads)
    assert [one.partition("|")[0] for one in table.signatures] == [job.a, job.b, "la"]


def test_a_report_is_a_page_or_markdown_never_over_the_files() -> None:
    job = of_sample("first-comparison")
    (save,) = job.do([0], "save-report")
    assert isinstance(save, Save) and save.sources == job.paths and len(save.sources) == 4
    page, text = (save.text(form).make(Cancel(), lambda _: None) for form in ("html", "md"))
    assert page.startswith("<!DOCTYPE html>") and "<svg" in page and text.startswith("# ")
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        save.text("html").make(cancel, lambda _: None)


def test_a_hand_out_has_every_score_with_its_arithmetic() -> None:
    job = of_sample("first-comparison")
    (told,) = job.do([3], "handout")
    assert isinstance(told, Handout) and told.title.startswith("Sentence 4") and told.words == job._texts[3]
    table = job.comparison.table
    counted = [one for one in MEASURES if table.has(one.part) and not job.comparison.not_counted([one.part])]
    assert len(told.scores) >= len(counted) > 30
    wanted = measure("t.whole.dice").shown(float(table.scores(0, "t.whole.dice")[3]))
    assert ("T-Dice, whole", wanted) in [one[:2] for one in told.scores]
    (arcs,) = of_sample("dependencies").do([1], "handout")
    assert isinstance(arcs, Handout)
    titles = [title for title, _, _ in arcs.scores]
    assert "LAS" in titles and "LAS precision" not in titles  # which the arithmetic of LAS holds
    assert any("2·" in how for _, _, how in arcs.scores)


def test_one_table_of_several_or_all_of_them_for_spreadsheets() -> None:
    job = of_files(*(str(path) for path in sample_paths()))
    tables = job.beside()[1][1]()
    assert isinstance(tables, OverviewJob)
    place = tables.place("significance")
    made = tables.picture(place)
    assert isinstance(made, base.Later)
    made.make(Cancel(), lambda _: None)
    (save,) = tables.do([place], "save-table")
    assert isinstance(save, Save)
    (field,) = save.fields
    texts = [save.text("csv", {"part": one.value}).make(Cancel(), lambda _: None) for one in field.options]
    assert texts[0].startswith("\ufeff") and texts[0].count("\ufeff") == 1
    assert texts[0].lstrip("\ufeff") == "\r\n".join(one.lstrip("\ufeff") for one in texts[1:])


def test_measures_as_in_a_paper_and_the_usual_ones() -> None:
    tables = of_files(*(str(path) for path in sample_paths())).beside()[1][1]()
    assert isinstance(tables, OverviewJob)
    usual, place = tables.state()["further"], tables.place("systems")
    pick = next(one for one in tables.picks(place) if one.key == "measures")
    assert ("emms-3", "Emms 2008, table 3") in pick.options and "conll18" not in dict(pick.options)
    tables.do([place], "measures", "emms-3")
    assert tables.state()["further"] == ["e.roof.recall", "e.roof.precision", "e.roof.dice", "e.roof.jaccard"]
    tables.do([place], "measures", "usual")
    assert tables.state()["further"] == usual


def sample_paths() -> list[Path]:
    folder = Path(of_sample("first-comparison").comparison.gold.path).parent
    return [folder / "gold.mrg", folder / "attach-high.mrg", folder / "attach-low.mrg"]
