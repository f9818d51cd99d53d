"""Two versions of a treebank and what changed between them: pairs of files, rules, what no rule explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from treecompare.errors import UsageError, as_far_as_compared
from treecompare.extras.versions.edits import MIRROR, AnyChanges, Edit
from treecompare.extras.versions.kind import KINDS, AnyKind
from treecompare.extras.versions.rules import Rules
from treecompare.extras.versions.sources import Read
from treecompare.extras.versions.version import QUIET, Watch
from treecompare.extras.versions.words import UNCHANGED
from treecompare.readers.treebank import AnyTreebank


@dataclass(frozen=True, eq=False)
class Diff:
    """What changed between two versions, and the rules behind it."""

    base: Read
    head: Read
    kind: AnyKind
    changes: AnyChanges
    rules: Rules
    accepted: frozenset[str] = frozenset()
    """Keys of places that are as they should be: nothing was left over there."""
    done: frozenset[str] = frozenset()
    """Keys of places where it was done since."""

    @property
    def names(self) -> tuple[str, str]:
        """What the versions are called: files without their folders, unless they are called alike then; revisions in full."""
        sides = self.base, self.head
        short = [one.name if one.told else one.name.rstrip("/").rpartition("/")[2] or one.name for one in sides]
        return (self.base.name, self.head.name) if short[0] == short[1] else (short[0], short[1])

    @property
    def remarks(self) -> str:
        """What a reader must know of both versions."""
        sides = ("BASE", self.base), ("HEAD", self.head)
        return "; ".join(f"{side}: {read.remarks}" for side, read in sides if read.remarks)

    @property
    def is_unchanged(self) -> bool:
        """Whether there is no difference in what was compared."""
        changes = self.changes
        if changes.edits or set(changes.statuses).difference(UNCHANGED) or any(changes.flags):
            return False
        return not self.renamed_files and not self.moved

    @property
    def left_out(self) -> list[str]:
        """Which sentences were not compared, because they cannot be read."""
        return [*self.base.treebank.unread, *self.head.treebank.unread]

    def so_far(self, said: str) -> str:
        """What is said of all sentences; see :func:`treecompare.errors.as_far_as_compared`."""
        return as_far_as_compared(said, self.left_out)

    # -- files ------------------------------------------------------------------------------------------------------------

    @cached_property
    def files(self) -> dict[str, str]:
        """The file of HEAD by that of BASE: of the same name, or else the new one in which most of its sentences are."""
        pairs = Counter(
            (self.base.file_of(row.base[0]), self.head.file_of(row.head[0]))
            for row in self.changes.found.rows
            if row.base and row.head
        )
        found = {name: name for name in self.base.files if name in self.head.files}
        if len(self.base.files) == len(self.head.files) == 1:
            found = {self.base.files[0]: self.head.files[0]}
        for (old, new), _ in pairs.most_common():
            if old not in found and new not in found.values():
                found[old] = new
        return found

    @property
    def renamed_files(self) -> list[tuple[str, str]]:
        """Files that have another name now."""
        several = len(self.base.files) > 1 or len(self.head.files) > 1
        return [(old, new) for old, new in self.files.items() if several and old != new]

    @cached_property
    def moved(self) -> dict[int, str]:
        """By row the file of HEAD in which its sentences are, where that is another one than in BASE."""
        found = {}
        for number, row in enumerate(
            self.changes.found.rows if len(self.base.files) + len(self.head.files) > 2 else ()
        ):
            if row.base and row.head:
                file = self.head.file_of(row.head[0])
                if self.files.get(self.base.file_of(row.base[0])) != file:
                    found[number] = file
        return found

    @cached_property
    def besides(self) -> dict[int, list[str]]:
        """By row what happened to its sentences besides edits, where something did."""
        found: dict[int, list[str]] = {}
        for row, (status, flags) in enumerate(zip(self.changes.statuses, self.changes.flags, strict=True)):
            moved = self.moved.get(row)
            if flags or moved or status not in ("same", "changed"):
                said = [*([status] if status not in ("same", "changed") else []), *flags]
                found[row] = [*said, *([f"moved to {moved}"] if moved else []), *self._unread(row)]
        return found

    def _unread(self, row: int) -> list[str]:
        sides = zip(("BASE", "HEAD"), (self.base, self.head), self.changes.found.rows[row].sides, strict=True)
        return [
            f"{side}: line {read.treebank.problems[one].line} cannot be read"
            for side, read, of_side in sides
            for one in of_side
            if one in read.treebank.problems
        ]

    def file_of(self, row: int) -> str:
        """The file of a row as HEAD calls it."""
        one = self.changes.found.rows[row]
        if one.head:
            return self.head.file_of(one.head[0])
        old = self.base.file_of(one.base[0])
        return self.files.get(old, old)

    # -- edits --------------------------------------------------------------------------------------------------------------

    @cached_property
    def edits(self) -> list[Edit]:
        """All edits but those of DEPS.mirror, which say nothing of their own."""
        return [edit for edit in self.changes.edits if edit.layer != MIRROR]

    @cached_property
    def outside(self) -> list[Edit]:
        """The edits that no rule explains."""
        explained, edits = self.rules.explained, enumerate(self.changes.edits)
        return [edit for number, edit in edits if number not in explained and edit.layer != MIRROR]


def diff(
    base: Read,
    head: Read,
    layers: Collection[str] = (),
    ignored: Collection[str] = (),
    watch: Watch = QUIET,
    accepted: frozenset[str] = frozenset(),
) -> Diff:
    """Compares two versions. ``layers``: only edits of these; ``ignored``: not those, as ``MISC`` or ``MISC.SpaceAfter``.

    ``accepted``: see :class:`Diff`.

    Raises UsageError: the versions are of different kinds, or there is no such layer; Cancelled: ``watch`` ended it.
    """
    old, new = _of_one_kind(base.treebank, head.treebank)
    kind = next((one for one in KINDS if isinstance(old, one.holds) and isinstance(new, one.holds)), None)
    if kind is None:
        raise UsageError(f"{base.name} holds {old.kind}, {head.name} {new.kind}; expected versions of one treebank")
    keep = _filter(layers, ignored, kind.layers)
    base, head = replace(base, treebank=old), replace(head, treebank=new)
    changes = kind.between(base, head, watch).keeping(keep)
    rules = kind.rules(changes, watch) if kind.rules is not None else Rules([], {})
    return Diff(base, head, kind, changes, rules, accepted)


def _of_one_kind(old: AnyTreebank, new: AnyTreebank) -> tuple[AnyTreebank, AnyTreebank]:
    """Both treebanks; an empty one, which does not say its kind, as of the kind of the other."""
    if old.kind != new.kind and not old.says_its_kind:
        return new.of_sentences([]), new
    if old.kind != new.kind and not new.says_its_kind:
        return old, old.of_sentences([])
    return old, new


def _filter(layers: Collection[str], ignored: Collection[str], known: Sequence[str]) -> Callable[[str, str], bool]:
    """Which edits are wanted; HEAD+DEPREL is wanted with either, and ignored with both."""
    for name in (*layers, *(one.partition(".")[0] if one != MIRROR else one for one in ignored)):
        if name not in known:
            raise UsageError(f"there is no layer '{name}'; expected one of {', '.join(known)}")

    def keep(layer: str, key: str) -> bool:
        parts = {*layer.split("+"), layer}
        if layers and not parts & set(layers):
            return False
        if {layer, f"{layer}.{key}"} & set(ignored):
            return False
        return layer != "HEAD+DEPREL" or not {"HEAD", "DEPREL"} <= set(ignored)

    return keep
