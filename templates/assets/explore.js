// Draws a figure of the page once more with Plotly, in a dialog: hover, zoom, export as an image. Its numbers are those that the
// page shows beside the drawing, unrounded; computed are shares of a most possible value, and curves by evaluate.js. A gap stays a gap.
(function () {
  "use strict";

  function all(place, selector) { return Array.prototype.slice.call(place.querySelectorAll(selector)); }
  function words(part) { return part ? part.textContent.replace(/\s+/g, " ").trim() : ""; }
  // Plotly reads markup in its texts; a name is none.
  function plain(text) { return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"); }

  // The unrounded number that an element shows or holds; null where it shows none.
  function value(part) {
    var held = part && (part.hasAttribute("data-value") ? part : part.querySelector("[data-value]"));
    return held ? Number(held.getAttribute("data-value")) : null;
  }

  // The number of a node that stands first in a place.
  function node(place, selector) { return value(place.querySelector("data[data-node" + selector + "]")); }

  function radar(drawing, ink) {
    var rows = all(drawing.closest("section"), "table.axes tbody tr");
    var labels = all(drawing, "text").map(function (text) { return words(text.firstChild); });
    var shown = all(drawing, "tspan.sub").map(words);
    var shares = rows.map(function (row) {
      var found = value(row.querySelector("td.n"));
      var most = /^of (.+)$/.exec(words(row.querySelector("td.of")));
      return found === null ? null : found / (most ? Number(most[1].replace(/,/g, "")) : 1);
    });
    var told = rows.map(function (row) {
      return plain(words(row.cells[0])) + "<br>" + plain(words(row.querySelector("td.n")) + " " + words(row.querySelector("td.of")));
    });
    if (rows.length !== labels.length) {  // a template of one's own without the table: the drawing's numbers
      shares = shown.map(function (share) { return isNaN(share) ? null : Number(share); });
      told = labels.map(plain);
    }
    var whole = shares.indexOf(null) < 0;
    function closed(list) { return list.concat(list[0]); }
    var places = labels.map(function (_, n) { return n; });
    return {
      data: [{
        type: "scatterpolar", mode: "lines+markers", connectgaps: false, cliponaxis: false,
        r: closed(shares), theta: closed(places.map(function (n) { return 360 * n / labels.length; })),
        text: closed(told), hovertemplate: "%{text}<br>share %{r}<extra></extra>",
        fill: whole ? "toself" : "none", fillcolor: ink.accent + "33", line: { color: ink.accent, width: 2 }, marker: { size: 7 }
      }],
      layout: {
        polar: {
          bgcolor: "transparent",
          radialaxis: { range: [0, 1], tickvals: [0.25, 0.5, 0.75, 1], gridcolor: ink.rule, linecolor: ink.rule, angle: 90, tickangle: 90, tickfont: { size: 10, color: ink.soft } },
          angularaxis: {
            rotation: 90, direction: "clockwise", gridcolor: ink.rule, linecolor: ink.rule,
            tickvals: places.map(function (n) { return 360 * n / labels.length; }),
            ticktext: labels.map(function (label, n) { return plain(label) + "<br>" + plain(shown[n]); })
          }
        },
        margin: { l: 70, r: 70, t: 60, b: 50 }
      }
    };
  }

  function waterfall(drawing, ink) {
    var section = drawing.closest("section");
    var rows = all(section, "table.parts tbody tr");
    var total = words(all(drawing, "text.total")[1]);
    var score = value(section.querySelector("table.parts caption data"));
    var names = rows.map(function (row) { return plain(words(row.cells[0])); }).concat("= Score");
    var left = rows.map(function (row) { return value(row.cells[3]); }).concat(score);
    var lost = rows.map(function (row) { return value(row.cells[2]); }).concat(null);
    var places = names.map(function (_, n) { return n; });
    var unit = score === null ? "" : total.replace(/^\S+ ?/, "");
    return {
      data: [
        { type: "bar", orientation: "h", name: "leaves", y: places, x: left, customdata: names, marker: { color: ink.accent }, hovertemplate: "%{customdata}<br>leaves %{x}<extra></extra>" },
        {
          type: "bar", orientation: "h", name: "takes away", y: places, x: lost, base: left, customdata: lost,
          marker: { color: "transparent", line: { color: ink.soft, width: 1 } }, hovertemplate: "takes away %{customdata}<extra></extra>"
        }
      ],
      layout: {
        barmode: "overlay", bargap: 0.45,
        xaxis: { title: { text: plain(unit) }, rangemode: "tozero", gridcolor: ink.rule, zerolinecolor: ink.rule },
        yaxis: { autorange: "reversed", tickvals: places, ticktext: names.map(function (name) { return name.length > 24 ? folded(name) : name; }), automargin: true },
        margin: { l: 20, r: 20, t: 40, b: 50 }
      }
    };
  }

  // A long name on two lines, broken at the blank nearest to its middle.
  function folded(name) {
    var blanks = [];
    for (var at = name.indexOf(" ", 3); at >= 0; at = name.indexOf(" ", at + 1)) blanks.push(at);
    if (!blanks.length) return name;
    var middle = blanks.sort(function (a, b) { return Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2); })[0];
    return name.slice(0, middle) + "<br>" + name.slice(middle + 1);
  }

  // The scale of a drawing of scores, with what is drawn on it by height.
  function scale(drawing, ink, heights, names) {
    var end = Number(words(all(drawing, "text")[1]).replace(/,/g, ""));
    return {
      xaxis: { range: [-end / 50, end * 1.02], gridcolor: ink.rule, zerolinecolor: ink.rule },
      yaxis: { range: [-1, 1], fixedrange: true, tickvals: heights, ticktext: names, showgrid: false, zeroline: false, automargin: true },
      margin: { l: 20, r: 20, t: 60, b: 40 }
    };
  }

  function spread(at, lower, upper, ink) {
    return { type: "data", symmetric: false, array: [upper - at], arrayminus: [at - lower], color: ink.accent, thickness: 2, width: 8 };
  }

  function bounds(drawing, ink) {
    var section = drawing.closest("section");
    var score = value(section.querySelector("p.big"));
    var lower = node(section, "$='#lower'"), upper = node(section, "$='#upper'");
    var trace = {
      type: "scatter", mode: "markers", x: [score], y: [0], marker: { color: ink.accent, size: 12 }, customdata: [[lower, upper]],
      hovertemplate: "%{x}<br>from %{customdata[0]} to %{customdata[1]} with<br>the missing parts at worst and best<extra></extra>"
    };
    if (lower !== null && upper !== null) trace.error_x = spread(score, lower, upper, ink);
    return { data: [trace], layout: scale(drawing, ink, [], []), height: 260 };
  }

  function repeats(drawing, ink) {
    var section = drawing.closest("section");
    var runs = all(section, "table.every tbody tr").map(function (row) {
      return { name: plain(words(row.querySelector(".id"))), score: value(row.querySelector("td.score")) };
    }).filter(function (run) { return run.score !== null; });
    var mean = node(section, "='configuration.mean'");
    var least = node(section, "='configuration.least'"), greatest = node(section, "='configuration.greatest'");
    return {
      data: [
        {
          type: "scatter", mode: "markers", name: "runs", x: runs.map(function (run) { return run.score; }), y: runs.map(function () { return 0.3; }),
          text: runs.map(function (run) { return run.name; }), hovertemplate: "%{text}<br>%{x}<extra></extra>",
          marker: { color: ink.paper, size: 10, line: { color: ink.accent, width: 2 } }
        },
        {
          type: "scatter", mode: "markers", name: "mean", x: [mean], y: [-0.3], marker: { color: ink.accent, size: 12, symbol: "diamond" },
          error_x: spread(mean, least, greatest, ink), customdata: [[least, greatest]],
          hovertemplate: "mean %{x}<br>runs from %{customdata[0]} to %{customdata[1]}<extra></extra>"
        }
      ],
      layout: scale(drawing, ink, [0.3, -0.3], ["runs", "mean"]), height: 300
    };
  }

  function rankFlow(drawing, ink) {
    var heads = all(drawing, "text.head").map(function (head) { return plain(words(head)); });
    var told = words(drawing.querySelector("desc"));
    var names = [], line = /(.+?): (?:rank \d+|no rank) to (?:rank \d+|no rank)(?:; |\.$)/g;
    for (var found = line.exec(told); found; found = line.exec(told)) names.push(plain(found[1]));
    var traces = all(drawing, "g").map(function (group, n) {
      var ranks = all(group, "tspan.rank").map(function (mark) { return /^\d+$/.test(words(mark)) ? Number(words(mark)) : null; });
      var short = plain(words(group.querySelector("text")).replace(/ \S+$/, ""));
      var moved = group.classList.contains("moved");
      return {
        type: "scatter", mode: "lines+markers+text", x: [0, 1], y: ranks, connectgaps: false, name: names[n],
        text: [short + " " + ranks[0] + " ", " " + ranks[1] + " " + short], textposition: ["middle left", "middle right"],
        textfont: { color: moved ? ink.ink : ink.soft, size: 11 }, cliponaxis: false,
        line: { color: moved ? ink.accent : ink.soft, width: moved ? 2 : 1 }, marker: { size: 6 },
        hovertemplate: "%{fullData.name}<br>rank %{y}<extra></extra>"
      };
    });
    return {
      data: traces,
      layout: {
        xaxis: { range: [-1.3, 2.3], tickvals: [0, 1], ticktext: heads, side: "top", showgrid: false, zeroline: false, fixedrange: true },
        yaxis: { autorange: "reversed", visible: false },
        margin: { l: 10, r: 10, t: 70, b: 20 }
      },
      height: 140 + 20 * traces.length
    };
  }

  function interval(drawing, ink) {
    return (drawing.querySelector(".runs") ? repeats : bounds)(drawing, ink);
  }

  // Figures with their intervals, one below the other on the widest of their scales.
  function whiskers(drawings, ink) {
    var found = drawings.map(function (drawing) {
      var told = words(drawing.querySelector("desc"));
      var percent = told.indexOf("%") >= 0;
      var scale = /^On a scale from (\S+)(?: %)? to (\S+?)(?: %)?:/.exec(told).slice(1).map(Number);
      return {
        title: plain(words(drawing.querySelector("title"))), percent: percent, span: scale.map(function (end) { return percent ? end / 100 : end; }),
        numbers: all(drawing.closest(".estimate"), "b data, .range-text data").map(value), hollow: !!drawing.querySelector(".hollow")
      };
    });
    var low = Math.min.apply(null, found.map(function (one) { return one.span[0]; }));
    var high = Math.max.apply(null, found.map(function (one) { return one.span[1]; }));
    var margin = (high - low) / 50;
    return {
      data: found.map(function (one, n) {
        return {
          type: "scatter", mode: "markers", name: one.title, x: [one.numbers[0]], y: [n], customdata: [one.numbers.slice(1)],
          marker: { color: ink.accent, size: 11, symbol: one.hollow ? "circle-open" : "circle" },
          error_x: spread(one.numbers[0], one.numbers[1], one.numbers[2], ink),
          hovertemplate: "%{x}<br>interval from %{customdata[0]} to %{customdata[1]}<extra></extra>"
        };
      }),
      layout: {
        xaxis: {
          range: [low - margin, high + margin], gridcolor: ink.rule, zerolinecolor: ink.rule,
          tickformat: found.every(function (one) { return one.percent; }) ? ".0%" : ""
        },
        yaxis: { visible: false, range: [found.length - 0.5, -0.8], fixedrange: true },
        annotations: found.map(function (one, n) {
          return { text: one.title, x: 0, xref: "paper", xanchor: "left", y: n, yshift: 17, showarrow: false, font: { size: 11.5 } };
        }),
        margin: { l: 20, r: 20, t: 40, b: 40 }
      },
      height: 150 + 56 * found.length
    };
  }

  // The step that makes a share of a component; it stands below the component's conditions.
  function shareOf(graph, name) {
    var nodes = new Map(graph.nodes.map(function (node) { return [node.id, node]; }));
    var node = nodes.get(name);
    while (node.op === "gate" || node.op === "only_when") node = nodes.get(node.inputs[1]);
    return node;
  }

  // Every number among the constants of a step: where its curve may bend.
  function bends(constants) {
    if (typeof constants === "number") return [constants];
    return Object.values(constants || {}).reduce(function (found, one) {
      return found.concat(typeof one === "object" || typeof one === "number" ? bends(one) : []);
    }, []);
  }

  // Curves of the components of an axis, each on its own scale, from the published graph of the rubric.
  function curves(drawings, ink, graph) {
    var columns = innerWidth < 700 ? 1 : 2, rows = Math.ceil(drawings.length / columns);
    var layout = {
      grid: { rows: rows, columns: columns, pattern: "independent", xgap: 0.16, ygap: 0.5 },
      margin: { l: 40, r: 20, t: 50, b: 50 }, annotations: []
    };
    var data = drawings.map(function (drawing, n) {
      var place = n ? n + 1 : "", told = words(drawing.querySelector("title")).split(": 0–1 over ");
      var step = shareOf(graph, drawing.getAttribute("aria-labelledby").split(" ")[0].replace(/^c-|-t$/g, ""));
      var ends = all(drawing.parentElement, ".ends span").map(function (end) { return Number(words(end).replace("−", "-")); });
      var among = { nodes: [{ id: "x", op: "metric" }, Object.assign({}, step, { id: "share", inputs: ["x"], required: [] })] };
      var places = bends(step.constants).filter(function (x) { return x > ends[0] && x < ends[1]; }).concat(ends);
      for (var part = 1; part < 200 && step.op !== "steps"; part += 1) places.push(ends[0] + (ends[1] - ends[0]) * part / 200);
      places = Array.from(new Set(places)).sort(function (a, b) { return a - b; });
      layout["xaxis" + place] = { title: { text: plain(told[1] || ""), standoff: 6 }, gridcolor: ink.rule, zerolinecolor: ink.rule, automargin: true };
      layout["yaxis" + place] = { range: [-0.05, 1.05], tickvals: [0, 0.5, 1], gridcolor: ink.rule, zerolinecolor: ink.rule };
      layout.annotations.push({
        text: plain(told[0]), xref: "x" + place + " domain", yref: "y" + place + " domain", x: 0, y: 1, yshift: 18, xanchor: "left", showarrow: false
      });
      return {
        type: "scatter", mode: "lines", name: plain(told[0]), xaxis: "x" + place, yaxis: "y" + place, x: places,
        y: places.map(function (x) { return proofboard.evaluate(among, { x: { value: x } }).share.value; }),
        line: { color: ink.accent, width: 2, shape: step.op === "steps" ? "hv" : "linear" },
        hovertemplate: "%{x} becomes %{y}<extra></extra>"
      };
    });
    return { data: data, layout: layout, height: 60 + 210 * rows };
  }

  // Runs on the frontier from the table beside the drawing; the others from the rows of the board that this page shows.
  function frontier(drawing, ink) {
    var section = drawing.closest("section"), titles = all(section, "thead th").map(words);
    function spots(rows, cost) {
      var found = rows.map(function (row) { return { name: plain(words(row.querySelector(".id"))), x: value(row.querySelector(cost[0])), y: value(row.querySelector(cost[1])) }; });
      return found.filter(function (one) { return one.x !== null && one.y !== null; });
    }
    var kept = spots(all(section, "tr.unbeaten"), ["td:nth-of-type(1)", "td:nth-of-type(2)"]);
    var names = kept.map(function (one) { return one.name; });
    var ranked = all(document, "table[data-board] tbody tr").filter(function (row) { return value(row.querySelector("td.rank")) !== null; });
    var others = spots(ranked, ["[data-node='" + section.getAttribute("data-cost") + "']", "td.score"]).filter(function (one) { return names.indexOf(one.name) < 0; });
    function trace(list, name, mode, colour, size) {
      function of(key) { return list.map(function (one) { return one[key]; }); }
      return {
        type: "scatter", mode: mode, name: name, x: of("x"), y: of("y"), text: of("name"), line: { color: colour, shape: "hv", width: 1.5 },
        marker: { color: colour, size: size }, hovertemplate: "%{text}<br>%{y} for %{x}<extra></extra>"
      };
    }
    return {
      data: [trace(others, "other runs", "markers", ink.soft, 8), trace(kept, "not beaten", "lines+markers", ink.accent, 11)],
      layout: {
        xaxis: { title: { text: plain(titles[1]) }, rangemode: "tozero", gridcolor: ink.rule, zerolinecolor: ink.rule },
        yaxis: { title: { text: plain(titles[2]) }, rangemode: "tozero", gridcolor: ink.rule, zerolinecolor: ink.rule },
        margin: { l: 60, r: 20, t: 40, b: 50 }
      }
    };
  }

  var KINDS = { radar: radar, waterfall: waterfall, interval: interval, "rank-flow": rankFlow, frontier: frontier };

  // The colours and the font of the page, as they are now.
  function look() {
    var style = getComputedStyle(document.documentElement);
    var ink = { font: style.getPropertyValue("--sans").trim() };
    ["paper", "ink", "soft", "rule", "accent"].forEach(function (name) { ink[name] = style.getPropertyValue("--" + name).trim(); });
    return ink;
  }

  function draw(plot, drawings, graph) {
    var ink = look();
    var kind = drawings[0].getAttribute("class");
    var figure = kind === "whisker" ? whiskers(drawings, ink) : kind === "curve" ? curves(drawings, ink, graph) : KINDS[kind](drawings[0], ink);
    var layout = figure.layout;
    layout.font = { family: ink.font, size: 12, color: ink.ink };
    layout.paper_bgcolor = layout.plot_bgcolor = ink.paper;
    layout.showlegend = false;
    layout.hoverlabel = { bgcolor: ink.paper, bordercolor: ink.accent, font: { color: ink.ink, family: ink.font } };
    layout.modebar = { bgcolor: "transparent", color: ink.soft, activecolor: ink.accent };
    layout.height = figure.height || Math.min(460, plot.clientWidth + 60);
    window.Plotly.react(plot, figure.data, layout, {
      responsive: true, displaylogo: false, displayModeBar: true, showSendToCloud: false, showEditInChartStudio: false, plotlyServerURL: "",
      modeBarButtonsToRemove: ["select2d", "lasso2d"],
      toImageButtonOptions: { format: "svg", filename: named(kind) }
    });
  }

  // A file's name from those of the page and of the figure.
  function named(kind) {
    var page = words(document.querySelector("h1")) + " " + kind;
    return page.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  }

  function element(name, text, id) {
    var made = document.createElement(name);
    made.textContent = text;
    if (id) made.id = id;
    return made;
  }

  // rubric is the id of the one whose curves are drawn.
  window.exploreFigure = function (drawings, button, rubric) {
    function texts(name) { return drawings.map(function (drawing) { return words(drawing.querySelector(name)); }); }
    var several = drawings.length > 1, region = drawings[0].closest("[role=region]");
    var title = several ? words(document.querySelector("h1")) + ": " + (rubric && region ? region.getAttribute("aria-label") : "intervals") : texts("title")[0];
    var told = several ? texts("title").map(function (name, n) { return (name + ". " + texts("desc")[n]).replace(/([^.])$/, "$1."); }).join(" ") : texts("desc")[0];
    var dialog = element("dialog", "");
    dialog.className = "explore";
    dialog.setAttribute("aria-labelledby", "explored");
    dialog.setAttribute("aria-describedby", "explored-words");
    var close = element("button", "Close");
    close.type = "button";
    close.addEventListener("click", function () { dialog.close(); });
    var plot = element("div", "");
    plot.className = "plot";
    var head = element("div", "");
    head.className = "head";
    head.append(element("h2", title, "explored"), close);
    dialog.append(head, plot, element("p", told, "explored-words"));
    function again() { draw(plot, drawings, rubric && proofboard.rubrics[rubric]); }
    var dark = matchMedia("(prefers-color-scheme: dark)");
    var theme = new MutationObserver(again);
    dialog.addEventListener("close", function () {
      theme.disconnect();
      dark.removeEventListener("change", again);
      window.Plotly.purge(plot);
      dialog.remove();
      button.focus();
    });
    document.body.appendChild(dialog);
    dialog.showModal();
    again();
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    dark.addEventListener("change", again);
  };
})();
