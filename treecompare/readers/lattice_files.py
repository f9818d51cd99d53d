"""Opening lattice files: the formats in the order in which content is tried."""

from __future__ import annotations

import os

from treecompare.errors import ReadError, TreecompareError
from treecompare.readers.files import read_file, recognised
from treecompare.readers.lattice_rows import LatticeFile, LatticeReader
from treecompare.readers.lattices_conllul import CONLLUL
from treecompare.readers.lattices_spmrl import SPMRL_LATTICE

LATTICE_READERS: tuple[LatticeReader, ...] = (SPMRL_LATTICE, CONLLUL)


def read_lattices(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> LatticeFile:
    """Reads a file of lattices. ``format`` is the name of a reader; without it the content decides. Raises ReadError: the file
    cannot be opened, is not text, or holds no lattice in any known format; UsageError: there is no such format."""
    return read_file(path, format, name, LATTICE_READERS, _by_content)


def holds_lattices(path: str) -> bool:
    """Whether a file, which cannot be read as a treebank, holds lattices."""
    try:
        return bool(read_lattices(path).lattices)
    except TreecompareError:
        return False


def _by_content(data: bytes, path: str) -> LatticeReader:
    found = recognised(data, LATTICE_READERS)
    if found is None and data.strip():
        expected = "an SPMRL lattice (8 columns: FROM TO FORM LEMMA CPOS FPOS FEATS TOKENID) or CoNLL-UL"
        raise ReadError(path, 1, f"looks like no lattice; expected {expected}")
    return found or SPMRL_LATTICE
