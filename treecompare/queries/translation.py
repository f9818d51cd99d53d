"""Queries of CorpusSearch as patterns, where one says the same."""

from __future__ import annotations

import re
from collections.abc import Mapping

from treecompare.queries.language import IGNORED, Argument, Condition, Query

BELOW = {"idoms": "<", "doms": "<<", "idomsonly": "<:", "idomsfirst": "<1", "idomslast": "<-1", "idomsnumber": "<"}
BESIDE = {"precedes": "$..", "iprecedes": "$.", "hassister": "$"}
"""Between children of one node; the order of sisters is the order of their words."""
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9-]*(?:\|[A-Za-z][A-Za-z0-9-]*)*")


def labels(argument: Argument) -> str:
    """A list of labels as a pattern writes it."""
    if _PLAIN.fullmatch(argument.text):
        return argument.text
    parts = ""
    for escaped, letter in re.findall(r"\\(.)|(.)", argument.text):
        if escaped or letter not in "*.|[]":
            parts += re.escape(escaped or letter)
        else:
            parts += ".*" if letter == "*" else letter
    return f"/^({parts})$/"


def translation(query: Query) -> str:
    """The pattern that finds the same nodes once the ignored nodes are deleted; empty where there is none.

    The boundary has to be the node on which all conditions hang, and shared arguments have to form a tree.
    """
    if len(query.ways) != 1 or query.ignored != IGNORED:
        return ""
    root = query.node.text
    below: dict[str, list[tuple[str, str]]] = {root: []}
    mother: dict[str, str] = {}
    texts: dict[str, Argument] = {root: query.node}
    for one in query.ways[0]:
        if not isinstance(one, Condition) or one.right is None or one.path is not None:
            return ""
        left, right = one.left.text, one.right.text
        if one.left.is_negated or one.right.is_negated or one.left.prefix or one.right.prefix or left not in below:
            return ""
        texts[right] = one.right
        if one.function in BELOW and right not in below:
            sign = BELOW[one.function] + (str(one.number) if one.function == "idomsnumber" else "")
            below[left].append((sign, right))
            below[right] = []
            if one.function == "idoms":
                mother[right] = left
        elif one.function in BESIDE and left in mother and mother.get(right) == mother[left]:
            below[mother.pop(right)].remove(("<", right))
            below[left].append((BESIDE[one.function], right))
        else:
            return ""
    return _written(root, below, texts)


def _written(name: str, below: dict[str, list[tuple[str, str]]], texts: dict[str, Argument]) -> str:
    parts = [labels(texts[name])]
    for sign, other in below[name]:
        inner = _written(other, below, texts)
        parts.append(f"{sign} ({inner})" if below[other] else f"{sign} {inner}")
    return " ".join(parts)


def said_as_patterns(queries: Mapping[str, Query]) -> list[str]:
    """Each of these queries beside its translation, a sentence each; those without one are left out."""
    texts = {name: translation(query) for name, query in queries.items()}
    return [f"As a pattern, {name} is {text} (without the ignored nodes)." for name, text in texts.items() if text]
