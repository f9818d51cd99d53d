"""What is in a file before it is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from treecompare.comparison.answered import BASELINE, CONSENSUS, RAW, called, is_made, maker_of
from treecompare.comparison.files import check_any_words
from treecompare.comparison.roles import names_treebank, usual_role, usual_roles
from treecompare.errors import ReadError, TooLarge, TreecompareError, counted
from treecompare.reading import also_encoded
from treecompare.registry import find

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank
    from treecompare.readers.lattice_files import LatticeFile, SegmentationFile

RAW_OUTPUT = "raw output"
"""The kind of a file of answers."""
LEAST_ANSWERED = 10
"""A text that answers less than one in so many sentences of the gold lies there for another reason, as a licence does."""
FIRST_WORDS = 16
"""So many words of the first sentence are shown."""


@dataclass(frozen=True)
class Preview:
    """What is in a file. ``words``: how its first sentence begins. ``fault``: why it cannot be compared; empty if it can.

    ``kind``: constituents, dependencies, lattices or segmentation. ``treebank``, ``beside``: as it was read, so that it need not
    be read again; None where there is none.
    """

    path: str
    format: str = ""
    kind: str = ""
    sentences: int = 0
    words: str = ""
    warnings: tuple[str, ...] = ()
    fault: str = ""
    treebank: AnyTreebank | None = None
    beside: LatticeFile | SegmentationFile | None = None

    def first_tree(self) -> str:
        """Its first sentence that has words, as it is read; empty where there is none."""
        if self.treebank is None or not (self.treebank.lengths > 0).any():
            return ""
        return self.treebank.of_sentences([int((self.treebank.lengths > 0).argmax())]).written(is_indented=True)

    def against(self, gold: Preview | None) -> list[str]:
        """What is worth knowing before this file is compared with that gold."""
        said = list(self.warnings)
        if self.kind in (RAW_OUTPUT, "baseline"):
            if gold is not None and gold.kind:
                said += [one for one in (maker_of(self.path).against(self, gold),) if one]
        elif self.kind != "consensus" and gold is not None and not gold.fault and gold.kind:
            if self.kind != gold.kind and self.kind in ("constituents", "dependencies"):
                said.append(f"holds {self.kind}, the gold {gold.kind}")
            elif self.sentences != gold.sentences and self.beside is None:
                said.append(f"{counted(self.sentences, 'sentence')}, the gold has {gold.sentences:,}")
        return said


def roles_of(paths: Sequence[str], previews: Mapping[str, Preview]) -> list[str]:
    """What files are to each other, by their names and by what was read of them; nothing for what cannot be compared.

    A lattice is one whatever its name; a text with hardly any answers is left out. A second gold that says the same as the first,
    label by label, is a system.
    """
    read = [previews.get(path) for path in paths]
    is_lattice = [one is not None and one.kind == "lattices" for one in read]
    # names tell golds apart once it is known which files are lattices
    names = [f"{path}.lattice" if lattice else path for path, lattice in zip(paths, is_lattice, strict=True)]
    roles = usual_roles(names)
    first = previews.get(paths[roles.index("gold")]) if "gold" in roles else None
    for place, one in enumerate(read):
        if one is not None and one.fault:
            roles[place] = ""
        elif one is not None and one.kind == RAW_OUTPUT:
            roles[place] = "" if first is not None and one.sentences * LEAST_ANSWERED < first.sentences else "raw"
        elif roles[place] == "other gold" and one is not None and first is not None and says_the_same(first, one):
            roles[place] = "system"
    return roles


def says_the_same(one: Preview, other: Preview) -> bool:
    """Whether two treebanks have the same labels and the same structure."""
    if one.treebank is None or other.treebank is None:
        return False
    return one.treebank.has_labels_of(other.treebank)


def gold_by_content(system: Preview | None, golds: Sequence[Preview | None]) -> int | None:
    """The number of the gold whose labels a system's fit best; None where that is not clear, or not everything is read."""
    from treecompare.comparison.schemes.targets import fits

    read = [one.treebank if one is not None else None for one in golds]
    known = [one for one in read if one is not None]
    if system is None or system.treebank is None or len(known) < len(read):
        return None
    shares = fits(system.treebank, known)
    return shares.index(max(shares)) if shares.count(max(shares)) == 1 else None


def preview(path: str, format: str = "", encoding: str = "") -> Preview:
    """Reads a file as what its name says it is, or as a lattice if it holds one; what goes wrong is said in ``fault``. ``format``,
    ``encoding``: by their names, where the content does not say them."""
    if encoding:
        with also_encoded({path: encoding}):
            return preview(path, format)
    try:
        if format:
            return _treebank(path, format)
        if path.startswith((BASELINE, CONSENSUS)):
            maker_of(path)
        if path.startswith(BASELINE):
            return Preview(path, "baseline", "baseline", words=f"{called(path)}, made from the words of the gold")
        if path.startswith(CONSENSUS):
            return Preview(path, "consensus", "consensus", words="one tree of the other systems, by their votes")
        if is_made(path):
            return _answers(path)
        return {"lattice": _lattices, "segmentation": _segmentation}.get(usual_role(path), _treebank_or_lattices)(path)
    except TooLarge as error:
        return Preview(path, warnings=(error.reason,))  # people may want it all the same
    except ReadError as error:
        fault = f"line {error.line}: {error.reason}" if error.line else error.reason
        found = _raw_output(path)
        if found is None:
            return Preview(path, fault=fault)
        return replace(found, warnings=(f"no treebank: {fault}",)) if names_treebank(path) else found
    except TreecompareError as error:
        return Preview(path, fault=str(error))
    except MemoryError:
        return Preview(path, fault="there is not enough memory to read this file")


def _answers(path: str) -> Preview:
    made: Preview = maker_of(path).preview(path)
    return made


def _raw_output(path: str) -> Preview | None:
    raw = find("systems", RAW)
    found: Preview | None = raw.preview_of_text(path) if raw is not None else None
    return found


def _treebank_or_lattices(path: str) -> Preview:
    from treecompare.readers.lattice_files import holds_lattices

    try:
        return _treebank(path)
    except ReadError as error:
        if not isinstance(error, TooLarge) and holds_lattices(path):
            return _lattices(path)
        raise


def _treebank(path: str, format: str = "") -> Preview:
    from treecompare.readers import DEPENDENCY_READERS, READERS, Reader, Treebank, read_any
    from treecompare.readers.conll import DependencyTreebank, is_older_table
    from treecompare.readers.conllx import CONLLX
    from treecompare.readers.treebank import PROSE
    from treecompare.trees.preparation import about_leaves

    treebank = read_any(path, format or None)
    check_any_words(treebank)
    remarks = treebank.remarks if isinstance(treebank, Treebank) else None
    has_prose = remarks is not None and bool((remarks[:, 2] == PROSE).any())
    if (treebank.problems or has_prose) and not names_treebank(path) and (found := _raw_output(path)) is not None:
        return found  # prose around trees is no sentence that cannot be read
    first = int((treebank.lengths > 0).argmax())
    words = treebank.words_of(first)
    readers: tuple[Reader[AnyTreebank], ...] = (*READERS, *DEPENDENCY_READERS)
    found_as = CONLLX.name if isinstance(treebank, DependencyTreebank) and is_older_table(treebank) else treebank.format
    title = {reader.name: reader.title for reader in readers}.get(found_as, found_as).split(" (")[0]
    guessed = about_leaves(treebank.trees) if isinstance(treebank, Treebank) else []
    warnings = (*treebank.unread_because, *treebank.warnings, *guessed)
    begun = " ".join(words[:FIRST_WORDS]) + (" …" if len(words) > FIRST_WORDS else "")
    return Preview(path, title, treebank.kind, treebank.count, begun, warnings, treebank=treebank)


def _lattices(path: str) -> Preview:
    from treecompare.readers.lattice_files import LATTICE_READERS, read_lattices

    file = read_lattices(path)
    title = {reader.name: reader.title for reader in LATTICE_READERS}.get(file.format, file.format)
    warnings = (*file.unread_because, *file.warnings)
    return Preview(path, title.split(" (")[0], file.kind, file.count, warnings=warnings, beside=file)


def _segmentation(path: str) -> Preview:
    from treecompare.readers.lattice_files import read_segmentation

    file = read_segmentation(path)
    first = next((one for one in file.sentences if one), [])
    words = " ".join(word or segments for word, segments in first[:FIRST_WORDS])
    number, of = len(file.problems), counted(len(file.sentences), "sentence")
    warnings = (*([f"{number:,} of {of} cannot be read"] if number else []), *file.warnings)
    return Preview(path, "segmentation", "segmentation", len(file.sentences), words, warnings, beside=file)


def formats() -> dict[str, str]:
    """Titles of the formats of treebanks, by their names."""
    from treecompare.readers import DEPENDENCY_READERS, READERS

    return {one.name: one.title.split(" (")[0] for one in (*READERS, *DEPENDENCY_READERS)}


def treebanks_of(previews: list[Preview]) -> dict[str, AnyTreebank]:
    """What was read, by path."""
    return {one.path: one.treebank for one in previews if one.treebank is not None}
