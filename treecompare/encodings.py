"""Encodings of text: a fixed list, and those of them in which the bytes of a file would be letters of one script."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise

_COMMON = (
    "iso-8859-1",
    "windows-1252",
    "iso-8859-15",
    "iso-8859-2",
    "windows-1250",
    "windows-1256",
    "iso-8859-8",
    "iso-8859-6",
    "iso-8859-11",
    "windows-1251",
    "koi8-r",
    "iso-8859-7",
)
_SINGLE = {
    **{f"iso-8859-{number}": f"iso8859-{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15, 16, 10, 14, 11)},
    **{f"windows-{number}": f"cp{number}" for number in range(1250, 1259)},
    "windows-874": "cp874", "koi8-r": "koi8-r", "koi8-u": "koi8-u", "mac-roman": "mac-roman", "cp437": "cp437",
    "cp850": "cp850", "cp866": "cp866",
}  # fmt: skip
ENCODINGS: dict[str, str] = {
    "utf-8": "utf-8", "utf-16": "utf-16", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be",
    "gb18030": "gb18030", "big5": "big5hkscs", "euc-jp": "euc_jp", "shift-jis": "cp932", "euc-kr": "cp949",
    **{name: _SINGLE[name] for name in _COMMON}, **_SINGLE,
}  # fmt: skip
"""By the names that options take: what Python calls them. Only encodings of text are here, and none that runs on state."""
_OTHER_NAMES = {
    **{codec: name for name, codec in ENCODINGS.items()},
    "ascii": "utf-8", "usascii": "utf-8", "ucs2": "utf-16", "gbk": "gb18030", "gb2312": "gb18030", "gb": "gb18030",
    "big5": "big5", "cp950": "big5",
    "euc_kr": "euc-kr", "shift_jis": "shift-jis", "windows31j": "shift-jis", "tis-620": "windows-874",
}  # fmt: skip
"""By Python's names, and by some that Python does not know."""
WIDE = ("utf-16", "utf-16-le", "utf-16-be")
"""Those in which text of ASCII holds NUL bytes."""
_LOOKED_AT = 200_000
_MOST_NAMED = 8
_WORD = re.compile(r"[^\W\d_]+")
_OWN = {"euc-jp": re.compile("[ぁ-ヺ]"), "shift-jis": re.compile("[ぁ-ヺ]"), "euc-kr": re.compile("[가-힣]")}
"""Letters that tell an encoding from others of which it is text as well."""
_ODD = frozenset(("Sm", "Sc", "Sk", "So", "No", "Nl"))
_TYPOGRAPHIC = frozenset("\u00a0\u00ad“”„‘’‚«»‹›–—…•·°§©®™£€½¼¾²³×±¡¿ºª†‰")
_ALPHABETS: tuple[frozenset[str], ...] = tuple(map(frozenset, (
    "äöüß", "åäöæøé", "éèêëàâçîïôûùœæÿ", "áéíóúüñ", "áâãàçéêíóôõú", "àèéìòù", "áéíóöőúüű", "ąćęłńóśźż", "áčďéěíňóřšťúůýžäĺľŕô",
    "čšžćđ", "ăâîșțşţ", "çğıöşüâîûi̇", "āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž", "ĉĝĥĵŝŭ", "áðéíóúýþæö",
)))  # fmt: skip
"""The letters beyond ASCII of languages that are written in Latin letters."""


def known(name: str) -> str | None:
    """The name of an encoding in the list, however it is spelt (``Latin1``, ``EUC_KR``, ``cp1252``); None where it is not there."""
    bare = re.sub(r"[^a-z0-9]", "", name.lower())
    if plain := next((one for one in ENCODINGS if one.replace("-", "") == bare), None):
        return plain
    try:
        return _OTHER_NAMES.get(codecs.lookup(bare).name)
    except LookupError:
        return _OTHER_NAMES.get(bare)


def decoded(data: bytes, name: str) -> str:
    """The text that is written so. Raises UnicodeDecodeError: it is not."""
    return data.decode(ENCODINGS[name])


def possible(data: bytes) -> list[str]:
    """The encodings of the list in which content that is not UTF-8 is letters of one script, the likeliest first; of several in
    which it is the same text, one."""
    lines, size = [], 0
    for line in data.split(b"\n"):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size > _LOOKED_AT:
                break
    sample, found, texts = b"\n".join(lines), list[tuple[bool, int, str]](), set[str]()
    for name in ENCODINGS:
        if name in WIDE:
            continue
        try:
            text = decoded(sample, name)
        except UnicodeDecodeError:
            continue
        if text not in texts and (oddities := _oddities(text)) is not None:
            is_told = bool((own := _OWN.get(name)) and own.search(text))
            found.append((not is_told, oddities, name))
        texts.add(text)
    return [name for *_, name in sorted(found, key=lambda one: one[:2])]


def named(names: list[str]) -> str:
    """The first of these encodings in words."""
    shown = names[:_MOST_NAMED]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return (" or ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 and not more else ", ".join(shown)) + more


def _oddities(text: str) -> int | None:
    """How many characters are odd: signs that texts rarely have, letters of no single language, capitals behind small letters. None
    where this is no text in letters of one script."""
    counts = Counter(character for character in text if character > "\x7f")
    kinds = Counter[str]()
    for character, count in counts.items():
        kinds[unicodedata.category(character)] += 0 if character in _TYPOGRAPHIC else count
    signs: int = sum(kinds[one] for one in _ODD)
    if any(kinds[one] for one in ("Cc", "Cn", "Co", "Cs")) or 5 * signs > counts.total():
        return None
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    if not words:
        return signs if _TYPOGRAPHIC.issuperset(counts) else None
    if 20 * sum(len(_scripts(word)) > 1 for word in words) > len(words):
        return None
    overall = Counter(script for word in words for script in _scripts(word))
    if not overall or 20 * max(overall.values()) < 19 * overall.total():
        return None
    if 20 * overall["HALFWIDTH"] > sum(overall.values()):
        return None  # nobody writes whole texts in these
    letters = "".join(words)
    if "LATIN" in overall:
        if 5 < len(letters) > 3 * sum(map(str.isascii, letters)):
            return None  # hardly any language has so few plain letters
        beyond = Counter(letter for letter in letters.lower() if not letter.isascii())
        signs += min(sum(count for letter, count in beyond.items() if letter not in one) for one in _ALPHABETS)
    changes = sum(a.islower() and b.isupper() for word in words for a, b in pairwise(word))
    return int(signs + changes)


def _scripts(word: str) -> set[str]:
    return {_script(character) for character in word if unicodedata.category(character)[0] == "L"}


@cache
def _script(character: str) -> str:
    """The first word of a letter's name; Chinese and Japanese letters are of one script."""
    first = re.split("[ -]", unicodedata.name(character, "?"))[0]
    return "CJK" if first in ("HIRAGANA", "KATAKANA", "IDEOGRAPHIC") else first
