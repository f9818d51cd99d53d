"""What people say of sentences: entered, taken back, written to a table and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.comparison.judgements import (
    CORRECT,
    ERROR_CLASS,
    NOTE,
    PHENOMENON,
    Judgements,
    as_lines,
    changes_of,
    judgement_rows,
    read_judgements,
    read_scheme,
)
from treecompare.errors import ReadError

SAID = [
    (PHENOMENON, 0, "", "PP", "yes"),
    (PHENOMENON, 2, "", "PP", "yes"),
    (PHENOMENON, 1, "", "#odd", "yes"),
    (ERROR_CLASS, 2, "s1", "PP", "A"),
    (CORRECT, 2, "s1", "PP", "no"),
    (CORRECT, 0, "s2", "", "yes"),
]
IDS = ["one", "#two", "three"]


def said() -> Judgements:
    found = Judgements()
    for change in SAID:
        found.put(*change)
    return found


def test_what_is_said_and_taken_back() -> None:
    found = said()
    found.put(NOTE, 1, "", "", "a note")
    assert changes_of(found) == [*SAID, (NOTE, 1, "", "", "a note")]
    assert found.of_sentence(2) == ["PP"] and found.of_sentence(1) == ["#odd"]
    for value in (None, ""):
        for kind, sentence, system, phenomenon, _ in changes_of(found):
            found.put(kind, sentence, system, phenomenon, value)
        assert found == Judgements()
        found = said()
    with pytest.raises(ValueError, match="no such kind"):
        found.put("mood", 0, "", "", "good")


def test_a_table_goes_round(tmp_path: Path) -> None:
    rows = judgement_rows(said(), IDS)
    assert rows == [
        ["sentence", "phenomenon", "system", "class", "correct"],
        ["one", "PP", "", "", ""],
        ["one", "", "s2", "", "yes"],
        ["#two", "#odd", "", "", ""],
        ["three", "PP", "s1", "A", "no"],
    ]
    path = str(tmp_path / "said.tsv")
    Path(path).write_text(as_lines(rows), "utf-8")
    assert "\\#two\t#odd" in Path(path).read_text("utf-8")
    assert read_judgements(path, IDS) == said()
    Path(path).write_text("# by number\n3\tPP\ts1\tA\tno\n\n2\t#odd\n1\tPP\n1\t\ts2\t\tyes\n", "utf-8")
    assert read_judgements(path, IDS) == said()


def test_cells_hold_no_tabs_or_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    Path(path).write_text(as_lines([["a\tb", "c\r\nd"]]), "utf-8")
    assert path.read_text("utf-8") == "a b\tc  d\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("one", "1 column; expected"),
        ("one\ta\tb\tc\tyes\t2\tf", "7 columns; expected"),
        ("4\ta", "there is no sentence '4'; expected a number from 1 to 3"),
        ("0\ta", "there is no sentence '0'"),
        ("one\ta\ts\t\tmaybe", "'maybe' is not a judgement"),
        ("one\ta\t\tA", "without a system"),
        ("one\ta\t\t\tyes", "without a system"),
    ],
)
def test_bad_lines(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "said.tsv"
    path.write_text(f"Sentence\tphenomenon\n# nothing\n{line}\n", "utf-8")
    with pytest.raises(ReadError) as raised:
        read_judgements(str(path), IDS)
    assert str(raised.value).startswith(f"{path}:3: ") and message in str(raised.value)


def test_a_scheme(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("PP\tA\ttoo high\nPP\t\tattachment\nNP\tB\ttoo long\n", "utf-8")
    found = read_scheme(str(path))
    assert found.name == "mine"
    assert found.phenomena == {"PP": "attachment", "NP": ""}
    assert found.classes == {"PP": {"A": "too high"}, "NP": {"B": "too long"}}
    path.write_text("PP\tA\n", "utf-8")
    with pytest.raises(ReadError, match=r"mine\.tsv:1: 2 columns; expected"):
        read_scheme(str(path))


def test_unclear_is_a_judgement_of_its_own(tmp_path: Path) -> None:
    found = said()
    place = (2, "s1", "PP")
    found.put(CORRECT, *place, "unclear")
    assert found.verdict(place) == "unclear" and place not in found.correct and found.classes[place] == "A"
    assert (CORRECT, *place, "unclear") in changes_of(found) and 2 in found.done("s1")
    path = tmp_path / "said.tsv"
    Path(path).write_text(as_lines(judgement_rows(found, IDS)), "utf-8")
    assert read_judgements(str(path), IDS) == found
    for value, expected in (("yes", "yes"), ("unclear", "unclear"), (None, None)):
        found.put(CORRECT, *place, value)
        assert found.verdict(place) == expected and (place in found.unclear) == (value == "unclear")
