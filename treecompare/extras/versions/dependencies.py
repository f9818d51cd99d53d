"""What changed between two versions of a dependency treebank."""

from __future__ import annotations

from dataclasses import dataclass

from treecompare.extras.versions.changes import AnyChanges
from treecompare.extras.versions.edits import Differences
from treecompare.extras.versions.references import References, references
from treecompare.extras.versions.rows import Rows
from treecompare.extras.versions.version import Forms, Version
from treecompare.extras.versions.watch import QUIET, Watch
from treecompare.readers.conll import DependencyTreebank


@dataclass(frozen=True, eq=False)
class DependencyChanges(AnyChanges):
    """See the base."""

    base: DependencyTreebank
    head: DependencyTreebank
    references: References


def changes_between(base: DependencyTreebank, head: DependencyTreebank, watch: Watch = QUIET) -> DependencyChanges:
    """What changed from BASE to HEAD. Raises Cancelled: ``watch`` ended it."""
    forms = Forms()
    versions = [Version.of_dependencies(one.sentences, one.sentences.sent_ids, forms) for one in (base, head)]
    found = Rows.of(versions[0], versions[1], watch, (base, head))
    known = references((base.sentences, versions[0]), (head.sentences, versions[1]), found.rows, found.words)
    return DependencyChanges(found, Differences(known, found, watch).all(), base, head, known)
