"""Every public method is explained: by itself, by what it overrides, as a command, or by name in the text of its class."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cached_property

import treecompare

METHODS = (property, cached_property, classmethod, staticmethod)


def unexplained(of: type) -> list[str]:
    bases = [vars(base) for base in of.__mro__]
    texts = " ".join(base["__doc__"] or "" for base in bases if "__doc__" in base)
    return [
        f"{of.__module__}.{of.__qualname__}.{name}"
        for name, what in vars(of).items()
        if not name.startswith("_")
        and name not in inspect.get_annotations(of)
        and (inspect.isfunction(what) or isinstance(what, METHODS))
        if not hasattr(what, "declared")
        and f"``{name}``" not in texts
        and not any(base[name].__doc__ for base in bases if name in base)
    ]


def test_every_public_method_is_explained() -> None:
    found: list[str] = []
    for module in pkgutil.walk_packages(treecompare.__path__, "treecompare."):
        if module.name == "treecompare.__main__":
            continue
        try:
            imported = importlib.import_module(module.name)
        except ModuleNotFoundError as error:  # the window of an extra that is not installed
            assert str(error.name).startswith("treecompare.extras.")
            continue
        for of in vars(imported).values():
            is_own = inspect.isclass(of) and of.__module__ == module.name and not of.__name__.startswith("_")
            # what protocols ask for is said where it is done
            if is_own and not getattr(of, "_is_protocol", False):
                found += unexplained(of)
    assert found == []


def test_a_method_without_a_word_is_found() -> None:
    class Base:
        def said(self) -> None:
            """Said."""

    class Deriving(Base):
        """Has ``told``."""

        def said(self) -> None: ...

        def told(self) -> None: ...

        @property
        def silent(self) -> int:
            return 1

    assert [one.rpartition(".")[2] for one in unexplained(Deriving)] == ["silent"]
