"""The alignment of two texts: against all paths, and what must hold of any two texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from treecompare.compiled import kernel
from treecompare.errors import Cancelled
from treecompare.mappings import _characters_twin as twin
from treecompare.mappings import characters
from treecompare.mappings._characters_twin import MATCHED, REPLACED, SENTENCE_BREAK, WORD_BREAK
from treecompare.mappings.characters import Alignment, Text, align
from treecompare.trees.forms import plain_forms


@pytest.fixture(params=["kernel", "twin"])
def implementation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "twin":
        monkeypatch.setattr(characters, "kernel", lambda name: None)
    elif kernel("mappings._characters") is None:
        pytest.skip("the compiled kernel is not installed: there was no C compiler")
    return str(request.param)


def text(*sentences: str) -> Text:
    """A text of sentences, their words between blanks."""
    numbers: dict[str, int] = {}
    words = [numbers.setdefault(word, len(numbers)) for sentence in sentences for word in sentence.split()]
    offsets = np.cumsum([0, *(len(sentence.split()) for sentence in sentences)])
    return Text.of(plain_forms(list(numbers)), np.array(words, np.int32), offsets)


def groups(found: Alignment) -> list[tuple[int, ...]]:
    return [tuple(row) for row in found.groups.tolist()]


# -- one block: against all paths -----------------------------------------------------------------------------------------

Point = tuple[int, int]
Path = tuple[Point, ...]


def all_paths(gold: str, test: str) -> Iterator[Path]:
    """Every path from the beginning to the end of two texts."""

    def beyond(path: list[Point]) -> Iterator[Path]:
        x, y = path[-1]
        if (x, y) == (len(gold), len(test)):
            yield tuple(path)
        if x < len(gold) and y < len(test) and gold[x].isalnum() == test[y].isalnum():
            yield from beyond([*path, (x + 1, y + 1)])
        if x < len(gold):
            yield from beyond([*path, (x + 1, y)])
        if y < len(test):
            yield from beyond([*path, (x, y + 1)])

    return beyond([(0, 0)])


def steps_of(path: Path) -> list[str]:
    kinds = {(1, 1): "1 pair", (1, 0): "2 delete", (0, 1): "3 insert"}
    return [kinds[b[0] - a[0], b[1] - a[1]] for a, b in zip(path, path[1:], strict=False)]


def cost_of(path: Path, gold: str, test: str) -> int:
    cost = 0
    for (x, y), step in zip(path, steps_of(path), strict=False):
        cost += step != "1 pair" or gold[x] != test[y]
    return cost


def best_path(gold: str, gold_breaks: Sequence[int], test: str, test_breaks: Sequence[int]) -> tuple[int, Path]:
    def worse(path: Path) -> tuple[object, ...]:
        both = [gold_breaks[x] & test_breaks[y] for x, y in path]
        sentences, words = (sum(bool(one & kind) for one in both) for kind in (SENTENCE_BREAK, WORD_BREAK))
        return cost_of(path, gold, test), -sentences, -words, steps_of(path)[::-1]

    chosen = min(all_paths(gold, test), key=worse)
    return cost_of(chosen, gold, test), chosen


def codes(of: str) -> NDArray[np.int32]:
    return np.array([2 * ord(one) + one.isalnum() for one in of], np.int32)


def aligned_block(
    implementation: str, gold: str, gold_breaks: Sequence[int], test: str, test_breaks: Sequence[int],
    most_edits: int = 1000, most_points: int = 100_000,
) -> tuple[int, list[int], list[int], list[list[int]]]:  # fmt: skip
    work = twin.align_blocks if implementation == "twin" else kernel("mappings._characters").align_blocks
    steps = np.zeros(len(gold), np.uint8), np.zeros(len(test), np.uint8)
    costs, spans = np.zeros(1, np.int64), np.zeros((len(gold) + len(test) + 2, 4), np.int64)
    count = work(
        codes(gold), np.array(gold_breaks, np.uint8), codes(test), np.array(test_breaks, np.uint8),
        np.array([[0, len(gold), 0, len(test)]]), most_edits, most_points, *steps, costs, spans, np.zeros(1, np.int32),
    )  # fmt: skip
    return int(costs[0]), steps[0].tolist(), steps[1].tolist(), spans[:count].tolist()


@st.composite
def broken_texts(draw: st.DrawFn, letters: str = "ab.", most: int = 5) -> tuple[str, list[int]]:
    of = draw(st.text(letters, min_size=1, max_size=most))
    kinds = st.sampled_from([0, 0, WORD_BREAK, WORD_BREAK | SENTENCE_BREAK])
    inner = draw(st.lists(kinds, min_size=len(of) - 1, max_size=len(of) - 1))
    return of, [3, *inner, 3]


@pytest.mark.parametrize("implementation_name", ["kernel", "twin"])
@settings(max_examples=400, deadline=None)
@given(gold=broken_texts(), test=broken_texts())
def test_no_path_is_better(implementation_name: str, gold: tuple[str, list[int]], test: tuple[str, list[int]]) -> None:
    if implementation_name == "kernel" and kernel("mappings._characters") is None:
        pytest.skip("the compiled kernel is not installed: there was no C compiler")
    cost, path = best_path(*gold, *test)
    gold_steps, test_steps, spans, last = [0] * len(gold[0]), [0] * len(test[0]), [], (0, 0)
    for (x, y), (next_x, next_y) in zip(path, path[1:], strict=False):
        if next_x > x and next_y > y:
            gold_steps[x] = test_steps[y] = MATCHED if gold[0][x] == test[0][y] else REPLACED
        if gold[1][next_x] & test[1][next_y] & SENTENCE_BREAK:
            spans.append([last[0], next_x, last[1], next_y])
            last = next_x, next_y
    assert aligned_block(implementation_name, *gold, *test) == (cost, gold_steps, test_steps, spans)
