// "Recompute here" on the page of a run: every value is computed again in the page, by evaluate.js, from the measured
// values in its rows and the published graph of its rubric, and held against what its row shows. Loaded when the button
// is pressed, also from a disk, where pages may load scripts but no JSON.
(function () {
  "use strict";
  var proofboard = globalThis.proofboard = globalThis.proofboard || {};
  var TOLERANCE = 1e-9;
  var NAMED = 10;

  // What rows show, by node: the cell, and in it a value or a reason. A role that did not run has its name alone.
  function shown(section) {
    var found = new Map();
    section.querySelectorAll("[id^='n-']").forEach(function (place) {
      var cell = place.tagName === "TR" ? place.cells[1] : place;
      var value = cell.getAttribute("data-value");
      var entry = value === null
        ? { missing: place.tagName === "SPAN" ? "not_applicable" : cell.getAttribute("data-missing") }
        : { value: value.trim() ? Number(value) : NaN };
      found.set(place.id.slice(2), { cell: cell, entry: entry, ran: place.tagName !== "SPAN" });
    });
    return found;
  }

  function agree(one, other) {
    if (!("value" in one && "value" in other)) return one.missing === other.missing;
    return one.value === other.value ||
      Math.abs(one.value - other.value) <= TOLERANCE * Math.max(Math.abs(one.value), Math.abs(other.value));
  }

  function said(entry) { return "value" in entry ? String(entry.value) : String(entry.missing).replace(/_/g, " "); }

  function some(names) {
    var rest = names.length - NAMED;
    return names.slice(0, NAMED).join(", ") + (rest > 0 ? " and " + rest + " more" : "");
  }

  function mark(cell, right) {
    var made = document.createElement("span");
    made.className = right ? "recomputed" : "recomputed wrong";
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", right ? "recomputed, agrees" : "recomputed, differs");
    made.textContent = right ? "✓" : "✗";
    cell.prepend(made, " ");
  }

  // The page has every node once; those of roles that did not run are left out, and are not applicable.
  function inputs(graph, rows, starts) {
    var gone = graph.roles.filter(function (role) { return rows.has(role) && !rows.get(role).ran; });
    var known = new Set(graph.nodes.map(function (node) { return node.id; }));
    var strange = Array.from(rows.keys()).filter(function (id) { return !known.has(id); });
    var lacking = [], entries = Object.create(null);
    graph.nodes.forEach(function (node) {
      var of = gone.some(function (role) { return node.id.startsWith(role + "."); });
      if (rows.has(node.id)) {
        if (starts.has(node.id)) entries[node.id] = rows.get(node.id).entry;
      } else if (of) entries[node.id] = { missing: "not_applicable" };
      else lacking.push(node.id);
    });
    if (lacking.length) throw new Error("this page has no row of " + some(lacking) + ".");
    if (strange.length) throw new Error(graph.rubric + " has no node " + some(strange) + ".");
    return entries;
  }

  function compare(graph, rows) {
    var starts = new Set(proofboard.starts(graph));
    var results = proofboard.evaluate(graph, inputs(graph, rows, starts));
    var told = { measured: 0, taken: 0, computed: 0, wrong: [] };
    graph.nodes.forEach(function (node) {
      if (!rows.has(node.id) || node.withheld) return;
      if (starts.has(node.id)) {
        if (node.op === "metric") told.measured += 1; else told.taken += 1;
        return;
      }
      var row = rows.get(node.id), right = agree(row.entry, results[node.id]);
      told.computed += 1;
      if (!right) told.wrong.push({ id: node.id, cell: row.cell, shown: row.entry, again: results[node.id] });
      mark(row.cell, right);
    });
    return told;
  }

  function sentence(told) {
    var taken = told.taken ? " and " + told.taken + " taken as published (medians of the cohort, and what is made from withheld figures)" : "";
    var outcome = told.wrong.length
      ? told.computed - told.wrong.length + " agree, " + told.wrong.length + (told.wrong.length === 1 ? " differs:" : " differ:")
      : "all " + told.computed + " agree.";
    return told.computed + " values recomputed in this page from " + told.measured + " measured inputs" + taken + ": " + outcome;
  }

  function list(wrong) {
    var made = document.createElement("ul");
    made.className = "reasons recomputed-list";
    wrong.forEach(function (one) {
      var item = document.createElement("li"), link = document.createElement("a");
      link.href = "#n-" + one.id;
      link.textContent = one.id;
      item.append(link, ": " + said(one.shown) + " on this page, " + said(one.again) + " recomputed");
      made.append(item);
      var folded = one.cell.closest("details");
      if (folded) folded.open = true;
    });
    return made;
  }

  // rubric is its id; status is where the outcome is told. Pressed again, it looks at the rows again.
  proofboard.recompute = function (section, rubric, status) {
    section.querySelectorAll(".recomputed").forEach(function (old) {
      old.nextSibling.remove();
      old.remove();
    });
    section.querySelectorAll(".recomputed-list").forEach(function (old) { old.remove(); });
    return proofboard.load("evaluate.js").then(function () {
      return proofboard.load("../data/rubrics/" + rubric + ".graph.js");
    }).then(function () {
      var told = compare(proofboard.rubrics[rubric], shown(section));
      status.textContent = sentence(told);
      if (told.wrong.length) status.parentElement.after(list(told.wrong));
    }).catch(function (error) {
      status.textContent = "Not recomputed: " + error.message;
    });
  };
})();
