"""Characters that no page and no picture may hold."""

from __future__ import annotations

import re

#: The last two code points of every plane after the first; those of the first are left out of the ranges below.
_NONCHARACTERS = "".join(chr(plane << 16 | end) for plane in range(1, 17) for end in (0xFFFE, 0xFFFF))
# XML 1.0 refuses C0 controls, surrogates, U+FFFE and U+FFFF; HTML also C1 controls and every noncharacter.
_FORBIDDEN = re.compile(
    rf"[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]|[{_NONCHARACTERS}]"
)


def allowed(text: str) -> str:
    """Return text with U+FFFD for every character that XML 1.0 or HTML forbids: one keeps a file from being read."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
