"""Every kind of comparison answers every question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from treecompare import resources
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files, open_files
from treecompare.comparison.lit import drawn_for, lit
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.drawing.drawn import Space, Telling
from treecompare.drawing.sentence import DEFAULT, SentenceDrawing
from treecompare.errors import UsageError
from treecompare.mappings.errors import Error
from treecompare.measures import MEASURES_OF, measure
from treecompare.scores.table import PARTIAL

LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"
CONSTITUENTS, DEPENDENCIES, LATTICES, SCHEMES = "constituents", "dependencies", "lattices", "schemes"
KINDS = (CONSTITUENTS, DEPENDENCIES, LATTICES, SCHEMES)
USUAL = {
    CONSTITUENTS: ("e.whole.dice", "t.whole.dice"),
    DEPENDENCIES: ("las", "uas"),
    LATTICES: ("tedeval.lattice", "segeval"),
    SCHEMES: ("tedeval", "tedeval.unlabelled"),
}


def sample(key: str) -> Files:
    found = next(one for one in resources.samples() if one.key == key)
    return Files(found.gold, tuple(("", path) for path in found.systems), lattices=found.lattices)


@pytest.fixture
def opened_as(tmp_path: Path) -> dict[str, Files]:
    """A comparison of each kind."""
    for name, relation in (("gold.A", "nsubj"), ("gold.B", "SBJ"), ("parse.A", "obj")):
        text = LINE.format(1, "it", 2, relation) + LINE.format(2, "rains", 0, "root") + "\n"
        (tmp_path / f"{name}.conllu").write_text(text * 2, "utf-8")
    first, second, parse = (str(tmp_path / f"{name}.conllu") for name in ("gold.A", "gold.B", "parse.A"))
    return {
        CONSTITUENTS: sample("first-comparison"),
        DEPENDENCIES: sample("dependencies"),
        LATTICES: sample("words-that-differ"),
        SCHEMES: Files(first, (("", parse),), (("", second),)),
    }


def compared(files: Files) -> Comparison:
    comparison = None
    for step in open_files(files, Settings()):
        comparison = getattr(step, "comparison", comparison)
    assert comparison is not None
    for _ in comparison.run():
        pass
    return comparison


def questions(base: type) -> set[str]:
    return {
        name
        for each in base.__mro__
        for name, one in vars(each).items()
        if not name.startswith("_") and (callable(one) or isinstance(one, property))
    }


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_answers_every_question_of_a_comparison(kind: str, opened_as: dict[str, Files]) -> None:
    comparison = compared(opened_as[kind])
    assert comparison.kind == kind

    def pattern_trees() -> bool:
        assert bool(comparison.pattern_kind) == (kind in (CONSTITUENTS, DEPENDENCIES))
        return (comparison.pattern_trees(0) is not None) == (kind == CONSTITUENTS)

    def found() -> bool:
        if comparison.pattern_kind:
            pattern = comparison.compiled("gold: *=x  system: x")
            return (
                bool(comparison.find(pattern, 0).matches.any()) and len(comparison.pattern_sides(["gold"], 0).of) == 1
            )
        with pytest.raises(UsageError, match="patterns are for constituents and dependencies"):
            comparison.compiled("gold: NP")
        with pytest.raises(UsageError, match="patterns are for constituents and dependencies"):
            comparison.pattern_sides([], 0)
        return True

    def errors() -> bool:
        if comparison.error_types:
            told = comparison.error_kinds and comparison.error_sites and len(comparison.error_costs) == 2
            return len(comparison.errors(0).analysed) == comparison.sentences and bool(told)
        with pytest.raises(UsageError, match="errors are not looked for"):
            comparison.errors(0)
        return True

    def stacked() -> bool:
        if comparison.can_be_stacked:
            comparison.check_stack()
            return len(comparison.stacked(0, DEFAULT).heads) == len(comparison.systems) + 1
        for work in (comparison.check_stack, lambda: comparison.stacked(0, DEFAULT)):
            with pytest.raises(UsageError, match="for constituents and dependencies"):
                work()
        return True

    def undrawable() -> bool:
        with pytest.raises(UsageError):
            comparison.check_sentence(comparison.sentences)
        return True

    def called() -> bool:
        if comparison.needs_gold:
            with pytest.raises(UsageError, match="several golds"):
                comparison.call_by_names()
            return comparison.is_gold
        comparison.call_by_names()
        names, comparison.is_gold = comparison.names(0), True
        return (names.first, names.second) == (comparison.gold.name, comparison.table.systems[0])

    table = comparison.table
    drawn = comparison.drawn(0, 0, DEFAULT, Telling())
    drawn.lay_out(Space(900, 600))
    answers = {
        "table": table.statuses.shape == (len(comparison.systems), comparison.sentences),
        "preparation": comparison.preparation is not None,
        "warnings": isinstance(comparison.warnings, list),
        "prepare": list(comparison.prepare(Cancel())) == [],
        "count": isinstance(comparison.count(1, Cancel()), Iterator),
        "run": isinstance(comparison.run(1), Iterator),
        "call_by_names": called(),
        "names": comparison.names(0).is_gold,
        "sentence_pairing": len(comparison.sentence_pairing(0).rows) >= comparison.sentences,
        "size_of": (comparison.size_of(0, 0) > 0) == (kind in (CONSTITUENTS, LATTICES)),
        "texts": len(comparison.texts()) == comparison.sentences and all(comparison.texts()),
        "evalb_lengths": len(comparison.evalb_lengths) == comparison.sentences,
        "treebanks": len(comparison.treebanks()) > len(comparison.systems),
        "head": comparison.head()["gold"] == comparison.gold.path,
        "command": comparison.command("score")[0] == "treecompare",
        "prepared": comparison.prepared().endswith("."),
        "tags": comparison.tags in (True, False, None),
        "sentence_title": comparison.systems[0].name in comparison.sentence_title(0, 0),
        "check_sentence": undrawable(),
        "sentences_of": comparison.sentences_of(0, 0) == ([0], [0]),
        "number_of": comparison.number_of(0) == 1,
        "numbers_of": comparison.numbers_of(0) == "1",
        "gold_sentences": comparison.gold_sentences == len(comparison.gold_texts()),
        "row_of": comparison.row_of(0) == 0,
        "gold_texts": comparison.gold_texts()[0] == comparison.texts()[0],
        "sentence_names": comparison.sentence_names()[comparison.ids[0]] == comparison.sentence_names()["1"] == 0,
        "other_texts": comparison.other_texts() == [],
        "drawing": isinstance(comparison.drawing(0, 0, DEFAULT), SentenceDrawing),
        "drawn": bool(drawn.scene.boxes) and all(map(drawn.said, drawn.scene.boxes)),
        "takes_long": not comparison.takes_long(0, 0),
        "drawn_title": comparison.drawn_title(0, 0).endswith(comparison.table.systems[0]),
        "sentences_with": comparison.sentences_with(0, "labels", lambda numbers, _: np.unique(numbers).tolist()).any(),
        "discontinuous": comparison.discontinuous(0).tolist() == [False] * comparison.sentences,
        "pattern_trees": pattern_trees(),
        "compiled": found(),
        "find": found(),
        "pattern_sides": found(),
        "patterns_look_at": bool(comparison.patterns_look_at()) == (kind == CONSTITUENTS),
        "errors": errors(),
        "known_errors": not comparison.error_types or comparison.errors(0) is comparison.known_errors(0),
        "errors_of": not comparison.error_types or comparison.errors_of(0, 0) == list(comparison.errors(0).of(0)),
        "errors_in": comparison.errors_in(0, 0)
        == (len(comparison.errors(0).of(0)) if comparison.error_types else None),
        "stacked": stacked(),
        "check_stack": stacked(),
        "error_words": " ".join(comparison.error_words(0, 0)) == comparison.texts()[0],
        "extra_words": comparison.extra_words(0, 0, Error("missing", "other", "", ())) == [],
        "word_scores": comparison.word_scores(0, 0) is None or kind == CONSTITUENTS,
        "word_counts": [
            count >= len(text.split()) for count, text in zip(comparison.word_counts(), comparison.texts(), strict=True)
        ]
        == [True] * comparison.sentences,
        "words_drawn": sum(map(len, comparison.words_drawn(0, 0, 1, 1))) == 1,
        "occurrences_drawn": comparison.occurrences_drawn(0, 0) == ([], []),
        "compared_said": len(comparison.compared_said()) > 0,
        "left_out_punctuation": bool(comparison.left_out_punctuation) == (kind == CONSTITUENTS),
        "unused_settings": comparison.unused_settings.keys()
        == {name for name, one in SETTINGS.items() if one.kinds and kind not in one.kinds}
        | ({"enhancements"} if kind == DEPENDENCIES else set()),
        "count_on_demand": comparison.count_on_demand([]) is None,
        "not_counted": comparison.not_counted([]) == [],
        "follow": comparison.follow(comparison) is None,
        "applying": comparison.applying(MEASURES_OF[kind]) != [],
        "as_program": comparison.as_program().kind == kind and not table.as_program,
        "only_asked": comparison.only_asked("e.sets") == (kind == CONSTITUENTS),
        # of columns that nobody filled in there are none
        "items": sum(len(comparison.items(0, what)) for what in comparison.item_keys) > 0 or not comparison.item_keys,
    }
    assert answers.keys() == questions(Comparison)
    parts = [measure(one.key).part for one in comparison.applying(MEASURES_OF[kind])]
    assert any(lit(comparison, 0, 0, part, "gold", DEFAULT, drawn) for part in parts)
    if isinstance(comparison, ConstituentComparison):
        assert drawn_for(comparison, "la.tags", DEFAULT) == DEFAULT
    assert [name for name, is_right in answers.items() if not is_right] == []
    assert comparison.usual_keys == USUAL[kind]
    assert comparison.can_be_partial or not (table.statuses == PARTIAL).any()
