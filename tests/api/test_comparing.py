"""What can be compared with what, and how the options are given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import treecompare as tc
from treecompare import resources
from treecompare.cli import run_command
from treecompare.comparison.settings import Settings

FIRST = resources.path("samples/first-comparison")
ARCS = resources.path("samples/dependencies")
WORDS = resources.path("samples/words-that-differ")
GOLD, HIGH, LOW = FIRST / "gold.mrg", FIRST / "attach-high.mrg", FIRST / "attach-low.mrg"


def test_systems_are_a_mapping_or_a_sequence_of_sources() -> None:
    low = tc.read(LOW)
    for systems, names in (
        ({"a": HIGH, "b": low}, ["a", "b"]),
        ([HIGH, low], ["attach-high", "attach-low"]),
        ((str(HIGH), str(LOW)), ["attach-high", "attach-low"]),
        ([("a", HIGH), low], ["a", "attach-low"]),
        ([("", HIGH), ("low", low.to_nltk())], ["attach-high", "low"]),
        ([low.to_nltk(), low.to_nltk(), low.to_nltk()], ["nltk trees", "nltk trees (2)", "nltk trees (3)"]),
        ([tc.read(LOW, name="mine"), low], ["mine", "attach-low"]),
        (LOW, ["attach-low"]),
        (low, ["attach-low"]),
        (iter([HIGH, low]), ["attach-high", "attach-low"]),
    ):
        comparison = tc.compare(GOLD, systems, lazy=True)  # type: ignore[arg-type]
        assert comparison.systems == names
        assert (comparison.gold, comparison.kind) == ("gold", "constituents")
    figures = {
        tc.compare(GOLD, [one]).score("t.whole.dice").value
        for one in (LOW, low, low.to_nltk(), tc.read(text=LOW.read_text()))
    }
    assert len(figures) == 1


def test_names_are_unique_as_in_the_window(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.mrg").write_bytes(LOW.read_bytes())
    paths = [tmp_path / "a" / "out.mrg", tmp_path / "b" / "out.mrg"]
    assert tc.compare(GOLD, paths, lazy=True).systems == ["a/out", "b/out"]
    assert tc.compare(GOLD, map(tc.read, paths), lazy=True).systems == ["a/out", "b/out"]  # type: ignore[arg-type]
    assert tc.compare(GOLD, [("x", paths[0]), ("x", paths[1])], lazy=True).systems == ["x", "x (2)"]


def test_a_system_is_renamed_without_reading_again(tmp_path: Path) -> None:
    (file := tmp_path / "low.mrg").write_bytes(LOW.read_bytes())
    before = tc.compare(GOLD, {"high": HIGH, "low": file}, max_length=10)
    file.unlink()
    after = before.renamed("low", "parser").renamed(1, "mine")
    assert (before.systems, after.systems) == (["high", "low"], ["mine", "parser"])
    assert after.settings.max_length == 10
    assert after.score("t.whole.dice", "parser").value == before.score("t.whole.dice", "low").value
    for system, name in (("low", "high"), ("low", " "), ("none", "x")):
        with pytest.raises(tc.UsageError, match=r"is no name for a system|there is no system 'none'"):
            before.renamed(system, name)


def test_another_gold_is_taken() -> None:
    """A file, a treebank, or one of the systems, with which the gold changes places."""
    before = tc.compare(GOLD, {"high": HIGH, "low": LOW})
    right = tc.compare(HIGH, {"low": LOW}).score("t.whole.dice", "low").value
    for gold, name in (
        (HIGH, "attach-high"),
        (tc.read(HIGH, name="mine"), "mine"),
        (tc.read(HIGH).to_nltk(), "nltk trees"),
    ):
        after = tc.compare(GOLD, {"low": LOW}).with_gold(gold)
        assert (after.gold, after.systems) == (name, ["low"]) and after.score("t.whole.dice", "low").value == right
    turned = before.with_gold("high")
    assert (turned.gold, turned.systems) == ("high", ["gold", "low"])
    assert turned.score("t.whole.dice", "low").value == right
    assert before.with_gold(HIGH, "best").gold == "best"
    several = tc.compare(
        {"A": ARCS / "gold.conllu", "B": ARCS / "attach-low.conllu"}, [ARCS / "labels.conllu"], follows=["A"]
    )
    with pytest.raises(tc.UsageError, match="there are several golds"):
        several.with_gold(ARCS / "attach-high.conllu")


def test_two_readings_of_one_file_are_two_treebanks() -> None:
    one, other = tc.read(text=GOLD.read_text()), tc.read(text=LOW.read_text())
    comparison = tc.compare(one, {"same": one, "low": other})
    assert comparison.score("t.whole.dice", "same").value == 1.0
    assert comparison.score("t.whole.dice", "low").value == tc.score(GOLD, LOW, "t.whole.dice").value


@pytest.mark.parametrize(
    ("gold", "systems", "message"),
    [
        (GOLD, [], "there is no system; expected at least one"),
        (GOLD, {}, "there is no system; expected at least one"),
        ([], [], "there is no system"),
        ({}, [LOW], "there is no gold; expected at least one"),
        (GOLD, 7, "systems are of the type int; expected {name: source} or a list of sources"),
        (GOLD, {7: LOW}, "a system is called 7; expected a text"),
        (GOLD, [7], "int is not a treebank"),
        (GOLD, tc.read(GOLD).to_nltk(), "one sentence (Tree) is not a treebank; expected a list of sentences"),
        (WORDS / "words.lattice", [LOW], "words.lattice: holds lattices; expected trees or dependencies"),
        (tc.read(WORDS / "words.lattice"), [LOW], "holds lattices; expected trees or dependencies, and lattices= beside them"),
        (GOLD, [ARCS / "gold.conllu"], "expected files of one kind"),
        (GOLD, ["missing.mrg"], "missing.mrg: there is no such file"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_compared_is_told(gold: Any, systems: Any, message: str) -> None:
    with pytest.raises(tc.TreecompareError) as caught:
        tc.compare(gold, systems)
    assert message in str(caught.value)


def test_every_setting_is_an_option(tmp_path: Path) -> None:
    costs = tmp_path / "costs"
    costs.write_text("NP VP 0.5\n")
    values: dict[str, Any] = {
        "params": "evalb", "preterminals": "yes", "missing": "zero", "max_length": 9, "tree_costs": costs, "functions": True,
        "label_costs": costs, "punctuation": "ignore", "relations": "full", "as_dependencies": "collins", "over_lattices": True,
        "nonprojective": "refuse", "differing": "align", "sentences": "own", "with_dependencies": "collins", "relation_map": costs,
        "crossing_branches": "raise", "function_separator": ":", "meta": "ignore",
        "profile": "tedeval-2.1", "zero_cost": costs, "labels_from": "A=B", "enhancements": "12", "repair": "close",
        "pre_annotation": "parsed", "leaf": "word-lemma", "words": "exact",
    }  # fmt: skip
    assert values.keys() == Settings.__dataclass_fields__.keys()
    for name, value in values.items():
        settings = tc.compare(GOLD, [LOW], lazy=True, **{name: value}).settings
        assert getattr(settings, name) == (str(value) if isinstance(value, Path) else value)
    for value, same in ((True, "auto"), (False, None)):  # as the option of the command line without a table
        one, other = (tc.compare(GOLD, [LOW], lazy=True, as_dependencies=given).settings for given in (value, same))
        assert one == other
    with pytest.raises(tc.UsageError, match="no-such-file: no such preparation"):
        tc.compare(GOLD, [LOW], params=tmp_path / "no-such-file")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parmas": "evalb"}, "there is no option 'parmas'; expected one like params"),
        ({"progres": print}, "there is no option 'progres'; expected one like progress"),
        ({"x": 1}, "there is no option 'x'; expected one like "),
        ({"max_length": "10"}, "max_length is '10'; expected a number from 1 or None"),
        ({"max_length": 0}, "max_length is 0; expected a number from 1 or None"),
        ({"max_length": True}, "max_length is True; expected a number from 1 or None"),
        ({"functions": "yes"}, "functions is 'yes'; expected True or False"),
        ({"functions": 1}, "functions is 1; expected True or False"),
        ({"params": None}, "params is None; expected a text"),
        ({"missing": "drop"}, "expected skip or zero"),
        ({"format": "xml"}, "there is no format 'xml'"),
        ({"max_bytes": 10}, "expected at most 10 bytes"),
        ({"phenomena": "no-such-table"}, "no-such-table: there is no such file"),
        ({"lattices": 7}, "lattices and segmentations are files"),
    ],
    ids=lambda one: one if isinstance(one, str) else next(iter(one)),
)
def test_a_wrong_option_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(tc.TreecompareError) as caught:
        tc.compare(GOLD, [LOW], **options)
    assert message in str(caught.value)


def test_lattices_are_paths_or_what_was_read_of_a_file() -> None:
    systems, lattice = [WORDS / "raw-input.mrg"], WORDS / "words.lattice"
    figures = {
        str(tc.compare(WORDS / "gold.mrg", systems, lattices=one).score("tedeval.lattice"))
        for one in (lattice, [str(lattice)], tc.read(lattice), (tc.read(lattice), lattice))
    }
    assert len(figures) == 1
    with pytest.raises(tc.UsageError, match="the lattices of text were not read from a file"):
        tc.compare(WORDS / "gold.mrg", systems, lattices=tc.read(text=lattice.read_text()))
    segments = [WORDS / "gold.seg", WORDS / "raw.seg"]
    assert tc.compare(WORDS / "gold.mrg", systems, segmentations=segments).kind == "lattices"


def test_who_follows_which_gold() -> None:
    golds = {"SD": ARCS / "gold.conllu", "UD": ARCS / "attach-low.conllu"}
    system = ARCS / "labels.conllu"

    def native(systems: Any, follows: Any = None) -> list[int]:
        return tc.compare(golds, systems, follows=follows, lazy=True)._opened.comparison.native  # type: ignore[attr-defined,no-any-return]

    assert native({"malt.SD": system, "malt.UD": ARCS / "attach-high.conllu"}) == [0, 1]  # by their names
    assert native({"a": system, "b": ARCS / "attach-high.conllu"}, ["UD", "SD"]) == [1, 0]
    assert native({"a": system, "b.SD": ARCS / "attach-high.conllu"}, {"a": "UD"}) == [1, 0]
    for follows, message in (
        (None, "a: which gold does it follow"),
        ("UD", "follows is a text"),
        (["UD", "SD"], "follows names 2 golds for 1 systems"),
        ({"b": "UD"}, "follows: there is no system 'b'; expected one of a"),
        ({"a": "XD"}, "follows: there is no gold 'XD'; expected one of SD, UD"),
    ):
        with pytest.raises(tc.UsageError, match=message):
            native({"a": system}, follows)


def test_a_gold_may_have_a_name() -> None:
    assert tc.compare({"truth": GOLD}, [LOW], lazy=True).gold == "truth"
    assert tc.compare([("truth", GOLD)], [LOW], lazy=True).gold == "truth"
    assert tc.compare([GOLD], [LOW], lazy=True).gold == "gold"
    assert tc.compare(tc.read(GOLD, name="truth"), [LOW], lazy=True).gold == "truth"


def test_options_that_change_nothing_and_warnings_of_files_are_told() -> None:
    comparison = tc.compare(GOLD, [LOW], punctuation="ignore")
    assert any(one.startswith("punctuation is for dependencies") for one in comparison.warnings)
    assert tc.compare(GOLD, [LOW]).warnings == []
    assert tc.compare(GOLD, {"empty": tc.read(text="")}).warnings


def test_a_command_needs_files() -> None:
    comparison = tc.compare(GOLD, {"mine": tc.read(LOW).to_nltk()})
    with pytest.raises(tc.UsageError, match="mine: not read from a file, so that no command can compare it"):
        comparison.command()


def test_dependencies_are_scored_beside_trees(tmp_path: Path) -> None:
    one = tc.score(GOLD, LOW, "las", "mean")
    both = tc.compare(GOLD, {"low": LOW}, with_dependencies=True)
    assert both.kind == "constituents" and both.score("las", average="mean").value == one.value
    assert one.value == tc.compare(GOLD, [LOW], as_dependencies=True).score("las", average="mean").value
    given = {}
    for name, path in (("gold", GOLD), ("low", LOW)):
        given[name] = tmp_path / f"{name}.conllu"
        run_command(["convert", str(path), str(given[name]), "--dependencies"])
    of_files = tc.compare(GOLD, {"low": LOW}, dependencies=given)
    assert of_files.score("uas").value == both.score("uas").value
    assert f"--dependencies-of low={given['low']}" in of_files.command()
    read = tc.compare(GOLD, {"low": LOW}, dependencies={name: tc.read(path) for name, path in given.items()})
    assert read.score("uas").value == both.score("uas").value
    with pytest.raises(
        tc.UsageError, match="there is no system 'high'; expected NAME=FILE, NAME being one of gold, low"
    ):
        tc.compare(GOLD, {"low": LOW}, dependencies={"high": GOLD})


def test_a_measure_that_is_not_counted_says_so() -> None:
    with pytest.raises(tc.UsageError, match=r"tedeval \(TedEval\) is not counted in this comparison of constituents"):
        tc.score(GOLD, LOW, "tedeval")
    with pytest.raises(tc.UsageError, match=r"no\.such: no such measure"):
        tc.score(GOLD, LOW, "no.such")
    with pytest.raises(tc.UsageError, match="average is 'macro'; expected pooled or mean"):
        tc.score(GOLD, LOW, "la", average="macro")  # type: ignore[arg-type]
