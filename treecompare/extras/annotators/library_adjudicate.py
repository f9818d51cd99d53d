"""What was decided between two or three annotators: the treebank, and where each value is from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property

from treecompare.api.tables import Table
from treecompare.errors import UsageError
from treecompare.extras.annotators import adjudicated
from treecompare.extras.annotators.kept import OpenAdjudication, open_adjudication
from treecompare.extras.annotators.page import page_for
from treecompare.pages.html import as_html
from treecompare.reading import rules
from treecompare.writing import check_output, write_file


class Adjudication:
    """Differences between annotators, and what was decided.

    ``names``: of the annotators. ``remarks``: what does not fit any more, and what else to know. ``conflicts``: where two files
    that were joined decide otherwise.
    """

    def __init__(self, found: OpenAdjudication) -> None:
        self._found = found.adjudication
        self.names = self._found.names
        self.remarks = list(found.remarks)
        self.conflicts = list(found.conflicts)

    @property
    def differences(self) -> int:
        """How many differences there are."""
        return len(self._found.differences)

    @property
    def decided(self) -> int:
        """How many of them are decided, by people or by rules."""
        return self._found.decided

    @cached_property
    def summary(self) -> Table:
        """How many values come from where."""
        return Table(adjudicated.summary(self._found))

    @cached_property
    def provenance(self) -> Table:
        """Every difference: the value of each file, the result, and its source."""
        return Table(adjudicated.provenance(self._found))

    @cached_property
    def kinds(self) -> Table:
        """Differences by kind, the most frequent first."""
        return Table(adjudicated.kinds(self._found))

    def changed(self, name: str) -> Table:
        """What was decided otherwise than an annotator had it, by kind.

        Raises:
            UsageError: there is no annotator of that name.
        """
        return Table(adjudicated.changed_for(self._found, self._known(name)))

    def page(self, name: str) -> str:
        """The same as an HTML page.

        Raises:
            UsageError: there is no annotator of that name.
        """
        return as_html(page_for(self._found, self._known(name)))

    def _known(self, name: str) -> str:
        if name not in self.names:
            raise UsageError(f"there is no annotator '{name}'; expected one of {', '.join(self.names)}")
        return name

    def to_treebank(
        self, path: str | os.PathLike[str] | None = None, *, overwrite: bool = False, strict: bool = False
    ) -> str:
        """The treebank as it was decided, in the first file's format; where nothing is decided the consensus stands.

        ``path``: written there as well; ``overwrite``: even if the file exists. ``strict``: only if everything is decided.

        Raises:
            UsageError: the file exists, or is one of the analyses.
            TreecompareError: the file cannot be written; something is not decided, and ``strict``.
        """
        if strict:
            adjudicated.check_decided(self._found)
        if path is not None:
            check_output(path, self._found.analyses.paths, overwrite)
        text = adjudicated.written(self._found).text
        if path is not None:
            write_file(path, text)
        return text

    def __str__(self) -> str:
        return str(self.summary)


def adjudicate(
    path: str | os.PathLike[str],
    *,
    between: Sequence[str] = (),
    join: str | os.PathLike[str] | None = None,
    max_bytes: int | None = None,
) -> Adjudication:
    """What was decided in a comparison file: ``tc.adjudicate("may.treecompare").to_treebank("may.conllu")``.

    ``between``: names of two or three analyses, if more are open. ``join``: a second comparison file on the same sentences, whose
    decisions are added to the first one. ``max_bytes``: as on the command line.

    Raises:
        TreecompareError: it is not a comparison file, or what it names cannot be read or decided between.
    """
    with rules(most=max_bytes):
        given = (between,) if isinstance(between, str) else tuple(between)
        return Adjudication(open_adjudication(os.fspath(path), given, os.fspath(join) if join is not None else ""))
