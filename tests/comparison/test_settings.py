"""Settings are declared once: options, checks, signatures, commands and menus follow."""

import argparse
import re

import pytest

from treecompare.cli.options import add_settings, settings_of
from treecompare.comparison.settings import PROFILES, SETTINGS, Settings
from treecompare.errors import UsageError
from treecompare.measures import MEASURES_OF
from treecompare.registry import is_here
from treecompare.trees.head_rules import shipped

OTHER = {
    "params": "evalb", "preterminals": "no", "functions": True, "function_separator": ":", "crossing_branches": "split",
    "sentences": "own", "missing": "zero", "as_dependencies": "tiger", "with_dependencies": "a b.txt", "punctuation": "ignore",
    "relations": "full", "relation_map": "map.tsv", "differing": "skip", "nonprojective": "refuse", "tree_costs": "a.tsv",
    "words": "exact", "label_costs": "b.tsv", "max_length": 40, "enhancements": "12", "repair": "close",
    "meta": "ignore", "leaf": "word-lemma", "pre_annotation": "parsed",
}  # fmt: skip
"""A value that is not the usual one, of every setting that has an option of `score`."""
OF_SCHEMES = {"profile": PROFILES[1], "zero_cost": "c.tsv"}
"""Those of several golds."""


def parsed(*words: str) -> Settings:
    parser = argparse.ArgumentParser()
    add_settings(parser, *OTHER, *OF_SCHEMES)
    return settings_of(parser.parse_args(words))


def test_every_setting_is_tried_here() -> None:
    assert {*OTHER, *OF_SCHEMES} == {one.name for one in SETTINGS.values() if one.help}


@pytest.mark.parametrize("name", OTHER)
def test_the_command_gives_the_same_settings(name: str) -> None:
    settings = Settings(**{name: OTHER[name]})
    assert parsed(*settings.as_options()) == settings != Settings()


def test_usual_values_need_no_options() -> None:
    assert Settings().as_options() == [] == Settings().signed(*SETTINGS)
    assert parsed() == Settings()


def test_values_that_there_are_not_are_refused() -> None:
    for one in SETTINGS.values():
        if one.allowed:
            with pytest.raises(UsageError, match=f"{one.option[2:]} is 'x'; expected .* or {one.allowed[-1]}$"):
                Settings(**{one.name: "x"})
    with pytest.raises(UsageError, match="' ' cannot be a separator of functions"):
        Settings(function_separator=" ")
    with pytest.raises(UsageError, match="punctuation 'x'"):
        Settings(punctuation="x")
    for digits in ("", "7", "1x", "all"):
        with pytest.raises(UsageError, match=f"enhancements is '{digits}'; expected 0, or some of the digits 1 to 6"):
            Settings(enhancements=digits)


def test_signatures_show_what_is_not_usual() -> None:
    settings = Settings(
        functions=True, tree_costs="folder/a.tsv", max_length=40, differing="skip", as_dependencies="collins"
    )
    shown = ["functions:yes", "differing:skip", "tree-costs:a.tsv", "max-length:40"]
    assert settings.signed_by("constituents") == shown
    assert settings.signed_by("constituents", "max_length", "missing") == ["max-length:40", *shown[:3]]
    assert settings.signed_by("dependencies") == ["heads:collins", "differing:skip", "max-length:40"]
    assert settings.signed_by("schemes") == settings.signed_by("lattices") == ["max-length:40"]
    assert Settings(differing="align").signed_by("dependencies") == []  # as auto does under standard
    assert Settings("evalb", differing="align").signed_by("dependencies") == ["differing:align"]


def test_a_setting_declared_is_an_option_of_the_commands_of_its_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    from treecompare.cli import run_command

    def options_of(command: str) -> set[str]:
        with pytest.raises(SystemExit):
            run_command([command, "--help"])
        return set(re.findall("--[a-z-]+", capsys.readouterr().out))

    score = options_of("score")
    for one in filter(lambda one: is_here(one.name), SETTINGS.values()):
        assert one.name == "labels_from" or (one.option in score) == bool(one.help), one.name


def test_a_setting_declared_is_signed_by_the_comparisons_of_its_kinds() -> None:
    """Unless it says which."""
    for_all, differing = SETTINGS["max_length"], SETTINGS["differing"]
    assert all(for_all.is_signed_by(kind) for kind in (*MEASURES_OF, "a new kind"))
    signed = {kind for kind in MEASURES_OF if SETTINGS["relation_map"].is_signed_by(kind)}
    assert signed == {*SETTINGS["relation_map"].kinds} == {"dependencies"}
    assert not any(SETTINGS["sentences"].is_signed_by(kind) for kind in MEASURES_OF)
    assert {kind for kind in MEASURES_OF if differing.is_signed_by(kind)} == {"constituents", "dependencies"}
    for one in SETTINGS.values():
        assert all(not one.kinds or kind in one.kinds for kind in MEASURES_OF if one.is_signed_by(kind)), one.name


def test_what_the_window_offers() -> None:
    for one in SETTINGS.values():
        values = [choice.value for choice in one.offered]
        assert len(set(values)) == len(values)
        assert not values or Settings().chosen(one.name) == values[0]
        for choice in one.offered:
            if not choice.asks:
                assert Settings(**{one.name: one.of(choice.value)}).chosen(one.name) == choice.value
    for name, value in (
        ("params", "my.prm"),
        ("function_separator", "/"),
        ("as_dependencies", "rules"),
        ("zero_cost", "x"),
    ):
        last = SETTINGS[name].offered[-1]
        assert last.asks
        assert Settings(**{name: value}).chosen(name) == last.value
    assert Settings(punctuation="eval07.pl -p").chosen("punctuation") == "ignore"


def test_every_shipped_table_of_head_rules_is_offered_and_named_in_the_help() -> None:
    for name in ("as_dependencies", "with_dependencies"):
        offered = [choice.value for choice in SETTINGS[name].offered]
        assert set(offered) - {"", "auto", "rules"} == set(shipped())
    assert all(table in SETTINGS["as_dependencies"].help for table in shipped())


def test_kinds_are_kinds_of_comparison() -> None:
    for one in SETTINGS.values():
        assert set(one.kinds) <= set(MEASURES_OF)
        assert bool(one.kinds) == bool(one.said)
