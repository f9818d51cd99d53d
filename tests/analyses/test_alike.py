"""Which sentences are like another one by their errors, in which order, and from where to where."""

from __future__ import annotations

import numpy as np
import pytest

from treecompare.analyses.sentence_errors import Likeness, Sought, error_at, next_alike, type_of
from treecompare.mappings.errors import TREE_ERROR_TYPES as TYPES
from treecompare.mappings.errors import Error, ErrorList

PP = Error("moved", "PP", "PP", (3, 4), "NP", "VP", nodes=(("gold", 4),), moved=(("gold", 3), ("test", 3)))
PP_UP = PP._replace(source="VP", target="NP")
PP_ELSEWHERE = PP._replace(words=(7, 8), nodes=(("gold", 9),), height="high", depth=4)
TAG = Error("tag", "tag", "DT", (0,), "DT", "CD", nodes=(("gold", 0), ("test", 0)))
TAG_NN = TAG._replace(label="NN", source="NN", target="VB")


def errors_of(*sentences: list[Error]) -> ErrorList:
    numbers = [place for place, errors in enumerate(sentences) for _ in errors]
    found = [error for errors in sentences for error in errors]
    return ErrorList(found, np.array(numbers, np.int64), np.ones(len(sentences), np.bool_), {})


def test_likeness_is_by_labels_then_by_types_then_by_one_of_the_errors() -> None:
    sought = Sought.of([PP, TAG], TYPES)
    assert sought.likeness([TAG, PP_ELSEWHERE], TYPES) == Likeness.LABELS
    assert sought.likeness([TAG_NN, PP_UP, PP_UP], TYPES) == Likeness.TYPES
    assert sought.likeness([PP_ELSEWHERE], TYPES) == Likeness.SOME
    assert sought.likeness([PP_UP], TYPES) is None and sought.likeness([], TYPES) is None
    assert type_of(PP, TYPES) == type_of(PP_UP, TYPES) == "PP" != type_of(TAG, TYPES)


def test_one_error_is_sought_among_others() -> None:
    sought = Sought.of([PP, TAG], TYPES, PP)
    assert sought.likeness([TAG_NN, PP_ELSEWHERE], TYPES) == Likeness.LABELS
    assert sought.likeness([PP_UP], TYPES) == Likeness.TYPES
    assert sought.likeness([TAG], TYPES) is None
    assert sought.among([TAG, PP_UP, PP_ELSEWHERE], TYPES) is PP_ELSEWHERE
    assert sought.among([TAG, PP_UP], TYPES) is PP_UP
    assert Sought.of([PP], TYPES).among([PP], TYPES) is None


def test_the_error_of_a_node_is_the_one_that_it_changed_in() -> None:
    moved = TAG._replace(moved=(("gold", 4),))
    assert error_at([moved, PP], [("gold", 4)]) is PP
    assert error_at([TAG, PP], [("test", 3)]) is PP  # it moved there
    assert error_at([TAG, PP], [("gold", 11)]) is None


@pytest.mark.parametrize(
    ("row", "direction", "at_least", "wanted"),
    [
        (0, 1, None, (3, Likeness.LABELS)),  # though a row with the same types comes first
        (3, 1, None, (0, Likeness.LABELS)),  # round the end
        (0, -1, None, (3, Likeness.LABELS)),
        (0, 1, Likeness.TYPES, (2, Likeness.TYPES)),
        (2, 1, Likeness.TYPES, (3, Likeness.LABELS)),
        (0, -1, Likeness.SOME, (4, Likeness.SOME)),
    ],
)
def test_the_most_like_is_found_in_the_order_of_the_list(
    row: int, direction: int, at_least: Likeness | None, wanted: tuple[int, Likeness]
) -> None:
    # by sentence: nothing, same labels, one of them, same types, another one, the same as 1
    errors = errors_of([], [PP, TAG], [PP], [PP_UP, TAG_NN], [TAG_NN], [TAG, PP_ELSEWHERE])
    order = [1, 0, 3, 5, 2, 4]
    sought = Sought.of(errors.of(1), TYPES)
    assert next_alike(sought, errors, TYPES, order, row, direction, at_least) == wanted


def test_where_there_is_no_other_none_is_found() -> None:
    errors = errors_of([PP], [TAG], [PP])
    sought = Sought.of([PP], TYPES)
    assert next_alike(sought, errors, TYPES, [0, 1], 0, 1) is None  # the third sentence is not listed
    assert next_alike(sought, errors, TYPES, [0], 0, 1) is None
