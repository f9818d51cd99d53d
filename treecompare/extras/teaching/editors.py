"""An exercise, edited by what its drawing shows: nodes and words are (side, number), as drawings number them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.columns import LEFT_OUT
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.lattice_trees import NodeBox
from treecompare.drawing.scene import Stroke
from treecompare.drawing.style import LINE
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.errors import UsageError
from treecompare.extras.teaching import drafts
from treecompare.extras.teaching.drafts import Draft, Edited
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise
from treecompare.readers import DependencyTreebank, Treebank, are_of_kind, of_one_kind
from treecompare.trees.lattices import Lattice
from treecompare.trees.preparation import NONE, origins, prepare, terminals, with_origins
from treecompare.trees.tree import PRETERMINAL, WORD, parent_numbers

Nodes = dict[str, list[int]]
"""By side: for each drawn node its place in the columns of the treebank, or NONE_THERE."""
NONE_THERE = -1
Place = tuple[str, int]
"""A node or word of a drawing: its side and its number there."""


class Step(NamedTuple):
    """The sentence after something was done to it: ``said`` in a few words, about which nodes of the treebanks; ``left``: under
    which the first of them hung before."""

    exercise: Exercise
    said: str = ""
    nodes: Sequence[Place] = ()
    left: Place | None = None


@dataclass(frozen=True)
class Other:
    """Something else that can be done to a node: how it is called, and the work."""

    said: str
    work: Callable[[], Step]


class Editor:
    """What can be done to the drawing of an exercise: nothing, unless a kind of drawing says how. ``part``: of trees of
    constituents, ``whole`` or ``roof``.

    All that edits raises UsageError, which says why it cannot be done.
    """

    has_constituents: ClassVar[bool] = False
    """Whether constituents can be put in and taken out."""
    has_relations: ClassVar[bool] = False
    """Whether words have relations that are renamed apart from their tags."""

    def __init__(
        self,
        exercise: Exercise,
        part: str = "whole",
        why: str = "this drawing shows trees made from those in the files; edit them as text",
    ) -> None:
        self.exercise, self.part = exercise, part
        self.why = why if type(self) is Editor else ""
        """Why nothing can be done; empty if something can."""

    def _made(self, side: str, edited: Edited[Any], said: str) -> Step:
        nodes = tuple((side, node) for node in edited.nodes)
        left = None if edited.left is None else (side, edited.left)
        return Step(self.exercise.with_side(side, edited.treebank), said, nodes, left)

    @cached_property
    def nodes(self) -> Nodes:
        """By side, for each drawn node its place in the treebank."""
        return {}

    def called(self, place: Place) -> str:
        """A node for people. Raises UsageError: it is none of its own."""
        raise UsageError(self.why)

    def targets(self, place: Place) -> list[Place]:
        """Where a node or a word can be attached: none where it cannot be moved."""
        return []

    def near(self, place: Place) -> list[Place]:
        """The same, those first to which the fewest edges lead; none where it is no node of its own."""
        try:
            targets, above = self.targets(place), self._above(place)
        except UsageError:
            return []

        def away(target: Place) -> tuple[int, int, int]:
            up = self._above(target)
            shared = next((n for n, one in enumerate(up) if one in above), len(up))
            edges = shared + (above.index(up[shared]) if shared < len(up) else len(above))
            return edges, abs(target[1] - place[1]), target[1]

        return sorted(targets, key=away)

    def _above(self, place: Place) -> list[int]:
        """The place in the treebank of a drawn node, that of the node above it, and so on up to the root."""
        parents, found = self.parents[place[0]], [self.own(place)]
        while (parent := parents[found[-1]]) >= 0 and parent not in found:
            found.append(parent)
        return found

    @cached_property
    def parents(self) -> dict[str, list[int]]:
        """By side, what is above each node of the treebank; less than 0 for nothing."""
        return {}

    def move(self, place: Place, target: Place) -> Step:
        """Hangs it there."""
        raise UsageError(self.why)

    def text(self, place: Place) -> str:
        """What is written when it is renamed: the label as the file has it, the relation of a word."""
        raise UsageError(self.why)

    def rename(self, place: Place, text: str) -> Step:
        """Gives it another label, relation or tag."""
        raise UsageError(self.why)

    def insert(self, places: Sequence[Place], label: str) -> Step:
        """Puts a constituent over some nodes. Raises UsageError: there are none in such an analysis, or none can stand there."""
        raise UsageError(self.why)

    def delete(self, place: Place) -> Step:
        """Takes a constituent out. Raises UsageError: it is none, or its daughters cannot stand alone."""
        raise UsageError(self.why)

    def tag(self, place: Place) -> str:
        """The tag of a word, where it has a relation besides. Raises UsageError: it has none of its own."""
        raise UsageError("this has no tag of its own; expected a word")

    def retag(self, place: Place, text: str) -> Step:
        """Gives a word another tag. Raises UsageError: it has none of its own, or the text cannot be one."""
        raise UsageError("this has no tag of its own; expected a word")

    def others(self, place: Place) -> list[Other]:
        """What else can be done to it."""
        return []

    def own(self, place: Place) -> int:
        """The place in the treebank of a drawn node. Raises UsageError: it has none."""
        side, number = place
        nodes = self.nodes.get(side, [])
        found = nodes[number] if 0 <= number < len(nodes) else NONE_THERE
        if found == NONE_THERE:
            raise UsageError("this is not a node of its own; expected a constituent, a tag or a word")
        return found

    def drawn(self, nodes: Collection[Place]) -> list[Place]:
        """The drawn nodes of places in the treebanks; those that are left out are missing."""
        numbers = {
            side: {node: number for number, node in reversed(list(enumerate(places)))}
            for side, places in self.nodes.items()
        }
        return [(side, numbers[side][node]) for side, node in nodes if node in numbers.get(side, {})]


class TreesEditor(Editor):
    """Two trees of constituents."""

    has_constituents = True

    @cached_property
    def nodes(self) -> Nodes:
        """As they are compared; the roof has no tags."""
        comparison = self.exercise.comparison
        assert isinstance(comparison, ConstituentComparison)
        pairs = comparison.pairs(0)
        found = {}
        for side, trees in ((GOLD, pairs.gold), (TEST, pairs.test)):
            tree = trees[self.exercise.row]
            is_drawn = (tree.kinds != PRETERMINAL) if self.part == "roof" else np.ones(len(tree), np.bool_)
            found[side] = [place for place, drawn in zip(origins(tree), is_drawn.tolist(), strict=True) if drawn]
        return found

    @property
    def has_tags(self) -> bool:
        """Whether a bracket over a single word is a tag."""
        return self.exercise.comparison.preparation.preterminals

    def _treebank(self, side: str) -> Treebank:
        return of_one_kind(self.exercise.side(side), Treebank)

    @cached_property
    def _hidden(self) -> dict[str, set[int]]:
        """By side, the nodes of the treebank that the drawing leaves out."""
        return {side: drafts.hidden_nodes(self._treebank(side), nodes) for side, nodes in self.nodes.items()}

    def called(self, place: Place) -> str:
        draft = Draft.of(self._treebank(place[0]), self.own(place), self.has_tags)
        return draft.called(draft.inner(self.own(place)))

    @cached_property
    def parents(self) -> dict[str, list[int]]:
        return {side: parent_numbers(self._treebank(side).trees).tolist() for side in self.nodes}

    def _called(self, side: str, node: int) -> str:
        trees = self._treebank(side).trees
        return trees.symbols[trees.labels[node]]

    def targets(self, place: Place) -> list[Place]:
        side = place[0]
        found = drafts.mothers(self._treebank(side), self.own(place), self.has_tags, self._hidden[side])
        return self.drawn([(side, node) for node in found])

    def move(self, place: Place, target: Place) -> Step:
        side = place[0]
        if target[0] != side:
            raise UsageError("a node stays in its tree; expected a new mother on the same side")
        node, mother = self.own(place), self.own(target)
        edited = drafts.move(self._treebank(side), node, mother, self.has_tags, self._hidden[side])
        return self._made(side, edited, f"{self._called(side, node)} to {self._called(side, mother)}")

    def _labelled(self, place: Place) -> int:
        """The node whose label is a place's: of a word its tag."""
        treebank, node = self._treebank(place[0]), self.own(place)
        return drafts.tag_of(treebank, node) if treebank.trees.kinds[node] == WORD else node

    def text(self, place: Place) -> str:
        return self._called(place[0], self._labelled(place))

    def rename(self, place: Place, text: str) -> Step:
        """Of a word it is the tag."""
        node = self._labelled(place)
        before = self._called(place[0], node)
        edited = drafts.rename(self._treebank(place[0]), node, text)
        return self._made(place[0], edited, f"{before} renamed {text.strip()}")

    def insert(self, places: Sequence[Place], label: str) -> Step:
        """With what is left out of the drawing between them."""
        side = places[0][0] if places else GOLD
        if any(one != side for one, _ in places):
            raise UsageError("expected nodes of one tree")
        chosen = [self.own(place) for place in places]
        edited = drafts.insert(self._treebank(side), chosen, label, self.has_tags, self._hidden[side])
        return self._made(side, edited, f"{label.strip()} inserted")

    def delete(self, place: Place) -> Step:
        node = self.own(place)
        return self._made(
            place[0], drafts.delete(self._treebank(place[0]), node), f"{self._called(place[0], node)} deleted"
        )


class SegmentsEditor(TreesEditor):
    """Two trees of constituents over a lattice."""

    @cached_property
    def nodes(self) -> Nodes:
        """A segment and its tag are one node, which is the segment's; a root over all comes last, as the number of nodes below it
        is what drawings call it."""
        comparison = self.exercise.comparison
        found: Nodes = {}
        of_gold, of_system = comparison.sentences_of(0, self.exercise.row)
        for side, sentences in ((GOLD, of_gold), (TEST, of_system)):
            treebank = self.exercise.side(side)
            if not isinstance(treebank, Treebank) or not sentences:
                found[side] = []
                continue
            marked = terminals(with_origins(treebank.trees), comparison.preparation.preterminals)
            tree = prepare(marked, NONE)[sentences[0]]
            found[side] = [
                place for place, kind in zip(origins(tree), tree.kinds.tolist(), strict=True) if kind != PRETERMINAL
            ]
        return found

    def drawn(self, nodes: Collection[Place]) -> list[Place]:
        """A tag, which stands right behind its segment, is drawn with that."""
        known = self.nodes
        return super().drawn([(side, node if node in known[side] else node - 1) for side, node in nodes])

    def _lattice(self, side: str) -> Lattice | None:
        given = self.exercise.lattices
        sentences = self.exercise.comparison.sentences_of(0, self.exercise.row)
        if not given or not sentences[side == TEST]:
            return None
        file = given[-1] if side == TEST else given[0]
        return file.lattices[sentences[side == TEST and len(given) > 1][0]]

    def others(self, place: Place) -> list[Other]:
        """Other analyses of a word."""
        side = place[0]
        lattice, treebank, node = self._lattice(side), self._treebank(side), self.own(place)
        if lattice is None or treebank.trees.kinds[node] != WORD:
            return []
        try:
            known = drafts.analyses(treebank, lattice, node, self.has_tags)
        except UsageError:
            return []
        return [self._other(side, lattice, node, way) for way in known.others]

    def _other(self, side: str, lattice: Lattice, node: int, way: drafts.Way) -> Other:
        treebank, said = self._treebank(side), " ".join(f"{form}/{tag}" for form, tag in way)
        return Other(said, lambda: self._made(side, drafts.take(treebank, lattice, node, way, self.has_tags), said))


class ArcsEditor(Editor):
    """Two analyses as dependencies; nodes are words."""

    has_relations = True

    @cached_property
    def nodes(self) -> Nodes:
        return {side: list(range(self._treebank(side).sentences.words)) for side in (GOLD, TEST)}

    def _treebank(self, side: str) -> DependencyTreebank:
        return of_one_kind(self.exercise.side(side), DependencyTreebank)

    @cached_property
    def parents(self) -> dict[str, list[int]]:
        return {side: self._treebank(side).sentences.parents.tolist() for side in self.nodes}

    def _form(self, side: str, word: int) -> str:
        words = self._treebank(side).sentences
        return words.symbols[words.form[word]]

    def called(self, place: Place) -> str:
        return f"'{self._form(place[0], self.own(place))}'"

    def targets(self, place: Place) -> list[Place]:
        side = place[0]
        return self.drawn([(side, word) for word in drafts.heads(self._treebank(side), self.own(place))])

    def move(self, place: Place, target: Place) -> Step:
        side = place[0]
        if target[0] != side:
            raise UsageError("an arc stays in its analysis; expected a new head on the same side")
        word, head = self.own(place), self.own(target)
        edited = drafts.attach(self._treebank(side), word, head)
        return self._made(side, edited, f"'{self._form(side, word)}' to '{self._form(side, head)}'")

    def text(self, place: Place) -> str:
        words = self._treebank(place[0]).sentences
        return words.symbols[words.deprel[self.own(place)]]

    def rename(self, place: Place, text: str) -> Step:
        edited = drafts.relate(self._treebank(place[0]), self.own(place), text)
        return self._made(place[0], edited, f"{self.called(place)}: {text.strip()}")

    def tag(self, place: Place) -> str:
        words, column = self._treebank(place[0]).sentences, self._tag_column(place[0])
        return words.symbols[getattr(words, column)[self.own(place)]]

    def retag(self, place: Place, text: str) -> Step:
        side = place[0]
        edited = drafts.tag(self._treebank(side), self.own(place), text, self._tag_column(side))
        return self._made(side, edited, f"{self.called(place)} tagged {text.strip()}")

    def insert(self, places: Sequence[Place], label: str) -> Step:
        raise UsageError("dependencies have no constituents; expected a word to be attached elsewhere")

    def delete(self, place: Place) -> Step:
        raise UsageError("words stay as they are; expected a constituent")

    def _tag_column(self, side: str) -> str:
        """The column that is drawn: that of universal tags where the file has any."""
        words = self._treebank(side).sentences
        return "upos" if (words.upos != words.symbols.find("_")).any() else "xpos"

    def others(self, place: Place) -> list[Other]:
        """A word can become the root."""
        side, word = place[0], self.own(place)
        if self._treebank(side).sentences.head[word] == 0:
            return []
        said = f"{self.called(place)} as root"
        return [Other("make it the root", lambda: self._made(side, drafts.make_root(self._treebank(side), word), said))]


class LeavesEditor(ArcsEditor):
    """Dependencies that are drawn as trees over a lattice: only their words can be taken hold of."""

    @cached_property
    def nodes(self) -> Nodes:
        """Of each leaf its word; the other nodes stand for no word alone."""
        from treecompare.comparison.lattices.comparison import LatticeComparison

        comparison = self.exercise.comparison
        assert isinstance(comparison, LatticeComparison)
        mapping = comparison.trees(0, self.exercise.row).mapping
        of_gold, of_system = comparison.sentences_of(0, self.exercise.row)
        found = {}
        for side, tree, sentences in ((GOLD, mapping.gold, of_gold), (TEST, mapping.test, of_system)):
            treebank = self.exercise.side(side)
            first = int(of_one_kind(treebank, DependencyTreebank).sentences.offsets[sentences[0]])
            ranks = tree.ranks.tolist()
            found[side] = [
                first + ranks[node] if kind == WORD else NONE_THERE for node, kind in enumerate(tree.kinds.tolist())
            ]
        return found


_EDITORS: dict[tuple[str, bool], type[Editor]] = {
    ("constituents", True): TreesEditor,
    ("dependencies", False): ArcsEditor,
    ("lattices", True): SegmentsEditor,
    ("lattices", False): LeavesEditor,
}
"""By the kind of comparison, and whether the files hold constituents."""


def editor_of(exercise: Exercise, part: str = "whole") -> Editor:
    """How the drawing of an exercise can be edited."""
    has_constituents = are_of_kind((exercise.gold, exercise.system), Treebank)
    return _EDITORS.get((exercise.comparison.kind, has_constituents), Editor)(exercise, part)


# -- which nodes the boxes of a drawing stand for ----------------------------------------------------------------------

DOTS = (0.5, 4.5)
"""Of the line from a node to where it hung."""
LEAST_BOW, MOST_BOW = 30.0, 90.0


def nodes_of(drawn: Drawn, box: Any) -> list[Place]:
    """The nodes that a box stands for, as editors number them; of what both sides share both, the system's first. None of what
    is folded or left out."""
    found: list[Place] = []
    if drawn.part_of(box) is not None:
        return found
    if isinstance(drawn, TreesDrawn) and box.side != LEFT_OUT and box.node >= 0:
        is_one = drawn.arrangement == "merged" or (box.kind == WORD and drawn.arrangement == "mirrored")
        is_shared = is_one and box.side == GOLD and box.partner >= 0
        found = [*([(TEST, box.partner)] if is_shared else []), (box.side, box.node)]
    elif isinstance(drawn, ArcsDrawn):
        nodes = drawn.nodes_of(box.column)[::-1]
        found = nodes if box.arc is None else [one for one in nodes if one[0] == box.arc.side]
    elif isinstance(drawn, LatticeDrawn) and isinstance(box, NodeBox):
        found = [(box.side, box.node)] if box.node >= 0 else []
    elif isinstance(drawn, LatticeDrawn):
        words = (TEST, box.lane.test_word), (GOLD, box.lane.gold_word)
        found = [(side, drawn.trees.leaves[side][word]) for side, word in words if word >= 0]
    return found


def place_of(drawn: Drawn, node: Place) -> Any:
    """Where a node is drawn, of a word of dependencies the word, not its arc; None if it is not."""
    places = [one for one in drawn.places_of([node]) if getattr(one, "arc", None) is None]
    return next((one for one in places if drawn.box_of(one) is not None), None)


def label_of(drawn: Drawn, node: Place) -> Any:
    """Where what is renamed of a node is drawn: of a word its tag, or the label of its arc."""
    if isinstance(drawn, ArcsDrawn):
        arcs = [one for one in drawn.boxes if one.arc is not None and node in nodes_of(drawn, one)]
        return arcs[0] if arcs else place_of(drawn, node)
    if isinstance(drawn, TreesDrawn):
        tree = drawn.mapping.trees[node[0]]
        mother = tree.parents[node[1]] if tree.kinds[node[1]] == WORD else -1
        if mother >= 0 and tree.kinds[mother] == PRETERMINAL:
            return place_of(drawn, (node[0], mother)) or place_of(drawn, node)
    return place_of(drawn, node)


def hung(drawn: Drawn, node: Place, left: Place) -> list[Stroke]:
    """A dotted line from a node to what it hung under; none where one of them is not drawn. It goes round the words between two
    words, on the side of its arcs."""
    ends = [drawn.box_of(place) for one in (node, left) if (place := place_of(drawn, one)) is not None]
    if len(ends) < 2 or None in ends:
        return []
    (x, y), (to_x, to_y) = ((one.x, one.top + one.height / 2) for one in ends)
    if isinstance(drawn, ArcsDrawn):
        bow = min(max(abs(to_x - x) / 2, LEAST_BOW), MOST_BOW) * (1 if node[0] == TEST else -1)
        middle = (x + to_x) / 2, (y + to_y) / 2 + bow
    else:
        middle = max(x, to_x) + LEAST_BOW, (y + to_y) / 2  # beside what stands between them
    return [Stroke((x, y), ((*middle, to_x, to_y),), LINE, 2.0, DOTS, is_round=True)]
