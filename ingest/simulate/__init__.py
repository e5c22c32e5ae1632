"""One module per benchmark: raw files in the released formats with planted truths."""
