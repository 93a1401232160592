"""Shared by the plot scripts: style, layout, output and command line."""

import argparse
import io
import math
import os
import pathlib
import re
import sys
import textwrap
import warnings

import packages  # noqa: F401  first: it reports missing packages

import matplotlib
matplotlib.use("Agg")
import numpy
from matplotlib import figure as mpl_figure
from matplotlib import font_manager, lines, ticker, transforms
from matplotlib import text as mpl_text

import comparing
import engine_styles
import files
from sudoku_bench import results, tables
from sudoku_bench.names import printable

# An SVG for the report keeps characters that the fonts lack: the browser has more fonts.
warnings.filterwarnings("ignore", message="Glyph .* missing from current font")

# The fonts after the first have characters that it lacks. They need not be installed.
FONTS = ["DejaVu Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei",
         "Droid Sans Fallback", "IPAGothic", "Unifont"]

# The program has the same exit codes.
BAD_INPUT = 4
SYSTEM_REFUSED = 71
NOT_WRITTEN = 74
INTERRUPTED = 130
EXIT_CODES = ("Exit codes: 1 missing package, 2 usage error, 4 invalid input, 71 out of memory, 74 cannot write the "
              "output, 130 interrupted.")

MOST_ACROSS = 3  # panels in a row
MANY = 2000  # an engine with more points is drawn as pixels
FORMATS = (".png", ".svg", ".pdf")
FRAME = "frame"  # id of the titles, the alarm and the notes in an SVG

# The report replaces these colours by CSS variables.
INK = "#1b1f24"
MUTED = "#5b6571"
RULE = "#d8dde3"
PAPER = "#fefefe"
BAD = "#b3261e"

STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": [name for name in FONTS if name in font_manager.get_font_names()],
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


class Picture:
    """A title, panels in rows of at most three, a legend and notes. Sizes are in inches."""

    def __init__(self, title, panels, *, left=0.8, right=0.16, panel=(3.1, 2.5), notes=(),
                 legend=(), alarm=""):
        """`panels` are the headings of the panels, `legend` are handles. `alarm` is a red line below the
        title."""
        self.title, self.alarm = title, alarm
        self.notes = [note for note in notes if note]
        self.words = []  # sentences for readers who cannot see the picture
        self.engine_words = {}  # the same sentences by engine
        gap = left + right
        across = min(len(panels), MOST_ACROSS)
        down = math.ceil(len(panels) / across)
        width = across * (panel[0] + gap)
        title_lines = textwrap.wrap(title, int((width - 0.2) * 11.5))
        alarm_lines = textwrap.wrap(alarm, int((width - 0.2) * 13.5))
        note_lines = [line for note in notes for line in textwrap.wrap(note, int((width - 0.2) * 17))]
        longest = max((len(handle.get_label()) for handle in legend), default=0)
        columns = max(1, int((width - 0.2) / (0.62 + 0.075 * longest)))
        rows = math.ceil(len(legend) / columns)
        columns = math.ceil(len(legend) / max(1, rows))  # fills the rows evenly
        legend_height = 0.18 * rows
        notes_height = 0.15 * len(note_lines) + (0.08 if note_lines else 0)
        bottom = 0.5 + legend_height + notes_height
        top = 0.45 + 0.19 * len(title_lines) + 0.17 * len(alarm_lines)
        pitch = panel[1] + 0.85  # from one row of panels to the next, with its heading and the labels of its axis
        height = top + panel[1] + (down - 1) * pitch + bottom
        self.figure = mpl_figure.Figure(figsize=(width, height))
        # The margins of the report, which writes titles, alarm and notes as text.
        self.core = (top - 0.06) / height, notes_height / height

        def write_lines(texts, first, step, **style):
            for i, text in enumerate(texts):
                self.figure.text(0.12 / width, 1 - (first + step * i) / height, escape(text),
                                 va="top", gid=FRAME, **style)

        write_lines(title_lines, 0.12, 0.19, size=10, weight="bold")
        self.titles = list(self.figure.texts)
        self.title_height = 0.19 * len(title_lines)
        write_lines(alarm_lines, 0.15 + 0.19 * len(title_lines), 0.17, color=BAD, weight="bold")
        write_lines(note_lines, height - notes_height, 0.15, size=7, color=MUTED)
        self.axes = []
        for i, heading in enumerate(panels):
            row, column = divmod(i, across)
            axes = self.figure.add_axes([(column * (panel[0] + gap) + left) / width,
                                         (bottom + (down - 1 - row) * pitch) / height,
                                         panel[0] / width, panel[1] / height])
            axes.set_title(escape(heading), pad=6).set_gid(FRAME)
            self.axes.append(axes)
        if legend:
            # matplotlib leaves out labels that begin with _, so the names come later.
            drawn = self.figure.legend(list(legend), ["-"] * len(legend), loc="upper left", ncol=columns,
                                       bbox_to_anchor=(0.12 / width, (notes_height + legend_height + 0.07) / height),
                                       borderaxespad=0, borderpad=0, columnspacing=1.2, handlelength=2.4,
                                       labelspacing=0.35)
            for text, handle in zip(drawn.get_texts(), legend):
                text.set(text=handle.get_label(), weight=getattr(handle, "weight", "normal"))

    def describe(self, sentence, engine=None):
        """Adds a sentence, for example on the values of an engine."""
        self.words.append(sentence)
        if engine is not None:
            self.engine_words.setdefault(engine, []).append(sentence)


def escape(text):
    """Returns the text without characters that start a formula in matplotlib."""
    return str(text).replace("$", r"\$")


def styles_of(run):
    """Returns the styles of the engines of a run."""
    return engine_styles.styles_of(comparing.by_speed(run), run.subjects)


class Handle(lines.Line2D):
    """An entry of a legend for an engine, with the weight of its name."""

    def __init__(self, *arguments, weight, **options):
        super().__init__(*arguments, **options)
        self.weight = weight


def point_handles(engines, styles):
    """Returns the legend of the engines with a colour, or of all engines if none has."""
    shown = [engine for engine in engines if not styles[engine].is_grey] or engines
    return [Handle([], [], color=styles[engine].colour, linestyle="", markersize=5, marker=styles[engine].marker,
                   label=escape(engine), weight=styles[engine].weight) for engine in shown]


def grey_note(engines, styles):
    """Returns a note on the engines that a legend leaves out."""
    grey = [engine for engine in engines if styles[engine].is_grey]
    return f"Grey: {', '.join(grey)}." if 0 < len(grey) < len(engines) else ""


def tag(artist, engine_style):
    """Marks what a picture draws for an engine. See `svg_of`."""
    artist.set_gid(f"engine-{engine_style.number}")


def draw_line(axes, x, y, style):
    """Draws the line of an engine."""
    (line,) = axes.plot(x, y, color=style.colour, linestyle=style.dash, linewidth=style.width, zorder=style.layer)
    tag(line, style)


def draw_point(axes, x, y, style, is_hollow=False):
    """Draws a marker of an engine."""
    (point,) = axes.plot(x, y, marker=style.marker, color=style.colour, markersize=6 if style.is_bold else 4.5,
                         clip_on=False, zorder=style.layer, markerfacecolor=PAPER if is_hollow else style.colour)
    tag(point, style)


LABEL = 7.5  # size of the labels of lines


def shortened(name, most=24):
    """Returns at most that many characters. Keeps both ends, because variants differ at an end."""
    return name if len(name) <= most else f"{name[:most // 2]}…{name[1 - most + most // 2:]}"


def room_of_labels(engines):
    """Returns the arguments of Picture for `label_ends`."""
    widest = max((len(shortened(engine)) for engine in engines), default=0)
    return {"right": 0.35 + 0.064 * widest, "panel": (2.5, max(2.5, 0.2 + 0.125 * len(engines)))}


def label_ends(axes, ends, styles):
    """Writes the names of engines to the right of the ends of their lines. `ends` are the points by engine. The axes
    must have their final limits."""
    height = axes.figure.get_figheight() * 72 * axes.get_position().height
    places = {engine: axes.transAxes.inverted().transform(axes.transData.transform(point))
              for engine, point in ends.items()}
    order = sorted(places, key=lambda engine: places[engine][1])
    heights = spread([places[engine][1] for engine in order], 1.1 * LABEL / height)
    for engine, y in zip(order, heights):
        style = styles[engine]
        label = axes.annotate(
            escape(shortened(engine)), places[engine], (1.07, y), "axes fraction", "axes fraction", va="center",
            size=LABEL, weight=style.weight, color=MUTED if style.is_grey else style.colour, annotation_clip=False,
            arrowprops={
                "arrowstyle": "-", "color": style.colour, "linewidth": 0.5, "shrinkA": 1, "shrinkB": 3,
                "relpos": (0, 0.5)})
        tag(label, style)
        tag(label.arrow_patch, style)


def spread(values, gap):
    """Moves ascending values apart, so that neighbours have a distance of `gap`. Keeps them from 0 to 1 if possible."""
    found = []
    for value in values:
        found.append(max(value, found[-1] + gap) if found else max(value, 0))
    ceiling = max(1, gap * (len(found) - 1))
    for i in reversed(range(len(found))):
        found[i] = min(found[i], ceiling)
        ceiling = found[i] - gap
    return found


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


def frame_of_samples(run, samples, notes=()):
    """Returns the sizes, the alarm and the notes of a picture of samples."""
    shown = [engine for engine in run.engines if any(engine in of for of in samples.values())]
    by_block = [engine for engine in shown
                if any(engine in of and of[engine].kind == "block" for of in samples.values())]
    return {**room_of_labels(shown), "alarm": wrong_note(run, samples),
            "notes": [run.part, *notes, by_block_note(by_block), left_out(run, samples, shown)]}


# --- Points ------------------------------------------------------------------------------------


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
    common = {"marker": style.marker, "s": 18 if style.is_bold else 11, "linewidths": 0.7, "zorder": style.layer,
              "rasterized": len(x) > MANY, "alpha": 0.75 if len(x) <= 500 else 0.6}
    tag(axes.scatter(x[~is_unsolved], y[~is_unsolved], color=style.colour, **common), style)
    if is_unsolved.any():
        tag(axes.scatter(x[is_unsolved], y[is_unsolved], **{
            **common, "alpha": 1, "s": 26, "linewidths": 1.1, "edgecolors": style.colour, "facecolors": "none"}),
            style)


def svg_of(picture, **options):
    """Returns a picture as SVG. Elements that `tag` marked have the attribute data-engine: the number of the engine."""
    stream = io.StringIO()
    with matplotlib.rc_context(options):
        picture.figure.savefig(stream, format="svg", dpi=240, metadata={"Date": None, "Creator": None})
    return re.sub(r'id="engine-(\d+)"', r'data-engine="\1"', stream.getvalue())


def escape_missing_glyphs(figure):
    """Replaces characters that no font has by escapes, which are different for different characters."""
    glyphs = {glyph for name in matplotlib.rcParams["font.sans-serif"]
              for glyph in font_manager.get_font(font_manager.findfont(name)).get_charmap()}

    def shown(text):
        return "".join(one if one == "\n" or ord(one) in glyphs else one.encode("unicode_escape").decode()
                       for one in text)

    for drawn in figure.findobj(mpl_text.Text):
        drawn.set_text(shown(drawn.get_text()))
    # A FixedFormatter sets the texts of its ticks again when the figure is drawn.
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        formatter = axis.get_major_formatter()
        if isinstance(formatter, ticker.FixedFormatter):
            formatter.seq = list(map(shown, formatter.seq))


def bytes_of(picture, suffix):
    escape_missing_glyphs(picture.figure)
    if suffix == ".svg":
        return svg_of(picture).encode("utf-8", errors="backslashreplace")
    stream = io.BytesIO()
    if suffix == ".pdf":
        # Without the title: a paper has a caption.
        matplotlib.artist.setp(picture.titles, visible=False)
        width, height = picture.figure.get_size_inches()
        picture.figure.savefig(stream, format="pdf", dpi=240, metadata={"CreationDate": None},
                               bbox_inches=transforms.Bbox.from_extents(0, 0, width, height - picture.title_height))
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
    except RecursionError:
        return fail(BAD_INPUT, "the results are nested too deeply")
    except MemoryError:
        return fail(SYSTEM_REFUSED, "out of memory")
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
