"""Sentences of the report: the subjects or the fastest engine of each dataset, whether the answers agree, warnings."""

import math

import packages  # noqa: F401  first: it reports missing packages

import comparing
from sudoku_bench.measures import in_brackets

# Explanations of the verdicts, the worst first. The alarms explain `wrong`.
CAVEATS = {
    "disagreement": "gave another answer than most engines",
    "partial": "left puzzles unsolved because of a limit, an interrupt or invalid input",
    "incomplete": "gave up on puzzles, as a stochastic search can",
    "unavailable": "cannot run on this CPU or in this build",
    "not_applicable": "did not run: the task or the board shape is not supported",
}
# Explanations of the noise.
NOISE = {
    "interfered": "lost {lost} of the time to other processes, virtual machines or a CPU quota",
    "noisy": "differed more between repetitions than the interval explains",
}


def listed(names):
    """Returns the names as a list in a sentence."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def total_of(row):
    """Returns the number of puzzles of a row, including skipped ones."""
    skipped = row.get("skipped", 0)
    return row["puzzles"] + (0 if math.isnan(skipped) else skipped)


# --- The fastest engine ------------------------------------------------------------------------


def standings_of(run, dataset):
    """Returns the places and the speedups of the subjects as sentences by engine. With fewer than three engines, the
    sentence on the fastest engine says the same."""
    if len(comparing.ranked(run, dataset)) < 3:
        return {}
    rows = run.pairs[dataset].over[comparing.baseline_of(run, dataset)]
    found = {row.engine: row.standing for row in rows}
    return {engine: found[engine] for engine in run.subjects if found.get(engine)}


def outcome_of(run, dataset):
    """Returns which engine is fastest on a dataset as parts of a sentence: the fastest engines, the verb, the speedup
    over the next engine, and the rest. If the kind is `undecided`, two engines are first, and the verb is a whole
    sentence about them."""
    pairs = run.pairs[dataset]
    fastest = pairs.fastest
    others = [engine for engine in comparing.ranked(run, dataset, fastest) if engine != fastest]
    ratios = [pairs.ratio(fastest, engine) for engine in others]
    if not ratios:
        return {"first": [fastest] if fastest else [], "lead": "", "rest": "", "kind": "", "verb":
                "is the only engine that solved puzzles without a wrong answer." if fastest else
                "No engine solved a puzzle without a wrong answer."}
    against, text = contradiction(run.rows_of(dataset).set_index("engine"), pairs, ratios)
    if against:
        return {"first": [fastest, against], "verb": text, "lead": "", "rest": "", "kind": "undecided"}
    ties = [one.baseline for one in ratios if one.is_tie]
    behind = next((one for one in ratios if one.is_known and one.baseline not in ties), None)
    first = [fastest, *ties]
    tie = "are fastest, with no clear difference."
    start = f"{tie} {fastest} " if ties else ""
    if not behind:
        return {"first": first if ties else [], "lead": "", "rest": "", "kind": "", "verb": tie if ties else
                "The engines solved too few common blocks for a comparison."}
    is_rough = not behind.has_interval and not behind.bound
    remark = ", ".join(filter(None, (f"than {behind.baseline}", behind.far_total)))
    return {"first": first, "verb": f"{start}is", "lead": f"about {behind.factor}" if is_rough else str(behind),
            "rest": remark + (" (blocks too few or too short for an interval)." if is_rough else "."), "kind": ""}


def contradiction(rows, pairs, ratios):
    """Returns an engine that is faster than the fastest one by another measure, and a sentence about both. Returns
    empty texts if there is none. `rows` has one row per engine. `ratios` compare the fastest engine with the others."""
    undecided = min((one for one in ratios if one.undecided), key=lambda one: one.total, default=None)
    if undecided:
        return undecided.baseline, undecided.undecided
    found = next((pairs.ratio(one.baseline, one.engine) for one in ratios if one.speedup < 1 and not one.is_tie
                  and (one.is_conclusive or not one.bound)), None)
    if not found:
        return "", ""
    row, fastest = rows.loc[found.engine], rows.loc[found.baseline]
    reason = ("its answers are disputed" if row["verdict"] == "disagreement" else
              "it solved fewer puzzles" if row["solved"] < fastest["solved"] else "other comparisons disagree")
    return found.engine, f"Undecided: {found.engine} is {found} than {found.baseline}, but {reason}."


def outcomes(run):
    """Yields for each dataset the standings of the subjects, or which engine is fastest, and facts that show whether
    this is reliable."""
    for dataset in run.datasets:
        rows = run.rows_of(dataset)
        puzzles = max((total_of(row) for _, row in rows.iterrows()), default=0)
        standings = standings_of(run, dataset)
        outcome = {"first": list(standings), "kind": ""} if standings else outcome_of(run, dataset)
        yield {"name": run.names[dataset], "standings": standings, **outcome,
               "facts": [f"{puzzles:,.0f} puzzle{'' if puzzles == 1 else 's'}.", *agreement_of(rows),
                         *noise_of(rows[rows["engine"].isin(outcome["first"])]), *successes_of(rows)]}


def agreement_of(rows):
    """Returns a list with a sentence on whether the engines agree, or an empty list if nothing can be compared."""
    is_running = ~rows["verdict"].isin(comparing.NOT_RUN)
    ran = rows[is_running & ~rows["is_wrong"]]
    if (ran["verdict"] == "disagreement").any():
        return ["The engines disagree. Do not use these times before you know which engine is right."]
    who = "engines" if len(ran) == is_running.sum() else "other engines"
    if len(ran) < 2 or "answer_digest" not in ran:
        return []
    # Equal answer digests mean equal answers.
    whole = ran[ran["solved"] == ran.apply(total_of, axis=1)]
    if len(whole) == len(ran) and whole["answer_digest"].nunique() == 1:
        return [f"{'Both' if len(ran) == 2 else f'All {len(ran)}'} {who} agree on every puzzle."]
    solvers = (ran["solved"] > 0).sum()
    if solvers < 2:
        return []
    return [f"The {solvers} {who} that solved puzzles agree."]


def noise_of(rows):
    """Returns a list with a sentence on the noise of the fastest engines, or an empty list without noise."""
    noisy = list(rows.loc[rows["noise"] != "", "engine"])
    return [f"Noise disturbed {listed(noisy)}: see the warnings."] if noisy else []


def successes_of(rows):
    """Returns a sentence for each stochastic engine with a success rate."""
    known = rows[rows.get("success_rate", rows["solved"] * math.nan).notna() & ~rows["is_wrong"]]
    return [sentence_on_success(row) for _, row in known.iterrows()]


def sentence_on_success(row):
    """Returns a sentence on the success rate of a stochastic engine. Each repetition has another seed."""
    first, seeds = int(row["seed"]), int(row["repetitions"])
    interval = in_brackets(row["success_low"], row["success_high"], percent)
    which = f"seed {first}" if seeds == 1 else f"{seeds} seeds, {first} to {first + seeds - 1}"
    return (f"{row['engine']} solved {row['solved']:,.0f} of {total_of(row):,.0f} puzzles "
            f"({percent(row['success_rate'])} % {interval}) with {which}.")


def percent(share):
    return f"{100 * share:.1f}"


# --- Warnings ----------------------------------------------------------------------------------


def warnings_of(run):
    """Returns the warnings: verdict, sentence, and the datasets unless it holds for all. Each sentence occurs once."""
    found = {}
    for dataset in run.datasets:
        for verdict, text in caveats_of(run.rows_of(dataset)):
            found.setdefault((verdict, text), []).append(run.names[dataset])
    order = [*CAVEATS, *NOISE]
    ordered = sorted(found, key=lambda one: order.index(one[0]) if one[0] in order else -1)
    return [{"verdict": verdict, "text": text,
             "where": "" if len(found[verdict, text]) == len(run.datasets) else ", ".join(found[verdict, text])}
            for verdict, text in ordered]


def caveats_of(rows):
    """Yields a verdict and a sentence for each verdict that is neither `ok` nor `wrong`, and for noise."""
    unknown = sorted(set(rows["verdict"]) - set(CAVEATS) - {"ok", "wrong"})
    for verdict in [*CAVEATS, *unknown, *NOISE]:
        marked = rows[rows["noise" if verdict in NOISE else "verdict"] == verdict]
        if marked.empty:
            continue
        names = list(marked["engine"])
        text = (CAVEATS | NOISE).get(verdict, f"{'were' if names[1:] else 'was'} marked {verdict}")
        text = text.replace("{lost}", lost_in_words(marked))
        if verdict in ("partial", "incomplete"):
            counts = [f"{row['solved']:,.0f} of {total_of(row):,.0f}" for _, row in marked.iterrows()]
            text += f": {', '.join(counts)} puzzles solved"
        yield verdict, f"{listed(names)} {text}."


def lost_in_words(rows):
    """Returns the largest share of lost time. Files before schema 6 lack it."""
    share = (rows["lost_ns"] / rows["wall_ns"]).max() if "lost_ns" in rows else math.nan
    return "part" if math.isnan(share) else f"up to {100 * share:.3g} %"


def alarms_of(run):
    """Yields warnings for the top of the page: engines with wrong answers."""
    for dataset in run.datasets:
        for _, row in run.rows_of(dataset).iterrows():
            if not row["is_wrong"]:
                continue
            wrong, failed = (0 if math.isnan(row.get(name, 0)) else row.get(name, 0) for name in ("errors", "failed"))
            where = run.names[dataset]
            if wrong and wrong >= failed:
                where = f"{wrong:,.0f} of {total_of(row):,.0f} puzzles of {where}"
            yield (f"{row['engine']} gave a wrong answer or crashed on {where}. Its times are not shown, because they "
                   "mean nothing.")
