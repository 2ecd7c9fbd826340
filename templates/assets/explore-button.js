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

  function addButton(drawing) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "explore";
    button.textContent = "Explore";
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-label", "Explore: " + drawing.querySelector("title").textContent);
    button.addEventListener("click", function () {
      button.textContent = "Loading…";
      Promise.all([load("explore.js"), load("plotly.min.js")]).then(function () {
        button.textContent = "Explore";
        window.exploreFigure(drawing, button);
      }, function () { button.textContent = "Not available"; });
    });
    drawing.insertAdjacentElement("afterend", button);
  }

  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("svg.radar, svg.waterfall, svg.interval, svg.rank-flow").forEach(addButton);
  });
})();
