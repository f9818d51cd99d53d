"""The window: the only floor that knows Qt."""

import treecompare.app.common.overrides  # noqa: F401  before any class that it is to make safe
