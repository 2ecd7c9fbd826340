// Two to four runs of a board side by side, chosen in its table and kept in the address. Cells are those of the
// table; differences are of its unrounded values, shown with the digits of the column.
(function () {
  "use strict";
  var MOST = 4;
  var PARAMETER = "compare";
  var ABOUT = "Rank, score and coverage first; then what the runs lie furthest apart in, as a share of its scale. " +
    "Differences are those of unrounded values. The address of this page leads here again.";

  function make(name, text, type) {
    var made = document.createElement(name);
    if (text) made.textContent = text;
    if (type) made.className = type;
    return made;
  }

  // The number of a cell and how it is written, or null for a reason, a date or words.
  function figure(cell) {
    var held = cell.hasAttribute("data-value") ? cell : cell.querySelector("data[data-value]");
    if (!held) return null;
    var written = /^([\d,]+)(?:\.(\d+))?(?:e\d+)?( %)?/.exec(held.firstChild.textContent.trim().replace(/^[−-]/, ""));
    var plain = written && (held.firstChild.textContent.trim().replace(/^[−-]/, "") === written[0]);
    return {
      value: Number(held.getAttribute("data-value")),
      decimals: plain ? (written[2] || "").length : null,
      percent: Boolean(plain && written[3])
    };
  }

  function said(difference, like, signed) {
    var text = proofboard.written(Math.abs(difference) * (like.percent ? 100 : 1), like.decimals);
    var zero = !/[1-9]/.test(text);
    return (signed && !zero ? (difference < 0 ? "−" : "+") : "") + text + (like.percent ? " points" : "");
  }

  // All that this file adds to a board. Nothing of it is in the HTML, which is whole without it.
  function parts(table) {
    var pick = make("button", "Compare runs", "pick");
    pick.type = "button";
    document.querySelector("button.copy").before(pick);

    var bar = make("div", "", "chosen");
    var status = make("span");
    status.setAttribute("role", "status");
    var link = make("a", "See them");
    link.href = "#side-by-side";
    var end = make("button", "End");
    end.type = "button";
    bar.append(status, link, end);

    var section = make("section", "", "notes");
    section.id = "side-by-side";
    section.append(make("h2", "Side by side"), make("p", "", "verdict-line"), make("p", ABOUT));
    document.querySelector("p.empty").after(bar, section);

    var frame = make("div", "", "frame");
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", "Runs side by side");
    return { pick: pick, bar: bar, status: status, link: link, end: end, section: section, frame: frame };
  }

  function start(table) {
    var rows = Array.prototype.slice.call(table.tBodies[0].rows);
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
    var made = parts(table);
    var section = made.section, bar = made.bar, pick = made.pick;
    var chosen = [];

    function id(row) { return row.id.slice("run-".length); }
    function name(row) { return row.cells[1].querySelector(".id").textContent; }

    function offer() {
      if (table.classList.contains("picking")) return;
      table.classList.add("picking");
      rows.forEach(function (row) {
        var label = make("label", "", "choose");
        var box = make("input");
        box.type = "checkbox";
        box.value = id(row);
        box.setAttribute("aria-label", "Compare " + name(row));
        label.append(box, " compare");
        row.cells[1].append(label);
        box.addEventListener("change", function () {
          chosen = box.checked ? chosen.concat(row) : chosen.filter(function (one) { return one !== row; });
          tell();
          write();
        });
      });
    }

    // What is chosen, told beside the table; the tables' own order is that of the columns.
    function tell() {
      chosen = rows.filter(function (row) { return chosen.indexOf(row) >= 0; });
      table.querySelectorAll("label.choose input").forEach(function (box) {
        box.checked = chosen.some(function (row) { return id(row) === box.value; });
        box.disabled = !box.checked && chosen.length >= MOST;
      });
      bar.hidden = !table.classList.contains("picking");
      made.status.textContent = chosen.length < 2
        ? "Choose two to four runs in the table."
        : chosen.length + " runs are side by side below the table" + (chosen.length === MOST ? "; that is the most." : ".");
      made.link.hidden = chosen.length < 2;
      section.hidden = chosen.length < 2;
      if (chosen.length >= 2) show();
    }

    function write() {
      var query = new URLSearchParams(location.search);
      query.delete(PARAMETER);
      chosen.forEach(function (row) { query.append(PARAMETER, id(row)); });
      var text = query.toString();
      history.pushState(null, "", location.pathname + (text ? "?" + text : "") + location.hash);
    }

    function read() {
      var wanted = new URLSearchParams(location.search).getAll(PARAMETER);
      chosen = rows.filter(function (row) { return wanted.indexOf(id(row)) >= 0; }).slice(0, MOST);
      if (chosen.length) offer();
      tell();
    }

    // Columns in which the runs lie furthest apart, as shares of the column's scale, come first.
    function apart(column) {
      var shares = chosen.map(function (row) { return row.cells[column].style.getPropertyValue("--v"); });
      if (shares.some(function (share) { return share === ""; })) return -1;
      return Math.max.apply(null, shares) - Math.min.apply(null, shares);
    }

    function difference(column) {
      var figures = chosen.map(function (row) { return figure(row.cells[column]); });
      var without = chosen.filter(function (row) { return row.cells[column].matches(".gap, :has(> .gap)"); }).length;
      if (without) return make("td", without === chosen.length ? "missing" : "missing in " + without, "n gap");
      if (!figures.every(function (one) { return one && one.decimals !== null; })) return make("td");
      var values = figures.map(function (one) { return one.value; });
      var like = figures.reduce(function (a, b) { return b.decimals > a.decimals ? b : a; });
      var two = values.length === 2;
      var size = two ? values[0] - values[1] : Math.max.apply(null, values) - Math.min.apply(null, values);
      return make("td", said(size, like, two), "n");
    }

    function line(column) {
      var made = make("tr");
      var head = make("th", heads[column].title || heads[column].querySelector("button").textContent);
      var unit = heads[column].querySelector(".unit");
      head.scope = "row";
      if (unit && head.textContent.indexOf(unit.textContent) < 0) head.append(" ", unit.cloneNode(true));
      made.append(head);
      chosen.forEach(function (row) {
        var cell = row.cells[column].cloneNode(true);
        cell.classList.remove("rank", "score");
        made.append(cell);
      });
      made.append(column ? difference(column) : make("td"));
      return made;
    }

    function show() {
      var side = make("table", "", "plain side");
      var head = side.createTHead().insertRow();
      head.append(make("td"));
      chosen.forEach(function (row) {
        var cell = make("th", "", "n");
        cell.scope = "col";
        var link = row.cells[1].querySelector("a").cloneNode(true);
        cell.append(link, make("span", name(row), "id"));
        head.append(cell);
      });
      var last = make("th", chosen.length === 2 ? "Difference" : "Furthest apart", "n");
      last.scope = "col";
      head.append(last);
      var rest = heads.map(function (_, column) { return column; }).slice(4);
      var spread = rest.map(apart);
      rest.sort(function (a, b) { return spread[b - 4] - spread[a - 4] || a - b; });
      var body = side.createTBody();
      [0, 2, 3].concat(rest).forEach(function (column) { body.append(line(column)); });
      made.frame.replaceChildren(side);
      section.append(made.frame);
      section.querySelector(".verdict-line").textContent = verdict();
    }

    // Two ranked runs: who is ahead, and whether repeats of one configuration differ as much.
    function verdict() {
      var scores = chosen.map(function (row) { return figure(row.cells[2]); });
      var ranked = chosen.every(function (row) { return row.cells[0].querySelector("data"); });
      if (chosen.length !== 2 || !ranked || !scores[0] || !scores[1]) return "";
      var gap = scores[0].value - scores[1].value;
      if (gap === 0) return "Both have the same score.";
      var first = chosen[gap > 0 ? 0 : 1], second = chosen[gap > 0 ? 1 : 0];
      var known = table.dataset.noise;
      var least = document.querySelector("[data-node='repeats.least']");
      var noise = known === "unknown"
        ? "Whether that is more than chance is not estimable here: nothing was repeated."
        : known === "known" && Math.abs(gap) > Number(least.value)
          ? "Repeats of one configuration do not differ as much."
          : "That is inside the noise: repeats of one configuration differ as much.";
      return name(first) + " is " + said(Math.abs(gap), scores[0], false) + " ahead of " + name(second) + ". " + noise;
    }

    pick.addEventListener("click", function () {
      offer();
      tell();
      table.querySelector("tr:not([hidden]) label.choose input").focus();
    });
    made.end.addEventListener("click", function () {
      chosen = [];
      table.classList.remove("picking");
      table.querySelectorAll("label.choose").forEach(function (label) { label.remove(); });
      tell();
      write();
      pick.focus();
    });
    addEventListener("popstate", read);
    read();
    if (chosen.length >= 2 && !location.hash) section.scrollIntoView({ behavior: "instant" });
  }

  document.addEventListener("DOMContentLoaded", function () {
    var table = document.querySelector("table[data-board]");
    if (table) start(table);
  });
})();
