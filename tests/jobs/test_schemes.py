"""Several golds as a job: what they have in common above, the system below, errors and scheme differences, the target."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.jobs.conftest import followed, leave, shown
from tests.jobs.test_compare import blocks, drawn_of, first_of, lit_in, rows
from tests.jobs.test_dependencies import opened
from treecompare.__main__ import main
from treecompare.comparison.answered import likely_gold, scheme_names
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.comparison.lit import scheme_nodes
from treecompare.comparison.settings import Settings
from treecompare.drawing.drawn import Space
from treecompare.errors import TreecompareError
from treecompare.jobs.base import Choose, Copy, Fold, Picture, Row, Score, Text
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.compare_exports import drawing_command, list_command
from treecompare.jobs.opening import opening, opening_saved
from treecompare.scores.result import Found

LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"
ON = [("rained", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "pobj")]
SUNDAY = [("rained", 0, "root"), ("on", 3, "case"), ("Sunday", 1, "tmod")]
WRONG = [("rained", 0, "root"), ("on", 1, "advmod"), ("Sunday", 1, "obj")]


def sentence(heads: list[tuple[str, int, str]]) -> str:
    return "".join(LINE.format(number, *one) for number, one in enumerate(heads, 1)) + "\n"


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """The example of Tsarfaty et al. 2011, figure 1: a preposition or a noun as head; a third parser errs."""
    for name, heads in (
        ("gold.F", ON), ("gold.L", SUNDAY), ("first.F", ON), ("second.L", SUNDAY), ("third.F", WRONG),
    ):  # fmt: skip
        (tmp_path / f"{name}.conllu").write_text(sentence(heads) + sentence(ON if "F" in name else SUNDAY), "utf-8")

    def path(name: str) -> str:
        return str(tmp_path / f"{name}.conllu")

    return Files(
        path("gold.F"),
        (("", path("first.F")), ("", path("second.L")), ("", path("third.F"))),
        (("", path("gold.L")),),
        ((path("second.L"), 1),),
    )


@pytest.fixture
def job(files: Files) -> CompareJob:
    """It looks at the system that errs."""
    found = opened(files)
    found.do([0], "system", "2")
    return found


def aim(job: CompareJob, number: int) -> None:
    """The target of that number."""
    job.do([0], "target", str(number))


def scores(job: CompareJob, key: str) -> list[float]:
    return list(job.comparison.table.summaries(key, "pooled"))


def texts(picture: Picture, what: str) -> list[str]:
    return [box.place[3] for box in lit_in(picture, what)]


def operations(job: CompareJob, place: int) -> list[Row]:
    fold = next(one for one in blocks(job, place) if isinstance(one, Fold) and one.title != "All sentences")
    assert fold.title == "Operations"
    return [one for one in fold.blocks() if isinstance(one, Row)]


def test_each_parser_is_perfect_in_its_own_scheme(job: CompareJob) -> None:
    comparison: Any = job.comparison
    assert [gold.name for gold in comparison.golds] == ["F", "L"] and comparison.target == (0, 1)
    assert scores(job, "tedeval")[:2] == [1.0, 1.0] and scores(job, "tedeval")[2] < 1
    assert (job.a, job.b)[0] == "tedeval"
    assert scores(job, "tedeval2011")[:2] == [1.0, 1.0] and scores(job, "tedeval2011")[2] < 1


def test_another_target(job: CompareJob) -> None:
    menu = first_of(job.do([0], "target"), Choose)
    assert [text for _, text, *_ in menu.options] == ["F", "L", "F + L"] or len(menu.options) == 3
    assert [one.is_on for one in menu.options] == [False, False, True]
    before = [(pick.options, pick.figures()) for pick in job.picks(0)]
    aim(job, 1)
    comparison: Any = job.comparison
    assert comparison.target == (1,)
    assert scores(job, "las")[1] == 1.0 and scores(job, "las")[0] == pytest.approx(2 / 6)
    assert scores(job, "tedeval")[0] < 1
    assert [(pick.options, pick.figures()) for pick in job.picks(0)] != before  # all that is said follows it
    job.do([0], "system", "1")
    figure = next(one for one in blocks(job, 0) if isinstance(one, Score)).figure
    aim(job, 0)
    assert next(one for one in blocks(job, 0) if isinstance(one, Score)).figure != figure


def test_what_golds_share_above_the_words_and_the_system_below(job: CompareJob) -> None:
    drawn = drawn_of(job, 0).drawn
    trees = drawn.scene.of.trees
    assert [trees[tree].title for tree in drawn.scene.titles] == ["F + L (in common)", "third.F (system)"]
    assert [box.text for box in drawn.scene.words] == ["rained", "on", "Sunday"]
    assert {box.operation for box in drawn.scene.labels} >= {"inserted", "deleted"}
    assert "scheme difference" in drawn.details()
    job.do([0], "system", "0")
    drawn = drawn_of(job, 0).drawn
    box = next(box for box in drawn.scene.labels if box.operation == "scheme")
    assert "scheme difference: not counted" in drawn.said(box) and "in F; not in L" in drawn.said(box)
    job.do([0], "labelled")
    assert all(not one.label for one in drawn_of(job, 0).drawn.scene.labels)


def test_golds_own_trees_are_drawn_when_asked_for(job: CompareJob) -> None:
    assert [text for _, text, *_ in first_of(job.do([0], "golds"), Choose).options] == ["F", "L"]
    job.do([0], "golds", "L")
    drawn = drawn_of(job, 0).drawn
    assert [drawn.scene.of.trees[tree].name for tree in drawn.scene.titles] == ["L", "F + L", "third.F"]
    box = next(box for box in drawn.scene.labels if box.operation == "deleted")
    assert {one.tree for one in drawn.related(box)} == {box.tree, 1}  # with the same label in the gold that is drawn
    assert 1 in drawn_of(job, 1).drawn.scene.titles  # of the next sentence, too
    aim(job, 0)
    assert first_of(job.do([0], "golds"), Choose).options == []  # one gold is drawn anyway
    aim(job, 2)
    job.do([0], "golds", "L")
    assert 1 not in drawn_of(job, 0).drawn.scene.titles


def test_operations_light_their_labels(job: CompareJob) -> None:
    told, picture = operations(job, 0), drawn_of(job, 0)
    assert told[0].below == "error" and told[0].ink
    for row in told:
        lit = texts(picture, row.to)
        assert lit and {one or "node" for one in lit} == {row.title}


def test_errors_are_walked_through_and_told_as_text(job: CompareJob) -> None:
    drawn, comparison = drawn_of(job, 0).drawn, job.comparison
    counts: Any = comparison.table.counts(2, slice(0, 1))[0]["tedeval"]
    assert len(drawn.changed()) == counts["deleted"] + counts["inserted"] == len(drawn.strip()) > 1
    assert "F + L (in common); tmod: on Sunday; missing in the system: an error; in F, L" in drawn.changes_said()
    job.do([0], "system", "0")
    assert drawn_of(job, 1).drawn.changed() == [] and drawn_of(job, 1).drawn.nothing_changed() == "No errors."


def test_words_are_folded_where_there_is_no_room(files: Files) -> None:
    words = [("rained", 0, "root"), *((f"word{place}", 1, "obl") for place in range(40)), ("on", 1, "tmod")]
    for path in (files.gold, files.golds[0][1], *(path for _, path in files.systems)):
        Path(path).write_text(sentence(words), "utf-8")
    Path(files.systems[2][1]).write_text(sentence([*words[:-1], ("on", 1, "x")]), "utf-8")
    job = opened(files)
    job.do([0], "system", "2")
    picture, space = drawn_of(job, 0), Space(700.0, 600.0)
    drawn: Any = picture.drawn
    drawn.folds = True
    drawn.lay_out(space)
    [run] = [box for box in drawn.scene.words if box.is_run]
    assert run.text == "… 41 words …" and "word7" in drawn.said(run)
    # what is counted within is lit at the run; who looks for it finds it unfolded
    assert run in {drawn.shown_at(one) for one in scheme_nodes(drawn.trees, "matched")}
    assert drawn.unfold([(drawn.scene.of.parse, 5, 6, "obl")], space)
    assert drawn.box_of((drawn.scene.of.parse, 5, 6, "obl")) is not None
    drawn.unfold([], space)
    drawn.open(next(box for box in drawn.scene.words if box.is_run).part, space)
    assert not any(box.is_run for box in drawn.scene.words)


def test_counts_light_their_nodes(job: CompareJob) -> None:
    counts: Any = job.comparison.table.counts(2, slice(0, 1))[0]
    for key in ("tedeval", "tedeval.unlabelled", "tedeval2011", "tedeval2011.unlabelled"):
        job.do([0], "a", key)
        job.do([0], "score", "A")
        picture = drawn_of(job, 0)
        # the drawing shows what is counted: labels, or only which words are grouped
        assert any(box.label for box in picture.drawn.scene.labels) != key.endswith("unlabelled")
        for count in ("gold", "test", "deleted", "inserted"):
            assert len(lit_in(picture, f"count:{key}/{count}")) == counts[key][count], (key, count)


def test_trees_of_2011_are_drawn_as_they_are_counted(job: CompareJob) -> None:
    """Wildcards and relabellings: what is charged is lit by its count, listed and told as text."""
    job.do([0], "a", "tedeval2011")
    job.do([0], "score", "A")
    picture, counts = drawn_of(job, 0), job.comparison.table.counts(2, slice(0, 1))[0]
    assert {"*", "~advmod→case"} <= {box.text for box in picture.drawn.scene.labels}
    assert counts["tedeval2011"]["swapped"] == 2
    assert "TedEval 2011: 1 − (0 + 1 + 2) / (4 + 3) = " in picture.drawn.details().replace("\xa0", " ")
    assert sorted(said.split("; ")[2] for said in picture.drawn.changes_said()) == [
        "missing in the system: an error", *["relabelled in the system: an error"] * 2,
    ]  # fmt: skip
    told = {(row.figures, row.title) for row in operations(job, 0)[:3]}
    assert told == {("add", "tmod"), ("relabel", "advmod→case"), ("relabel", "obj→pobj")}
    assert set(texts(picture, next(row.to for row in operations(job, 0) if row.title == "advmod→case"))) == {
        "advmod", "case",
    }  # fmt: skip
    assert len(lit_in(picture, "count:tedeval2011/swapped")) == 2 * 2  # in the system, and what they become
    assert "--measures tedeval2011" in drawing_command(job.sentence(0), job.a)


def test_counts_of_attachment_scores_light_words(job: CompareJob) -> None:
    aim(job, 0)
    job.do([0], "a", "uas")
    picture = drawn_of(job, 0)
    for count, words in (("gold", [0, 1, 2]), ("test", [0, 1, 2]), ("matched", [0, 1])):
        assert [box.place[1] for box in lit_in(picture, f"count:uas/{count}")] == words


def test_words_and_relations_are_found_and_lit(job: CompareJob) -> None:
    assert rows(job, "file", "on") == [0, 1]
    assert [box.place for box in lit_in(drawn_of(job, 0))] == [(-1, 1, 2, "")]
    assert rows(job, "file", "label case") == [0, 1] and rows(job, "file", "label nsubj:x") == []


def test_the_command_draws_what_is_seen(
    job: CompareJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    job.do([0], "golds", "L")
    drawn: Any = drawn_of(job, 0).drawn
    words = shlex.split(drawing_command(job.sentence(0), job.a))
    assert words[:2] == ["treecompare", "align"] and "second.L.conllu" not in words[-1]
    assert words[words.index("--draw-golds") + 1] == "L"
    monkeypatch.chdir(tmp_path)
    assert main(words[1:]) == 0
    made, shown = Path(words[-1]).read_text("utf-8"), drawn.svg()
    assert "L (gold)" in made and "L (gold)" in shown
    job.do([0], "found", Found(np.array([1]), 1, "the second"))
    rows(job, "file", 'chosen "the second"')
    words = shlex.split(first_of(job.do([1], "copy-list"), Copy).text)
    assert words[:2] == ["treecompare", "rank"] and words[-2:] == ["--only", "2"]
    assert main([*words[1:], "--format", "json"]) == 0
    systems = json.loads(capsys.readouterr().out.partition("saved")[0].strip() or "{}")["systems"]
    [system] = [one for one in systems if one["sentences"]]
    assert [one["index"] for one in system["sentences"]] == [2]


def test_what_a_program_counts_has_no_drawing(files: Files) -> None:
    job = opened(files, Settings(profile="tedeval-2.2"))
    assert "profile:tedeval-2.2" in job.comparison.table.signature("tedeval", "pooled")
    with pytest.raises(TreecompareError, match="cannot be drawn; expected the profile paper"):
        job.picture(0)
    assert job.why(0)
    assert "--profile tedeval-2.2" in list_command(job.taken(0))


def test_golds_with_other_words_are_reported(files: Files) -> None:
    other = Path(files.golds[0][1])
    other.write_text(other.read_text("utf-8").replace("Sunday", "Monday", 1), "utf-8")
    job = opened(files)
    table = job.comparison.table
    assert table.statuses[0].tolist() == [3, 1]
    assert "Monday" in table.reason(0, 0) or "words" in table.reason(0, 0)
    with pytest.raises(TreecompareError, match="words"):
        job.picture(0)
    assert any(isinstance(one, Text) for one in job.why(0))


def test_a_gold_that_cannot_be_read_opens_nothing(files: Files) -> None:
    Path(files.golds[0][1]).unlink()
    with pytest.raises(TreecompareError, match=r"gold\.L"):
        opening(files)(Cancel(), lambda _: None)


def test_names_of_schemes() -> None:
    assert scheme_names([("", "a/gold.SD.conllu.gz"), ("", "b/gold.UD.conllu")]) == ["SD", "UD"]
    assert scheme_names([("x", "gold.SD.conllu"), ("", "gold.UD.conllu")]) == ["x", "UD"]
    assert scheme_names([("", "gold.mrg"), ("", "gold.conllu")]) == ["gold.mrg", "gold.conllu"]
    golds = ["gold.SD.conllu", "gold.UD.conllu"]
    assert [likely_gold(f"malt.{one}.conllu", golds) for one in ("SD", "UD", "x")] == [0, 1, None]


def test_a_parser_without_functions_is_drawn_without_labels(files: Files, tmp_path: Path) -> None:
    (tmp_path / "tree.mrg").write_text("(S (VB rained) (PP (IN on) (NP (NNP Sunday))))\n" * 2, "utf-8")
    tree = str(tmp_path / "tree.mrg")
    job = opened(Files(files.gold, (*files.systems, ("", tree)), files.golds, files.follows))
    assert job.a == "tedeval.unlabelled"  # which all have
    job.do([0], "system", "3")
    drawn = drawn_of(job, 0).drawn
    assert drawn.details().replace("\xa0", " ").startswith("TedEval, unlabelled: 1 −")
    assert all(not box.label for box in drawn.scene.labels)


def test_the_first_measures_that_are_defined_are_the_default(files: Files, tmp_path: Path) -> None:
    tree = tmp_path / "tree.mrg"
    tree.write_text("(S (VB rained) (PP (IN on) (NP (NNP Sunday))))\n" * 2, "utf-8")
    job = opened(Files(files.gold, files.systems[:1], (("", str(tree)),)))
    assert (job.a, job.b) == job.comparison.usual_keys == ("tedeval.unlabelled", "tedeval2011.unlabelled")


def test_golds_and_target_are_kept_with_the_comparison(files: Files, tmp_path: Path) -> None:
    """Also where the same files are compared again."""
    job, path = shown(opening(files)), str(tmp_path / "kept.treecompare")
    job.do([0], "target", "1")
    job.do([1], "note", "Sunday")
    job.do([1], "save-as", path)
    leave(job, 1)
    job.close()
    job = shown(opening_saved(path))
    comparison: Any = job.comparison
    assert comparison.native == [0, 1, 0] and comparison.judgements.notes == {1: "Sunday"}
    assert comparison.target == (1,)
    job = followed(job, job.do([0], "rename", "parser"))
    again: Any = job.comparison
    assert again is not comparison and again.target == (1,)
    job.close()
