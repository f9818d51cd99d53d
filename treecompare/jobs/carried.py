"""What comparison files of versions 0.1 and 0.2 say of the window as it was, as the window is asked now: filters become tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treecompare.analyses.conditions import condition_of
from treecompare.analyses.sentences import MARKED, NOTED, WRONG
from treecompare.comparison.base import Comparison
from treecompare.errors import TreecompareError
from treecompare.jobs.compare_list import CHOSEN
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED

_JUDGED = {MARKED: "marked", NOTED: "note", WRONG: "wrong"}
_STATUS = {SCORED: "scored", PARTIAL: "words differ", SKIPPED: "no parse"}


def carried_over(state: Mapping[str, Any], comparison: Comparison) -> dict[str, Any]:
    """How a job of a comparison was left, by the state of its file: ``view`` and ``place``, which stay there as they are; empty
    where that says nothing."""
    view, place = state.get("view", {}), state.get("place", {})
    row = place.get("sentence", -1)
    found: dict[str, Any] = seen(view, comparison)
    found["place"] = comparison.ids[row] if 0 <= row < comparison.sentences else ""
    if "system" in place:
        found["state"]["system"] = place["system"]
    return found if view or place else {}


def seen(view: Mapping[str, Any], comparison: Comparison) -> dict[str, Any]:
    """What a view of the sentences shows, as a job is left: the window's own, or one of ``views``, which were kept by number."""
    left = {name: view[name] for name in ("system", "a", "b", "target") if name in view}
    wish = view.get("filter", {})
    chosen = wish.get("chosen")
    tokens = [one for one in _tokens(wish) if is_condition(one, comparison)]
    if chosen:
        name = chosen["text"].replace('"', "'")
        left["chosen"] = {name: chosen["sentences"]}
        tokens.insert(0, f'{CHOSEN} "{name}"')  # a note without a text stands last
    return {"find": " ".join(tokens), "state": left}


def is_condition(token: str, comparison: Comparison) -> bool:
    """Whether a token asks for anything here."""
    try:
        condition_of(token, comparison)
    except TreecompareError:
        return False
    return True


def _tokens(wish: Mapping[str, Any]) -> list[str]:
    """A filter as it is kept, as tokens that ask for the same; what no token can say is left out."""
    text, where, is_regex = wish.get("text", ""), wish.get("where", "words"), wish.get("is_regex", False)
    found = []
    if text and where == "pattern":
        found.append(text)
    elif text and where in ("labels", "tags") and not is_regex:
        found.append(f'{where.removesuffix("s")} "{text}"')
    elif text and where == "words":
        found.append(f"/{text}/" if is_regex else f'"{text}"')
    for name, sign in (("shortest", ">="), ("longest", "<=")):
        found += [f"length {sign} {wish[name]}"] if wish.get(name) else []
    if far := wish.get("difference"):
        found.append(f"A−B >= {far:g} | A−B <= -{far:g}")
    for name, token in (("differing", "differs"), ("all_differ", "all systems differ"), ("discontinuous",) * 2):
        found += [token] if wish.get(name) else []
    found += [_STATUS[wish["status"]]] if wish.get("status") in _STATUS else []
    if outcome := wish.get("outcome"):
        found.append(f'answer "{outcome}"')
    if judged := wish.get("judged"):
        found.append(_JUDGED.get(judged, f'phenomenon "{judged}"'))
    return found
