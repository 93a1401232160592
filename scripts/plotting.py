"""What the plot scripts share: the looks of a picture, how it is written, and the command line."""

import argparse
import dataclasses
import math
import pathlib
import sys
import textwrap

import results  # says which packages are missing

import matplotlib
matplotlib.use("Agg")
from matplotlib import figure as mpl_figure
from matplotlib import lines, ticker

# Exit codes as those of the program.
BAD_INPUT = 4
NOT_WRITTEN = 74

# The report puts CSS variables in the place of these.
INK = "#1b1f24"
MUTED = "#5b6571"
RULE = "#d8dde3"
PAPER = "#fefefe"

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
}
matplotlib.rcParams.update(STYLE)


@dataclasses.dataclass(frozen=True)
class EngineStyle:
    colour: str
    marker: str
    dash: object = "-"


# Colours of which each two differ for normal, protan, deutan and tritan vision, and each stands out
# by 3:1 on the white as on the dark page; the first five differ most. Marker and dash tell them
# apart once more.
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
# These keep their style whatever else is in a run; other engines take what is left, by name.
USUAL = ("bitmask", "dlx", "stack", "naive", "lanes_avx512", "lanes_avx2", "lanes_scalar")


def styles_of(engines):
    """The style of each engine. Only where there are more engines than styles two share one."""
    styles = {engine: PALETTE[USUAL.index(engine)] for engine in engines if engine in USUAL}
    others = sorted(set(engines) - set(styles))
    free = [style for style in PALETTE if style not in styles.values()] or list(PALETTE)
    styles.update({engine: free[i % len(free)] for i, engine in enumerate(others)})
    return styles


class Picture:
    """Panels side by side, a title above them, a legend and notes below. Sizes are in inches."""

    def __init__(self, title, panels, *, left=0.78, right=0.15, panel=(3.67, 2.75), notes=(),
                 legend=()):
        """`legend` holds handles of matplotlib; `panels` the headings of the panels."""
        self.title = title
        self.notes = [note for note in notes if note]
        self.words = []  # what is to be seen, for those who cannot see it
        gap = left + right
        width = len(panels) * (panel[0] + gap)
        longest = max((len(handle.get_label()) for handle in legend), default=0)
        columns = max(1, int((width - 0.2) / (0.62 + 0.075 * longest)))
        legend_height = 0.21 * math.ceil(len(legend) / columns)
        note_lines = [line for note in self.notes
                      for line in textwrap.wrap(note, int((width - 0.2) * 18))]
        notes_height = 0.15 * len(note_lines) + (0.08 if note_lines else 0)
        bottom = 0.66 + legend_height + notes_height
        height = 0.62 + panel[1] + bottom
        self.figure = mpl_figure.Figure(figsize=(width, height))
        self.figure.text(0.12 / width, 1 - 0.12 / height, escape(title), va="top", size=10,
                         weight="bold")
        self.axes = []
        for i, heading in enumerate(panels):
            axes = self.figure.add_axes([(i * (panel[0] + gap) + left) / width, bottom / height,
                                         panel[0] / width, panel[1] / height])
            axes.set_title(escape(heading), pad=6)
            self.axes.append(axes)
        if legend:
            self.figure.legend(handles=list(legend), loc="upper left", ncol=columns,
                               bbox_to_anchor=(0.12 / width, (notes_height + legend_height + 0.07)
                                               / height),
                               borderaxespad=0, borderpad=0, columnspacing=1.2, handlelength=2.4,
                               labelspacing=0.35)
        for i, line in enumerate(reversed(note_lines)):
            self.figure.text(0.12 / width, (0.07 + 0.15 * i) / height, escape(line), size=7,
                             color=MUTED, va="bottom")

    def describe(self, sentence):
        self.words.append(sentence)


def escape(text):
    """Text that matplotlib does not take for a formula."""
    return str(text).replace("$", r"\$")


def line_handles(engines, styles, labels=None):
    return [lines.Line2D([], [], color=styles[engine].colour, linestyle=styles[engine].dash,
                         label=escape((labels or {}).get(engine, engine))) for engine in engines]


def point_handles(engines, styles, labels=None):
    return [lines.Line2D([], [], color=styles[engine].colour, linestyle="", markersize=5,
                         marker=styles[engine].marker,
                         label=escape((labels or {}).get(engine, engine))) for engine in engines]


def left_out(run):
    """The note on engines that a picture of single puzzles cannot show."""
    if not run.untimed:
        return ""
    verb = "they solve" if len(run.untimed) > 1 else "it solves"
    return (f"Not shown: {', '.join(run.untimed)}; {verb} many puzzles at once and "
            f"{'have' if len(run.untimed) > 1 else 'has'} no time of a single one.")


def set_log(axis, values, form):
    """A logarithmic axis over whole decades that hold the values; `form` writes the ticks."""
    values = [value for value in values if value > 0]
    low, high = (min(values), max(values)) if values else (1, 10)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    last = max(last, first + 1)
    set_scale, set_limits = ((axis.axes.set_xscale, axis.axes.set_xlim)
                             if axis.axis_name == "x" else
                             (axis.axes.set_yscale, axis.axes.set_ylim))
    set_scale("log")
    margin = 10 ** (0.02 * (last - first))  # for the markers of the ends
    set_limits(10.0**first / margin, 10.0**last * margin)
    step = math.ceil((last - first) / (5 if axis.axis_name == "x" else 8))
    axis.set_major_locator(ticker.FixedLocator([10.0**n for n in range(first, last + 1, step)]))
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: form(value)))


def round_time(ns):
    """A power of ten in ns, as a tick."""
    return results.format_time(ns).replace(".00", "").replace(".0", "")


def round_number(value):
    """A power of ten, as a tick."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def power_of_ten(exponent):
    return "10" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def round_count(value):
    """A power of ten of any size, as a tick."""
    return round_number(value) if value < 1e6 else power_of_ten(round(math.log10(value)))


def thinned(count, most=800):
    """The indices of so many points of a rising line that it looks the same, the tail in full."""
    if count <= most:
        return list(range(count))
    step = count / most
    return sorted({int(i * step) for i in range(most)} | set(range(count - 100, count)))


def scatter(axes, x, y, style, is_cut, label=None):
    """A cloud of points, hollow where the puzzle was cut short. Many become pixels."""
    common = {"marker": style.marker, "s": 11, "linewidths": 0.7, "edgecolors": style.colour,
              "rasterized": len(x) > 500, "alpha": 0.75 if len(x) <= 500 else 0.6}
    whole = ~is_cut
    axes.scatter(x[whole], y[whole], color=style.colour, label=label, **common)
    if is_cut.any():
        axes.scatter(x[is_cut], y[is_cut], facecolors="none",
                     **{**common, "alpha": 1, "s": 26, "linewidths": 1.1})


def svg_of(picture, stream, **options):
    with matplotlib.rc_context(options):
        picture.figure.savefig(stream, format="svg", dpi=240,
                               metadata={"Date": None, "Creator": None})


def write(picture, path):
    """Writes FILE.png or FILE.svg, or both where the path ends in neither. Returns the paths."""
    paths = [path] if path.suffix in (".png", ".svg") else [
        path.with_name(path.name + suffix) for suffix in (".png", ".svg")]
    for one in paths:
        with open(one, "wb") as stream:
            if one.suffix == ".svg":
                svg_of(picture, stream)
            else:
                picture.figure.savefig(stream, format="png", dpi=160,
                                       metadata={"Software": None})
    return paths


def argument_parser(name, doc, nargs=None):
    parser = argparse.ArgumentParser(description=doc.split("\n\n")[0], epilog=
                                     "Exit codes: 2 usage, 4 bad input, 74 output not written.")
    parser.add_argument("directory", metavar="DIR", nargs=nargs, type=pathlib.Path,
                        help="of the results, as written by sudoku-bench --out DIR")
    parser.add_argument("-o", "--output", metavar="FILE", type=pathlib.Path,
                        help=".png or .svg; both where FILE ends in neither "
                             f"(default: {name}.png and {name}.svg in DIR)")
    parser.add_argument("--dataset", action="append", metavar="NAME",
                        help="this one only, by its path or its name (repeat; default: all)")
    return parser


def selected(run, wanted):
    """The datasets of a run that the user wants."""
    for name in wanted or ():
        if name not in run.datasets and name not in run.names.values():
            raise results.InputError(f"{run.directory}: there is no dataset {name}, only "
                                     f"{', '.join(run.names.values())}")
    return [path for path in run.datasets
            if not wanted or path in wanted or run.names[path] in wanted]


def finish(action):
    """Calls what returns the written paths, and turns errors into a line and an exit code."""
    program = pathlib.Path(sys.argv[0]).name
    try:
        for path in action():
            print(path)
        return 0
    except results.InputError as error:
        print(f"{program}: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"{program}: {error.filename}: {error.strerror}", file=sys.stderr)
        return NOT_WRITTEN


def main(name, doc, draw, add_options=None, arguments=None, read=results.read_run):
    """The command line of a script with `draw(run, datasets, **options) -> Picture`; `read` makes
    the run of its directory."""
    parser = argument_parser(name, doc)
    if add_options:
        add_options(parser)
    options = vars(parser.parse_args(arguments))
    directory, output, wanted = (options.pop(key) for key in ("directory", "output", "dataset"))

    def action():
        run = read(directory)
        picture = draw(run, selected(run, wanted), **options)
        return write(picture, output or directory / name)

    return finish(action)
