"""The columns of a word and the comments of a sentence as keys and values, so that order and repetition make no difference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache

Keys = dict[str, str]
"""Value by key."""


@lru_cache(maxsize=100_000)
def features(text: str) -> Keys:
    """FEATS: the values of a key are a set, cut at commas, sorted."""
    return _grouped(text, lambda values: ",".join(sorted({part for value in values for part in value.split(",")})))


@lru_cache(maxsize=100_000)
def miscellaneous(text: str) -> Keys:
    """MISC: all values of a key, sorted; a part without ``=`` is a key with the empty value."""
    return _grouped(text, lambda values: "|".join(sorted(values)))


def _grouped(text: str, join: Callable[[list[str]], str]) -> Keys:
    found: dict[str, list[str]] = defaultdict(list)
    for part in text.split("|"):
        if part and part != "_":
            key, _, value = part.partition("=")
            found[key].append(value)
    return {key: join(values) for key, values in found.items()}


def comment_keys(comments: Iterable[bytes]) -> Keys:
    """``# key = value``, cut at the first ``=``; any other line is a key with the empty value. Without ``sent_id``."""
    found: dict[str, list[str]] = defaultdict(list)
    for comment in comments:
        key, _, value = comment.decode("utf-8").lstrip("#").partition("=")
        if key.strip() != "sent_id":
            found[key.strip()].append(value.strip())
    return {key: " | ".join(sorted(values)) for key, values in found.items()}


def changed_keys(base: Keys, head: Keys) -> list[tuple[str, str | None, str | None]]:
    """Key, value before, value after (None: not there) of all keys that differ, in the order of the keys."""
    return [
        (key, base.get(key), head.get(key))
        for key in sorted(base.keys() | head.keys())
        if base.get(key) != head.get(key)
    ]


def relation_without_subtype(relation: str) -> str:
    """What stands before the first colon."""
    return relation.partition(":")[0]
