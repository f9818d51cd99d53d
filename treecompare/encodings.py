"""Encodings of text: a fixed list, and those of them in which the bytes of a file would be letters of one script."""

from __future__ import annotations

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
    "utf8": "utf-8", "ascii": "utf-8", "usascii": "utf-8", "utf16": "utf-16", "ucs2": "utf-16",
    "gbk": "gb18030", "gb2312": "gb18030", "cp936": "gb18030", "euccn": "gb18030", "gb": "gb18030",
    "big5hkscs": "big5", "cp950": "big5", "cp949": "euc-kr", "uhc": "euc-kr", "ksc5601": "euc-kr", "ksx1001": "euc-kr",
    "ujis": "euc-jp", "sjis": "shift-jis", "cp932": "shift-jis", "windows31j": "shift-jis", "ms932": "shift-jis",
    "tis620": "windows-874", "macroman": "mac-roman", "macintosh": "mac-roman", "ibm437": "cp437", "ibm850": "cp850",
    "ibm866": "cp866", "windows874": "windows-874", "cp874": "windows-874",
    **{f"latin{place}": f"iso-8859-{number}" for place, number in enumerate((1, 2, 3, 4, 9, 10, 13, 14, 15, 16), 1)},
    **{f"l{place}": f"iso-8859-{number}" for place, number in enumerate((1, 2, 3, 4, 9, 10, 13, 14, 15, 16), 1)},
    **{f"cp{number}": f"windows-{number}" for number in range(1250, 1259)},
}  # fmt: skip
WIDE = ("utf-16", "utf-16-le", "utf-16-be")
"""Those in which text of ASCII holds NUL bytes."""
_LOOKED_AT = 200_000
_MOST_NAMED = 8
_WORD = re.compile(r"[^\W\d_]+")
_ODD = frozenset(("Sm", "Sc", "Sk", "So", "No", "Nl"))


def known(name: str) -> str | None:
    """The name of an encoding in the list, however it is spelt (``Latin1``, ``EUC_KR``, ``cp1252``); None where it is not there."""
    bare = re.sub(r"[^a-z0-9]", "", name.lower())
    return next((one for one in ENCODINGS if one.replace("-", "") == bare), None) or _OTHER_NAMES.get(bare)


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
    sample, found, texts = b"\n".join(lines), list[tuple[int, str]](), set[str]()
    for name in ENCODINGS:
        if name in WIDE:
            continue
        try:
            text = decoded(sample, name)
        except UnicodeDecodeError:
            continue
        if text not in texts and (oddities := _oddities(text)) is not None:
            found.append((oddities, name))
        texts.add(text)
    return [name for _, name in sorted(found, key=lambda one: one[0])]


def named(names: list[str]) -> str:
    """The first of these encodings in words."""
    shown = names[:_MOST_NAMED]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return (" or ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 and not more else ", ".join(shown)) + more


def _oddities(text: str) -> int | None:
    """How many words in ten have capitals behind small letters; None where this is no text in letters of one script."""
    counts = Counter(character for character in text if character > "\x7f")
    kinds = Counter[str]()
    for character, count in counts.items():
        kinds[unicodedata.category(character)] += count
    if any(kinds[one] for one in ("Cc", "Cn", "Co", "Cs")) or 5 * sum(kinds[one] for one in _ODD) > counts.total():
        return None
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    if not words or 20 * sum(len(_scripts(word)) > 1 for word in words) > len(words):
        return None
    overall = Counter(script for word in words for script in _scripts(word))
    if 20 * overall.most_common(1)[0][1] < 19 * sum(overall.values()):
        return None
    if 20 * overall["HALFWIDTH"] > sum(overall.values()):
        return None  # nobody writes whole texts in these
    letters = "".join(words)
    if "LATIN" in overall and 5 < len(letters) > 3 * sum(map(str.isascii, letters)):
        return None  # hardly any language has so few plain letters
    odd = sum(any(a.islower() and b.isupper() for a, b in pairwise(word)) for word in words)
    return 10 * odd // len(words)


def _scripts(word: str) -> set[str]:
    return {_script(character) for character in word if unicodedata.category(character)[0] == "L"}


@cache
def _script(character: str) -> str:
    """The first word of a letter's name; Chinese and Japanese letters are of one script."""
    first = re.split("[ -]", unicodedata.name(character, "?"))[0]
    return "CJK" if first in ("HIRAGANA", "KATAKANA", "IDEOGRAPHIC") else first
