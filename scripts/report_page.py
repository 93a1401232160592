"""Shared by the reports on `bench` and `count`: pictures, the context, and the templates."""

import dataclasses
import pathlib
import re

import packages  # noqa: F401  first: it reports missing packages

import jinja2
import markupsafe

import engine_styles
import plotting
from sudoku_bench import tables

TEMPLATES = pathlib.Path(__file__).resolve().parent / "report"


def inline_svg(picture, prefix, numbers):
    """Returns a picture as SVG for the page: with unique ids, with the colours of the page, with the values of each
    engine as titles, without addresses, and without title and notes. `numbers` contains the engines' numbers."""
    svg = plotting.svg_of(picture, **{"svg.fonttype": "none", "svg.hashsalt": prefix})
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
        svg = svg.replace(engine_styles.GREY, "var(--grey)")
        for number, style in enumerate(engine_styles.PALETTE):
            svg = svg.replace(style.colour, f"var(--engine-{number})")
    for engine, sentences in picture.engine_words.items():
        start = f'<g data-engine="{numbers.get(engine)}">'
        title = markupsafe.escape(" ".join(sentences))
        svg = svg.replace(start, f"{start}<title>{title}</title>")
    return svg


@dataclasses.dataclass
class Figure:
    id: str
    title: str
    heading: str
    svg: str
    alarm: str
    notes: list
    words: list
    place: int | None = None  # of the dataset, if the picture shows one


def figures_of(draw, run, prefix, numbers):
    """Yields a picture for each dataset that has data for it."""
    for i, dataset in enumerate(run.datasets):
        try:
            picture = draw(run, [dataset])
        except tables.InputError:
            continue
        title = f"{picture.title}: {run.names[dataset]}"
        yield dataclasses.replace(figure_of(picture, f"{prefix}{i}", title, numbers),
                                  heading=run.names[dataset], place=i)


def chapters(pictures, run, numbers):
    """Yields title, explanation, common notes and figures for each drawing function that has data. `pictures` are
    triples of the function, the title and the explanation."""
    for i, (draw, title, text) in enumerate(pictures):
        figures = list(figures_of(draw, run, f"p{i}x", numbers))
        if figures:
            yield {"title": title, "text": text, "notes": take_common_notes(figures), "figures": figures}


def take_common_notes(figures):
    """Removes the notes that all figures have, and returns them."""
    common = [note for note in figures[0].notes if all(note in figure.notes for figure in figures)]
    for figure in figures:
        figure.notes = [note for note in figure.notes if note not in common]
    return common


def figure_of(picture, name, title, numbers):
    return Figure(name, title, picture.title, inline_svg(picture, name, numbers), picture.alarm,
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
    run.pop("datasets", None)  # a group of its own
    shards = run.pop("shards", None)
    if run.get("arguments"):
        run["arguments"] = " ".join(map(str, run["arguments"]))
    groups = {"run": run} | {key: value for key, value in context.items()
                             if isinstance(value, dict) and value}
    if shards:
        groups["shards"] = shard_group(shards)
    return [(title, [(key.replace("_", " ").removesuffix(" bytes"), in_words(key, value))
                     for key, value in group.items() if value != ""]) for title, group in groups.items()]


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
