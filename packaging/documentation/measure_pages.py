"""Pages on measures: what each declares of itself, and an example that the program computes and draws when the site is built."""

from __future__ import annotations

import inspect
import itertools
from collections import defaultdict
from pathlib import Path

from examples import Example, example_of

from treecompare.measures import MEASURES_OF, Measure
from treecompare.measures.explain import Explanation, lettered
from treecompare.measures.sources import paper_of, peers_of

KINDS = {
    "constituents": "Constituents",
    "dependencies": "Dependencies",
    "schemes": "Several schemes",
    "lattices": "Words that differ",
}
"""Headings of the list."""


LARGE = ("e", "t", "tedeval")
"""What the keys of large families begin with."""


def page_name(measure: Measure) -> str:
    """The page that a measure stands on: one for each family, in large families one for each formula."""
    family, formula = measure.key.split(".")[0], measure.formula.__name__.replace("_", "-").removeprefix("tree-")
    return f"{family}-{formula}" if family in LARGE and formula != family else family


def anchor(measure: Measure) -> str:
    """What links lead to."""
    return f"measure-{measure.key.replace('.', '-')}"


def pages() -> dict[str, list[Measure]]:
    """The measures of each page."""
    found: dict[str, list[Measure]] = defaultdict(list)
    for kind in KINDS:
        for measure in MEASURES_OF[kind]:
            if measure not in found[page_name(measure)]:
                found[page_name(measure)].append(measure)
    return found


def index() -> str:
    """The list of all measures, by what is compared; each is told once."""
    parts = ["# Every measure\n\nHow they are prepared and averaged is told in [Measures](../help/measures.md)."]
    told: set[str] = set()
    for kind, title in KINDS.items():
        rows = [one for one in MEASURES_OF[kind] if one.key not in told]
        told |= {one.key for one in rows}
        parts.append(f"## {title}\n\n| key | title | formula |\n|---|---|---|")
        parts[-1] += "".join(
            f"\n| [`{one.key}`](#{anchor(one)}) | {one.title} | {_cell(lettered(one).text)} |" for one in rows
        )
    names = "\n".join(pages())
    return "\n\n".join([*parts, f"```{{toctree}}\n:hidden:\n\n{names}\n```"]) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def as_page(measures: list[Measure]) -> str:
    """A page on measures that have a formula, or what they count, in common."""
    first = measures[0]
    letters = zip(*(one.title for one in measures), strict=False)
    name = "".join(one[0] for one in itertools.takewhile(lambda found: len(set(found)) == 1, letters)).rstrip(", ")
    parts = [
        f"# {name[:1].upper()}{name[1:]}",
        " ".join(f"`{one.key}`" for one in measures),
        f"{paper_of(first)} ({first.paper})",
        "## Formula",
        *_formulas(measures),
        *_examples(measures),
        *_peers(measures),
        "## Properties",
        "| key | better | swapping gold and system | with other names for the labels | 0 of 0 |\n|---|---|---|---|---|\n"
        + "\n".join(f"| `{one.key}` | {' | '.join(_properties(one))} |" for one in measures),
    ]
    return "\n\n".join(parts) + "\n"


def _formulas(measures: list[Measure]) -> list[str]:
    """Each formula, what its letters stand for, and what its function says of it."""
    parts: list[str] = []
    for text in dict.fromkeys(lettered(one).text for one in measures):
        one = next(each for each in measures if lettered(each).text == text)
        letters: dict[str, list[str]] = defaultdict(list)
        for piece in lettered(one).line:
            if piece.meaning and piece.meaning not in letters[piece.text]:
                letters[piece.text].append(piece.meaning)
        parts.append(f"    {text}")
        parts.append("\n".join(f"- {letter}: {'; '.join(meanings)}" for letter, meanings in letters.items()))
        parts.append(f"{inspect.getdoc(one.formula)}")
    return [part for part in parts if part]


def _examples(measures: list[Measure]) -> list[str]:
    """Every example that the measures need, drawn, and below it their scores with all that is counted."""
    by_example: dict[str, list[Measure]] = defaultdict(list)
    for one in measures:
        by_example[example_of(one).name].append(one)
    parts = []
    for explained in by_example.values():
        example = example_of(explained[0])
        picture = f"![Gold and system]({drawing_name(example, mapping_of(explained[0]))})"
        parts += ["## Another example" if parts else "## Example", example.about, picture]
        for one in explained:
            found = example.explained(one)
            parts += [
                f"({anchor(one)})=\n\n### {one.title}: `{one.key}`",
                one.explanation,
                f"    {_arithmetic(found)}",
                found.words,
            ]
    return parts


def _arithmetic(found: Explanation) -> str:
    """Letters, numbers and value: ``2·M / (G + T) = 2·3 / (6 + 6) = 0.50``; of a question only its answer, of a count its value."""
    if found.numbers is None or found.numbers.sign != " = ":
        return found.text
    return f"{found.symbolic.text} = {found.text if found.numbers.denominator else found.value}"


def mapping_of(measure: Measure) -> str:
    """The mapping under which an example is drawn: that of the measure, where it has one."""
    return "E" if measure.part.startswith(("e.", "tags")) else "T"


def drawing_name(example: Example, mapping: str) -> str:
    """The file of an example's drawing."""
    return f"example-{example.name}-{mapping}.svg"


def _peers(measures: list[Measure]) -> list[str]:
    """Other programs, and what they do otherwise."""
    peers = dict.fromkeys(peer for one in measures for peer in peers_of(one))
    if not peers:
        return ["## Other programs", "We know of no other program whose figures could be compared."]
    rows = [
        f"| {peer.program} {peer.version} | {peer.differs} | {f'`{peer.options}`' if peer.options else '–'} "
        f"| {f'`{peer.tested}`' if peer.tested else 'not compared'} |"
        for peer in peers
    ]
    head = "| program | what it does otherwise | its figures here | compared in |\n|---|---|---|---|\n"
    return ["## Other programs", head + "\n".join(_escaped(row) for row in rows)]


def _escaped(row: str) -> str:
    return row.replace("#", "\\#")


def _properties(one: Measure) -> list[str]:
    if one.symmetric:
        swapped = "the same score"
    elif one.symmetric_over_words:
        swapped = "the same score if the words are the same"
    else:
        swapped = f"`{one.swaps_with}`" if one.swaps_with else "another score"
    named = "the same score" if one.ignores_names else "may differ"
    return ["higher" if one.higher_is_better else "lower", swapped, named, "1" if one.nothing_is_one else "undefined"]


def write(folder: Path) -> None:
    """Writes the list, all pages and the drawings of the examples into a folder."""
    (folder / "index.md").write_text(index(), "utf-8")
    for name, measures in pages().items():
        (folder / f"{name}.md").write_text(as_page(measures), "utf-8")
        for example, mapping in {(example_of(one), mapping_of(one)) for one in measures}:
            (folder / drawing_name(example, mapping)).write_text(example.svg(mapping), "utf-8")
