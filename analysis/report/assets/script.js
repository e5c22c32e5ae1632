"use strict";
// Everything here adds to a page that is whole without it: sorting, where one is, light or dark, folded parts.
(() => {
  const said = document.getElementById("said");
  const order = new Intl.Collator("en", { numeric: true });

  const key = (row, at) => {
    const cell = row.cells[at];
    if (!cell) return null;
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    return cell.classList.contains("text") ? cell.textContent : null;
  };

  // Missing values stay last either way; rows stay inside their group.
  const sort = (table, at, way) => {
    for (const body of table.tBodies) {
      const rows = [...body.rows].filter((row) => !row.classList.contains("heading"));
      const keyed = rows.map((row, place) => ({ row, place, key: key(row, at) }));
      keyed.sort((a, b) => {
        if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.place - b.place;
        const by = typeof a.key === "number" && typeof b.key === "number" ? a.key - b.key : order.compare(a.key, b.key);
        return way * by || a.place - b.place;
      });
      body.append(...keyed.map((one) => one.row));
    }
  };

  for (const table of document.querySelectorAll("main table")) {
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        // Numbers are read from the best, names from the first letter.
        const first = head.classList.contains("text") ? "ascending" : "descending";
        const other = first === "ascending" ? "descending" : "ascending";
        const next = head.getAttribute("aria-sort") === first ? other : first;
        heads.forEach((one) => one.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", next);
        sort(table, at, next === "ascending" ? 1 : -1);
        said.textContent = `Sorted by ${button.textContent}, ${next}.`;
      });
    });
  }

  const links = new Map([...document.querySelectorAll("nav a")].map((a) => [a.hash.slice(1), a]));
  if ("IntersectionObserver" in window) {
    const seen = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          links.forEach((a) => a.removeAttribute("aria-current"));
          links.get(entry.target.id)?.setAttribute("aria-current", "true");
        }
      },
      { rootMargin: "-20% 0px -70% 0px" },
    );
    document.querySelectorAll("main > section").forEach((section) => seen.observe(section));
  }

  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target?.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  };
  addEventListener("hashchange", open);
  open();
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));

  const scheme = document.getElementById("scheme");
  const root = document.documentElement;
  const isDark = () =>
    root.classList.contains("dark") ||
    (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  const name = () => (scheme.textContent = isDark() ? "Light" : "Dark");
  scheme.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    root.classList.remove("light", "dark");
    root.classList.add(next);
    name();
  });
  name();
  scheme.hidden = false;
})();
