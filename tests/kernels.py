"""Tests with a compiled kernel, and the same with its twin in Python."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import pytest

from treecompare.kernels import compiled_kernel, source_of


def interpreted(name: str) -> Any:
    """Stands for ``kernel``: what Python runs in its place."""
    return importlib.import_module(source_of(name))


def needs_kernel(name: str) -> Any:
    """The kernel. Without it its twin alone is tested, save where that is too slow or would be compared with itself."""
    compiled = compiled_kernel(name)
    if compiled is None:
        pytest.skip(
            "the compiled kernel is not there: no C compiler, or TREECOMPARE_PURE is set; only the twin is tested"
        )
    return compiled


def kernel_and_twin(module: ModuleType, name: str, autouse: bool = False) -> Any:
    """A fixture, to be called ``implementation``: what a module takes for its kernel, kernel or twin."""

    @pytest.fixture(params=["kernel", "twin"], autouse=autouse)
    def implementation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
        if request.param == "twin":
            monkeypatch.setattr(module, "kernel", interpreted)
        else:
            needs_kernel(name)
        return str(request.param)

    return implementation
