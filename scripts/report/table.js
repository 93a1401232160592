// The table of puzzles. Sorts and filters columns of data and shows one page at a time, so that the document has
// few rows for any number of puzzles.
"use strict";
(() => {
  const kRows = 10;
  const data = JSON.parse(document.getElementById("puzzle-data").textContent);
  const element = (id) => document.getElementById(id);
  const table = element("puzzle-table");
  const controls = { measure: element("measure"), state: element("state"), text: element("text") };
  let wanted = { dataset: "", isShown: () => true }; // the filter of the page
  const sorting = { key: null, direction: 1 };
  let order = [];
  let page = 0;

  const significant = (value) => (value < 999.5 ? value.toPrecision(3) : Math.round(value).toLocaleString("en"));
  const formatTime = (ns) => {
    for (const [unit, size] of [["ns", 1], ["µs", 1e3], ["ms", 1e6]]) {
      if (ns < 999.5 * size) return `${significant(ns / size)} ${unit}`;
    }
    return `${significant(ns / 1e9)} s`;
  };

  const stateOf = (engine, row) => engine.states[engine.state[row]];

  function engineCell(engine, measure, row) {
    const value = engine[measure][row];
    const state = stateOf(engine, row);
    if (state === "" || value === undefined || value === null) return { text: state === "ok" || state === "" ? "-" : state };
    const text = measure === "ns" ? formatTime(value) : value.toLocaleString("en");
    return state === "ok" ? { text } : { text: `${state} \u2265 ${text}`, kind: "lower" };
  }

  // Returns the visible columns: key, heading, a function for the cell, and one for the sort value.
  function columns() {
    const plain = (key, heading) => ({ key, heading, cell: (row) => ({ text: data[key][row] ?? "-" }), value: (row) => data[key][row] });
    const measure = controls.measure.value;
    const list = [
      { key: "dataset", heading: "dataset", cell: (row) => ({ text: data.datasets[data.dataset[row]] }), value: (row) => data.dataset[row] },
      plain("line", "line"),
    ];
    if (data.isomorph.some((number) => number > 0)) list.push(plain("isomorph", "isomorph"));
    list.push({ ...plain("puzzle", "puzzle"), cell: (row) => ({ text: data.puzzle[row], kind: "puzzle" }) });
    list.push({ ...plain("solutions", "solutions"), value: (row) => (data.solutions[row] === "" ? null : Number(data.solutions[row].replace(/^>=/, ""))) });
    for (const engine of data.engines) {
      if (!wanted.isShown(engine.number) || (measure === "ns" && !engine.isTimed)) continue;
      list.push({ key: `engine ${engine.name}`, heading: engine.name, cell: (row) => engineCell(engine, measure, row), value: (row) => engine[measure][row] });
    }
    return list;
  }

  function isWanted(row, text) {
    if (wanted.dataset !== "" && data.dataset[row] !== Number(wanted.dataset)) return false;
    if (controls.state.value !== "") {
      const isWhole = data.engines.every((engine) => stateOf(engine, row) === "ok");
      if (isWhole !== (controls.state.value === "whole")) return false;
    }
    return text === "" || String(data.line[row]) === text || data.puzzle[row].includes(text);
  }

  // Sorts missing values last in both directions, and equal values in the order of the file.
  function compare(value, direction) {
    return (a, b) => {
      const x = value(a) ?? null;
      const y = value(b) ?? null;
      if (x === null || y === null) return (x === null) - (y === null) || a - b;
      return (x < y ? -direction : x > y ? direction : 0) || a - b;
    };
  }

  function arrange() {
    const text = controls.text.value.trim().replaceAll("0", ".");
    const line = controls.text.value.trim();
    order = [];
    for (let row = 0; row < data.line.length; ++row) {
      if (isWanted(row, text) || (line !== text && isWanted(row, line))) order.push(row);
    }
    const column = columns().find((one) => one.key === sorting.key);
    if (column) order.sort(compare(column.value, sorting.direction));
    page = 0;
    show();
  }

  function headerCell(column) {
    const cell = document.createElement("th");
    const button = document.createElement("button");
    cell.scope = "col";
    cell.setAttribute("aria-sort", column.key !== sorting.key ? "none" : sorting.direction > 0 ? "ascending" : "descending");
    button.type = "button";
    button.textContent = column.heading;
    button.dataset.key = column.key;
    cell.append(button);
    return cell;
  }

  // Shows a puzzle in several lines. Copied text has no line breaks.
  function bands(puzzle) {
    const box = document.createElement("div");
    for (let i = 0; i < puzzle.length; i += 27) {
      const band = document.createElement("span");
      band.textContent = puzzle.slice(i, i + 27);
      box.append(band);
    }
    return box;
  }

  function bodyRow(list, row) {
    const line = document.createElement("tr");
    for (const column of list) {
      const { text, kind } = column.cell(row);
      const cell = document.createElement("td");
      cell.append(kind === "puzzle" ? bands(text) : text);
      if (kind) cell.className = kind;
      line.append(cell);
    }
    return line;
  }

  function show() {
    const list = columns();
    const pages = Math.max(1, Math.ceil(order.length / kRows));
    const header = document.createElement("tr");
    header.append(...list.map(headerCell));
    table.tHead.replaceChildren(header);
    table.tBodies[0].replaceChildren(...order.slice(page * kRows, (page + 1) * kRows).map((row) => bodyRow(list, row)));
    const sorted = list.find((column) => column.key === sorting.key);
    element("puzzle-status").textContent =
      `${order.length.toLocaleString("en")} of ${data.line.length.toLocaleString("en")} puzzles` +
      (sorted ? `, by ${sorted.heading}, ${sorting.direction > 0 ? "lowest" : "highest"} first` : "");
    element("puzzle-page").textContent = `page ${(page + 1).toLocaleString("en")} of ${pages.toLocaleString("en")}`;
    for (const button of element("puzzle-pages").querySelectorAll("button")) {
      button.disabled = ["first", "previous"].includes(button.dataset.page) ? page === 0 : page === pages - 1;
    }
  }

  function turn(where) {
    const last = Math.max(0, Math.ceil(order.length / kRows) - 1);
    page = { first: 0, previous: Math.max(0, page - 1), next: Math.min(last, page + 1), last }[where];
    show();
  }

  function sortBy(key) {
    sorting.direction = sorting.key === key ? -sorting.direction : 1;
    sorting.key = key;
    arrange();
    // arrange() replaced the header, so the pressed button needs the focus again.
    for (const button of table.tHead.querySelectorAll("button")) {
      if (button.dataset.key === key) button.focus();
    }
  }

  if (!data.engines.some((engine) => engine.isTimed)) controls.measure.value = "guesses";
  for (const name of ["measure", "state"]) controls[name].addEventListener("change", arrange);
  controls.text.addEventListener("input", arrange);
  document.addEventListener("filter", (event) => {
    wanted = event.detail;
    arrange();
  });
  element("puzzle-controls").addEventListener("submit", (event) => event.preventDefault());
  table.tHead.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) sortBy(button.dataset.key);
  });
  element("puzzle-pages").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) turn(button.dataset.page);
  });
  element("puzzle-controls").hidden = false;
  element("puzzle-pages").hidden = false;
  arrange();
})();
