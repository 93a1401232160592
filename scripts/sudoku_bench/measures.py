"""Formats numbers, times and sizes for people."""

import math


def significant(value, digits=3):
    """Formats a number with significant digits: 5.29, 33,200, 0.00120, 3.32e-5."""
    if value is None or not math.isfinite(value):
        return "-"
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    exponent = int(exponent)
    if exponent < -3:
        return f"{mantissa}e{exponent}"
    rounded = round(value, digits - 1 - exponent)
    return f"{rounded:,.{max(0, digits - 1 - exponent)}f}"


def in_brackets(low, high, form):
    """Formats an interval as in [1.20, 1.50]."""
    return f"[{form(low)}, {form(high)}]"


def format_bytes(count):
    if count is None or not math.isfinite(count):
        return "-"
    for unit in ("B", "KiB", "MiB"):
        if count < 999.5:
            return f"{significant(count)} {unit}"
        count /= 1024
    return f"{significant(count)} GiB"


def format_time(ns):
    if ns is None or not math.isfinite(ns):
        return "-"
    for unit, size in (("ns", 1), ("µs", 1e3), ("ms", 1e6)):
        if ns < 999.5 * size:
            return f"{significant(ns / size)} {unit}"
    return f"{significant(ns / 1e9)} s"
