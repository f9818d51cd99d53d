"""Function trees as they are drawn: golds, what they have in common, the system; errors and scheme differences. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from textwrap import wrap

from treecompare.drawing.drawn import Drawn, Space
from treecompare.drawing.scheme_layout import (
    ALL,
    LABEL_SIZE,
    RIGHT,
    SAME,
    WORDS,
    SchemeBox,
    SchemeDrawing,
    layout_schemes,
)
from treecompare.drawing.schemes import SCHEME, UNNAMED, Place, SchemeTrees
from treecompare.drawing.style import reads_right_to_left
from treecompare.mappings.functions import Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED


def word_place(word: int) -> Place:
    """The place of a word, from 0."""
    return WORDS, word, word + 1, ""


@dataclass(eq=False, kw_only=True)
class SchemesDrawn(Drawn):
    """What the golds share above the words, the system below them; ``own``: the names of golds whose own trees are drawn, too.
    ``operations``: what turns the parse into what is above; ``score``: the sentence's, in words.

    Its places are labels over words of a tree, and words: see :class:`treecompare.drawing.schemes.SchemeBox`.
    """

    trees: SchemeTrees
    operations: Sequence[Operation] = ()
    score: str = ""
    own: Collection[str] = ()
    scene: SchemeDrawing | None = None

    def __post_init__(self) -> None:
        self.is_right_to_left = reads_right_to_left(list(self.trees.words))

    @property
    def smallest_text(self) -> float:
        return LABEL_SIZE

    def ways(self, space: Space) -> list[int]:
        return [ALL, SAME, RIGHT] if self.folds else [ALL]

    def laid_out(self, way: int, space: Space) -> SchemeDrawing:
        own = [place for place in self.trees.own_golds if self.trees.trees[place].name in self.own]
        return layout_schemes(self.trees, own, way, self.unfolded_parts, self.is_right_to_left)

    def folding_of(self, wanted: Place) -> int | None:
        """See the base: the first word of the run."""
        box = self.shown_at(wanted)
        return box.first if box is not None and box.is_run else None

    # -- places ---------------------------------------------------------------------------------------------------------------

    def shown_at(self, place: Place) -> SchemeBox | None:
        return self.scene.showing(place) if self.scene is not None else None

    def related(self, box: SchemeBox) -> list[SchemeBox]:
        """See the base: the same label over the same words in the other trees."""
        if box.tree == WORDS:
            return [box]
        places = ((number, *box.place[1:]) for number in self.trees.having(box.place))
        return [one for one in map(self.box_of, places) if one is not None]

    def words_below(self, box: SchemeBox) -> list[SchemeBox]:
        return self.scene.words_of(box.place) if self.scene is not None and box.tree != WORDS else []

    def places_of_operation(self, operation: Operation | None) -> list[Place]:
        """The labels that an operation is about, in all trees."""
        if operation is None:
            return []
        about = [(WORDS, operation.start, operation.end, operation.label)]
        if operation.place is not None:
            about.append((WORDS, *operation.place, operation.new))
        return [(number, *wanted[1:]) for wanted in about for number in self.trees.having(wanted)]

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def text_of(self, box: SchemeBox) -> str:
        if box.tree != WORDS:
            return self._said(box.place, box.operation, box.is_root)
        words = " ".join(self.trees.words[box.first : box.last])
        if box.is_run:
            return "\n".join([*wrap(words, 72), "no errors among these words; click to open"])
        return words

    def _said(self, place: Place, operation: str, is_root: bool = False) -> str:
        trees, (number, first, last, label) = self.trees, place
        says = {
            MATCHED: "in the gold and in the system's analysis"
            if not trees.own_golds
            else "in what all golds share"
            if number in trees.own_golds
            else "in what all golds share and in the system's analysis",
            DELETED: "missing in the system: an error",
            INSERTED: "extra in the system: an error",
            SWAPPED: "relabelled in the system: an error",
            SCHEME: "scheme difference: not counted",
            UNNAMED: "a node without a label: not counted where labels count",
        }[operation]
        if is_root:
            says = "the root: always paired, never counted"
        head = f"{trees.trees[number].title}\n{label or 'no label'}: {' '.join(trees.words[first:last])}"
        return "\n".join([head, says, *self._in_golds(place)])

    def _in_golds(self, place: Place) -> list[str]:
        """Which golds have a label over these words, and which do not; nothing with one gold."""
        there = self.trees.having(place)
        having, lacking = (
            ", ".join(self.trees.trees[one].name for one in self.trees.own_golds if (one in there) == is_there)
            for is_there in (True, False)
        )
        said = [f"in {having}"] if having else []
        said += [f"not in {lacking}"] if lacking else []
        return ["; ".join(said)] if said else []

    def changes_found(self) -> dict[Place, str]:
        """See the base: what counts as an error, with what became of it."""
        trees = self.trees
        wanted = ((trees.target, DELETED), (trees.parse, INSERTED), (trees.parse, SWAPPED))
        found = [(place, operation) for tree, operation in wanted for place in trees.counted(tree, operation)]
        return dict(sorted(found, key=lambda one: (one[0][1], -one[0][2], one[0][0])))

    def change_said(self, place: Place) -> str:
        return "; ".join(self._said(place, self.changes_found()[place]).split("\n"))

    def nothing_changed(self) -> str:
        return "No errors."

    def details(self) -> str:
        return self.score
