"""Tables for papers: one model, three writers, one function per exposure."""
