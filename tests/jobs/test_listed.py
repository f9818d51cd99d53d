"""Rows and columns of the list: which columns have room, where steps lead, what folds, and what is said of a row."""

from __future__ import annotations

import numpy as np

from treecompare.jobs.base import SPARE, Column, Places, Section
from treecompare.jobs.listed import LEAST_WORDS, WIDE, Listed


def test_columns_go_by_rank_and_spare_ones_stand_in_a_wide_list_only() -> None:
    listed = Listed()
    ranks = {"number": (5, 3), "words": (0, 0), "own": (6, 0), "spare": (4, SPARE)}
    columns = [Column(key, "", "figure", width, str, rank=rank) for key, (width, rank) in ranks.items()]
    listed.show(Places(np.arange(3), columns), 0)

    def there(letters: int) -> list[str]:
        widths = listed.fit(10 * letters, 10, 0, len)
        assert sum(widths) == 10 * letters
        return [one.key for one, width in zip(columns, widths, strict=True) if width]

    assert there(WIDE) == ["number", "words", "own", "spare"]
    assert there(WIDE - 1) == there(5 + 6 + LEAST_WORDS) == ["number", "words", "own"]
    assert there(5 + 6 + LEAST_WORDS - 1) == ["words", "own"]


def in_sections() -> Listed:
    """Places 10 to 15 in three sections, the second of which is folded: rows -1 10 11 -2 -3 14 15; 10 and 15 wait."""
    waits = np.isin(np.arange(16), (10, 12, 15))
    columns = (
        Column("number", "No.", "number", 4, lambda place: f"{1000 + place:,}+{place}"),
        Column("words", "Words", "words", 0, lambda place: f"word{place}", lambda place: f"below {place}"),
        Column("mark", "Mark", "mark", 4, lambda place: "x" * (place == 11)),
    )
    sections = [Section(name, name.upper(), 2, is_folded=name == "b") for name in "abc"]
    listed = Listed()
    listed.show(Places(np.arange(10, 16), columns, sections, waits), 10)
    assert listed.rows.tolist() == [-1, 10, 11, -2, -3, 14, 15]
    return listed


def test_steps_pass_headings_and_end_and_open_places_go_round() -> None:
    listed = in_sections()
    assert [listed.next_row(row, 1) for row in (0, 1, 2, 5, 6)] == [1, 2, 5, 6, -1]
    assert [listed.next_row(row, -1) for row in (6, 5, 2, 1)] == [5, 2, 1, -1]
    assert [listed.next_row(row, 1, True) for row in (1, 2, 6)] == [6, 6, 1] and listed.next_row(1, -1, True) == 6
    listed.shown.waits[10] = False  # type: ignore[index]
    assert listed.next_row(6, 1, True) == -1, "it is the only one that waits"
    assert [listed.nearest(row) for row in (0, 3, 4)] == [1, 2, 5] and Listed().nearest(0) == -1
    assert listed.nearest(-9) == 1 and listed.place_at(0) == listed.place_at(9) == -1


def test_what_is_folded_and_unfolded_from_a_row_on() -> None:
    listed = in_sections()
    assert [one and one.key for one in map(listed.section_of, (11, 12, 14, 16))] == ["a", "b", "c", None]
    listed.fold("a", True)
    assert listed.rows.tolist() == [-1, -2, -3, 14, 15]
    nearest = [listed.turned(row, False) for row in (0, 1, 4)]
    assert [one and one.key for one in nearest] == ["a", "b", "b"]
    folded = listed.turned(4, True)
    assert folded is not None and folded.key == "c" and listed.turned(0, True) is None
    listed.show(listed.shown, 10)
    assert listed.rows.tolist() == [-1, 10, 11, -2, -3, 14, 15], "people's own folds stay but around where one is to be"


def test_rows_are_told_with_numbers_and_copied_without_headings() -> None:
    listed = in_sections()
    assert [listed.number(row)[:2] for row in (0, 1, 5)] == [(0, 4), (1, 4), (3, 4)]
    assert listed.number(2)[2] == "1,011+11"
    assert [listed.row_numbered(typed) for typed in ("1,011", "11", "1015", "12", "")] == [2, 2, 6, -1, -1]
    assert listed.said(2, 1) == "word11, below 11, No. 1,011+11, Mark x" and listed.said(1, 2) == ""
    first = Listed()
    first.show(Places(np.arange(2), listed.shown.columns), 0)
    assert first.said(0, 1) == "word0, below 0, No. 1,000+0"
    assert listed.lines(range(7), (1, 2)).splitlines() == [
        "Words\tMark",
        "word10\t",
        "word11\tx",
        "word14\t",
        "word15\t",
    ]
