"""What people mean by a text that they type to find sentences: words, a label, or a pattern of trees."""

from __future__ import annotations

import re
from collections.abc import Sequence

from treecompare.errors import UsageError
from treecompare.trees.joined_patterns import compile_joined, quoted
from treecompare.trees.pattern_syntax import PatternError

_LABELS = re.compile(r"^!?[(\s]*[A-Z][A-Z$|=-]*\b.*[^\w\s(]+\s*!?\(?\s*(?:[A-Z*/][A-Z$|=-]*)")
_BEGUN = re.compile(r"^!?[(\s]*[A-Z][A-Z$|-]*(=\w+)?\s*([<>]|\$[.,]|\$\s)")
"""A label and a relation, whatever follows."""
_CALLED = re.compile(r"\s*!?\(?[A-Z][A-Z$|-]*=[a-z]+\s*")
"""A label alone that is given a name."""
_OF_WORDS = re.compile(r"\s*!?\(?[\w:|]*[^\W\d][\w:|]*(=\w+)?\s*(<|>|\$)|\s*!?[\w:|]+=[\w:|]+\s*$")
"""In dependencies: a relation or a part of speech, perhaps with a name, and how it stands to what follows; or a name or a value."""
_EXPRESSION = re.compile("/[^/]+/")


def looks_like_pattern(text: str, kind: str = "constituents", systems: Sequence[str] = ()) -> bool:
    """Whether a text that might be words is a pattern, or the beginning of one: it names a tree, gives a label a name, or puts
    labels (in capitals, of constituents) in relation."""
    names = "|".join(["gold", "test", "system", *(re.escape(quoted(name)) for name in systems)])
    is_named = re.match(rf"\s*!?\s*({names}):", text) is not None
    said = _EXPRESSION.sub("X", text)
    if kind == "dependencies":
        is_whole = is_begun = _OF_WORDS.match(said) is not None
    else:
        is_whole = _LABELS.match(said) is not None or _CALLED.fullmatch(said) is not None
        has_relation = re.search(r"[<>]|\$\.|\$,|\s\$\s", said) is not None or _CALLED.fullmatch(said) is not None
        is_begun = (is_whole and has_relation) or _BEGUN.match(said) is not None
    if not is_named and not is_begun:
        return False
    try:
        return bool(compile_joined(text, kind)) and (is_named or is_whole)
    except UsageError as error:  # it is told what is wrong with it, or missing
        return is_named or (isinstance(error, PatternError) and bool(error.missing))


def as_label(text: str, kind: str) -> str:
    """The pattern for a text that might be a label instead of words, such as PP, or acl:relcl; empty for others."""
    form = r"[A-Z]+|[a-z]+:[a-z]+" if kind == "dependencies" else r"[A-Z][A-Z$|-]*"
    return f"{text.strip()}=x" if kind and re.fullmatch(form, text.strip()) else ""
