"""What the pages of all kinds of results share: pictures, the context, and the templates."""

import dataclasses
import io
import pathlib
import re

import packages  # noqa: F401  first: it says what is missing

import jinja2
import markupsafe

import plotting
from sudoku_bench import tables

TEMPLATES = pathlib.Path(__file__).resolve().parent / "report"


def inline_svg(picture, prefix):
    """SVG for the body of the page: its own ids, the colours of the page, no addresses, and neither
    title nor notes."""
    stream = io.StringIO()
    plotting.svg_of(picture, stream, **{"svg.fonttype": "none", "svg.hashsalt": prefix})
    svg = stream.getvalue()
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(rf'<g id="{plotting.FRAME}">.*?</g>', "", svg, flags=re.S)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href=", "href=")
    svg = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    width, height = (float(one) for one in
                     re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg).groups())
    above, below = (height * share for share in picture.core)
    svg = re.sub(r"<svg [^>]*>", f'<svg viewBox="0 {above:.2f} {width:g} '
                                 f'{height - above - below:.2f}" aria-hidden="true">', svg, count=1)
    for name in ("INK", "MUTED", "RULE", "PAPER", "BAD"):
        svg = svg.replace(getattr(plotting, name), f"var(--{name.lower()})")
    if "<image" not in svg:  # the points that are pixels keep their colours, and so does all else
        for style in plotting.PALETTE:
            svg = svg.replace(style.colour, colour_of_page(style.colour))
    return svg


def colour_of_page(colour):
    """The variable of the page that has the colour of an engine, on paper of either kind."""
    colours = [style.colour for style in plotting.PALETTE]
    return f"var(--engine-{colours.index(colour)})"


@dataclasses.dataclass
class Figure:
    id: str
    title: str
    heading: str
    svg: str
    alarm: str
    notes: list
    words: list


def figures_of(draw, run, prefix):
    """A picture for each dataset, as far as there is something to draw."""
    for i, dataset in enumerate(run.datasets):
        try:
            picture = draw(run, [dataset])
        except tables.InputError:
            continue
        yield figure_of(picture, f"{prefix}{i}", f"{picture.title}: {run.names[dataset]}")


def figure_of(picture, name, title):
    return Figure(name, title, picture.title, inline_svg(picture, name), picture.alarm,
                  picture.notes, picture.words)


def in_words(key, value):
    if value is None:
        return "not known"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key.endswith("_bytes") and isinstance(value, (int, float)):
        return f"{value / 2**30:.1f} GiB"
    if isinstance(value, dict):
        return ", ".join(f"{name} {in_words(name, one)}" for name, one in value.items()) or "none"
    if isinstance(value, list):
        texts = [in_words(key, one) for one in value]
        if value and all(isinstance(one, dict) for one in value):
            return "; ".join(" ".join(map(str, one.values())) for one in value)
        return ", ".join(texts) or "none"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def shard_group(shards):
    """Of many contexts what differs and is worth to know."""
    known = [shard for shard in shards if shard]
    group = {"number": len(shards), "without a context": len(shards) - len(known)}
    for part, key in (("machine", "host"), ("machine", "cpu"), ("build", "version"),
                      ("build", "compiler")):
        group[key] = sorted({in_words(key, (shard.get(part) or {}).get(key)) for shard in known})
    engines = {str(engine) for shard in known for engine in shard.get("engines") or ()}
    if engines:  # those of bench have the same, which the context of the whole names
        group["engines"] = sorted(engines)
    return group


def context_groups(context):
    """The context in groups of names and texts: what it holds, whatever that is."""
    run = {key: value for key, value in context.items() if not isinstance(value, dict)}
    run.pop("datasets", None)  # each has a table of its own
    shards = run.pop("shards", None)
    if run.get("arguments"):
        run["arguments"] = " ".join(map(str, run["arguments"]))
    groups = {"run": run} | {key: value for key, value in context.items()
                             if isinstance(value, dict) and value}
    if shards:
        groups["shards"] = shard_group(shards)
    return [(title, [(key.replace("_", " ").removesuffix(" bytes"), in_words(key, value))
                     for key, value in group.items()]) for title, group in groups.items()]


def context_of(context, done):
    """What the header and the last section of a page tell of where and how the results came to
    be. The header begins with what was `done`."""
    shards = context.get("shards")
    origin = next((shard for shard in shards or [context] if shard), {})
    if shards:
        done += f" in {len(shards)} shards" + (", one of them" if any(shards) else "")
    return {"done": done, "started": origin.get("started"), "machine": origin.get("machine") or {},
            "build": origin.get("build") or {}, "context": context_groups(context)}


def fill(template, **values):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    return environment.get_template(template).render(style=text_of("page.css"), **values)


def text_of(name):
    return markupsafe.Markup((TEMPLATES / name).read_text("utf-8"))
