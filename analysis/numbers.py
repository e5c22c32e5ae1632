"""How a number is printed."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal


def printed(value: float, decimals: int) -> str:
    """Return a value at a number of decimals, rounded half to even from the double's exact binary value.

    The double 0.285 lies below 0.285, so it prints as 0.28; only a value that is an exact tie, such as 0.125,
    is decided by the even digit (0.12). A rounded zero has no sign.
    """
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_EVEN)
    return format(abs(rounded) if rounded == 0 else rounded, "f")
