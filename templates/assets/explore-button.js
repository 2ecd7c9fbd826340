// Ends site.js where figures can be explored: a button at each drawing that explore.js draws with Plotly. Neither explore.js
// nor Plotly is requested before a button is pressed; both lie beside this file.
(function () {
  "use strict";

  // A button behind a place, for the drawings that are explored together. Curves are computed from the graph of their rubric.
  function addButton(place, drawings, rubric) {
    var button = document.createElement("button");
    var needed = ["explore.js", "plotly.min.js"].concat(rubric ? ["evaluate.js", "../data/rubrics/" + rubric + ".graph.js"] : []);
    button.type = "button";
    button.className = "explore";
    button.textContent = "Explore";
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-label", "Explore: " + drawings.map(function (drawing) {
      return drawing.querySelector("title").textContent;
    }).join("; "));
    button.addEventListener("click", function () {
      button.textContent = "Loading…";
      needed.reduce(function (before, name) {  // a graph hands itself to evaluate.js
        return before.then(function () { return proofboard.load(name); });
      }, Promise.resolve()).then(function () {
        button.textContent = "Explore";
        window.exploreFigure(drawings, button, rubric);
      }, function () { button.textContent = "Not available"; });
    });
    place.insertAdjacentElement("afterend", button);
  }

  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("svg.radar, svg.waterfall, svg.interval, svg.rank-flow, svg.frontier").forEach(function (drawing) {
      addButton(drawing, [drawing]);
    });
    var together = new Map();  // intervals of one table share a scale and a figure
    document.querySelectorAll(".estimate svg.whisker").forEach(function (drawing) {
      var place = drawing.closest(".frame, .rates") || drawing.closest(".estimate");
      together.set(place, (together.get(place) || []).concat(drawing));
    });
    together.forEach(function (drawings, place) { addButton(place, drawings); });
    var rubric = document.querySelector("footer .facts a[href*='methodology/']");
    var id = rubric && /methodology\/([^/]+\/[^/]+)\/index\.html$/.exec(rubric.getAttribute("href"));
    if (id) document.querySelectorAll("table.components").forEach(function (table) {
      var curves = Array.from(table.querySelectorAll("svg.curve"));
      if (curves.length) addButton(table.closest(".frame") || table, curves, id[1]);
    });
  });
})();
