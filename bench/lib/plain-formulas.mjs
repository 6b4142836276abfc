// The measurements of the bench's study in plain JavaScript: only numbers, no calibration choice, checks, provenance or normal ranges.
// It is written only from the formulas and shares nothing with the engine, so that it checks the values as well as the time.

const SAMPLES = 36;
const STATIONS = 200;
/** Thirds cut off the two samples around the apex: 1e-9 of a sample is left. */
const CUTS = 52;

/** Centripetal Catmull-Rom through open points, in px. */
/** @returns {[number, number][]} */
function contour(points) {
  const p = points.map(({ x, y }) => [x, y]);
  const mirrored = (end, next) => [2 * end[0] - next[0], 2 * end[1] - next[1]];
  const all = [mirrored(p[0], p[1]), ...p, mirrored(p.at(-1), p.at(-2))];
  const step = all.slice(1).map((b, i) => Math.sqrt(Math.hypot(b[0] - all[i][0], b[1] - all[i][1])));
  const found = [];
  const segments = [];
  for (let i = 0; i + 3 < all.length; i += 1) {
    const [t0, t1, t2] = [step[i], step[i + 1], step[i + 2]];
    const coefficients = [0, 1].map((axis) => {
      const [a, b, c, d] = [all[i][axis], all[i + 1][axis], all[i + 2][axis], all[i + 3][axis]];
      const tb = ((b - a) / t0 - (c - a) / (t0 + t1) + (c - b) / t1) * t1;
      const tc = ((c - b) / t1 - (d - b) / (t1 + t2) + (d - c) / t2) * t1;
      return [b, tb, 3 * (c - b) - 2 * tb - tc, 2 * (b - c) + tb + tc];
    });
    segments.push(coefficients);
    for (let s = 0; s < SAMPLES; s += 1) found.push(onSegment(coefficients, s / SAMPLES));
  }
  found.push(p.at(-1));
  return Object.assign(found, { position: (sample) => positionOf(segments, sample) });
}

const onSegment = (coefficients, u) => coefficients.map((k) => ((k[3] * u + k[2]) * u + k[1]) * u + k[0]);

/** The curve at a place counted in samples. */
function positionOf(segments, sample) {
  const segment = Math.min(Math.floor(sample / SAMPLES), segments.length - 1);
  return onSegment(segments[segment], sample / SAMPLES - segment);
}

/** A contour in cm, which still knows its curve between the samples. */
function inCm(points, [sx, sy]) {
  const scaled = ([x, y]) => [x * sx, y * sy];
  return Object.assign(points.map(scaled), { position: (sample) => scaled(points.position(sample)) });
}
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const arc = (c) => {
  let sum = 0;
  for (let i = 1; i < c.length; i += 1) sum += distance(c[i - 1], c[i]);
  return sum;
};
const area = (c) => {
  let sum = 0;
  for (let i = 1; i < c.length; i += 1)
    sum += (c[i - 1][0] - c[0][0]) * (c[i][1] - c[0][1]) - (c[i - 1][1] - c[0][1]) * (c[i][0] - c[0][0]);
  return Math.abs(sum) / 2;
};

function longAxis(c) {
  const base = [(c[0][0] + c.at(-1)[0]) / 2, (c[0][1] + c.at(-1)[1]) / 2];
  let [length, apex] = [0, 0];
  for (const [place, point] of c.entries()) if (distance(point, base) > length) [length, apex] = [distance(point, base), place];
  // The farthest position is on the curve next to the farthest sample: thirds are cut off where it is not.
  let [low, high] = [Math.max(apex - 1, 0), Math.min(apex + 1, c.length - 1)];
  for (let i = 0; i < CUTS; i += 1) {
    const third = (high - low) / 3;
    if (distance(c.position(low + third), base) < distance(c.position(high - third), base)) low += third;
    else high -= third;
  }
  const far = c.position((low + high) / 2);
  length = distance(far, base);
  return { base, length, direction: [(far[0] - base[0]) / length, (far[1] - base[1]) / length] };
}

function widest(c, { base, length, direction }) {
  let best = 0;
  const along = c.map(([x, y]) => (x - base[0]) * direction[0] + (y - base[1]) * direction[1]);
  const across = c.map(([x, y]) => direction[0] * (y - base[1]) - direction[1] * (x - base[0]));
  for (let s = 0; s < STATIONS; s += 1) {
    const at = ((s + 0.5) / STATIONS) * length;
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < c.length; i += 1) {
      const j = (i + 1) % c.length;
      if (along[i] <= at === along[j] <= at) continue;
      const v = across[i] + ((across[j] - across[i]) * (at - along[i])) / (along[j] - along[i]);
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
    best = Math.max(best, high - low);
  }
  return best;
}

function thickness(inner, outer) {
  const total = arc(inner);
  let [sum, piece, passed] = [0, 0, 0];
  for (let i = 0; i <= 100; i += 1) {
    const target = (total * i) / 100;
    while (piece < inner.length - 2 && passed + distance(inner[piece], inner[piece + 1]) < target) {
      passed += distance(inner[piece], inner[piece + 1]);
      piece += 1;
    }
    const here = distance(inner[piece], inner[piece + 1]);
    const share = here > 0 ? Math.min(Math.max((target - passed) / here, 0), 1) : 0;
    const from = [0, 1].map((k) => inner[piece][k] + (inner[piece + 1][k] - inner[piece][k]) * share);
    let least = Infinity;
    for (let j = 1; j < outer.length; j += 1) {
      const [dx, dy] = [outer[j][0] - outer[j - 1][0], outer[j][1] - outer[j - 1][1]];
      const square = dx * dx + dy * dy;
      const t = square === 0 ? 0 : Math.min(Math.max(((from[0] - outer[j - 1][0]) * dx + (from[1] - outer[j - 1][1]) * dy) / square, 0), 1);
      least = Math.min(least, Math.hypot(outer[j - 1][0] + dx * t - from[0], outer[j - 1][1] + dy * t - from[1]));
    }
    sum += least;
  }
  return sum / 101;
}

/** Monotone cubic with Fritsch-Butland slopes as [x, c0..c3] pieces. */
function pchip(x, y) {
  const n = x.length;
  const h = x.slice(1).map((value, i) => value - x[i]);
  const d = h.map((step, i) => (y[i + 1] - y[i]) / step);
  const slopes = Array.from({ length: n }, () => 0);
  const end = (h0, h1, d0, d1) => {
    const slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (Math.sign(slope) !== Math.sign(d0)) return 0;
    return Math.sign(d0) !== Math.sign(d1) && Math.abs(slope) > 3 * Math.abs(d0) ? 3 * d0 : slope;
  };
  for (let i = 1; i < n - 1; i += 1) {
    if (d[i - 1] * d[i] > 0) {
      const [w1, w2] = [2 * h[i] + h[i - 1], h[i] + 2 * h[i - 1]];
      slopes[i] = (w1 + w2) / (w1 / d[i - 1] + w2 / d[i]);
    }
  }
  slopes[0] = end(h[0], h[1], d[0], d[1]);
  slopes[n - 1] = end(h[n - 2], h[n - 3], d[n - 2], d[n - 3]);
  return h.map((step, i) => [
    x[i],
    y[i],
    slopes[i],
    (3 * d[i] - 2 * slopes[i] - slopes[i + 1]) / step,
    (slopes[i] + slopes[i + 1] - 2 * d[i]) / (step * step),
    step,
  ]);
}
const valueAt = (curve, x) => {
  const piece = curve.findLast((c) => c[0] <= x) ?? curve[0];
  const s = x - piece[0];
  return ((piece[4] * s + piece[3]) * s + piece[2]) * s + piece[1];
};
const named = (line, type) => line.points.find((point) => point.type === type);

function fourChamber(image, values) {
  /** @type {[number, number]} */
  const scale = [image.metadata.doppler_regions[0].physical_delta_x, image.metadata.doppler_regions[0].physical_delta_y];
  for (const cycle of image.segmentation) {
    const at = (event, name) => inCm(contour(cycle[event].lines.find((line) => line.name === name).points), scale);
    const volume = (c) => (0.85 * area(c) ** 2) / longAxis(c).length;
    const [ed, es] = [at('end_diastole', 'LV endo'), at('end_systole', 'LV endo')];
    const [edv, esv] = [volume(ed), volume(es)];
    const axis = longAxis(ed);
    const atrium = at('end_systole', 'LA endo');
    const width = widest(ed, axis);
    values.push(
      edv,
      esv,
      edv - esv,
      (100 * (edv - esv)) / edv,
      axis.length,
      width,
      width / axis.length,
      (100 * (arc(es) - arc(ed))) / arc(ed),
      10 * thickness(ed, at('end_diastole', 'LV epi')),
      area(atrium),
      volume(atrium),
    );
  }
}

function mMode(image, values) {
  const delta = image.metadata.doppler_regions[0].physical_delta_y;
  image.segmentation.forEach((cycle, k) => {
    const events = image.cardiac_events[k];
    const curve = Object.fromEntries(
      cycle.lines.map((line) => [
        line.name,
        pchip(
          line.points.map((p) => p.x),
          line.points.map((p) => p.y),
        ),
      ]),
    );
    const gap = (a, b, event) => Math.abs(valueAt(curve[a], events[event]) - valueAt(curve[b], events[event])) * delta;
    const [d, s] = ['end_diastole_start', 'end_systole'].map((event) => gap('septum endo', 'PW endo', event));
    const [id, is, pd, ps] = [
      gap('septum epi', 'septum endo', 'end_diastole_start'),
      gap('septum epi', 'septum endo', 'end_systole'),
      gap('PW endo', 'PW epi', 'end_diastole_start'),
      gap('PW endo', 'PW epi', 'end_systole'),
    ];
    const teichholz = (x) => (7 / (2.4 + x)) * x ** 3;
    const [edv, esv] = [teichholz(d), teichholz(s)];
    const length = (events.onset_end - events.onset_start) * image.metadata.doppler_regions[0].physical_delta_x;
    values.push(
      10 * id,
      10 * is,
      10 * pd,
      10 * ps,
      d,
      s,
      edv,
      esv,
      edv - esv,
      (100 * (edv - esv)) / edv,
      (100 * (d - s)) / d,
      (2 * pd) / d,
      10 * (is - id),
      (100 * (is - id)) / id,
      1000 * length,
      60 / length,
    );
  });
}

function aorta(image, values) {
  const { physical_delta_x: dt, physical_delta_y: dv, reference_pixel_y0: zero } = image.metadata.doppler_regions[0];
  image.segmentation.forEach((cycle, k) => {
    const { points } = cycle.lines[0];
    const curve = pchip(
      points.map((p) => p.x * dt),
      points.map((p) => (zero - p.y) * Math.abs(dv)),
    );
    const [open, peak, close] = ['valve opening', 'maximum velocity', 'valve closure'].map((type) => named(cycle.lines[0], type));
    const [from, to] = [open.x * dt, close.x * dt];
    let [vti, squares, steepest] = [0, 0, 0];
    const nodes = [
      [-0.8611363115940526, 0.34785484513745385],
      [-0.33998104358485626, 0.6521451548625461],
      [0.33998104358485626, 0.6521451548625461],
      [0.8611363115940526, 0.34785484513745385],
    ];
    for (const piece of curve) {
      const [a, b] = [Math.max(from, piece[0]), Math.min(to, piece[0] + piece[5])];
      if (b <= a) continue;
      for (const [node, weight] of nodes) {
        const v = valueAt([piece], (a + b) / 2 + ((b - a) / 2) * node);
        vti += (weight * (b - a) * v) / 2;
        squares += (weight * (b - a) * v * v) / 2;
      }
      if (piece[0] >= from && piece[0] < peak.x * dt) {
        const turn = -piece[3] / (3 * piece[4]);
        for (const s of [0, piece[5], turn]) {
          const slope = (3 * piece[4] * s + 2 * piece[3]) * s + piece[2];
          if (s >= 0 && s <= piece[5] && Math.abs(slope) > Math.abs(steepest)) steepest = slope;
        }
      }
    }
    const vmax = (zero - peak.y) * Math.abs(dv);
    const [at, et] = [(peak.x - open.x) * dt, (close.x - open.x) * dt];
    const length = (image.cardiac_events[k].onset_end - image.cardiac_events[k].onset_start) * dt;
    const onset = image.cardiac_events[k].onset_start;
    values.push(
      vmax,
      vti,
      1000 * at,
      1000 * et,
      at / et,
      (4 * squares) / (to - from) / 1e4,
      4 * (vmax / 100) ** 2,
      (100 * et) / length,
      steepest,
      (open.x - onset) * dt * 1000,
      (close.x - onset) * dt * 1000,
      1000 * length,
      60 / length,
    );
  });
}

const BY_TYPE = { '4-chamber 2D': fourChamber, 'LV M-Mode': mMode, 'Aortic outflow': aorta };

/** Values per image, cycle by cycle in the order of `PLAIN_NAMES`. */
export function evaluatePlain(images) {
  return images.map((image) => {
    const values = [];
    BY_TYPE[image.type](image, values);
    return values;
  });
}

/** Names of the values of one cycle. */
export const PLAIN_NAMES = {
  '4-chamber 2D': [
    'LV EDV',
    'LV ESV',
    'SV',
    'EF',
    'LV length ED',
    'LV width ED',
    'LV sphericity',
    'LV-GLS',
    'LV wall',
    'LA area ES',
    'LA volume',
  ],
  'LV M-Mode': [
    'IVSd',
    'IVSs',
    'PWd',
    'PWs',
    'LVIDd',
    'LVIDs',
    'EDV',
    'ESV',
    'SV',
    'EF',
    'FS',
    'RWT',
    'IVS difference',
    'Septal thickening',
    'Cycle length',
    'Heart rate',
  ],
  'Aortic outflow': [
    'Vmax',
    'VTI',
    'AT',
    'ET',
    'AT/ET',
    'Mean gradient',
    'Peak gradient',
    'ET%',
    'Acceleration',
    'PEP',
    'AV closure',
    'Cycle length',
    'Heart rate',
  ],
};
