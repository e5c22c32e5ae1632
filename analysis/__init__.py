"""Tables and charts from the marts, read-only; no number is computed here that a mart does not hold."""
