"""The looks of engines in pictures: colours, markers and dashes."""

import dataclasses
import itertools

GREY = "#9094a0"  # contrast 3:1 with the light and the dark page


@dataclasses.dataclass(frozen=True)
class EngineStyle:
    colour: str
    marker: str
    dash: object = "-"
    number: int = dataclasses.field(default=0, compare=False)  # place of the engine, the fastest is 0
    is_bold: bool = dataclasses.field(default=False, compare=False)

    @property
    def is_grey(self):
        return self.colour == GREY

    @property
    def width(self):
        """Width of a line."""
        return 2.8 if self.is_bold else 0.9 if self.is_grey else 1.7

    @property
    def weight(self):
        """Weight of a name."""
        return "bold" if self.is_bold else "normal"

    @property
    def layer(self):
        """Drawing order: coloured engines cover grey ones, and bold engines cover both."""
        return 2.9 if self.is_bold else 2.1 if self.is_grey else 2.5


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
# Further engines are grey. The lengths have no common divisor, so that all pairs of marker and dash occur.
GREY_MARKERS = "*hd<>H8"
GREY_DASHES = tuple((0, (long, 1, short, 1)) for long, short in itertools.combinations((1, 2, 4, 6, 9, 13), 2))
# These engines have the same style in all runs in which they are among the fastest. Others take the remaining styles.
USUAL = ("bitmask", "dlx", "stack", "naive", "lanes_avx512", "lanes_avx2", "lanes_scalar", "bandjoin")


def styles_of(engines, subjects=()):
    """Returns a style for each engine: a colour for the subjects and for the next engines up to eight, grey for the
    others. Subjects are also bold. `engines` are in order, the fastest first."""
    order = [*subjects, *(engine for engine in engines if engine not in subjects)]
    most = max(len(PALETTE), len(subjects))
    coloured, slow = order[:most], order[most:]
    styles = {engine: PALETTE[USUAL.index(engine)] for engine in coloured if engine in USUAL}
    free = [style for style in PALETTE if style not in styles.values()]
    # Further subjects share colours, with other markers and dashes.
    free += [EngineStyle(PALETTE[i % len(PALETTE)].colour, GREY_MARKERS[i % len(GREY_MARKERS)],
                         GREY_DASHES[i % len(GREY_DASHES)]) for i in range(len(subjects))]
    styles.update(zip((engine for engine in coloured if engine not in styles), free))
    styles.update({engine: EngineStyle(GREY, GREY_MARKERS[i % len(GREY_MARKERS)], GREY_DASHES[i % len(GREY_DASHES)])
                   for i, engine in enumerate(slow)})
    return {engine: dataclasses.replace(styles[engine], number=number, is_bold=engine in subjects)
            for number, engine in enumerate(engines)}
