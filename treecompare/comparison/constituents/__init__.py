"""Trees of constituents compared."""
