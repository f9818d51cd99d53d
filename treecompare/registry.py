"""What extras add to the program: the lists that the core asks.

An extra is a folder of ``treecompare/extras``. Its ``__init__.py`` declares in ``ADDS`` what it adds, by names of modules: they are
imported when they are used. Nothing that is read (a comparison file, a manifest, a store, the environment) names a module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from treecompare.errors import UsageError

EXTRAS = {
    "versions": ("diff", "Diff", "versions.md", "two-versions"),
    "annotators": (
        "agreement", "adjudicate", "consensus", "triage", "Adjudication", "Triage", "consensus:", "decision",
        "annotators", "adjudication.md", "agreement.md", "two-annotators",
    ),
    "teaching": ("walk", ".toml", "teaching.md", "steps.md"),
    "queries": ("trust", "query-trust.md", "trust-in-queries"),
    "raw": ("raw:", "baseline:", "repair", "outcomes", "raw-output.md"),
    "conventions": ("detective", "detective.md"),
    "batches": ("batch", "Batch", ".batch", "batch.md"),
}  # fmt: skip
"""Every extra there is, in the order in which the core asks them, with the names by which people and files ask for it: commands,
functions and classes of the library, beginnings of paths, ends of files, analyses, kinds of entries, settings, help pages and
samples."""


@dataclass(frozen=True)
class Extra:
    """What an extra adds. Values are ``module`` or ``module:name``; what begins with a dot lies in its folder.

    ``commands``: modules that declare commands, by the first of these. ``functions``: where functions and classes of the library
    are. ``readers``: what reads files that end so: a walk by its path, a batch by the options of ``report --from-store``.
    ``systems``: what makes systems whose paths begin so. ``jobs``: functions for the window, by the end of files that open as a job
    of their own (given a path, it gives the :data:`treecompare.jobs.base.Opening`), by ``diff`` (the same of
    :class:`treecompare.comparison.files.Versions`), or by ``beside:NAME``, what comparisons have of the extra
    (:class:`treecompare.jobs.base.Beside`). ``analyses``: of comparisons, by key. ``entries``: what reads and joins those of
    that kind in comparison files. ``settings``: those that mean something only where the extra is. ``pages``: modules with
    ``page``, which says what the overview has of an entry besides its tables, by the key of the entry. ``help``: pages of
    ``resources/help``; ``samples``: shipped comparisons, by key.
    """

    commands: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    readers: Mapping[str, str] = field(default_factory=dict)
    systems: Mapping[str, str] = field(default_factory=dict)
    jobs: Mapping[str, str] = field(default_factory=dict)
    analyses: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, str] = field(default_factory=dict)
    settings: tuple[str, ...] = ()
    pages: Mapping[str, str] = field(default_factory=dict)
    help: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()


@cache
def extra(name: str) -> Extra | None:
    """What an extra adds; None where it is not installed."""
    try:
        module = import_module(f"treecompare.extras.{name}")
    except ModuleNotFoundError as error:
        if error.name not in (f"treecompare.extras.{name}", "treecompare.extras"):
            raise
        return None
    found: Extra | None = getattr(module, "ADDS", None)  # a folder that was left behind has none
    return found


def owner(key: str) -> str:
    """The extra that is asked for by a name; empty where it is none's."""
    return next((name for name, keys in EXTRAS.items() if key in keys), "")


def is_here(key: str) -> bool:
    """Whether what is called so is of the core, or of an extra that is installed."""
    name = owner(key)
    return not name or extra(name) is not None


def missing(key: str) -> str:
    """The sentence for what is not here."""
    return f"{key} belongs to the extra '{owner(key)}', which is not installed; expected a treecompare that has it"


def check(key: str) -> None:
    """Raises UsageError: what is called so belongs to an extra that is not installed."""
    if not is_here(key):
        raise UsageError(missing(key))


def load(where: str) -> Any:
    """What ``module`` or ``module:name`` stands for, imported now."""
    module, _, name = where.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found


def declared(name: str, what: str) -> dict[str, str]:
    """One of the lists of an extra, with whole names of modules; nothing where it is not installed."""
    one, folder = extra(name), f"treecompare.extras.{name}"
    listed = {} if one is None else getattr(one, what)
    return {key: folder + where if where.startswith(".") else where for key, where in listed.items()}


def all_of(what: str) -> dict[str, str]:
    """One of the lists, over all extras that are installed, in the order of EXTRAS."""
    return {key: where for name in EXTRAS for key, where in declared(name, what).items()}


def named_modules() -> list[str]:
    """The modules that extras name, for who packs the program: nothing else imports them."""
    lists = ("commands", "functions", "readers", "systems", "jobs", "analyses", "entries", "pages")
    return sorted({where.partition(":")[0] for what in lists for where in all_of(what).values()})


def find(what: str, key: str) -> Any:
    """What stands in a list under a key, imported now; None where no extra that is installed has it."""
    where = all_of(what).get(key)
    return None if where is None else load(where)


def need(what: str, key: str) -> Any:
    """The same. Raises UsageError: no extra that is installed has it."""
    check(key)
    return find(what, key)
