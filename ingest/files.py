"""Opening files, compressed or not, and their names without what compression adds."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import BinaryIO, cast

import zstandard

from ingest.errors import IngestError


def strip_compression(name: str) -> str:
    """Return a file name without .gz or .zst."""
    return name.removesuffix(".gz").removesuffix(".zst")


@contextmanager
def open_binary(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading bytes, decompressing .gz and .zst as it streams.

    Raises IngestError when the file cannot be read or its compression is damaged.
    """
    try:
        with path.open("rb") as raw:
            if path.name.endswith(".gz"):
                yield cast(BinaryIO, gzip.GzipFile(fileobj=raw))
            elif path.name.endswith(".zst"):
                with zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True) as stream:
                    import io

                    yield cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, stream)))
            else:
                yield raw
    except (gzip.BadGzipFile, EOFError, zlib.error, zstandard.ZstdError) as error:
        raise IngestError(f"{path}: is damaged ({error}). Compress it again.") from None
    except OSError as error:
        raise IngestError(f"{path}: cannot be read ({error.strerror or error}).") from None


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file's bytes as they lie on disk."""
    try:
        with path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise IngestError(f"{path}: cannot be read ({error.strerror}).") from None
