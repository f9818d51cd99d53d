"""The drawing of a sentence: which formats each kind of comparison can write."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from treecompare.drawing.names import Names
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.drawing.scene import PlainScene, Scene
    from treecompare.mappings.mapping import Mapping


@dataclass(frozen=True)
class Wanted:
    """How a sentence is drawn, mostly as the options of ``treecompare align`` say. What does not apply to it is ignored.

    ``elide``: whether parts that are the same on both sides are left out; ``golds``: names of golds whose own trees are drawn, too.
    ``relabels``: function trees as tree distance with relabelling compares them. ``width``: where rows of arcs break, in points;
    what is the same is folded then, if there is not room for all in one row. ``fold``: what of trees is folded, in LaTeX, too
    (``FOLDS`` of ``condensed.py``); ``opened``: what of it is not.
    """

    mapping: str = "T"
    part: str = "whole"
    labelled: bool = True
    layout: str = "mirrored"
    elide: bool = True
    right_to_left: bool = False
    theme: str = "light"
    golds: tuple[str, ...] = ()
    relabels: bool = False
    edge_labels: bool = True
    secondary_edges: bool = True
    enhanced: bool = False
    width: float | None = None
    slanted: bool = False
    fold: tuple[str, ...] = ()
    opened: frozenset[int] = frozenset()


DEFAULT = Wanted()


class SentenceDrawing(ABC):
    """Gold and system of one sentence. ``title``: which sentence, of which system. ``names``: what both are called."""

    of: ClassVar[str]
    """What is drawn, in the plural."""
    title: str
    wanted: Wanted
    names: Names

    @abstractmethod
    def text(self) -> str:
        """It, for a terminal."""

    @abstractmethod
    def as_object(self) -> dict[str, Any]:
        """What ``align --format json`` prints."""

    def writers(self) -> dict[str, Callable[[], str]]:
        """What can be written, by the name of the format."""
        return {"text": self.text, **self.pictures, "json": lambda: as_json(self.as_object())}

    @abstractmethod
    def scene(self) -> Scene:
        """It, laid out."""

    def scene_for(self, measure: Callable[[str, float], float] | None) -> Scene:
        """The same, with the widths that texts have where it is painted; None: as they are estimated."""
        return self.scene()

    @property
    def note(self) -> str:
        """What is said below it where it is a picture."""
        return ""

    @property
    def system_name(self) -> str:
        """What the system is called beside a picture."""
        return "system"

    def picture(self, measure: Callable[[str, float], float] | None = None) -> PlainScene:
        """A picture of its own. ``measure``: see :meth:`scene_for`."""
        from treecompare.drawing.scene import picture  # writers are for who draws: tables need none of them

        return picture(self.scene_for(measure), self.title, self.names, self.system_name, self.note)

    def svg(self) -> str:
        """The same as SVG."""
        from treecompare.drawing.scene_svg import scene_svg

        return scene_svg(self.picture(), self.wanted.theme)

    def latex(self) -> tuple[str, str]:
        """It as LaTeX, and what that needs in the preamble."""
        from treecompare.drawing.latex import scene_latex

        return scene_latex(self.scene())

    def document(self) -> str:
        """A LaTeX document that compiles by itself."""
        from treecompare.drawing.latex import scene_document

        return scene_document(self.scene(), self.comment)

    @property
    def comment(self) -> str:
        """What the document says about itself."""
        return "\n".join(filter(None, (self.title, self.note)))

    @property
    def pictures(self) -> dict[str, Callable[[], str]]:
        """The writers of pictures."""
        return {"svg": self.svg, "latex": lambda: self.latex()[0], "document": lambda: self.document().rstrip("\n")}

    def nodes(self) -> Mapping:
        """The mapping between the nodes of both trees that is drawn. Raises UsageError: there are no such trees."""
        raise UsageError(f"{self.of} have no mapping of nodes; expected trees of constituents")

    def written(self, form: str) -> str:
        """The drawing in a format. Raises UsageError: it cannot be drawn like that."""
        writers = self.writers()
        if form not in writers:
            *others, last = writers
            raise UsageError(f"{self.of} are drawn as {', '.join(others)} or {last}, not as '{form}'")
        return writers[form]()


def as_json(value: Any) -> str:
    """An object as the command line prints it."""
    return json.dumps(value, ensure_ascii=False, indent=1)
