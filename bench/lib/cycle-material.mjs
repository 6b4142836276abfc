// A cycle whose lines are half ellipses with known volumes, as the page of segmentation hands it to the engine.
import { readFileSync } from 'node:fs';
import { inRoot } from '../../scripts/lib/root.mjs';

const POINTS = 30;
const DELTA_CM = 0.02;
const MIDDLE = 500;
const RING_ROW = 520;
const MS_PER_FRAME = 20;

/** Half axes in pixels at end diastole and how much of them is gone at the deepest point; `up` is -1 below the ring. */
const SHAPES = [
  { name: 'LV endo', shape: 'endo-epi', width: 130, length: 400, less: [45, 60], up: 1 },
  { name: 'LV epi', shape: 'endo-epi', width: 175, length: 440, less: [35, 45], up: 1 },
  { name: 'LA endo', shape: 'ring', width: 90, length: 150, less: [-25, -60], up: -1 },
];

const emptied = (frame, frames) => (1 - Math.cos((2 * Math.PI * frame) / (frames - 1))) / 2;

function pointsOf({ width, length, less, up }, part) {
  return Array.from({ length: POINTS }, (_, step) => {
    const angle = (Math.PI * step) / (POINTS - 1);
    return [MIDDLE - (width - less[0] * part) * Math.cos(angle), RING_ROW - up * (length - less[1] * part) * Math.sin(angle)];
  });
}

const typeOf = (place) => (place === 0 ? 'septum wall ring' : place === POINTS - 1 ? 'free wall ring' : `user-defined_${place}`);

const TYPES = Array.from({ length: POINTS }, (_, place) => typeOf(place));

/** Points of a line as a person drew them. */
const drawn = (shape, frame, frames) => ({
  name: shape.name,
  finished: true,
  shape: shape.shape,
  pattern: 'normal',
  frame_number: frame + 1,
  points: pointsOf(shape, emptied(frame, frames)).map(([x, y], place) => ({ id: String(place), x, y, type: TYPES[place] })),
});

const dense = (shape, frames) => ({
  name: shape.name,
  shape: shape.shape,
  types: TYPES,
  frames: Array.from({ length: frames }, (_, frame) => ({
    frame_number: frame + 1,
    points: pointsOf(shape, emptied(frame, frames)),
    quality: Array.from({ length: POINTS }, () => 0.9),
    drift_px: Array.from({ length: POINTS }, () => null),
  })),
});

const set = (name) => JSON.parse(readFileSync(inRoot('contract', 'config', `${name}.json`), 'utf8'));

/** Record and followed lines for the engine, with the volume of each frame in closed form. */
export function cycleMaterial(frames) {
  const golden = JSON.parse(readFileSync(inRoot('fixtures', 'golden', 'cycle-curves', 'cases.json'), 'utf8'));
  const [{ metadata, ...like }] = golden.images;
  const size = { number_of_frames: frames };
  const systole = Math.floor(frames / 2);
  const event = (frame) => ({ lines: SHAPES.map((shape) => drawn(shape, frame, frames)) });
  const image = {
    ...like,
    metadata: { ...metadata, ...size },
    cardiac_events: [{ end_diastole: 1, end_systole: systole + 1 }, { end_diastole: frames }],
    segmentation: [{ end_diastole: event(0), end_systole: event(systole) }, { end_diastole: event(frames - 1) }],
  };
  const [endo] = SHAPES;
  const volumes = Array.from({ length: frames }, (_, frame) => {
    const part = emptied(frame, frames);
    const [width, length] = [endo.width - endo.less[0] * part, endo.length - endo.less[1] * part].map((px) => px * DELTA_CM);
    return (2 / 3) * Math.PI * width * width * length;
  });
  return {
    config: { image_types: set('echo_image_types'), measurements: set('echo_measurements') },
    file: { ...golden.files.i1, ...size, frame_times_ms: Array.from({ length: frames }, (_, frame) => frame * MS_PER_FRAME) },
    image,
    request: {
      instance_id: image.instance_id,
      cycle: 0,
      lines: { format: 1, lines: SHAPES.map((shape) => dense(shape, frames)) },
      drawn: [],
    },
    held: drawn(endo, systole, frames),
    volumes,
  };
}
