"""The words of a sentence in Why: what each costs, what differs, and what became of the answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.jobs.test_compare import first_of, links, of_sample, rows
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.jobs.base import Fold, Go, Pairs, Row, Share, Shown, Text
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.opening import opening
from treecompare.readers import parse

GOLD = "(S (NP (PRP she)) (VP (VBD saw) (NP (NN him))))"
SYSTEM = "(S (NP (PRP she)) (VP (VBD saw) (VP (XP (NN him)))))"


def folded(job: CompareJob, place: int, title: str = "Words") -> tuple[str, list[Any]]:
    fold = next(one for one in job.why(place) if isinstance(one, Fold) and one.title == title)
    return fold.beside, list(fold.blocks())


def constituents() -> CompareJob:
    return CompareJob(score(ConstituentComparison(parse(GOLD), [parse(SYSTEM)], Settings(params="none"))))


def test_a_word_says_how_its_lineage_changes_and_what_that_costs() -> None:
    job = constituents()
    beside, blocks = folded(job, 0)
    assert beside.startswith("Leaf-Ancestor ")
    (row,) = [one for one in blocks if isinstance(one, Row)]
    (scored,) = [one for one in job.comparison.word_scores(0, 0) or () if one.word == "him"]
    assert (row.to, row.title, row.figures) == ("word:2", "him", f"{scored.score:.3f}")
    edit, sum_said = row.below.split("\n")
    assert edit == ">XP  [  NP ~VP  VP  S  ]"
    cost = sum(step[2] for step in job.comparison.word_edits(0, 0, words=[2])[0])  # type: ignore[attr-defined]
    assert sum_said == f"1 − {cost:g} / (5 + 6) = {scored.score:.3f}"
    assert isinstance(blocks[-1], Text) and blocks[-1].text == "2 words are the same in both: all words"


def test_words_that_are_the_same_are_listed_where_people_want_them() -> None:
    job = constituents()
    to = links(folded(job, 0)[1])["all words"]
    assert job.do([0], "link", to) == [Shown(why=True)]
    blocks = folded(job, 0)[1]
    assert [one.title for one in blocks if isinstance(one, Row)] == ["she", "saw", "him"]
    job.do([0], "link", links(blocks)["Only words that differ"])
    assert not job.all_words


def test_the_scores_are_those_of_the_variant_that_is_looked_at() -> None:
    job = constituents()
    job.do([0], "b", "la.initial")
    assert folded(job, 0)[0].startswith("Leaf-Ancestor, ")


def test_words_of_dependencies_say_what_differs_and_in_which_column() -> None:
    job = of_sample("dependencies")
    place = next(
        one
        for one in rows(job, "changes")
        if any(" of " in row.below for row in folded(job, one)[1] if isinstance(row, Row))
    )
    differing = [one for one in folded(job, place)[1] if isinstance(one, Row)]
    assert all("→" in one.below for one in differing)
    job.do([place], "link", "all-words")
    every = [one for one in folded(job, place)[1] if isinstance(one, Row)]
    assert len(every) == len(job.comparison.error_words(0, place)) > len(differing)
    assert all("UPOS " in one.below for one in every)


def test_an_answer_says_what_became_of_it_and_of_all(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text(f"{GOLD}\n" * 3)
    fenced = f"Here it is:\n```\n{GOLD}\n```"
    answers = [GOLD, fenced, "I cannot parse this."]
    lines = (json.dumps({"id": number, "output": one}) for number, one in enumerate(answers, 1))
    (tmp_path / "model.jsonl").write_text("\n".join(lines))
    job = opening(
        Files(str(tmp_path / "gold.mrg"), (("model", str(tmp_path / "model.jsonl")),)), Settings(repair="close")
    )(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    assert [folded(job, place, "Answer")[0] for place in range(3)] == ["scored as is", "scored after repair", "no tree"]
    blocks = folded(job, 1, "Answer")[1]
    assert any(isinstance(one, Pairs) and one.rows[0][0] == "Repairs" for one in blocks)
    assert fenced in [one.text for one in blocks if isinstance(one, Text)]
    share = first_of(blocks, Share)
    assert [(size, name) for size, name, _ in share.parts] == [
        (1, "scored as is"),
        (1, "scored after repair"),
        (1, "no tree"),
    ]
    go = first_of(job.do([1], "link", links(blocks)["no tree 1"]), Go)
    assert rows(job, "file", str(go.find)) == [2]


@pytest.mark.parametrize("key", ["first-comparison", "dependencies"])
def test_a_system_that_is_a_treebank_has_no_answers(key: str) -> None:
    job = of_sample(key)
    assert "Answer" not in [one.title for one in job.why(rows(job)[0]) if isinstance(one, Fold)]
