// Ends site.js where figures can be explored: a button at each drawing that explore.js draws with Plotly. Neither explore.js
// nor Plotly is requested before a button is pressed; both lie beside this file.
(function () {
  "use strict";

  var here = document.currentScript.src;
  var loads = {};

  function load(name) {
    loads[name] = loads[name] || new Promise(function (resolve, reject) {
      var script = document.createElement("script");
      script.src = new URL(name, here).href;
      script.onload = resolve;
      script.onerror = function () {
        delete loads[name];
        script.remove();
        reject(new Error(name + " is not there"));
      };
      document.head.appendChild(script);
    });
    return loads[name];
  }

  // A button behind a place, for the drawings that are explored together.
  function addButton(place, drawings) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "explore";
    button.textContent = "Explore";
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-label", "Explore: " + drawings.map(function (drawing) {
      return drawing.querySelector("title").textContent;
    }).join("; "));
    button.addEventListener("click", function () {
      button.textContent = "Loading…";
      Promise.all([load("explore.js"), load("plotly.min.js")]).then(function () {
        button.textContent = "Explore";
        window.exploreFigure(drawings, button);
      }, function () { button.textContent = "Not available"; });
    });
    place.insertAdjacentElement("afterend", button);
  }

  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("svg.radar, svg.waterfall, svg.interval, svg.rank-flow").forEach(function (drawing) {
      addButton(drawing, [drawing]);
    });
    var together = new Map();  // intervals of one table share a scale and a figure
    document.querySelectorAll(".estimate svg.whisker").forEach(function (drawing) {
      var place = drawing.closest(".frame, .rates") || drawing.closest(".estimate");
      together.set(place, (together.get(place) || []).concat(drawing));
    });
    together.forEach(function (drawings, place) { addButton(place, drawings); });
  });
})();
