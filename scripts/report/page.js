// Filters by dataset and engine, sorts tables, shows the values below the pointer, and highlights picked engines.
// Without JavaScript, the page shows everything.
"use strict";
(() => {
  const kMany = 4; // with more datasets, the page starts with the first one
  const names = JSON.parse(document.getElementById("names").textContent);
  const element = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const picked = new Set();

  // --- Filters ---

  // Returns a function that returns whether the filter shows an engine. Words are parts of names.
  function engineFilter() {
    const words = element("engine").value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    const isShown = names.engines.map((name) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)));
    return (number) => isShown[number];
  }

  function filter() {
    const dataset = element("dataset").value;
    const isShown = engineFilter();
    const isOther = (one) => dataset !== "" && (one.dataset.dataset ?? dataset) !== dataset;
    for (const one of all("[data-dataset]")) one.hidden = isOther(one);
    for (const row of all("tr[data-engine]")) row.hidden = isOther(row) || !isShown(row.dataset.engine);
    for (const part of all("svg [data-engine]")) part.classList.toggle("off", !isShown(part.dataset.engine));
    const count = names.engines.filter((_, number) => isShown(number)).length;
    element("filter-status").textContent = `${dataset === "" ? names.datasets.length : 1} of ${names.datasets.length} datasets, ${count} of ${names.engines.length} engines`;
    document.dispatchEvent(new CustomEvent("filter", { detail: { dataset, isShown } }));
  }

  // --- Sorting ---

  // Returns the value to sort a row by. Missing values are null and come last.
  function valueOf(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.value ?? cell.textContent.trim();
    return text === "" || text === "-" ? null : Number.isNaN(Number(text)) ? text : Number(text);
  }

  function sortBy(heading) {
    const body = heading.closest("table").tBodies[0];
    const column = heading.cellIndex;
    const isDescending = heading.getAttribute("aria-sort") === "ascending";
    const direction = isDescending ? -1 : 1;
    for (const one of heading.parentElement.cells) one.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    const values = new Map(all("tr", body).map((row) => [row, valueOf(row, column)]));
    body.append(...[...values.keys()].sort((a, b) => {
      const [x, y] = [values.get(a), values.get(b)];
      if (x === null || y === null) return (x === null) - (y === null);
      return x < y ? -direction : x > y ? direction : 0;
    }));
  }

  function makeSortable(heading) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    heading.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => sortBy(heading));
  }

  // --- Values below the pointer ---

  // Returns the part of a chart at the pointer, or within a few pixels: lines are thin.
  function partAt(event) {
    for (const [x, y] of [[0, 0], [0, -4], [0, 4], [-4, 0], [4, 0]]) {
      const part = document.elementFromPoint(event.clientX + x, event.clientY + y)?.closest("[data-values]");
      if (part) return part;
    }
    return null;
  }

  function showValues(part, x, y) {
    const box = element("values");
    box.hidden = !part;
    if (!part) return;
    box.textContent = part.dataset.values;
    box.style.left = `${Math.max(8, Math.min(x + 12, document.documentElement.clientWidth - box.offsetWidth - 8))}px`;
    box.style.top = `${y + 16 + box.offsetHeight < window.innerHeight ? y + 16 : y - box.offsetHeight - 12}px`;
  }

  // --- Picked engines ---

  function mark(kind, isMarked) {
    for (const part of all("[data-engine]")) part.classList.toggle(kind, isMarked(part.dataset.engine));
    for (const svg of all("figure svg")) svg.classList.toggle(`has-${kind}`, svg.querySelector(`.${kind}`) !== null);
  }

  function pick(number) {
    if (!picked.delete(number)) picked.add(number);
    mark("picked", (one) => picked.has(one));
    for (const button of all(".ranking tbody button")) {
      button.setAttribute("aria-pressed", picked.has(button.closest("tr").dataset.engine));
    }
  }

  function makePickable(heading) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    button.setAttribute("aria-pressed", false);
    heading.replaceChildren(button);
    button.addEventListener("click", () => pick(heading.parentElement.dataset.engine));
    button.addEventListener("focus", () => {
      const { left, bottom } = button.getBoundingClientRect();
      showValues(heading.parentElement, left, bottom);
    });
    button.addEventListener("blur", () => showValues(null));
  }

  // The page shows the values itself, because a browser shows titles late, and never for touch.
  for (const row of all("tr[title]")) {
    if (row.title) row.dataset.values = row.title;
    row.removeAttribute("title");
  }
  for (const title of all("svg [data-engine] > title")) {
    title.parentElement.dataset.values = title.textContent;
    title.remove();
  }
  document.addEventListener("pointermove", (event) => {
    const part = event.target.closest?.("figure svg, .ranking") ? partAt(event) : null;
    showValues(part, event.clientX, event.clientY);
    const number = part?.closest("figure") ? part.dataset.engine : null;
    if (element("values").dataset.engine === String(number)) return;
    element("values").dataset.engine = number;
    mark("hovered", (one) => one === number);
  });
  document.addEventListener("click", (event) => {
    const part = event.target.closest("figure svg") ? partAt(event) : null;
    if (part) pick(part.dataset.engine);
  });

  all(".sortable thead th").forEach(makeSortable);
  all(".ranking tbody th").forEach(makePickable);
  names.datasets.forEach((name, index) => element("dataset").add(new Option(name, index)));
  for (const link of all("[data-show]")) {
    link.addEventListener("click", () => {
      element("dataset").value = link.dataset.show;
      filter();
    });
  }
  element("dataset").addEventListener("change", filter);
  element("engine").addEventListener("input", filter);
  element("controls").addEventListener("submit", (event) => event.preventDefault());
  element("controls").hidden = false;
  if (names.datasets.length > kMany) element("dataset").value = "0";
  filter();
})();
