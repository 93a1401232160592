"""Shared by the reports on `bench` and `count`: pictures, the context, and the templates."""

import dataclasses
import io
import pathlib
import re

import packages  # noqa: F401  first: it reports missing packages

import jinja2
import markupsafe

import plotting
from sudoku_bench import tables

TEMPLATES = pathlib.Path(__file__).resolve().parent / "report"


def inline_svg(picture, prefix):
    """Returns a picture as SVG for the page: with unique ids, with the colours of the page, without addresses, and
    without title and notes."""
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
    if "<image" not in svg:  # a picture with pixels keeps all its colours, because pixels cannot change
        for style in plotting.PALETTE:
            svg = svg.replace(style.colour, colour_of_page(style.colour))
    return svg


def colour_of_page(colour):
    """Returns the CSS variable for the colour of an engine. It differs between the light and the dark page."""
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
    """Yields a picture for each dataset that has data for it."""
    for i, dataset in enumerate(run.datasets):
        try:
            picture = draw(run, [dataset])
        except tables.InputError:
            continue
        yield figure_of(picture, f"{prefix}{i}", f"{picture.title}: {run.names[dataset]}")


def chapters(pictures, run):
    """Yields title, explanation and figures for each drawing function that has data. `pictures` are triples of the
    function, the title and the explanation."""
    for i, (draw, title, text) in enumerate(pictures):
        figures = list(figures_of(draw, run, f"p{i}x"))
        if figures:
            yield {"title": title, "text": text, "figures": figures}


def figure_of(picture, name, title):
    return Figure(name, title, picture.title, inline_svg(picture, name), picture.alarm,
                  picture.notes, picture.words)


def in_words(key, value):
    """Formats a member of context.json as text."""
    if value is None:
        return "unknown"
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
    """Returns a summary of the contexts of the shards."""
    known = [shard for shard in shards if shard]
    group = {"number": len(shards), "without a context": len(shards) - len(known)}
    for part, key in (("machine", "host"), ("machine", "cpu"), ("build", "version"),
                      ("build", "compiler")):
        group[key] = sorted({in_words(key, (shard.get(part) or {}).get(key)) for shard in known})
    engines = {str(engine) for shard in known for engine in shard.get("engines") or ()}
    if engines:  # only contexts of count have them
        group["engines"] = sorted(engines)
    return group


def context_groups(context):
    """Returns all members of the context as groups of names and texts."""
    run = {key: value for key, value in context.items() if not isinstance(value, dict)}
    run.pop("datasets", None)  # shown in tables
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
    """Returns the template variables on the machine and the run. `done` is the first word of the header, such as
    `Measured`."""
    shards = context.get("shards")
    origin = next((shard for shard in shards or [context] if shard), {})
    if shards:
        done += f" in {len(shards)} shards" + (", the first one" if any(shards) else "")
    return {"done": done, "started": origin.get("started"), "machine": origin.get("machine") or {},
            "build": origin.get("build") or {}, "context": context_groups(context)}


def fill(template, **values):
    """Returns a page."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    return environment.get_template(template).render(style=text_of("page.css"), **values)


def text_of(name):
    return markupsafe.Markup((TEMPLATES / name).read_text("utf-8"))
