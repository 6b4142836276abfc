// Measurements on one core (the smoke form leaves Criterion out: clippy compiles it, and it has nothing to compare with): a whole study and a drag in WebAssembly against plain JavaScript of the same formulas, then study and formulas natively by Criterion.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildEngineWasm, buildServer } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { criterionFigures, runCriterion } from '../lib/criterion.mjs';
import { SMOKE, sized } from '../lib/smoke.mjs';
import { CYCLES, studyMaterial } from '../lib/study-material.mjs';
import { PLAIN_NAMES, evaluatePlain } from '../lib/plain-formulas.mjs';
import { rowOf } from '../lib/row.mjs';

/** Evaluations before time is taken, until every function is compiled at full speed. */
const WARM_UP = sized(60, 2);
/** Evaluations whose times make one round. */
const REPEATS = sized(60, 2);
/** Random images that one round of a formula's bench goes through (bench/engine). */
const EVALUATIONS_PER_SAMPLE = 64;
/** Targets: milliseconds of a study, of a drag's constraint and curve, of a drag's measurements with the worker. */
const MUST_MS = { study: 5, drag: 0.5, roundTrip: 16 };

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))];
const median = (values) => quantile(values, 0.5);

function time(action, repeats = REPEATS) {
  const times = [];
  for (let i = 0; i < repeats; i += 1) {
    const start = performance.now();
    action(i);
    times.push(performance.now() - start);
  }
  return times;
}

/** The values of the engine and of plain JavaScript are the same numbers, before any time is taken. */
function check(images, answer) {
  const plain = evaluatePlain(images);
  let compared = 0;
  images.forEach((image, place) => {
    const names = PLAIN_NAMES[image.type];
    for (const [column, name] of names.entries()) {
      const found = answer[place].measurements.find((measurement) => measurement.name === name);
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const [expected, got] = [plain[place][cycle * names.length + column], found?.value[cycle]];
        if (!(Math.abs(got - expected) <= 1e-9 * Math.max(1, Math.abs(expected))))
          throw new Error(`${image.id} ${name} cycle ${cycle}: ${got} for ${expected}`);
        compared += 1;
      }
    }
  });
  return compared;
}

/** Whether a measurement of an image has a value in its first cycle. */
const measured = ({ measurements }, name) => Number.isFinite(measurements.find((one) => one.name === name)?.value[0]);

/** Median, the middle 90 % and the 99th percentile of all evaluations. */
const row = (name, times, must, rounds, more = {}) =>
  rowOf(name, times, 'ms', {
    must,
    rounds,
    worst: quantile(times, 0.99),
    spread: [quantile(times, 0.05), quantile(times, 0.95)],
    ...more,
  });

export default async function run({ rounds }) {
  await buildEngineWasm();
  await buildServer();
  const material = studyMaterial();
  const load = async (name) => {
    const wasm = await import(pathToFileURL(inRoot('bindings', 'wasm', name, 'engine.js')).href);
    wasm.initSync({ module: readFileSync(inRoot('bindings', 'wasm', name, 'engine_bg.wasm')) });
    return wasm;
  };
  const [full, geometry] = [await load('full'), await load('geometry')];
  const study = new full.StudyMeasurements(material.image_types, material.measurements, material.calipers, material.facts);
  const texts = material.images.map((image) => JSON.stringify(image));
  for (const text of texts) study.set_image(text);
  const compared = check(material.images, JSON.parse(study.evaluate()));
  // Every evaluation is of drawings that were just set, so that no curve is known from the time before.
  const resetAll = () => texts.forEach((text) => study.set_image(text));
  const fresh = (ask) => {
    resetAll();
    const start = performance.now();
    ask();
    return performance.now() - start;
  };
  const [values, provenance] = [() => study.values(), () => study.evaluate()];
  for (let i = 0; i < WARM_UP; i += 1) {
    fresh(values);
    fresh(provenance);
    evaluatePlain(material.images);
  }
  const [ours, whole, plain, reading] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < REPEATS; i += 1) {
      ours.push(fresh(values));
      whole.push(fresh(provenance));
    }
    plain.push(...time(() => evaluatePlain(material.images)));
    reading.push(...time(resetAll, 10));
  }
  const rows = [
    row(`study of ${material.images.length} images x ${CYCLES} cycles: ${compared} values as JSON`, ours, MUST_MS.study, rounds),
    row('the same with provenance and normal ranges as JSON', whole, MUST_MS.study, rounds),
    row('the same values', ours, null, rounds, { peer: 'plain JavaScript', ratio: median(plain) / median(ours) }),
    row('reading the study from its JSON records', reading, null, rounds),
  ];
  study.free();
  rows.push(...drag(geometry, material, rounds), await roundTrip(material, rounds), ...(SMOKE ? [] : await natively(material)));
  return rows;
}

/** The same study, and every single formula, natively: Criterion's samples. */
async function natively(material) {
  const file = inRoot('build', 'bench', 'study.json');
  mkdirSync(inRoot('build', 'bench'), { recursive: true });
  const parsed = ({ images, ...texts }) => ({
    images,
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text)])),
  });
  writeFileSync(file, JSON.stringify(parsed(material)));
  await runCriterion('formulas', { ECHOMETRY_BENCH_STUDY: file });
  const shown = (name, { median: value, spread, worst }, unit = 'ms', scale = 1) =>
    rowOf(name, [value * scale], unit, { worst: worst * scale, spread: [(value - spread) * scale, (value + spread) * scale] });
  const study = criterionFigures('study').map((found) => shown(`Criterion, native: study, ${found.name}`, found));
  const formulas = criterionFigures('formula').sort((one, other) => one.median - other.median);
  const each = formulas.map((found) => shown(`Criterion, native: ${found.name}`, found, 'us', 1000 / EVALUATIONS_PER_SAMPLE));
  if (study.length !== 2 || each.length === 0) throw new Error('Criterion left no figures');
  return [...study, ...each];
}

/** One move of a control point: constraint and curve on the calling thread. */
function drag(geometry, material, rounds) {
  const trace = material.images.find((image) => image.type === 'Aortic outflow').segmentation[0].lines[0].points;
  const chamber = material.images[0].segmentation[0].end_diastole.lines[0].points;
  const text = JSON.stringify(trace);
  const held = JSON.stringify({ onset_start: trace[0].x, onset_end: trace.at(-1).x, zero_y: 500 });
  const flat = new Float64Array(chamber.flatMap(({ x, y }) => [x, y]));
  const strip = (i) => {
    const moved = JSON.parse(geometry.drag_point(text, 3, trace[3].x + (i % 7), trace[3].y - (i % 11), held));
    geometry.strip_curve('pchip', new Float64Array(moved.flatMap(({ x, y }) => [x, y])), 1);
  };
  const plane = (i) => {
    flat[10] = chamber[5].x + (i % 9);
    geometry.plane_curve('endo-epi', 'catmull_rom', 2, flat);
    geometry.predict_epi('endo-epi', 2, flat, 0.05, 768);
  };
  for (let i = 0; i < sized(2000, 2); i += 1) {
    strip(i);
    plane(i);
  }
  return [
    row('drag of a spectrum: pins, neighbours, curve; synchronous', time(strip, REPEATS * rounds * 10), MUST_MS.drag, rounds),
    row('drag of a contour: curve and epicardium; synchronous', time(plane, REPEATS * rounds * 10), MUST_MS.drag, rounds),
  ];
}

/** The image's measurements after a drag, through a worker and back. */
async function roundTrip(material, rounds) {
  const client = inRoot('build', 'bench', 'client-node.mjs');
  await build({
    absWorkingDir: inRoot(),
    entryPoints: ['bindings/src/node/client.ts'],
    outfile: client,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    alias: { '@echometry/contract': inRoot('contract') },
  });
  const { createEngine } = await import(pathToFileURL(client).href);
  const engine = await createEngine({ workers: 2, root: inRoot() });
  const study = engine.study(
    { image_types: JSON.parse(material.image_types), measurements: JSON.parse(material.measurements) },
    JSON.parse(material.facts),
  );
  for (const image of material.images) study.setImage(image);
  const image = structuredClone(material.images[0]);
  const times = [];
  for (let i = 0; i < WARM_UP + REPEATS * rounds; i += 1) {
    image.segmentation[0].end_diastole.lines[0].points[5].x += 0.25;
    const start = performance.now();
    study.setImage(image);
    const answer = await study.evaluateImage(image.instance_id);
    if (!answer.ok || !answer.value || PLAIN_NAMES[image.type].some((name) => !measured(answer.value, name)))
      throw new Error('the drag was not measured');
    if (i >= WARM_UP) times.push(performance.now() - start);
  }
  study.close();
  await engine.close();
  return row(`drag: the image's measurements through the worker and back`, times, MUST_MS.roundTrip, rounds);
}
