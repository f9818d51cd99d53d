"""Two versions of a treebank in a window of their own: rules, places to look at with marks, drawings before and after."""
