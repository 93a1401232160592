"""Shared by the plot scripts: style, layout, output and command line."""

import argparse
import dataclasses
import io
import math
import os
import pathlib
import sys
import textwrap
import warnings

import packages  # noqa: F401  first: it reports missing packages

import matplotlib
matplotlib.use("Agg")
import numpy
from matplotlib import figure as mpl_figure
from matplotlib import lines, ticker

import comparing
import files
from sudoku_bench import results, tables
from sudoku_bench.measures import format_time
from sudoku_bench.names import printable

# Names may contain characters that the font lacks.
warnings.filterwarnings("ignore", message="Glyph .* missing from current font")

# The program has the same exit codes.
BAD_INPUT = 4
NOT_WRITTEN = 74
INTERRUPTED = 130
EXIT_CODES = ("Exit codes: 1 missing package, 2 usage error, 4 invalid input, 74 cannot write the output, 130 "
              "interrupted.")

MANY = 2000  # an engine with more points is drawn as pixels
FORMATS = (".png", ".svg", ".pdf")
FRAME = "frame"  # id of the title, the alarm and the notes in an SVG

# The report replaces these colours by CSS variables.
INK = "#1b1f24"
MUTED = "#5b6571"
RULE = "#d8dde3"
PAPER = "#fefefe"
BAD = "#b3261e"

STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.labelsize": 8.5,
    "axes.titlesize": 8.5,
    "axes.titlecolor": MUTED,
    "axes.titlelocation": "left",
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.6,
    "axes.facecolor": PAPER,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "figure.facecolor": PAPER,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.linewidth": 1.6,
    "svg.hashsalt": "sudoku-bench",
    "pdf.fonttype": 42,
}
matplotlib.rcParams.update(STYLE)


@dataclasses.dataclass(frozen=True)
class EngineStyle:
    colour: str
    marker: str
    dash: object = "-"


# All pairs of colours differ for normal, protan, deutan and tritan vision. Each colour has a contrast of 3:1 with the
# light and the dark page. The first five differ most. Engines also differ in marker and dash.
PALETTE = (
    EngineStyle("#2d92ff", "o"),
    EngineStyle("#d17c7b", "s", (0, (6, 1.5))),
    EngineStyle("#be038b", "D", (0, (6, 1.5, 1, 1.5))),
    EngineStyle("#646804", "v", (0, (1, 1))),
    EngineStyle("#5a3dff", "^", (0, (3, 1))),
    EngineStyle("#5fa50c", "P", (0, (8, 2))),
    EngineStyle("#057843", "X", (0, (4, 1.5, 1, 1.5, 1, 1.5))),
    EngineStyle("#da01d7", "p", (0, (2, 2))),
)
# The same colours with other markers and dashes.
FURTHER = tuple(EngineStyle(style.colour, marker, (0, (1 + i, 1, 3, 1))) for i, (style, marker) in
                enumerate(zip(PALETTE, "*hd<>H8p")))
# These engines have the same style in every run. Others take the remaining styles in the order of their names.
USUAL = ("bitmask", "dlx", "stack", "naive", "lanes_avx512", "lanes_avx2", "lanes_scalar",
         "bandjoin")


def styles_of(engines):
    """Returns a style for each engine. Engines share styles only if there are more engines than styles."""
    styles = {engine: PALETTE[USUAL.index(engine)] for engine in engines if engine in USUAL}
    others = sorted(set(engines) - set(styles))
    free = [style for style in PALETTE + FURTHER if style not in styles.values()]
    styles.update({engine: free[i % len(free)] for i, engine in enumerate(others)})
    return styles


class Picture:
    """A title, panels side by side, a legend and notes. Sizes are in inches."""

    def __init__(self, title, panels, *, left=0.8, right=0.16, panel=(3.1, 2.5), notes=(),
                 legend=(), alarm=""):
        """`panels` are the headings of the panels, `legend` handles of matplotlib. `alarm` is a red line below the
        title."""
        self.title, self.alarm = title, alarm
        self.notes = [note for note in notes if note]
        self.words = []  # sentences for readers who cannot see the picture
        gap = left + right
        width = len(panels) * (panel[0] + gap)
        title_lines = textwrap.wrap(title, int((width - 0.2) * 11.5))
        alarm_lines = textwrap.wrap(alarm, int((width - 0.2) * 13.5))
        note_lines = [line for note in notes for line in textwrap.wrap(note, int((width - 0.2) * 17))]
        longest = max((len(handle.get_label()) for handle in legend), default=0)
        columns = max(1, int((width - 0.2) / (0.62 + 0.075 * longest)))
        rows = math.ceil(len(legend) / columns)
        columns = math.ceil(len(legend) / max(1, rows))  # fills the rows evenly
        legend_height = 0.21 * rows
        notes_height = 0.15 * len(note_lines) + (0.08 if note_lines else 0)
        bottom = 0.56 + legend_height + notes_height
        top = 0.45 + 0.19 * len(title_lines) + 0.17 * len(alarm_lines)
        height = top + panel[1] + bottom
        self.figure = mpl_figure.Figure(figsize=(width, height))
        # The margins of the report, which writes title, alarm and notes as text.
        self.core = (top - 0.32) / height, notes_height / height

        def write_lines(texts, first, step, **style):
            for i, text in enumerate(texts):
                self.figure.text(0.12 / width, 1 - (first + step * i) / height, escape(text),
                                 va="top", gid=FRAME, **style)

        write_lines(title_lines, 0.12, 0.19, size=10, weight="bold")
        write_lines(alarm_lines, 0.15 + 0.19 * len(title_lines), 0.17, color=BAD, weight="bold")
        write_lines(note_lines, height - notes_height, 0.15, size=7, color=MUTED)
        self.axes = []
        for i, heading in enumerate(panels):
            axes = self.figure.add_axes([(i * (panel[0] + gap) + left) / width, bottom / height,
                                         panel[0] / width, panel[1] / height])
            axes.set_title(escape(heading), pad=6)
            self.axes.append(axes)
        if legend:
            # matplotlib leaves out labels that begin with _, so the names come later.
            drawn = self.figure.legend(list(legend), ["-"] * len(legend), loc="upper left", ncol=columns,
                                       bbox_to_anchor=(0.12 / width, (notes_height + legend_height + 0.07) / height),
                                       borderaxespad=0, borderpad=0, columnspacing=1.2, handlelength=2.4,
                                       labelspacing=0.35)
            for text, handle in zip(drawn.get_texts(), legend):
                text.set_text(handle.get_label())

    def describe(self, sentence):
        self.words.append(sentence)


def escape(text):
    """Returns the text without characters that start a formula in matplotlib."""
    return str(text).replace("$", r"\$")


def line_handles(engines, styles):
    return [lines.Line2D([], [], color=styles[engine].colour, linestyle=styles[engine].dash, label=escape(engine))
            for engine in engines]


def point_handles(engines, styles):
    return [lines.Line2D([], [], color=styles[engine].colour, linestyle="", markersize=5, marker=styles[engine].marker,
                         label=escape(engine)) for engine in engines]


def wrong_note(run, datasets):
    """Returns a sentence on the engines that are not shown because of wrong answers."""
    wrong = {}
    for dataset in datasets:
        for engine in run.wrong(dataset):
            wrong.setdefault(engine, []).append(run.names[dataset])
    return "".join(f"Not shown because of WRONG answers: {engine} on {', '.join(names)}. "
                   for engine, names in wrong.items()).strip()


def left_out(run, datasets, shown, what="times"):
    """Returns a note on the engines without values of single puzzles."""
    missing = [engine for engine in run.engines if engine not in shown
               and any(engine in run.ran(dataset) for dataset in datasets)]
    return (f"Not shown because they have no {what} of single puzzles: {', '.join(missing)}."
            if missing else "")


def by_block_note(engines):
    """Returns a note on the engines that a picture shows with the means of blocks."""
    if not engines:
        return ""
    return f"Mean times of blocks instead of times of single puzzles: {', '.join(engines)}."


def samples_to_show(run, datasets, samples=None):
    """Returns the samples of each dataset. Raises InputError if there are none."""
    samples = samples or {dataset: comparing.samples(run, dataset) for dataset in datasets}
    if not any(samples.values()):
        raise tables.InputError(f"{run.directory}: no engine has times of correctly solved puzzles")
    return samples


def frame_of_samples(run, samples, styles, notes=()):
    """Returns the legend, the alarm and the notes of a picture of samples."""
    shown = [engine for engine in run.engines if any(engine in of for of in samples.values())]
    by_block = [engine for engine in shown
                if any(engine in of and of[engine].kind == "block" for of in samples.values())]
    return {"legend": line_handles(shown, styles), "alarm": wrong_note(run, samples),
            "notes": [run.part, *notes, by_block_note(by_block), left_out(run, samples, shown)]}


# --- Axes --------------------------------------------------------------------------------------


def log_ticks(low, high, most):
    """Returns at most `most` round numbers from `low` to `high` for a logarithmic axis, evenly spread if possible.
    Returns at least two if the axis is longer than a third of a decade."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    for steps, enough in (((1,), 4), ((1, 2, 5), 3), ((1, 1.5, 2, 3, 5, 7), 3),
                          ((1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9), 0), ((1,), 0)):
        found = [step * 10.0**n for n in range(first, last + 1) for step in steps
                 if low <= step * 10.0**n <= high]
        if enough <= len(found) <= most:
            return found
    step = math.ceil((last - first) / most)
    # Exponents are multiples of the step, so that 1 can be a tick.
    return [10.0**n for n in range(step * math.ceil(first / step), last + 1, step)
            if low <= 10.0**n <= high]


def limits_of(values, least=3):
    """Returns the ends of a logarithmic axis with room for the values and their markers. The upper end is at least
    `least` times the lower one."""
    values = [value for value in values if 0 < value < math.inf]
    low, high = (min(values), max(values)) if values else (1, 10)
    wanting = max(1, math.sqrt(least * low / high))
    margin = (high / low * wanting**2) ** 0.04
    return low / wanting / margin, high * wanting * margin


def set_log(axis, limits, form, most=None):
    """Makes an axis logarithmic, with at most `most` ticks that `form` formats."""
    is_x = axis.axis_name == "x"
    (axis.axes.set_xscale if is_x else axis.axes.set_yscale)("log")
    (axis.axes.set_xlim if is_x else axis.axes.set_ylim)(*limits)
    axis.set_major_locator(ticker.FixedLocator(log_ticks(*limits, most or (5 if is_x else 8))))
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: form(value)))


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


def steps_of(sample):
    """Returns the points of a step curve: the numbers of the first and the last puzzle of each step, and their times.
    Leaves out steps that are too small to see."""
    kept = thinned(len(sample.times))
    before = numpy.concatenate([[0], sample.up_to[:-1]])[kept]
    places = numpy.column_stack([before + 1, sample.up_to[kept]]).ravel()
    return places, numpy.repeat(sample.times[kept], 2)


def thinned(count, most=800):
    """Returns the indices of about `most` of `count` points of a rising curve, with all of the last 100."""
    if count <= most:
        return list(range(count))
    step = count / most
    return sorted({int(i * step) for i in range(most)} | set(range(count - 100, count)))


def scatter(axes, x, y, style, is_unsolved):
    """Draws a cloud of points. Points of unsolved puzzles are hollow."""
    common = {"marker": style.marker, "s": 11, "linewidths": 0.7, "edgecolors": style.colour,
              "rasterized": len(x) > MANY, "alpha": 0.75 if len(x) <= 500 else 0.6}
    axes.scatter(x[~is_unsolved], y[~is_unsolved], color=style.colour, **common)
    if is_unsolved.any():
        axes.scatter(x[is_unsolved], y[is_unsolved], facecolors="none",
                     **{**common, "alpha": 1, "s": 26, "linewidths": 1.1})


def svg_of(picture, stream, **options):
    with matplotlib.rc_context(options):
        picture.figure.savefig(stream, format="svg", dpi=240,
                               metadata={"Date": None, "Creator": None})


def bytes_of(picture, suffix):
    stream = io.BytesIO()
    if suffix == ".svg":
        svg_of(picture, stream)
    elif suffix == ".pdf":
        picture.figure.savefig(stream, format="pdf", dpi=240, metadata={"CreationDate": None})
    else:
        picture.figure.savefig(stream, format="png", dpi=160, metadata={"Software": None})
    return stream.getvalue()


def write(picture, out, default):
    """Writes a picture to `out`, which the user named, or else to `default`. The format is that of the suffix, without
    a suffix .png and .svg. Returns the paths."""
    path = out or default
    paths = [path] if path.suffix else [path.with_name(path.name + end) for end in FORMATS[:2]]
    return [files.write_output(out and one, one, bytes_of(picture, one.suffix.lower())) for one in paths]


def picture_path(text):
    path = pathlib.Path(text)
    if path.suffix and path.suffix.lower() not in FORMATS:
        raise argparse.ArgumentTypeError(f"{text} must end in one of {', '.join(FORMATS)}")
    return path


def argument_parser(name, doc, nargs=None):
    parser = argparse.ArgumentParser(description=doc.split("\n\n")[0], epilog=EXIT_CODES)
    parser.add_argument("directory", metavar="DIR", nargs=nargs, type=pathlib.Path,
                        help="results of sudoku-bench --out DIR")
    parser.add_argument("-o", "--out", metavar="FILE", type=picture_path,
                        help="output ending in .png, .svg or .pdf; without one of these, writes FILE.png and FILE.svg "
                             f"(default: {name}.png and {name}.svg in DIR)")
    parser.add_argument("--dataset", action="append", metavar="NAME",
                        help="show this dataset, given by its path or name (repeatable; default: all)")
    return parser


def selected(run, wanted):
    """Returns the paths of the datasets in `wanted`, or of all datasets."""
    wanted = printable(wanted)
    for name in wanted or ():
        if name not in run.datasets and name not in run.names.values():
            raise tables.InputError(f"{run.directory}: no dataset {name}; choose from "
                                    f"{', '.join(run.names.values())}")
    return [path for path in run.datasets
            if not wanted or path in wanted or run.names[path] in wanted]


def finish(action):
    """Calls `action` and prints the paths that it returns. Turns errors into a message and an exit code."""
    program = pathlib.Path(sys.argv[0]).name

    def fail(code, message):
        print(f"{program}: {printable(message)}", file=sys.stderr)
        return code

    try:
        paths = action()
    except tables.InputError as error:
        return fail(BAD_INPUT, str(error))
    except (MemoryError, RecursionError):
        return fail(BAD_INPUT, "the results are too large or too deep")
    except OSError as error:
        return fail(NOT_WRITTEN, f"{error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        return INTERRUPTED
    try:
        for path in paths:
            print(printable(str(path)))
        sys.stdout.flush()
    except OSError as error:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # Python flushes it again at exit
        return fail(NOT_WRITTEN, f"standard output: {error.strerror}")
    return 0


def main(name, doc, draw, arguments=None, *, add_options=None, read=results.read_run):
    """Runs a script that draws `draw(run, datasets, **options) -> Picture`. `read` reads the results in DIR."""
    parser = argument_parser(name, doc)
    if add_options:
        add_options(parser)
    options = vars(parser.parse_args(arguments))
    directory, output, wanted = (options.pop(key) for key in ("directory", "out", "dataset"))

    def action():
        run = read(directory)
        picture = draw(run, selected(run, wanted), **options)
        return write(picture, output, directory / name)

    return finish(action)
