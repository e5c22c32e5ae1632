"""Charts for papers and talks: one theme, one function per exposure; the data are marts."""
