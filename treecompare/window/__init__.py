"""The window: the only floor that knows Qt."""

import treecompare.window.common.overrides  # noqa: F401  before any class that it is to make safe
