"""Raw files into schema raw: every received row is landed or rejected with a reason."""
