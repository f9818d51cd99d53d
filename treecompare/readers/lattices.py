"""Opening lattice files: the formats in the order in which content is tried."""

from __future__ import annotations

import os

from treecompare.errors import ReadError, UsageError
from treecompare.readers.files import read_text
from treecompare.readers.lattice_rows import LatticeFile, LatticeReader
from treecompare.readers.lattices_conllul import CONLLUL
from treecompare.readers.lattices_spmrl import SPMRL_LATTICE
from treecompare.reading import treebank_name

LATTICE_READERS: tuple[LatticeReader, ...] = (SPMRL_LATTICE, CONLLUL)


def read_lattices(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> LatticeFile:
    """Reads a file of lattices. ``format`` is the name of a reader; without it the content decides.

    Raises:
        ReadError: the file cannot be opened, is not text, or holds no lattice in any known format.
        UsageError: there is no such format.
    """
    path = os.fspath(path)
    data, warnings = read_text(path)
    known = {one.name: one for one in LATTICE_READERS}
    if format is not None and format not in known:
        raise UsageError(f"there is no lattice format '{format}'; expected {' or '.join(known)}")
    reader = known[format] if format else next((one for one in LATTICE_READERS if one.sniff(data)), None)
    if reader is None:
        if data.strip():
            expected = "an SPMRL lattice (8 columns: FROM TO FORM LEMMA CPOS FPOS FEATS TOKENID) or CoNLL-UL"
            raise ReadError(path, 1, f"looks like no lattice; expected {expected}")
        reader = SPMRL_LATTICE
    file = reader.read(data, path, name or treebank_name(path))
    file.warnings[:0] = warnings
    return file
