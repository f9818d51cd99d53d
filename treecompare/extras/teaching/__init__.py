"""Teaching without Qt: a sentence to try things on (``exercise``), and what was done to it (``history``)."""
