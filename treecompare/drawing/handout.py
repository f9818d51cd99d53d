"""A page to hand out: a drawing, what is said above it, its scores below. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from treecompare.drawing.scene import Label, Mark, PlainScene, Scene
from treecompare.drawing.style import BOLD, MATCHED_INK, QUIET, REGULAR
from treecompare.errors import TreecompareError
from treecompare.trees.characters import begins_at_the_right

A4 = 595.0, 842.0
MARGIN, GAP = 40.0, 16.0
LINE = 1.21
"""Height of a line, in the size of its letters."""
LARGEST = 1.25
"""A drawing is enlarged at most so much: small trees would look like posters."""
LEAST = 120.0
"""Height that it has at least."""


@dataclass
class Column:
    """Texts below each other, from ``y`` on."""

    x: float
    y: float
    width: float
    measure: Callable[[str, float], float]
    marks: list[Mark] = field(default_factory=list)

    def say(self, text: str, size: float, ink: str = MATCHED_INK, weight: int = REGULAR, gap: float = 0.0) -> None:
        """One more, with some space after it."""
        is_turned = begins_at_the_right(text)
        x, anchor = (self.x + self.width, "end") if is_turned else (self.x, "start")
        for line in self._lines(text, size):
            self.marks.append(Label(x, self.y + LINE * size / 2, line, size, ink, anchor, weight))
            self.y += LINE * size
        self.y += gap

    def _lines(self, text: str, size: float) -> Iterable[str]:
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if line and self.measure(longer, size) > self.width:
                yield line
                longer = word
            while len(longer) > 1 and self.measure(longer, size) > self.width:
                most = next(
                    n for n in range(len(longer), 0, -1) if n == 1 or self.measure(longer[:n], size) <= self.width
                )
                yield longer[:most]
                longer = longer[most:]
            line = longer
        if line:
            yield line


def handout(
    texts: tuple[str, str, str],
    scores: Sequence[tuple[str, str, str]],
    foot: str,
    drawing: Scene,
    measure: Callable[[str, float], float],
) -> tuple[PlainScene, tuple[float, float, float]]:
    """An A4 page, upright, or on its side where the drawing is much wider than high; where the drawing begins on it, and how large
    it is. ``texts``: title, words, legend; ``scores``: a title, a figure and its arithmetic each.

    Raises:
        TreecompareError: the drawing is empty.
    """
    if drawing.width <= 0 or drawing.height <= 0:
        raise TreecompareError("there is nothing drawn that could be handed out")
    is_wide = drawing.width > 1.9 * drawing.height and drawing.width > 700
    width, height = reversed(A4) if is_wide else A4
    inner, bottom = width - 2 * MARGIN, height - MARGIN
    head = Column(MARGIN, MARGIN, inner, measure)
    for text, size, ink, weight in zip(
        texts, (15, 10, 8), (MATCHED_INK, MATCHED_INK, QUIET), (BOLD, REGULAR, REGULAR), strict=True
    ):
        head.say(text, size, ink, weight, 8.0)
    number = 3 if inner > 600 else 2
    own, share = (inner - (number - 1) * GAP) / number, max(-(-len(scores) // number), 1)
    columns = [Column(MARGIN + n * (own + GAP), 0.0, own, measure) for n in range(number)]
    for n, (title, figure, how) in enumerate(scores):
        columns[n // share].say(f"{title}\u2002{figure}", 7, weight=BOLD)
        columns[n // share].say(how, 7, QUIET, gap=2.0)
    below = Column(MARGIN, 0.0, inner, measure)
    below.say(foot, 6.5, QUIET)
    tables = max(one.y for one in columns)
    room = max(bottom - head.y - tables - below.y - GAP, LEAST)
    scale = min(inner / drawing.width, room / drawing.height, LARGEST)
    place = MARGIN + (inner - scale * drawing.width) / 2, head.y
    marks = list(head.marks)
    for column, top in (*((one, head.y + scale * drawing.height + 8) for one in columns), (below, bottom - below.y)):
        marks += [one._replace(y=one.y + top) for one in column.marks if isinstance(one, Label)]
    return PlainScene(width, height, marks, said=texts[0]), (*place, scale)
