"""What several analyses agree on and may be accepted unseen."""

from __future__ import annotations

import os
from collections.abc import Sequence

from treecompare.api.tables import Table
from treecompare.api.treebanks import Source
from treecompare.errors import UsageError
from treecompare.extras.annotators.library import content_of, several_of
from treecompare.extras.annotators.triage import Triage as Found
from treecompare.extras.annotators.triage_tables import (
    Drawn,
    pattern_table,
    sample_table,
    script_tables,
    thresholds,
    units_to_check,
)
from treecompare.scores.tables import write_tables


class Triage:
    """What may be accepted unseen because all analyses agree, and a sample of it to check.

    ``told``: who did not vote on a sentence, and why.
    """

    def __init__(self, found: Found, sample: Drawn | None) -> None:
        self._found = found
        self._sample = sample
        self.told = list(found.told)

    @property
    def sample(self) -> Table:
        """The strata of the sample: how much of each was checked, how much is wrong, and the interval for all of it.

        Raises UsageError: no design was asked for.
        """
        if self._sample is None:
            raise UsageError("there is no sample; expected a design, as in design='accepted-words:100'")
        return Table(sample_table(self._found, self._sample))

    @property
    def thresholds(self) -> Table:
        """What is left to do if words are accepted from an agreement on, and how many errors are expected among them."""
        return Table(thresholds(self._found, self._sample))

    @property
    def patterns(self) -> Table:
        """Which analyses agree with which, and in how many words."""
        return Table(pattern_table(self._found))

    def to_check(self) -> list[tuple[str, int | None]]:
        """The sample in the order of the sentences: of each unit the sentence's id and the number of the word, None for a whole
        sentence. It does not say which stratum a unit is of: whoever checks must not see what was accepted."""
        units = units_to_check(self._sample) if self._sample else []
        return [(self._found.several.ids[one.row], one.word or None) for one in units]

    def save_tables(self, folder: str | os.PathLike[str]) -> None:
        """Writes the tables of ``--tables``. Raises TreecompareError: the folder or a file cannot be written."""
        write_tables(script_tables(self._found, self._sample), folder)

    def __repr__(self) -> str:
        return repr(self.sample if self._sample else self.thresholds)


def triage(
    analyses: Sequence[Source],
    *,
    design: str = "",
    seed: str = "1",
    checked: Source | None = None,
    format: str | None = None,
) -> Triage:
    """What 2 to 10 dependency analyses agree on: ``tc.triage(["a.conllu", "b.conllu"], design="accepted-words:100").to_check()``.

    ``design``: the sample, as on the command line; "" for none. ``seed``: another text draws another sample. ``checked``: a
    treebank with the answers for the sample, perhaps of some sentences only. ``format``: as on the command line.

    Raises:
        ReadError: a file cannot be read.
        UsageError: analyses of other kinds, or without common sentences; or a design that is none.
    """
    several = several_of(analyses, format)
    found = Found(several, None if checked is None else content_of(checked, format))
    return Triage(found, Drawn(found, design, seed) if design else None)
