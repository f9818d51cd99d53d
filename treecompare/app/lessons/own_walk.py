"""The walk of the open comparison: what it consists of, what a new step holds, and how it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from treecompare.app.session.session import Session
from treecompare.app.window.file_commands import FileCommands

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace
    from treecompare.extras.teaching.stages import Stages
    from treecompare.measures import Measure
    from treecompare.saved.walks import StoredStep


class OwnWalk(QObject):
    """What the editor of the walk speaks to. ``changed``: it has other steps, or belongs to another comparison."""

    changed = Signal()

    def __init__(
        self, session: Session, files: FileCommands, space: Callable[[], Workspace], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.files = files
        self._space = space
        self.files.file.walkChanged.connect(self.changed)

    @property
    def steps(self) -> list[StoredStep]:
        """Its steps, as they are kept."""
        return self.files.file.walk

    def write(self, steps: Sequence[StoredStep], what: str) -> None:
        """Keeps other steps, as one edit that can be undone; ``what`` names it."""
        self.files.file.write_walk(steps, what)

    def undo(self) -> None:
        """Takes back what was typed last, here or elsewhere."""
        self.files.undo()

    @property
    def title(self) -> str:
        """What the walk is called: as the comparison."""
        comparison = self.session.comparison
        return self.files.file.name or (comparison.gold.name if comparison is not None else "")

    def stages(self, steps: Sequence[StoredStep] | None = None) -> Stages:
        """The walk, ready to be given; ``steps`` in place of those that are kept."""
        from treecompare.extras.teaching.stages import Own, Stages
        from treecompare.extras.teaching.walks import own_walk

        comparison, files = self.session.comparison, self.session.files
        own = None
        if comparison is not None and files is not None:
            own = Own(files, self.session.treebanks, comparison, self.files.file.row_of)
        return Stages(own_walk(self.title, self.steps if steps is None else steps), own)

    def step_now(self) -> StoredStep | None:
        """A step on what is looked at now, with measures A and B and the drawing as it is; None where nothing is chosen."""
        from treecompare.extras.teaching.walks import kept_view
        from treecompare.saved.walks import StoredStep

        comparison, space = self.session.comparison, self._space()
        sentences = self.files.file.sentences_in(space.sentences.current_sentence())
        if comparison is None or not sentences:
            return None
        view, drawing = space.view(), space.view_shown.picture.view
        wanted = replace(space.wanted(), elide=drawing.folds, layout=getattr(drawing, "arrangement", "mirrored"))
        system = comparison.table.systems[space.systems.system]
        keys = tuple(dict.fromkeys((view.key_a, view.key_b)))
        return StoredStep(sentences[0], system, "", keys, kept_view(wanted))

    def words_of(self, step: StoredStep) -> str:
        """The words of the sentence of a step; empty where it is not there."""
        row = self.files.file.row_of(step.sentence) if self.session.comparison is not None else -1
        return self.session.sentences[row] if 0 <= row < len(self.session.sentences) else ""

    def measures(self) -> list[tuple[str, list[Measure]]]:
        """The measures that there are here, by family."""
        from treecompare.app.panes.measure_choice import groups

        comparison, choices = self.session.comparison, self._space().view_shown.choices
        if comparison is None:
            return []
        there = {one.key for one in comparison.applying(choices.measures) if one.part != "judged"}
        return [
            (title, found)
            for title, family in groups(choices)
            if (found := [one for one in family if one.key in there])
        ]
