"""Limits and ticks of axes."""

import math

import packages  # noqa: F401  first: it reports missing packages

from matplotlib import ticker

from sudoku_bench.measures import format_time


def log_ticks(low, high, most):
    """Returns at most `most` round numbers from `low` to `high` for a logarithmic axis, evenly spread if possible.
    Returns at least two if the axis is longer than a third of a decade."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    for steps, enough in (((1,), 4), ((1, 2, 5), 3), ((1, 2, 3, 5, 7), 3),
                          ((1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9), 0), ((1,), 0)):
        found = [step * 10.0**n for n in range(first, last + 1) for step in steps
                 if low <= step * 10.0**n <= high]
        if enough <= len(found) <= most:
            return found
    step = math.ceil((last - first) / most)
    # Exponents are multiples of the step, so that 1 can be a tick.
    return [10.0**n for n in range(step * math.ceil(first / step), last + 1, step)
            if low <= 10.0**n <= high]


def factor_ticks(low, high, most):
    """Returns at most `most` ticks from `low` to `high`, which include 1, for a logarithmic axis of ratios. Ticks below
    1 are the reciprocals of round factors. Ticks above 1 are the same factors."""
    factors = log_ticks(1, max(high, 1 / low), most)
    spread = (sorted({tick for factor in factors[::step] for tick in (factor, 1 / factor) if low <= tick <= high})
              for step in range(1, len(factors) + 1))
    return next(found for found in spread if len(found) <= most)


def set_log(axis, limits, form, most=None, find=log_ticks):
    """Makes an axis logarithmic, with at most `most` ticks. `find` chooses the ticks, `form` formats them."""
    is_x = axis.axis_name == "x"
    (axis.axes.set_xscale if is_x else axis.axes.set_yscale)("log")
    (axis.axes.set_xlim if is_x else axis.axes.set_ylim)(*limits)
    axis.set_major_locator(ticker.FixedLocator(find(*limits, most or (5 if is_x else 8))))
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: form(value)))


def set_whole(axis, most=5):
    """Sets ticks at whole numbers."""
    axis.set_major_locator(ticker.MaxNLocator(most, steps=[1, 2, 5, 10], integer=True))


def limits_of(values, least=3):
    """Returns the ends of a logarithmic axis with room for the values and their markers. The upper end is at least
    `least` times the lower one."""
    values = [value for value in values if 0 < value < math.inf]
    low, high = (min(values), max(values)) if values else (1, 10)
    wanting = max(1, math.sqrt(least * low / high))
    margin = (high / low * wanting**2) ** 0.04
    return low / wanting / margin, high * wanting * margin


def round_time(ns):
    """Formats a round number of ns as a tick."""
    number, _, unit = format_time(ns).partition(" ")
    return f"{number.rstrip('0').rstrip('.') if '.' in number else number} {unit}"


def round_number(value):
    """Formats a round number as a tick."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def power_of_ten(exponent):
    return "10" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def form_of_counts(limits):
    """Returns the function that formats all ticks of an axis of numbers of solutions."""
    if limits[1] < 1e12:
        return round_number
    return round_power


def round_power(value):
    """Formats a digit and a power of ten as a tick."""
    if value < 10:
        return f"{value:g}"
    exponent = math.floor(math.log10(value) + 1e-9)
    digit = round(value / 10**exponent)
    return f"{digit} × {power_of_ten(exponent)}" if digit > 1 else power_of_ten(exponent)


def round_factor(ratio):
    """Formats a ratio as a tick: 10x for ten times slower or faster."""
    factor = float(f"{max(ratio, 1 / ratio):.3g}")
    return f"{factor:,.0f}x" if factor.is_integer() else f"{factor}x"
