// The script of every page of a Proofboard site; compare.js and weights.js are those of boards. Pages are complete without it: it
// sorts and filters the rows that are in the HTML, keeps that state in the address, and switches between light and dark.
(function () {
  "use strict";

  // Scripts that few readers ask for are loaded when they do, each once; their addresses are relative to this one.
  var assets = document.currentScript.src, proofboard = globalThis.proofboard = globalThis.proofboard || {}, loads = {};
  function load(address) {
    return loads[address] = loads[address] || new Promise(function (done, failed) {
      var script = document.createElement("script");
      script.src = new URL(address, assets);
      script.onload = done;
      script.onerror = function () {
        delete loads[address];
        script.remove();
        failed(new Error(address.replace("../", "") + " could not be loaded."));
      };
      document.head.append(script);
    });
  }
  proofboard.load = load;

  // A number from 0 on as cells have it; a huge one in six digits with a power of ten.
  proofboard.written = function (size, decimals) {
    if (size >= 1e21) return String(Number(size.toPrecision(6))).replace("+", "");
    return size.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  };

  // Theme: set before anything is painted, so this file is loaded in <head> without defer.
  var root = document.documentElement;
  function stored() {
    try { return localStorage.getItem("theme"); } catch (error) { return null; }
  }
  function dark() {
    var chosen = root.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  var theme = new URLSearchParams(location.search).get("theme") || stored();
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;

  function startTheme() {
    var button = document.querySelector("button.theme");
    function label() { button.textContent = dark() ? "Light" : "Dark"; }
    button.hidden = false;
    label();
    button.addEventListener("click", function () {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch (error) { /* private mode */ }
      label();
    });
  }

  // A link to a value inside closed details opens them.
  function reveal() {
    var id = decodeURIComponent(location.hash.slice(1));
    var target = id && document.getElementById(id);
    if (!target) return;
    for (var at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  }

  // Sorting. A cell is or holds a number (<data>), a date (<time>), text, or missing; missing ones come last both ways.
  var words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  function key(row, column, type) {
    var cell = row.cells[column];
    if (type === "number" && cell.hasAttribute("data-value")) return Number(cell.getAttribute("data-value"));
    var held = cell.querySelector("data, time");
    if (!held && (cell.classList.contains("gap") || cell.querySelector(".gap"))) return null;
    if (type === "number") return held ? Number(held.value) : null;
    return held && held.dateTime ? held.dateTime : cell.textContent.trim();
  }

  function compare(a, b, type) {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return type === "number" ? a - b : words.compare(a, b);
  }

  // What the models of one run may have several of.
  var SEVERAL = ["family", "provider"];

  function startBoard(table) {
    var body = table.tBodies[0];
    var rows = Array.prototype.slice.call(body.rows);
    var buttons = Array.prototype.slice.call(table.querySelectorAll("button.sort"));
    var form = document.querySelector("form.filters");
    var shown = document.querySelector("[data-count]");
    var fresh = document.querySelector("[data-new]");
    var empty = document.querySelector("p.empty");
    var sort = { key: "rank", dir: "asc" };

    function header(name) {
      return buttons.find(function (button) { return button.dataset.key === name; });
    }

    function arrange() {
      var button = header(sort.key);
      if (!button) return;
      var th = button.closest("th");
      var sign = sort.dir === "asc" ? 1 : -1;
      var keyed = rows.map(function (row, place) {
        return { row: row, key: key(row, th.cellIndex, th.dataset.type), place: place };
      });
      keyed.sort(function (a, b) {
        var missing = a.key === null || b.key === null;
        return (missing ? 1 : sign) * compare(a.key, b.key, th.dataset.type) || a.place - b.place;
      });
      buttons.forEach(function (other) { other.closest("th").removeAttribute("aria-sort"); });
      th.setAttribute("aria-sort", sort.dir === "asc" ? "ascending" : "descending");
      keyed.forEach(function (item) { body.appendChild(item.row); });
    }

    function filter() {
      var wanted = new FormData(form);
      var find = String(wanted.get("q") || "").toLowerCase().split(/\s+/).filter(Boolean);
      var choices = Array.prototype.filter.call(form.elements, function (field) { return field.tagName === "SELECT" && field.value; });
      var from = wanted.get("from") || "";
      var until = wanted.get("until") || "";
      var count = 0;
      rows.forEach(function (row) {
        var fits = find.every(function (word) { return row.dataset.search.indexOf(word) >= 0; }) &&
          choices.every(function (field) {
            var held = row.dataset[field.name] || "";
            return held === field.value || (SEVERAL.indexOf(field.name) >= 0 && ("|" + held + "|").indexOf("|" + field.value + "|") >= 0);
          });
        if (fits && (from || until)) {
          var time = row.querySelector("time");
          fits = time !== null && time.dateTime >= from && (!until || time.dateTime <= until);
        }
        row.hidden = !fits;
        if (fits) count += 1;
      });
      shown.textContent = count;
      empty.hidden = count > 0;
      mark(wanted.get("since") || "");
    }

    // What came since a day is marked, and nothing else changes.
    function mark(since) {
      var count = 0;
      rows.forEach(function (row) {
        var badge = row.querySelector(".badge.new");
        if (badge) badge.remove();
        if (!since || !(row.dataset.added >= since)) return;
        badge = document.createElement("span");
        badge.className = "badge new";
        badge.textContent = "new";
        badge.title = "added on " + row.dataset.added;
        row.querySelector("th > a").after(badge);
        if (!row.hidden) count += 1;
      });
      fresh.textContent = since ? ", " + count + " new since " + since : "";
    }

    function write(push) {
      var query = new URLSearchParams(location.search);
      Array.prototype.forEach.call(form.elements, function (field) { if (field.name) query.delete(field.name); });
      ["sort", "dir"].forEach(function (name) { query.delete(name); });
      new FormData(form).forEach(function (value, name) { if (value) query.set(name, value); });
      if (sort.key !== "rank" || sort.dir !== "asc") {
        query.set("sort", sort.key);
        query.set("dir", sort.dir);
      }
      var text = query.toString();
      var address = location.pathname + (text ? "?" + text : "") + location.hash;
      history[push ? "pushState" : "replaceState"](null, "", address);
      carry(query);
    }

    function read() {
      var query = new URLSearchParams(location.search);
      Array.prototype.forEach.call(form.elements, function (field) {
        if (field.name) field.value = query.get(field.name) || "";
      });
      sort = header(query.get("sort"))
        ? { key: query.get("sort"), dir: query.get("dir") === "asc" ? "asc" : "desc" }
        : { key: "rank", dir: "asc" };
      arrange();
      filter();
      carry(query);
    }

    // The other boards and pages take over how this one is filtered and sorted; which of its runs are compared, and how
    // they are weighed, stays here.
    function carry(query) {
      query.delete("compare");
      query.delete("w");
      var text = query.toString();
      document.querySelectorAll("nav.tabs a, p.turn a").forEach(function (link) {
        link.search = text ? "?" + text : "";
      });
    }

    buttons.forEach(function (button) {
      button.disabled = false;
      button.addEventListener("click", function () {
        var first = button.closest("th").dataset.type === "number" && button.dataset.key !== "rank" ? "desc" : "asc";
        var other = first === "asc" ? "desc" : "asc";
        sort = { key: button.dataset.key, dir: sort.key === button.dataset.key && sort.dir === first ? other : first };
        arrange();
        write(true);
      });
    });
    // Folded on a phone, where it would fill the first screen; open where there is room or a filter is set.
    var controls = form.closest("details");
    controls.hidden = false;
    form.addEventListener("input", function (event) {
      filter();
      write(event.target.tagName === "SELECT");
    });
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("reset", function () {
      setTimeout(function () { filter(); write(true); });
    });
    addEventListener("popstate", read);
    read();
    document.querySelectorAll("p.newcomers > time").forEach(function (last) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = "Mark what is new since then";
      button.addEventListener("click", function () {
        form.elements.since.value = last.dateTime;
        filter();
        write(true);
        shown.scrollIntoView({ block: "center" });
      });
      last.parentElement.append(" ", button);
    });
    controls.open = matchMedia("(min-width: 40rem)").matches ||
      Array.prototype.some.call(form.elements, function (field) { return field.name && field.value; });
  }

  // Other weights: their script and the board's data are loaded when a reader asks for them, or the address does.
  function startWeights(table) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "reweigh";
    button.textContent = "Try other weights";
    function open(asked) {
      button.onclick = null;
      load("evaluate.js").then(function () { return load("weights.js"); }).then(function () {
        proofboard.asked = asked;
        return load(new URL(table.dataset.parts, location.href).href);
      }).then(function () {
        button.onclick = function () { proofboard.openWeights(true); };
      }, function () { button.textContent = "Weights cannot be loaded"; });
    }
    button.onclick = function () { open(true); };
    document.querySelector("button.copy").before(button);
    if (new URLSearchParams(location.search).has("w")) open(false);
  }

  function startCopy(button) {
    if (!navigator.clipboard) return;
    var told = button.nextElementSibling;  // where screen readers are told of it
    button.hidden = false;
    button.addEventListener("click", function () {
      navigator.clipboard.writeText(location.href).then(function () {
        button.textContent = "Copied";
        told.textContent = "The link is copied.";
        setTimeout(function () {
          button.textContent = "Copy link";
          told.textContent = "";
        }, 2000);
      });
    });
  }

  // Tables that fold are no tables for layout on a phone; their parts say what they are to screen readers.
  var ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
  function nameParts(table) {
    [table].concat(Array.prototype.slice.call(table.querySelectorAll("thead, tbody, tr, td, th"))).forEach(function (part) {
      var heading = /^row/.test(part.scope) ? "rowheader" : "columnheader";
      part.setAttribute("role", part.tagName === "TH" ? heading : ROLES[part.tagName]);
      if (part.colSpan > 1) part.setAttribute("aria-colspan", part.colSpan);
    });
  }

  // A frame is a stop for the keyboard where its table is wider. Where a long table fits, the heads of its columns stay in sight.
  function startFrames() {
    var long = CSS.supports("selector(:has(a))")
      ? Array.prototype.slice.call(document.querySelectorAll(".frame:has(> table > tbody > tr:nth-child(12), > table > tbody:nth-of-type(8))"))
      : [];
    function fit(frame) {
      var fits = frame.firstElementChild.offsetWidth <= frame.clientWidth;
      if (fits) frame.removeAttribute("tabindex"); else frame.tabIndex = 0;
      // Beside the ranks, which stay in sight, stay the names: as far from the edge as the ranks are wide.
      var rank = frame.querySelector("th.rank");
      if (rank) frame.style.setProperty("--rank", rank.offsetWidth + "px");
      if (long.indexOf(frame) >= 0) frame.classList.toggle("fits", fits);
    }
    var watch = new ResizeObserver(function (entries) {
      entries.forEach(function (entry) { fit(entry.target); });
    });
    document.querySelectorAll(".frame").forEach(function (frame) { watch.observe(frame); });
  }

  // The contents of a page mark the section that is being read.
  function startContents(nav) {
    var links = Array.prototype.filter.call(nav.querySelectorAll("a"), function (link) {
      return link.hash && document.getElementById(link.hash.slice(1));
    });
    var waiting = false;
    function mark() {
      waiting = false;
      var line = nav.getBoundingClientRect().bottom + innerHeight / 5;
      var end = innerHeight + scrollY >= root.scrollHeight - 2;
      var here = null;
      links.forEach(function (link) {
        if (end || document.getElementById(link.hash.slice(1)).getBoundingClientRect().top <= line) here = link;
      });
      links.forEach(function (link) {
        if (link !== here) link.removeAttribute("aria-current");
      });
      if (!here || here.hasAttribute("aria-current")) return;
      here.setAttribute("aria-current", "location");
      var left = here.offsetLeft;
      if (left < nav.scrollLeft || left + here.offsetWidth > nav.scrollLeft + nav.clientWidth) nav.scrollLeft = left - 32;
    }
    addEventListener("scroll", function () {
      if (!waiting) requestAnimationFrame(mark);
      waiting = true;
    }, { passive: true });
    mark();
  }

  // Below the words on all values of a run, a button; what it does is in recompute.js, which is loaded when it is pressed.
  function startRecompute(link) {
    var rubric = /methodology\/([^/]+\/[^/]+)\/index\.html#nodes$/.exec(link.getAttribute("href"));
    if (!rubric) return;
    var bar = document.createElement("div");
    var button = document.createElement("button");
    var status = document.createElement("span");
    bar.className = "recompute";
    button.type = "button";
    button.textContent = "Recompute here";
    status.setAttribute("role", "status");
    bar.append(button, status);
    link.parentElement.after(bar);
    function run() { proofboard.recompute(bar.parentElement, rubric[1], status); }
    button.addEventListener("click", function () {
      if (proofboard.recompute) return run();
      load("recompute.js").then(run, function () {
        status.textContent = "Not recomputed: assets/recompute.js could not be loaded.";
      });
    });
  }

  document.addEventListener("DOMContentLoaded", function () {
    startTheme();
    var board = document.querySelector("table[data-board]");
    if (board) startBoard(board);
    if (board && board.dataset.parts) startWeights(board);
    document.querySelectorAll("button.copy").forEach(startCopy);
    document.querySelectorAll("table.fold, table.derivations, table.components, table.derived, table.asked").forEach(nameParts);
    document.querySelectorAll("#nodes > p > a[href$='/index.html#nodes']").forEach(startRecompute);
    startFrames();
    document.querySelectorAll("nav.contents").forEach(startContents);
    addEventListener("hashchange", reveal);
    reveal();
  });
})();
