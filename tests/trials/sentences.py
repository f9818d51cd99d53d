"""Random sentences with crossing branches, written in every format; and how many words a plain look at a file finds there.

Neither writers nor counts share any code with the program.
"""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

FORMS = [
    "a",
    "Haus",
    "é",
    "שלום",
    "34",
    "1=2",
    "=",
    "'s",
    "&",
    "<",
    "#",
    "#1",
    "--",
    "VROOT",
    "*T*",
    "0",
    "-1",
    ":",
    "a:b",
]
TAGS = ["NN", "ART", "$.", "$,", "-NONE-", "VVFIN", "NP-SBJ", "X", "N#1"]
LABELS = ["S", "NP", "NP-SBJ-1", "VP", "VROOT", "TOP", "NX:ON", "X*", "PP=2", "-", "A-B--C"]
EDGES = ["HD", "SB", "--", "OA", "NK-1"]


@dataclass
class Item:
    """A word (``form``) or a constituent; ``mother``: the number of one, 0 for none. ``first``: its first word."""

    number: int
    label: str
    edge: str
    form: str | None = None
    mother: int = 0
    first: int = 0


@dataclass
class Sentence:
    """Words in their order, constituents from 500 on, each behind its daughters; secondary edges: node, mother, label."""

    words: list[Item] = field(default_factory=list)
    inner: list[Item] = field(default_factory=list)
    further: list[tuple[Item, int, str]] = field(default_factory=list)

    def daughters(self, mother: int) -> list[Item]:
        return [one for one in (*self.words, *self.inner) if one.mother == mother]


def sentence(rng: random.Random, most: int = 7) -> Sentence:
    made = Sentence()
    for place in range(rng.randrange(1, most + 1)):
        made.words.append(Item(place, rng.choice(TAGS), rng.choice(EDGES), rng.choice(FORMS), first=place))
    tops = list(made.words)
    for number in range(500, 500 + rng.randrange(len(tops) + 2)):
        below = rng.sample(tops, rng.randrange(1, min(len(tops), 3) + 1))
        mother = Item(number, rng.choice(LABELS), rng.choice(EDGES), first=min(one.first for one in below))
        for one in below:
            one.mother = number
        tops = [one for one in tops if one not in below] + [mother]
        made.inner.append(mother)
    if made.inner and rng.random() < 0.3:
        made.further.append((rng.choice(made.words + made.inner), rng.choice(made.inner).number, "SB"))
    return made


def _export(rng: random.Random, sentences: list[Sentence], version: int) -> Iterator[str]:
    if rng.random() < 0.5:
        yield f"#FORMAT {version}"
    if rng.random() < 0.2:
        yield from ("#BOT ORIGIN", "0\tnone", "#EOT ORIGIN")
    for number, one in enumerate(sentences, 1):
        yield f"#BOS {number}{rng.choice(('', ' 0 0 0', ' 1 2 3 %% said'))}"
        for item in (*one.words, *one.inner):
            more = [text for node, mother, label in one.further if node is item for text in (label, str(mother))]
            form = item.form or f"#{item.number}"
            lemma = ["--"] if version == 4 else []
            yield "\t".join([form, *lemma, item.label, "--", item.edge, str(item.mother), *more])
        yield f"#EOS {number}"


def _brackets(one: Sentence, mother: int, word: Callable[[Item], str]) -> str:
    parts = [
        f"({item.label} {word(item)})" if item.form else f"({item.label} {_brackets(one, item.number, word)})"
        for item in sorted(one.daughters(mother), key=lambda item: item.first)
    ]
    return " ".join(parts)


def _disc(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
    for one in sentences:
        yield f"(ROOT {_brackets(one, 0, lambda item: f'{item.number}={item.form}')})"


def _behind(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
    for one in sentences:
        words = " ".join(str(item.form) for item in one.words)
        yield f"(ROOT {_brackets(one, 0, lambda item: str(item.number))})\t{words}"


def _penn(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
    for one in sentences:
        line = f"({rng.choice(('ROOT', '', 'TOP', 'S'))} {_brackets(one, 0, lambda item: str(item.form))})"
        yield line if rng.random() < 0.7 else line.replace(" (", "\n  (", 2)


def _square(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
    for one in sentences:
        yield f"[ROOT {_brackets(one, 0, lambda item: str(item.form))}]".replace("(", "[").replace(")", "]")


def _tiger(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
    yield from ('<?xml version="1.0" encoding="UTF-8"?>', '<corpus id="c"><head/><body>')
    for number, one in enumerate(sentences, 1):
        further = {
            id(node): f'<secedge idref="s{number}_{mother}" label="{label}"/>' for node, mother, label in one.further
        }
        yield f'<s id="s{number}"><graph root="s{number}_VROOT"><terminals>'
        for item in one.words:
            more = further.get(id(item), "")
            yield f'<t id="s{number}_{item.number}" word={quoteattr(str(item.form))} pos="{item.label}" morph="--">{more}</t>'
        yield "</terminals><nonterminals>"
        for item in one.inner:
            yield f'<nt id="s{number}_{item.number}" cat="{item.label}">'
            for below in one.daughters(item.number):
                yield f'<edge label="{below.edge}" idref="s{number}_{below.number}"/>'
            yield f"{further.get(id(item), '')}</nt>"
        yield "</nonterminals></graph></s>"
    yield "</body></corpus>"


def _alpino(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
    yield "<treebank>"
    for number, one in enumerate(sentences, 1):
        yield f'<alpino_ds version="1.3" id="a{number}"><node begin="0" cat="top" rel="top">'
        yield from _nodes(one, 0)
        yield f'</node><sentence sentid="{number}">a</sentence></alpino_ds>'
    yield "</treebank>"


def _nodes(one: Sentence, mother: int) -> Iterator[str]:
    for item in one.daughters(mother):
        index = "".join({f' index="{item.number}"' for node, _, _ in one.further if node is item})
        if item.form is not None:
            yield f'<node begin="{item.number}" rel="{item.edge}" pos="{item.label}" word={quoteattr(item.form)}{index}/>'
        else:
            yield f'<node begin="{item.first}" rel="{item.edge}" cat="{item.label}"{index}>'
            yield from _nodes(one, item.number)
            yield "</node>"
    for node, above, label in one.further:
        if above == mother:
            yield f'<node rel="{label}" index="{node.number}"/>'


def _table(row: Callable[[Item, int], list[str]]) -> Callable[[random.Random, list[Sentence]], Iterator[str]]:
    def lines(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
        for one in sentences:
            for item in one.words:
                yield "\t".join(row(item, rng.randrange(len(one.words) + 1)))
            yield ""

    return lines


def _conllu(rng: random.Random, sentences: list[Sentence]) -> Iterator[str]:
    for number, one in enumerate(sentences, 1):
        yield f"# sent_id = {number}"
        size = len(one.words)
        several = rng.randrange(size) if size > 1 and rng.random() < 0.3 else -1
        for item in one.words:
            if item.number == several:
                yield f"{several + 1}-{min(several + 2, size)}\tab" + "\t_" * 8
            head = str(rng.randrange(size + 1))
            yield "\t".join([str(item.number + 1), str(item.form), "_", "NOUN", item.label, "_", head, "dep", "_", "_"])
            if rng.random() < 0.1:
                yield f"{item.number + 1}.1\te" + "\t_" * 8
        yield ""


WRITERS: dict[str, tuple[str, Callable[[random.Random, list[Sentence]], Iterator[str]]]] = {
    "export 4": ("export", lambda rng, some: _export(rng, some, 4)),
    "export 3": ("export", lambda rng, some: _export(rng, some, 3)),
    "discbrackets": ("discbrackets", _disc),
    "words behind": ("discbrackets", _behind),
    "brackets": ("brackets", _penn),
    "square": ("square", _square),
    "tigerxml": ("tigerxml", _tiger),
    "alpino": ("alpino", _alpino),
    "conllu": ("conllu", _conllu),
    "conllx": ("conllx", _table(lambda one, head: [
        str(one.number + 1), str(one.form), "_", "N", one.label, "_", str(head), one.edge, "_", "_"])),
    "conllx 8": ("conllx", _table(lambda one, head: [
        str(one.number + 1), str(one.form), "_", "N", one.label, "_", str(head), one.edge])),
    "conll2009": ("conll2009", _table(lambda one, head: [
        str(one.number + 1), str(one.form), "_", "_", "N", "N", "_", "_", str(head), str(head), "dep", "dep", "_", "_"])),
    "dependency-tab": ("dependency-tab", _table(lambda one, head: [str(one.form), one.label, str(head)])),
    "malt-tab": ("dependency-tab", _table(lambda one, head: [str(one.form), one.label, str(head), one.edge])),
    "spmrl-lattice": ("spmrl-lattice", _table(lambda one, head: [
        str(one.number), str(one.number + 1), str(one.form), "_", "N", one.label, "_", str(one.number + 1)])),
    "conll-ul": ("conll-ul", _table(lambda one, head: [
        str(one.number), str(one.number + 1), str(one.form), "_", "N", one.label, "_", "_", "_"])),
}  # fmt: skip
"""Of each way of writing: the name of the format, and the lines of some sentences."""


def document(rng: random.Random, kind: str, sentences: list[Sentence]) -> bytes:
    return "".join(f"{line}\n" for line in WRITERS[kind][1](rng, sentences)).encode()


Plain = list[list[str] | None]
"""Per sentence the words that a plain look finds; None where it is no sentence that could be read."""


def plain_words(format: str, text: str) -> Plain | int | None:
    """The words of a file, sentence by sentence, or only their number; None where a plain look cannot tell."""
    if "\r" in text or "\ufeff" in text:
        return None
    if format == "export":
        return _plain_export(text)
    if format in ("tigerxml", "alpino"):
        return _plain_xml(format, text)
    if format in ("brackets", "square", "discbrackets"):
        return _plain_brackets(format, text)
    if format in COLUMNS:
        return _plain_table(format, text)
    return None


def _plain_export(text: str) -> Plain | None:
    found: Plain = []
    words: list[str] | None = None
    inner = 0
    for line in text.split("\n"):
        fields = re.findall(r"[^ \t\n\x0b\x0c]+", line)
        first = fields[0] if fields else ""
        if first == "#BOS":
            if words is not None:
                found.append(None)
            words, inner = [], 0
        elif first == "#EOS" and words is not None:
            found.append(words)
            words = None
        elif words is not None and first and not first.startswith("%%"):
            is_inner = re.fullmatch("#[5-9][0-9]{2}|#[0-9]{4,}", first)
            if is_inner:
                inner += 1
            elif inner:
                return None  # a constituent before words may be a word that looks like one
            else:
                words.append(first)
    return found if words is None else [*found, None]


def _plain_xml(format: str, text: str) -> Plain | None:
    try:
        root = ET.fromstring(re.sub(r"^\s*<\?xml[^>]*>", "", text))
    except (ET.ParseError, ValueError):
        return None
    whole, found = ("s", "alpino_ds")[format == "alpino"], []
    sentences = [one for one in root.iter() if _local(one) == whole]
    for one in sentences:
        if any(below is not one and _local(below) == whole for below in one.iter()):
            return None  # one in another: whose words are these?
        if format == "tigerxml":
            found.append([_word(below) for below in one.iter() if _local(below) == "t"])
            continue
        words = [below for below in one.iter() if _local(below) == "node" and below.get("word") is not None]
        begins = [str(below.get("begin")) for below in words]
        if all(re.fullmatch("[0-9]{1,9}", begin) for begin in begins):
            words.sort(key=lambda below: int(str(below.get("begin"))))
        found.append([_word(below) for below in words])
    return list(found)


def _word(element: ET.Element) -> str:
    """As one line can hold it."""
    return re.sub("[\t\n\r]+", " ", str(element.get("word")))


def _local(element: ET.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _plain_brackets(format: str, text: str) -> int | None:
    """Words only: what stands behind a blank or a closing bracket."""
    opening, closing = "[]" if format == "square" else "()"
    if "#" in text or (format == "square" and not re.fullmatch(r"(?:\[[^\n]*\]\n)+", text)):
        return None
    if format == "brackets" and re.search(r"\)\t|^[^()\s][^()\n]*\t\(", text, re.MULTILINE):
        return None  # a column behind the tree, or before it
    if format == "discbrackets" and "\t" in text:
        if not re.fullmatch(r"(?:\([^\n\t]*\)\t[^\n\t]*\n)+", text):
            return None
        return sum(len(line.split("\t")[1].rstrip().split(" ")) for line in text.split("\n") if line)
    o, c = re.escape(opening), re.escape(closing)
    return len(re.findall(rf"(?:(?<=[ \t\n\v\f])|(?<={c}))[^{o}{c} \t\n\v\f]+", text))


COLUMNS = {
    "conllu": (10, 10, True),
    "conllx": (8, 10, True),
    "conll2009": (12, 64, True),
    "dependency-tab": (3, 4, False),
    "spmrl-lattice": (8, 8, False),
    "conll-ul": (9, 9, False),
}
"""How many columns the line of a word has, and whether the first is its number."""


def _plain_table(format: str, text: str) -> Plain:
    least, most, numbered = COLUMNS[format]
    found: Plain = []
    is_lattice = format in ("spmrl-lattice", "conll-ul")
    for block in re.split(r"\n(?:[ \t]*\n)+", text.strip("\n")):
        rows = [line.split("\t") for line in block.split("\n") if line.strip(" \t")]
        rows = [row for row in rows if not (row[0].startswith("#") and (numbered or len(row) == 1))]
        if not rows:
            if not is_lattice and re.search("(?m)^# *sent_id", block):
                found.append(None)
            continue
        form = 2 if is_lattice else int(numbered)
        is_fine = all(least <= len(row) <= most or (format == "conll-ul" and len(row) == 3) for row in rows)
        words = [row[form] for row in rows if not numbered or row[0].isdigit()] if is_fine else None
        found.append(words if not is_lattice or words is None else [row[2] for row in rows if len(row) == least])
    return found
