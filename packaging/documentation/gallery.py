"""The gallery: commands that draw what is shipped. Every picture on the page is what its command wrote when the site was built."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from treecompare import resources
from treecompare.cli import run_command


@dataclass(frozen=True)
class Drawing:
    """A command without ``--output``, that is run in ``resources/samples/FOLDER``, and what one sees."""

    title: str
    about: str
    folder: str
    command: str

    @property
    def name(self) -> str:
        """Of its file."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.title.casefold()) + ".svg"


DRAWINGS = (
    Drawing(
        "Two trees and their mapping",
        "The gold above, the system below. `<` is in the gold only, `>` in the system only, `~` is relabelled.",
        "first-comparison", "align gold.mrg attach-high.mrg --sentence 20",
    ),
    Drawing(
        "In one tree",
        "Both trees merged: what both have is drawn once.",
        "first-comparison", "align gold.mrg attach-high.mrg --sentence 20 --layout merged",
    ),
    Drawing(
        "What evalb sees",
        "The same sentence under the E-mapping: constituents over other words have no counterpart.",
        "first-comparison", "align gold.mrg attach-high.mrg --sentence 20 --mapping E --part roof",
    ),
    Drawing(
        "All systems under the gold",
        "Each system says only what it does otherwise.",
        "first-comparison", "align gold.mrg attach-high.mrg attach-low.mrg unary-and-labels.mrg --sentence 19",
    ),
    Drawing(
        "Dependencies",
        "Arcs of the gold above the words, those of the system below. Arcs cross.",
        "dependencies", "align gold.conllu labels.conllu --sentence 4",
    ),
    Drawing(
        "Trees over a lattice",
        "A Hebrew phrase: both trees over all analyses of the words.",
        "words-that-differ", "align gold.mrg raw-input.mrg --lattice words.lattice --sentence 1",
    ),
    Drawing(
        "What several schemes have in common",
        "A parse against the generalisation of three annotation schemes, drawn over the words.",
        "tsarfaty-2011",
        "align --gold A=gold.A.conllu --gold B=gold.B.conllu --gold C=gold.C.conllu b=parse.B.conllu@B --sentence 1 "
        "--draw-golds A+B --format svg",
    ),
    Drawing(
        "Sentences under two measures",
        "A dot is a sentence: E-Dice against tree distance.",
        "first-comparison", "plot gold.mrg attach-low.mrg --a e.whole.dice --b t.whole.dice",
    ),
    Drawing(
        "Systems under several measures",
        "Lines that cross: two measures rank the systems differently.",
        "first-comparison", "plot gold.mrg attach-high.mrg attach-low.mrg unary-and-labels.mrg --preset 4",
    ),
    Drawing(
        "Scores by the length of sentences",
        "T-Dice of each system.",
        "first-comparison", "plot gold.mrg attach-high.mrg attach-low.mrg --kind length --a t.whole.dice",
    ),
)  # fmt: skip


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def draw(one: Drawing, folder: Path) -> Path:
    """Runs the command of a drawing; the file that it wrote into ``folder``. Raises RuntimeError: the command failed."""
    path = folder.resolve() / one.name
    with _inside(resources.path(f"samples/{one.folder}")):
        status = run_command([*shlex.split(one.command), "--output", str(path)])
    if status or not path.exists():
        raise RuntimeError(f"treecompare {one.command}: status {status}")
    return path


def as_page(folder: Path) -> str:
    """The gallery as Markdown, its drawings written into ``folder``."""
    parts = [
        "# Gallery\n\nEach picture was drawn by the command below it when this site was built, from files in `resources/samples`. "
        "`--format` has other formats for a paper; in the window, *Export…* (`Ctrl+E`) does the same."
    ]
    for one in DRAWINGS:
        path = draw(one, folder)
        parts.append(
            f"## {one.title}\n\n{one.about}\n\n![{one.title}]({path.name})\n\n"
            f"    cd resources/samples/{one.folder}\n    treecompare {one.command} --output drawing.svg"
        )
    return "\n\n".join(parts) + "\n"
