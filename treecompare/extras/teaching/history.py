"""What was done to an exercise, to be undone and done again."""

from __future__ import annotations

from dataclasses import dataclass

from treecompare.extras.teaching.exercise import Exercise


@dataclass(frozen=True)
class Done:
    """An exercise and what made it: ``said`` is empty for the first."""

    exercise: Exercise
    said: str = ""


class History:
    """All that was done to an exercise. Whatever is done after undoing takes the place of what was undone."""

    def __init__(self, original: Exercise) -> None:
        self._steps = [Done(original)]
        self._at = 0

    @property
    def now(self) -> Exercise:
        """What there is now."""
        return self._steps[self._at].exercise

    @property
    def original(self) -> Exercise:
        """What there was at first."""
        return self._steps[0].exercise

    @property
    def before(self) -> Exercise:
        """What there was before the last step; the original where nothing was done."""
        return self._steps[max(self._at - 1, 0)].exercise

    @property
    def undoes(self) -> str:
        """What would be undone; empty where nothing can."""
        return self._steps[self._at].said

    @property
    def redoes(self) -> str:
        """What would be done again; empty where nothing can."""
        return self._steps[self._at + 1].said if self._at + 1 < len(self._steps) else ""

    def do(self, exercise: Exercise, said: str) -> None:
        """Goes on to another exercise; ``said`` names the step in a few words."""
        assert said
        self._steps[self._at + 1 :] = [Done(exercise, said)]
        self._at += 1

    def undo(self) -> bool:
        """Takes the last step back; False where there is none."""
        if not self._at:
            return False
        self._at -= 1
        return True

    def redo(self) -> bool:
        """Does again what was undone last; False where there is nothing."""
        if self._at + 1 == len(self._steps):
            return False
        self._at += 1
        return True

    def to_original(self, said: str) -> bool:
        """Goes back to the original, as a step that can be undone; False where that is what there is."""
        if self.now is self.original:
            return False
        self.do(self.original, said)
        return True
