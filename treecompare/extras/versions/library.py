"""What changed between two versions of a treebank."""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import cached_property
from html import escape

from treecompare.api.tables import Tables, also_written, shown
from treecompare.api.treebanks import Source, Treebank, content_of, path_of, read
from treecompare.extras.versions import results
from treecompare.extras.versions.entries import accepted as on_purpose
from treecompare.extras.versions.entries import read_marks
from treecompare.extras.versions.report import comment, report
from treecompare.extras.versions.sources import Read, read_version
from treecompare.extras.versions.versions import Diff as Found
from treecompare.extras.versions.versions import diff as difference
from treecompare.pages.html import as_html, as_markdown
from treecompare.reading import rules


class Diff:
    """What changed from one version of a treebank to a newer one, as tables.

    ``unchanged``: nothing changed, and all sentences were compared. Sentences and words are numbered from 1, as files number them.
    """

    def __init__(self, found: Found) -> None:
        self._found = found

    @property
    def unchanged(self) -> bool:
        """Whether there is no difference at all, and no sentence that cannot be read."""
        return self._found.is_unchanged and not self._found.left_out

    summary = shown(results.summary)
    sentences = shown(results.sentences, "The sentences that are not the same in both, and what else happened to them.")
    rules = shown(results.rules, "What was done throughout, the rules that save most first; none for constituents.")
    left_over = shown(results.left_over)
    otherwise = shown(results.otherwise)
    outside = shown(results.outside)
    files = shown(results.files, "What changed, file by file and in all.")
    groups = shown(results.grouped, "Edits of the same kind, the most frequent first.")
    edits = shown(results.edits)

    @cached_property
    def tables(self) -> Tables:
        """What a reviewer looks at, in this order."""
        return Tables(results.for_people(self._found))

    def to_markdown(self, path: str | os.PathLike[str] | None = None) -> str:
        """A page for a comment on a pull request; ``path``: written there as well.

        Raises:
            TreecompareError: the file cannot be written.
        """
        return also_written(as_markdown(comment(self._found)), path)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """A page for reviewers, with drawings; it needs no network. ``path``: written there as well.

        Raises:
            TreecompareError: the file cannot be written.
        """
        return also_written(as_html(report(self._found)), path)

    def __str__(self) -> str:
        return self._unchanged or str(self.tables)

    def __repr__(self) -> str:
        return self._unchanged or repr(self.tables)

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._unchanged)}</p>" if self._unchanged else self.tables._repr_html_()

    @property
    def _unchanged(self) -> str:
        return self._found.so_far("nothing changed") if self._found.is_unchanged else ""


def diff(
    base: Source,
    head: Source,
    *,
    layers: Collection[str] = (),
    ignore: Collection[str] = (),
    accepted: str | os.PathLike[str] | None = None,
    format: str | None = None,
    max_bytes: int | None = None,
) -> Diff:
    """What changed between two versions of a treebank: ``print(tc.diff("old.conllu", "new.conllu").rules)``.

    ``base``, ``head``: the older and the newer version: a path (a file, a folder, or ``REVISION:PATH`` in the git repository in
    which one works), what :func:`read` gives, or sentences of nltk or conllu. ``layers``: only edits of these, as
    ``["UPOS", "FEATS"]``; ``ignore``: no edits of these, as ``["MISC.SpaceAfter", "COMMENT"]``. ``accepted``: a table of marks
    as the window writes it; what is on purpose there is not left over. ``format``, ``max_bytes``: as on the command line.

    Raises:
        ReadError: a file cannot be read.
        UsageError: there is no such version or layer, or the versions are of different kinds.
    """
    with rules(most=max_bytes):
        versions = [_version(source, format) for source in (base, head)]
        given = [(one,) if isinstance(one, str) else tuple(one) for one in (layers, ignore)]
        known = on_purpose(read_marks(accepted)) if accepted is not None else frozenset[str]()
        return Diff(difference(versions[0], versions[1], given[0], given[1], accepted=known))


def _version(source: Source, format: str | None) -> Read:
    if not isinstance(source, Treebank) and isinstance(source, str | os.PathLike):
        return read_version(path_of(source), format)
    treebank = read(source, format)
    return Read.of(treebank.name, [(treebank.name, content_of(treebank, format))])
