import pytest

from treecompare.comparison.roles import missing


@pytest.mark.parametrize(
    ("roles", "said"),
    [
        ([], "Add a gold file"),
        (["system", ""], "Choose which file is the gold"),
        (["gold", ""], "Add at least one file to compare"),
        (["gold", "lattice"], "Add at least one file to compare"),
        (["gold", "other gold", "system", "lattice"], "Several golds are not compared over a lattice"),
        (["gold", "system", "system", "lattice", "lattice"], "2 files of lattices"),
        (["gold", "other gold", "raw"], "Raw output and baselines are compared with one gold"),
        (["gold", "system"], ""),
        (["gold", "other gold", "system"], ""),
    ],
)
def test_what_is_missing_is_said(roles: list[str], said: str) -> None:
    found = missing(roles, is_beside=False, no_gold=False, has_made=False)
    assert found.startswith(said) and bool(found) == bool(said)


def test_without_a_gold_other_words_are_used() -> None:
    def said(*roles: str) -> str:
        return missing(roles, is_beside=False, no_gold=True, has_made=False)

    assert said().startswith("Add the files of all annotators")
    assert said("system", "system").startswith("Choose which file the others")
    assert said("gold") == "Add at least one more file."
    assert "take the mark away" in said("gold", "other gold", "system")
    assert not said("gold", "system")


def test_beside_a_comparison_no_gold_is_asked_for() -> None:
    def said(*roles: str, has_made: bool = False) -> str:
        return missing(roles, is_beside=True, no_gold=False, has_made=has_made)

    assert said().startswith("Add files or a baseline") and said("", "") == "All files are ignored."
    assert not said("system") and not said("raw") and not said("lattice")
    assert "over its words" in said("raw", "lattice") and "over its words" in said("system", "lattice", has_made=True)
