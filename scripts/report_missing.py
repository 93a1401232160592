"""Reasons for the missing values of the report. A short line below each table states those that occur."""

import math

import packages  # noqa: F401  first: it reports missing packages

import comparing

QUANTILES = ("p50_ns", "p99_ns", "max_ns")
# Reasons by column of summary.csv. The columns that are not listed are hardware counters.
REASONS = {
    "peak_bytes": "memory unknown",
    "guesses": "guesses not reported",
    "package_uj": "energy unknown",
    "par2_s": "no PAR-2 without --timeout",
    "vbs_share": "no VBS share without times of single puzzles",
}


def note_of(reasons):
    """Returns the line, or an empty text without reasons. Each reason occurs once; empty ones are left out."""
    found = list(dict.fromkeys(filter(None, reasons)))
    return f"Missing values: {'; '.join(found)}." if found else ""


def reason_of(row, name, divisor=None):
    """Returns why a row of `comparing.rows_in_order` has no value of `name`, or of `name` divided by `divisor`."""
    if row["is_wrong"]:
        return "no numbers of engines with wrong answers"
    if name in QUANTILES:
        return f"no quantiles {row['no_quantiles']}"
    if divisor == "solved" and row["solved"] == 0:
        return "no mean without solved puzzles"
    if divisor == "guesses":
        return "guesses not reported" if math.isnan(row["guesses"]) else "no guesses"
    return REASONS.get(name, "hardware counter not available")


def reason_of_mean(run, dataset, engine):
    """Returns why the table of board sizes has no mean time of an engine."""
    rows = comparing.rows_in_order(run, dataset).set_index("engine")
    if engine not in rows.index:
        return "engine did not run"
    return reason_of(rows.loc[engine], "par2_s")


def reason_of_ratio(ratio, has_baseline=True):
    """Returns why a ratio or its interval is missing, or an empty text."""
    if not has_baseline:
        return "no speedup without a baseline"
    if not ratio.is_known:
        return "no speedup without blocks that both engines solved"
    return "" if ratio.bound or ratio.has_interval else f"no interval for {ratio.no_interval_for}"
