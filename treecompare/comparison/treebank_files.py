"""One treebank from its file, and whether there is anything in it to compare. What reads is imported late, as in ``files.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from treecompare.errors import ReadError, TooLarge
from treecompare.reading import also_encoded

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank
    from treecompare.readers import DependencyTreebank
    from treecompare.readers.lattice_rows import LatticeFile
    from treecompare.readers.segmentations import SegmentationFile


def read_treebank(
    path: str, name: str = "", source: str | None = None, known: Mapping[str, AnyTreebank] | None = None
) -> AnyTreebank:
    """A treebank under a name (its file's own if that is empty), with the ids of a shipped list where it has none. Raises
    ReadError, UsageError: as :func:`treecompare.readers.read_any`."""
    from treecompare.readers import read_any
    from treecompare.resources import sentence_names

    try:
        with also_encoded({}, called=name):
            treebank = (known or {}).get(path) or read_any(path, format=source, name=name or None)
    except ReadError as error:
        from treecompare.readers.lattice_files import holds_lattices

        if source is None and path != "-" and not isinstance(error, TooLarge) and holds_lattices(path):
            expected = "expected trees or dependencies; lattices are given separately, in their own role"
            raise ReadError(path, 0, f"holds lattices; {expected}").with_option("--lattice FILE gives them") from None
        raise
    if name and treebank.name != name:
        treebank = treebank.with_fields(name=name)
    if treebank.ids is None and (names := sentence_names(path)) is not None:
        treebank = treebank.with_fields(ids=names)
    return treebank


def read_segments(path: str, is_lattice: bool) -> LatticeFile | SegmentationFile:
    """What stands beside treebanks: lattices, or which segments are one word. Raises ReadError: it cannot be read."""
    from treecompare.readers.lattice_files import read_lattices
    from treecompare.readers.segmentations import read_segmentation

    return read_lattices(path) if is_lattice else read_segmentation(path)


def read_dependencies(path: str, known: Mapping[str, AnyTreebank] | None = None) -> DependencyTreebank:
    """A file of dependencies; its content says in which format. ``known``: what is read already, by path. Raises ReadError: it
    cannot be read, or holds something else."""
    from treecompare.readers import DependencyTreebank

    treebank = read_treebank(path, known=known)
    if not isinstance(treebank, DependencyTreebank):
        raise ReadError(
            path, 0, f"holds {treebank.kind}; expected the dependencies of the same parses (CoNLL-U, CoNLL-X)"
        )
    check_any_words(treebank)
    return treebank


def check_any_sentence(treebank: AnyTreebank) -> None:
    """Whether a sentence was read, if only one without a parse (``(())``). Raises ReadError: there is none."""
    if not treebank.has_nodes:
        check_any_words(treebank)


def check_any_words(treebank: AnyTreebank) -> None:
    """Whether there is anything to compare; a file of empty lines or of another content has none. Raises ReadError: there is no
    word in it."""
    if not treebank.may_have_words:
        nothing = f"{'it has no words' if treebank.count else 'the file is empty'}; expected sentences with words"
        line, why = next(((one.line, one.reason) for _, one in sorted(treebank.problems.items())), (0, nothing))
        raise ReadError(treebank.path, line, f"no tree was read: {why}")
