"""Which conventions yield a published figure: ``figures.py`` reads figures, ``deviations.py`` has what evaluations differ in,
``search.py`` tries all of it and ranks, ``said.py`` says what was found, and ``signatures.py`` explains two signatures."""
