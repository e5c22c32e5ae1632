"""`python -m ingest`."""

from ingest.cli import main

main()
