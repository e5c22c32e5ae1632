"""How a cell writes a number; nothing else is read as one."""

from __future__ import annotations

import re

WHOLE_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.0+)?")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
