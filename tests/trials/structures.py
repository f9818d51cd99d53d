"""Damage to the structure of documents: fields, rows, brackets, elements and attributes change places, double and go."""

from __future__ import annotations

import random
import re

_PARTS = re.compile(r"""<[^<>]*>|[()\[\]]|\n|[ \t]+|[^<>()\[\]\n \t]+|[<>]""")
_ATTRIBUTE = re.compile(r'[ \n]([\w:.-]+)="([^"<]*)"')
ODD = [
    "", "0", "1", "2", "499", "500", "501", "502", "#500", "#501", "#1234", "-1", "00500", "9" * 30, "7" * 5000, "1e9", "²", "٣",
    "--", "%%", "#", "#BOS", "#EOS", "#BOT", "#FORMAT", "VROOT", "word 1", "_", "*", "X" * 3000, "\u2028", "a b",
    "=", "0=", "=a", "1-2", "8.1", "(", ")", "[", "]", "\t", "\n", "\n\n", "é", "&", "&amp;", "&#65;", "&l9;",
    "<!-- x -->", "<![CDATA[x]]>", "<?x y?>", "<s>", "</s>", "<node>", "<t/>", '<t id="q" word="w"/>', '<edge idref="q"/>',
    '<node word="w" begin="0"/>', "<node/>", '<!DOCTYPE s [<!ENTITY l9 "w">]>',
]  # fmt: skip
"""What readers of structures stumble over."""


def rebuilt(rng: random.Random, text: str, others: list[str]) -> str:
    """A document of which some parts were changed."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        text = rng.choice((_lines, _fields, _tokens, _tokens, _elements, _attributes))(rng, text, others)
    return text


def _changed(rng: random.Random, parts: list[str], others: list[str]) -> list[str]:
    """One of the parts goes, is doubled, moved, exchanged or another one."""
    if not parts:
        return parts
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    way = rng.randrange(6)
    if way == 0:
        del parts[one]
    elif way == 1:
        parts.insert(other, parts[one])
    elif way == 2:
        parts.insert(other, parts.pop(one))
    elif way == 3:
        parts[one], parts[other] = parts[other], parts[one]
    elif way == 4:
        parts[one] = rng.choice(ODD)
    else:
        parts[one] = parts[other]
    return parts


def _lines(rng: random.Random, text: str, others: list[str]) -> str:
    lines = text.split("\n")
    if rng.random() < 0.2:
        more = rng.choice(others).split("\n")
        lines.insert(rng.randrange(len(lines)), rng.choice(more))
        return "\n".join(lines)
    return "\n".join(_changed(rng, lines, others))


def _fields(rng: random.Random, text: str, others: list[str]) -> str:
    lines = text.split("\n")
    chosen = [place for place, line in enumerate(lines) if "\t" in line]
    if not chosen:
        return text
    line = rng.choice(chosen)
    lines[line] = "\t".join(_changed(rng, lines[line].split("\t"), others))
    return "\n".join(lines)


def _tokens(rng: random.Random, text: str, others: list[str]) -> str:
    return "".join(_changed(rng, _PARTS.findall(text), others))


def _elements(rng: random.Random, text: str, others: list[str]) -> str:
    """A whole element goes, is doubled or moved: the document stays well-formed."""
    tags = re.finditer(r"<(/?)([\w:.-]+)[^<>]*?(/?)>", text)
    opened: list[re.Match[str]] = []
    spans = []
    for tag in tags:
        if tag[3]:
            spans.append((tag.start(), tag.end()))
        elif not tag[1]:
            opened.append(tag)
        elif opened:
            spans.append((opened.pop().start(), tag.end()))
    if not spans:
        return text
    begin, end = rng.choice(spans)
    whole = text[begin:end]
    way = rng.randrange(4)
    if way == 0:
        return text[:begin] + text[end:]
    if way == 1:
        return (
            text[:begin] + rng.choice(("<x>", "<s>", "<graph>", "<node>", "<nt id='z'>")) + whole + "</x>" + text[end:]
        )
    places = [place for span in spans for place in span if not begin < place < end]
    if not places:
        return text
    place = rng.choice(places)
    if way == 2:
        return text[:place] + whole + text[place:]
    if place >= end:
        return text[:begin] + text[end:place] + whole + text[place:]
    return text[:place] + whole + text[place:begin] + text[end:]


def _attributes(rng: random.Random, text: str, others: list[str]) -> str:
    found = list(_ATTRIBUTE.finditer(text))
    if not found:
        return text
    one, other = rng.choice(found), rng.choice(found)
    way = rng.randrange(4)
    new = f' {one[1]}="{other[2]}"'
    if way == 0:
        new = ""
    elif way == 1:
        new = f' {other[1]}="{one[2]}"'
    elif way == 2:
        odd = rng.choice(ODD).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&#34;")
        if rng.random() < 0.1:
            odd = rng.choice((" ", "&#9;", "a&#10;b", "&#13;", "&#8232;"))
        new = f' {one[1]}="{odd}"'
    return text[: one.start()] + new + text[one.end() :]
