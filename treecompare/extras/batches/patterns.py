"""Names of files with placeholders, ``systems/{system}/{treebank}.conllu``: which files there are, and what stands for what."""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from treecompare.errors import UsageError
from treecompare.folders import matching, natural
from treecompare.reading import exists

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Pattern:
    """A pattern of file names. ``{name}`` stands for a part of a name without ``/``, the same wherever it occurs again; ``*``,
    ``?`` and ``[…]`` stand for what they stand for in any pattern of names. ``text``: with ``/`` between folders.

    Raises:
        UsageError: braces that are no placeholder.
    """

    text: str

    def __post_init__(self) -> None:
        if set(_PLACEHOLDER.sub("", self.text)) & set("{}"):
            raise UsageError(
                f"'{self.text[:40]}': expected placeholders such as {{system}} and {{treebank}}, small letters"
            )

    @property
    def names(self) -> list[str]:
        """The placeholders."""
        return list(dict.fromkeys(_PLACEHOLDER.findall(self.text)))

    def filled(self, values: Mapping[str, str]) -> Pattern:
        """The pattern with some placeholders replaced by what they stand for, whatever signs that has in it."""
        return Pattern(
            _PLACEHOLDER.sub(lambda found: _literal(values[found[1]]) if found[1] in values else found[0], self.text)
        )

    def files(self) -> Iterator[tuple[str, dict[str, str]]]:
        """The files that there are, in natural order, each with what its placeholders stand for. Raises ReadError: too many folders
        would have to be looked at."""
        plain = _PLACEHOLDER.sub("*", self.text)
        if not glob.has_magic(plain):
            yield from [(os.path.normpath(plain), {})] if exists(plain) else []
            return
        found = {os.path.normpath(one) for one in matching(plain) if one is not None}
        for path in sorted(found, key=natural):
            match = self._expression.fullmatch(Path(path).as_posix())
            if match is not None:
                yield path, match.groupdict()

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        said: set[str] = set()
        pieces = []
        for place, piece in enumerate(_PLACEHOLDER.split(Path(os.path.normpath(self.text)).as_posix())):
            if place % 2 == 0:
                pieces.append(_translated(piece))
            else:
                pieces.append(f"(?P={piece})" if piece in said else f"(?P<{piece}>[^/]+?)")
                said.add(piece)
        return re.compile("".join(pieces), re.DOTALL)


def _translated(piece: str) -> str:
    """A part of a pattern of names as a regular expression; ``**/`` stands for any number of folders."""
    parts = []
    for text in re.split(r"(\*\*/|\*|\?|\[[^]]+\])", piece):
        match text:
            case "**/":
                parts.append("(?:.*/)?")
            case "*":
                parts.append("[^/]*")
            case "?":
                parts.append("[^/]")
            case _ if text.startswith("[") and len(text) > 2:
                parts.append(fnmatch.translate(text).removeprefix("(?s:").removesuffix(r")\Z"))
            case _:
                parts.append(re.escape(text))
    return "".join(parts)


def _literal(value: str) -> str:
    """A text as a pattern that stands for it; a brace in it, which would be a placeholder, for any one character."""
    return glob.escape(value).replace("{", "?").replace("}", "?")
