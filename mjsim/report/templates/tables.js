"use strict";
// Tables: sorted by their headers, filtered by words. What is said stands in the page.
(() => {
  const say = document.body.dataset;
  const fill = (text, parts) => text.replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
  const tell = (text) => { document.getElementById("status").textContent = text; };
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

  // What a row is sorted by: null if there is nothing, which comes last either way.
  const keyOf = (cell, kind) => {
    const text = cell?.dataset.key ?? (kind === "text" ? cell?.textContent.trim() : undefined);
    if (text === undefined || text === "") return null;
    if (kind === "text") return text;
    const number = Number(text);
    return Number.isNaN(number) ? null : number;
  };

  const compare = (kind, sign) => ([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (kind === "text" ? collator.compare(a, b) : (a > b) - (a < b));
  };

  const sortable = (table) => {
    const body = table.tBodies[0];
    const first = [...body.rows];
    const headers = [...table.tHead.rows[0].cells];
    const sort = (header) => {
      const order = NEXT[header.getAttribute("aria-sort") ?? "none"];
      for (const each of headers) each.removeAttribute("aria-sort");
      if (order === "none") {
        body.append(...first);
      } else {
        const kind = header.dataset.sort;
        const at = header.cellIndex;
        const keyed = [...body.rows].map((row) => [keyOf(row.cells[at], kind), row]);
        keyed.sort(compare(kind, order === "ascending" ? 1 : -1));
        body.append(...keyed.map(([, row]) => row));
        header.setAttribute("aria-sort", order);
      }
      const text = { ascending: say.saySortedAscending, descending: say.saySortedDescending };
      tell(fill(text[order] ?? say.saySortedNone, { column: header.textContent }));
    };
    for (const header of headers) {
      const button = document.createElement("button");
      button.type = "button";
      button.title = say.saySort;
      button.append(...header.childNodes);
      button.addEventListener("click", () => sort(header));
      header.append(button);
      header.classList.add("sorts");
      // On paper headers with buttons are not repeated from page to page.
      addEventListener("beforeprint", () => header.replaceChildren(...button.childNodes));
      addEventListener("afterprint", () => {
        if (button.isConnected) return;
        button.append(...header.childNodes);
        header.append(button);
      });
    }
  };

  const plain = (text) => text.normalize("NFKC").toLowerCase();

  const filterable = (tools, table) => {
    const input = tools.querySelector("input");
    const output = tools.querySelector("output");
    const none = table.parentElement.querySelector(".no-match");
    const rows = [...table.tBodies[0].rows].map((row) => [
      row, plain([...row.cells].map((cell) => cell.textContent).join("\n")),
    ]);
    const filter = () => {
      // As wide as with all rows: what is typed moves nothing sideways.
      table.style.minWidth ||= `${table.offsetWidth}px`;
      const words = plain(input.value).split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const [row, text] of rows) {
        row.hidden = !words.every((word) => text.includes(word));
        shown += !row.hidden;
      }
      none.hidden = shown > 0;
      output.textContent = words.length
        ? fill(say.sayCount, { shown, all: rows.length })
        : fill(say.sayItems, { n: rows.length });
    };
    input.addEventListener("input", filter);
    tools.hidden = false;
    if (input.value) filter(); // kept by the browser when the page is loaded again
  };

  for (const block of document.querySelectorAll(".table")) {
    const table = block.querySelector("table");
    const tools = block.querySelector(".tools");
    if (table.tBodies[0].rows.length > 1) sortable(table);
    if (tools) filterable(tools, table);
  }
})();
