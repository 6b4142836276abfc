// A study to be measured: 20 images of 5 cycles each, drawn by seeded numbers, and what is measured on it.
import { readFileSync } from 'node:fs';
import { inRoot } from '../../scripts/lib/root.mjs';

const IMAGES = { '4-chamber 2D': 8, 'LV M-Mode': 5, 'Aortic outflow': 7 };
export const CYCLES = 5;
/** Points of a chamber's contour: what people set by hand. */
const CONTOUR_POINTS = 15;

/** SplitMix-like numbers from 0 to 1, the same in every run. */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b) >>> 0;
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35) >>> 0;
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  };
}

const region = (format, units, delta) => ({
  region_spatial_format: format,
  region_data_type: 1,
  region_flags: 0,
  region_location_min_x0: 0,
  region_location_min_y0: 0,
  region_location_max_x1: 1023,
  region_location_max_y1: 767,
  reference_pixel_x0: 0,
  reference_pixel_y0: 500,
  physical_units_x: units[0],
  physical_units_y: units[1],
  reference_pixel_physical_value_x: 0,
  reference_pixel_physical_value_y: 0,
  physical_delta_x: delta[0],
  physical_delta_y: delta[1],
  transducer_frequency_khz: null,
  pulse_repetition_frequency_hz: null,
  doppler_correction_angle: null,
  steering_angle: null,
});

let ids = 0;
const point = (x, y, type = 'user-defined') => ({ id: `p${(ids += 1)}`, x, y, type });
const line = (name, shape, points) => ({ name, finished: true, shape, pattern: 'normal', points });

function chamber(random, name, depth, widen) {
  const points = Array.from({ length: CONTOUR_POINTS }, (_, place) => {
    const turn = Math.PI * (1 - place / (CONTOUR_POINTS - 1));
    const radius = 1 + 0.03 * (random() - 0.5);
    const type = place === 0 ? 'septum wall ring' : place === CONTOUR_POINTS - 1 ? 'free wall ring' : 'user-defined';
    return point(500 + (110 + widen) * Math.cos(turn) * radius, 150 + (depth + widen) * Math.sin(turn) * radius, type);
  });
  return line(name, 'endo-epi', points);
}

const base = (id, type, modality) => ({
  id,
  filename: `${id}.dcm`,
  instance_id: id,
  type,
  modality,
  reference: id.endsWith('-0'),
  is_annotated: true,
  is_segmented: true,
});
const metadata = (of) => ({
  number_of_frames: 200,
  width: 1024,
  height: 768,
  frame_rate: 50,
  manufacturer: null,
  modality: 'US',
  doppler_regions: [of],
  flow_region: null,
});

const MAKERS = {
  '4-chamber 2D': (random, id) => ({
    ...base(id, '4-chamber 2D', '2D'),
    metadata: metadata(region(1, [3, 3], [0.02, 0.02])),
    cardiac_events: Array.from({ length: CYCLES }, (_, k) => ({ end_diastole: 1 + 40 * k, end_systole: 18 + 40 * k })),
    segmentation: Array.from({ length: CYCLES }, () => {
      const at = (depth) => ({
        lines: [
          chamber(random, 'LV endo', depth, 0),
          chamber(random, 'LV epi', depth, 40),
          { ...chamber(random, 'LA endo', depth * 0.5, -10), shape: 'ring' },
        ],
      });
      return { end_diastole: at(400), end_systole: at(330) };
    }),
  }),
  'LV M-Mode': (random, id) => ({
    ...base(id, 'LV M-Mode', 'M-Mode'),
    metadata: metadata(region(2, [4, 3], [0.005, 0.02])),
    cardiac_events: Array.from({ length: CYCLES }, (_, k) => ({
      onset_start: 20 + 180 * k,
      onset_end: 200 + 180 * k,
      end_diastole_start: 25 + 180 * k,
      end_diastole_end: 190 + 180 * k,
      end_systole: 100 + 180 * k,
    })),
    segmentation: Array.from({ length: CYCLES }, (_, k) => ({
      lines: [
        ['septum epi', 200],
        ['septum endo', 250],
        ['PW endo', 480],
        ['PW epi', 530],
      ].map(([name, y]) =>
        line(
          name,
          'curve',
          Array.from({ length: 12 }, (__, place) => point(15 + 180 * k + place * 17, Number(y) + 20 * Math.sin(place) + random())),
        ),
      ),
    })),
  }),
  'Aortic outflow': (random, id) => ({
    ...base(id, 'Aortic outflow', 'PW Doppler'),
    metadata: metadata(region(3, [4, 7], [0.004, -0.5])),
    cardiac_events: Array.from({ length: CYCLES }, (_, k) => ({ onset_start: 20 + 190 * k, onset_end: 210 + 190 * k })),
    segmentation: Array.from({ length: CYCLES }, (_, k) => {
      const x = 20 + 190 * k;
      return {
        lines: [
          line('flow', 'curve', [
            point(x, 500, 'onset start'),
            point(x + 30, 500, 'valve opening'),
            point(x + 50, 330 + random() * 5),
            point(x + 70, 260 + random() * 20, 'maximum velocity'),
            point(x + 95, 350),
            point(x + 120, 500, 'valve closure'),
            point(x + 190, 500, 'onset end'),
          ]),
        ],
      };
    }),
  }),
};

/** The study, the shipped configuration, and the facts its normal ranges need. */
export function studyMaterial() {
  const random = seeded(2026);
  const images = Object.entries(IMAGES).flatMap(([type, count]) =>
    Array.from({ length: count }, (_, place) => MAKERS[type](random, `${type}-${place}`)),
  );
  const config = (name) => readFileSync(inRoot('contract', 'config', `${name}.json`), 'utf8');
  const facts = JSON.stringify({
    data_type: 'adult',
    gestational_age_days: null,
    age_days: 15000,
    sex: 'F',
    height_cm: 168,
    weight_kg: 64,
  });
  return {
    images,
    image_types: config('echo_image_types'),
    measurements: config('echo_measurements'),
    calipers: config('echo_caliper'),
    facts,
  };
}
