// A board ranked again under a reader's own weights. site.js loads this file when a reader asks for it: behind evaluate.js,
// which makes the scores, and before the board's parts.js, which calls proofboard.board with what they are made from. The published table stays as it is; the weights that differ are kept in the address.
(function () {
  "use strict";
  var PARAMETER = "w";
  var FIRST_ROWS = 100;
  var proofboard = globalThis.proofboard;

  // The headline of a run of parts.js, or in words the reason why it has none; weights: node -> the list in the place of its own.
  function score(data, run, weights) {
    var entries = {};
    data.given.forEach(function (name, at) {
      entries[name] = isReason(run.values[at]) ? { missing: run.values[at] } : { value: run.values[at] };
    });
    var found = proofboard.evaluate(data, entries, { weights: weights })[data.headline];
    return found.missing || found.value;
  }

  function isReason(value) { return typeof value === "string"; }
  function given(value, otherwise) { return value === undefined ? otherwise : value; }

  // Every run with its own score and rank, best first. The runs that have a published rank are ranked; equal scores share one.
  proofboard.standings = function (data, weights) {
    var all = data.runs.map(function (run, place) {
      var found = score(data, run, weights);
      return { run: run, score: found, rank: null, tied: false, place: place, ranked: run.rank !== null && !isReason(found) };
    });
    function apart(a, b) {
      return Number(b.ranked) - Number(a.ranked) ||
        (a.ranked ? Number(Boolean(a.run.last)) - Number(Boolean(b.run.last)) || b.score - a.score : 0);
    }
    all.sort(function (a, b) { return apart(a, b) || a.place - b.place; });
    all.forEach(function (one, at) {
      if (!one.ranked) return;
      var before = at > 0 && apart(all[at - 1], one) === 0 ? all[at - 1] : null;
      one.rank = before ? before.rank : at + 1;
      if (before) before.tied = one.tied = true;
    });
    return all;
  };

  // ---- The address: part:weight of each weight that is not the published one. A part of two nodes has its node before it. ----

  function keyOf(data, part) {
    var same = data.parts.filter(function (other) { return other.node === part.node; });
    return same.length > 1 ? part.of + "/" + part.node : part.node;
  }

  proofboard.inAddress = function (data, own) {
    return data.parts.map(function (part, at) { return own[at] === part.weight ? "" : keyOf(data, part) + ":" + own[at]; })
      .filter(Boolean).join(",");
  };

  proofboard.fromAddress = function (data, text) {
    var wanted = {};
    (text || "").split(",").forEach(function (pair) {
      var cut = pair.lastIndexOf(":");
      var number = pair.slice(cut + 1);
      if (cut > 0 && /^\d+(\.\d+)?$/.test(number)) wanted["=" + pair.slice(0, cut)] = Number(number);
    });
    return data.parts.map(function (part) { return given(wanted["=" + keyOf(data, part)], part.weight); });
  };

  proofboard.byNode = function (data, own) {
    var lists = {};
    data.parts.forEach(function (part, at) { (lists[part.of] = lists[part.of] || [])[part.at] = own[at]; });
    return lists;
  };

  // ---- The page. Nothing of it is in the HTML, which is whole without it. ----

  function make(name, text, type) {
    var made = document.createElement(name);
    if (text) made.textContent = text;
    if (type) made.className = type;
    return made;
  }

  function words(reason) { return reason.replace(/_/g, " "); }
  function plain(number) { return String(Number(number.toFixed(6))); }

  function field(part, change) {
    var line = make("div", "", "weight");
    var label = make("label", part.title);
    label.append(make("small", "published " + plain(part.weight)));
    var slider = make("input"), number = make("input");
    label.htmlFor = number.id = "weight-" + part.of + "-" + part.at;
    slider.type = "range";
    slider.max = part.most;
    number.type = "number";
    slider.min = number.min = 0;
    slider.step = part.step;
    number.step = "any";
    slider.setAttribute("aria-label", part.title + ", weight");
    slider.addEventListener("input", function () { change(Number(slider.value)); });
    number.addEventListener("input", function () {
      var value = number.valueAsNumber;
      if (isFinite(value) && value >= 0) change(value);
    });
    line.append(label, slider, number);
    line.set = function (weight) {
      slider.value = weight;
      if (number.valueAsNumber !== weight) number.value = weight;
      line.classList.toggle("changed", weight !== part.weight);
    };
    return line;
  }

  function start(table, data) {
    var root = document.querySelector("a.brand").getAttribute("href").replace(/index\.html$/, "");
    var own = data.parts.map(function (part) { return part.weight; });
    var all = false;
    var section = make("section", "", "notes own-weights");
    section.id = "own-weights";
    var about = make("p", "This is your ranking, not the published one. The published table above stays as it is; a score " +
      "here is made from the same published inputs of each run, and only the weights are yours. Runs without a published " +
      "rank have none here.", "warning");
    var status = make("p", "", "verdict-line");
    status.setAttribute("role", "status");
    var form = make("form");
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    var acts = make("p", "", "acts");
    var reset = make("button", "Published weights"), close = make("button", "Close");
    reset.type = close.type = "button";
    acts.append(reset, close);
    var frame = make("div", "", "frame");
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", "Runs under your own weights");
    section.append(make("h2", "Your own weights"), about, form, acts, status, frame);
    document.querySelector("p.empty").after(section);

    var sums = {}, fields = [];
    data.parts.forEach(function (part, at) {
      var beside = data.parts.filter(function (other) { return other.of === part.of; });
      var most = Math.max.apply(null, beside.map(function (other) { return other.weight; }));
      part.most = 2 * most;
      part.step = most >= 5 ? 0.5 : most / 50;
      if (!sums[part.of]) {
        var group = make("fieldset");
        sums[part.of] = make("legend");
        group.append(sums[part.of]);
        form.append(group);
      }
      fields.push(field(part, function (weight) {
        own[at] = weight;
        show();
        write(false);
      }));
      sums[part.of].parentNode.append(fields[at]);
    });
    // However often a weight is moved before the next one, that is one entry of the history.
    var moved = true;
    form.addEventListener("focusout", function () { moved = true; });

    function write(always) {
      var query = new URLSearchParams(location.search);
      query.delete(PARAMETER);
      var text = query.toString(), kept = proofboard.inAddress(data, own);
      if (kept) text += (text ? "&" : "") + PARAMETER + "=" + kept;
      var address = location.pathname + (text ? "?" + text : "") + location.hash;
      history[moved || always ? "pushState" : "replaceState"](null, "", address);
      moved = false;
    }

    function place(rank, shared) {
      return rank === null ? make("td", "none", "n gap") : make("td", rank + (shared ? "=" : ""), "n");
    }

    function line(one) {
      var made = make("tr");
      var run = one.run;
      var name = make("th");
      name.scope = "row";
      var link = make("a", run.configuration || run.run);
      link.href = root + run.page;
      name.append(link, make("span", run.run, "id"));
      var why = run.unranked || (isReason(one.score) ? "no score under these weights: " + words(one.score) : "");
      if (why) name.append(make("span", why, "under"));
      var score = isReason(one.score) ? make("td", words(one.score), "n gap") : make("td", proofboard.written(one.score, data.decimals), "n");
      var by = one.rank === null || run.rank === null ? null : run.rank - one.rank;
      var change = make("td", by === null ? "" : by === 0 ? "same" : (by > 0 ? "up " : "down ") + Math.abs(by), by ? "n moved" : "n");
      made.append(place(one.rank, one.tied), place(run.rank, run.shared), name, score, change);
      return made;
    }

    function show() {
      var standings = proofboard.standings(data, proofboard.byNode(data, own));
      fields.forEach(function (one, at) { one.set(own[at]); });
      Object.keys(sums).forEach(function (node) {
        var parts = data.parts.filter(function (part) { return part.of === node; });
        var sum = own.reduce(function (sum, weight, at) { return data.parts[at].of === node ? sum + weight : sum; }, 0);
        sums[node].textContent = parts[0].name + ": the weights sum to " + plain(sum);
      });
      var result = make("table", "", "plain own");
      var head = result.createTHead().insertRow();
      ["Your rank", "Published rank", "Run", "Your score", "Change of rank"].forEach(function (title) {
        var cell = make("th", title, title === "Run" ? "" : "n");
        cell.scope = "col";
        head.append(cell);
      });
      var body = result.createTBody();
      standings.slice(0, all ? standings.length : FIRST_ROWS).forEach(function (one) { body.append(line(one)); });
      frame.replaceChildren(result);
      if (body.rows.length < standings.length) {
        var more = make("button", "Show all " + standings.length + " runs");
        more.type = "button";
        more.addEventListener("click", function () {
          all = true;
          show();
          frame.focus();
        });
        frame.append(more);
      }
      tell(standings);
    }

    function tell(standings) {
      var ranked = standings.filter(function (one) { return one.rank !== null; });
      var moves = ranked.filter(function (one) { return one.rank !== one.run.rank; }).length;
      var first = ranked.filter(function (one) { return one.rank === 1; }).map(function (one) { return one.run.run; });
      var published = !proofboard.inAddress(data, own);
      reset.disabled = published;
      if (!ranked.length) status.textContent = "No run has a score under these weights.";
      else if (published) status.textContent = "These are the published weights: ranks are the published ones.";
      else {
        status.textContent = "Your ranking: " + (first.length > 1 ? "first are " : "first is ") + first.join(", ") + "; " +
          (moves ? moves + " of " + ranked.length + " runs have another rank than published." : "all ranks are as published.");
      }
    }

    function read() {
      own = proofboard.fromAddress(data, new URLSearchParams(location.search).get(PARAMETER));
      moved = true;
      if (proofboard.inAddress(data, own)) section.hidden = false;
      show();
    }

    reset.addEventListener("click", function () {
      own = data.parts.map(function (part) { return part.weight; });
      show();
      write(true);
      moved = true;
      fields[0].querySelector("input[type=number]").focus();
    });
    close.addEventListener("click", function () {
      section.hidden = true;
      own = data.parts.map(function (part) { return part.weight; });
      show();
      write(true);
      moved = true;
      document.querySelector("button.reweigh").focus();
    });
    addEventListener("popstate", read);
    read();
    proofboard.openWeights = function (focus) {
      section.hidden = false;
      section.scrollIntoView({ behavior: "instant" });
      if (focus) fields[0].querySelector("input[type=number]").focus({ preventScroll: true });
    };
  }

  // Called by the board's parts.js.
  proofboard.board = function (id, data) {
    start(document.querySelector("table[data-board]"), data);
    if (!location.hash || location.hash === "#own-weights") proofboard.openWeights(proofboard.asked);
  };
})();
