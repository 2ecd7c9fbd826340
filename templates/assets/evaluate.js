// A second evaluator of rubrics, to read and to call: what a graph makes of what was measured of a run.
//
//   proofboard.evaluate(graph, entries, options) → {id: {value} or {missing}} of every node
//   proofboard.starts(graph)                     → ids of the nodes that are read from entries, not computed
//   proofboard.rubric(id, graph), proofboard.rubrics: what data/rubrics/<family>/<version>.graph.js brings
//
// graph is the content of a <version>.graph.json. entries has {value: number} or {missing: reason} by id: of metrics, of
// cohort medians, and of what is made from withheld figures; one that is not there counts as withheld.
// options.weights replaces weights: {node: [numbers, one for each input]}. Values and reasons are computed,
// bounds and coverage are not. Numbers are doubles, added up in the order of the inputs.
(function () {
  "use strict";
  var proofboard = globalThis.proofboard = globalThis.proofboard || {};
  var WITHHELD = "withheld";
  var LARGEST = Number.MAX_VALUE;

  function given(constant, otherwise) { return constant === undefined || constant === null ? otherwise : constant; }
  function clamp(x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
  function present(terms) { return terms.filter(function (term) { return term !== null; }); }
  function total(terms) { return terms.reduce(function (sum, term) { return sum + term; }, 0); }
  function product(factors) { return factors.reduce(function (result, factor) { return result * factor; }, 1); }

  // Takes over the reason of the input at this place.
  function reasonOf(place) { return { place: place }; }

  // Nearest in exact arithmetic, for a double is a fraction whose denominator is a power of two; halves go to the even digit.
  function roundHalfEven(x, decimals) {
    var above = Math.abs(x), below = BigInt(1);
    while (above % 1 !== 0) {
      above *= 2;
      below *= BigInt(2);
    }
    above = BigInt(above);
    if (decimals >= 0) above *= BigInt(10) ** BigInt(decimals);
    else below *= BigInt(10) ** BigInt(-decimals);
    var whole = above / below;
    var twice = (above % below) * BigInt(2);
    if (twice > below || (twice === below && whole % BigInt(2) === BigInt(1))) whole += BigInt(1);
    return (x < 0 ? -1 : 1) * Number(whole + "e" + -decimals);
  }

  // Operators of which all inputs must be there. Each takes the inputs x in order and the constants c; it returns a
  // number, or in words why there is none.
  var WHOLE = {
    sum: function (x) { return total(x); },
    difference: function (x) { return x[0] - x[1]; },
    product: function (x) { return product(x); },
    ratio: function (x, c) {
      var whenZero = given(c.when_zero, null);
      if (x[1] < given(c.minimum, 0) || (x[1] === 0 && whenZero === null)) return "below_minimum";
      return x[1] === 0 ? whenZero : given(c.scale, 1) * x[0] / x[1];
    },
    scale: function (x, c) { return x[0] * given(c.by, 1) / given(c.per, 1); },
    complement: function (x) { return 1 - x[0]; },
    reciprocal: function (x, c) {
      var below = given(c.plus, 0) + x[0];
      return below === 0 ? "below_minimum" : 1 / below;
    },
    at_least: function (x, c) { return Math.max(x[0], c.floor); },
    round_half_up: function (x, c) {
      var unit = Number("1e" + given(c.decimals, 0));
      var whole = Math.floor(x[0] * unit);
      return (x[0] * unit - whole >= 0.5 ? whole + 1 : whole) / unit;
    },
    round_half_even: function (x, c) { return roundHalfEven(x[0], given(c.decimals, 0)); },
    band: function (x, c) { return clamp((x[0] - c.zero) / (c.one - c.zero)); },
    log_band: function (x, c) {
      if (x[0] / c.zero <= 0) return c.one <= c.zero ? 1 : 0;
      return clamp(Math.log(x[0] / c.zero) / Math.log(c.one / c.zero));
    },
    steps: function (x, c) {
      var first = c.below.find(function (step) { return x[0] < step[0]; });
      return first ? first[1] : c.otherwise;
    },
    decay: function (x, c) { return clamp(1 - c.step * x[0]); },
    ramp: function (x, c) { return clamp(x[0] / given(c.full, 1)); },
    centred: function (x, c) { return clamp(0.5 + (x[0] - c.centre) / c.width); },
    halving: function (x) { return x[0] < 0 ? 1 : Math.pow(0.5, x[0]); },
    harmonic_mean: function (x, c) {
      return x[0] + x[1] > given(c.floor, 0) ? 2 * x[0] * x[1] / (x[0] + x[1]) : 0;
    },
    threshold: function (x, c) { return x[0] >= c.floor ? x[0] : "below_minimum"; }
  };

  // Operators that say for themselves what becomes of a missing input, which is null.
  var PARTIAL = {
    presume: function (x, c) { return x[0] === null ? c.value : x[0]; },
    mean: function (x, c) {
      var there = present(x);
      return there.length ? total(there) / there.length : given(c.empty, "not_collected");
    },
    weighted_mean: function (x, c, weights) {
      var sum = 0, whole = 0;
      x.forEach(function (term, place) {
        if (term === null) return;
        sum += weights[place] * term;
        whole += weights[place];
      });
      return whole === 0 ? "not_collected" : given(c.scale, 1) * sum / whole;
    },
    minimum: function (x) {
      var there = present(x);
      return there.length ? Math.min.apply(null, there) : "not_collected";
    },
    maximum: function (x) {
      var there = present(x);
      return there.length ? Math.max.apply(null, there) : "not_collected";
    },
    gated_product: function (x) {
      if (x[0] === 0) return 0;
      var gone = x.indexOf(null);
      return gone >= 0 ? reasonOf(gone) : product(x);
    },
    bottleneck: function (x, c) {
      if (x[0] === null) return reasonOf(0);
      return x[0] >= 1 ? c.base + c.extra * given(x[1], 0) : c.base * x[0];
    },
    gate: function (x, c) {
      if (x[0] === null && given(c.missing, "void") === "void") return reasonOf(0);
      if (x[0] === 0) return 0;
      return x[1] === null ? reasonOf(1) : x[1];
    },
    only_when: function (x, c) {
      if (x[0] === null || x[0] === 0) return given(c.otherwise, "not_applicable");
      return x[1] === null ? reasonOf(1) : x[1];
    }
  };

  function has(object, name) { return Object.prototype.hasOwnProperty.call(object, name); }

  // Nodes that a page takes as they are published: measured, of the cohort, made from something withheld, or by an
  // operator that this file does not know.
  function starts(graph) {
    var withheld = new Set(graph.nodes.filter(function (node) { return node.withheld; }).map(function (node) { return node.id; }));
    return graph.nodes.filter(function (node) {
      var known = has(WHOLE, node.op) || has(PARTIAL, node.op);
      return !node.withheld && (!known || node.inputs.some(function (id) { return withheld.has(id); }));
    }).map(function (node) { return node.id; });
  }

  function within(value, range, slack) {
    var low = given(range[0], -LARGEST), high = given(range[1], LARGEST);
    return value + slack >= low && value - slack <= high;
  }

  function read(node, entries) {
    var entry = has(entries, node.id) ? entries[node.id] : { missing: WITHHELD };
    if (given(entry.value, null) === null) return { missing: entry.missing };
    if (node.op === "metric" && !within(entry.value, node.range || [], 0)) return { missing: "invalid" };
    return { value: entry.value };
  }

  // A computed value may lie beside its range by the last digits of its sums.
  function compute(node, results, weights) {
    var inputs = node.inputs.map(function (id) { return results[id]; });
    var terms = inputs.map(function (input) { return has(input, "value") ? input.value : null; });
    if (has(WHOLE, node.op) && terms.indexOf(null) >= 0) return { missing: inputs[terms.indexOf(null)].missing };
    var lacking = (node.required || []).find(function (id) { return !has(results[id], "value"); });
    if (lacking !== undefined) return { missing: results[lacking].missing };
    var outcome = (has(WHOLE, node.op) ? WHOLE : PARTIAL)[node.op](terms, node.constants || {}, weights);
    if (typeof outcome === "string") return { missing: outcome };
    if (typeof outcome === "object") return { missing: inputs[outcome.place].missing };
    var possible = Number.isFinite(outcome) && within(outcome, node.range || [], 1e-9 * Math.max(1, Math.abs(outcome)));
    return possible ? { value: outcome } : { missing: "invalid" };
  }

  function evaluate(graph, entries, options) {
    var other = (options && options.weights) || {};
    var results = Object.create(null);
    var published = new Set(starts(graph));
    graph.nodes.forEach(function (node) {
      var weights = has(other, node.id) ? other[node.id] : node.weights;
      if (weights !== node.weights && (!node.weights || weights.length !== node.weights.length)) {
        throw new RangeError(node.id + " has other weights than these");
      }
      if (node.withheld) results[node.id] = { missing: WITHHELD };
      else results[node.id] = published.has(node.id) ? read(node, entries) : compute(node, results, weights);
    });
    Object.keys(other).forEach(function (id) {
      if (!(id in results)) throw new RangeError(id + " is no node of " + graph.rubric);
    });
    return results;
  }

  proofboard.rubrics = proofboard.rubrics || {};
  proofboard.rubric = function (id, graph) { proofboard.rubrics[id] = graph; };
  proofboard.starts = starts;
  proofboard.evaluate = evaluate;
})();
