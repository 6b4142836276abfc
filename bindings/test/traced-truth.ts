/** The record of a user who traces a synthetic image exactly at its true positions. */
import type { AnalysisImage, CycleSegmentation, Line, LinePoint, LineShape } from '@echometry/contract/generated/analysis-image.ts';

type Point = [number, number];

interface Region {
  region_spatial_format: number;
  physical_delta_x: number;
  physical_delta_y: number;
}

interface ChamberFrame {
  endo: Point[];
  epi: Point[];
  length_cm: number;
  area_cm2: number;
  arc_cm: number;
}

type FlowValues =
  | {
      flow: 'aortic';
      vmax_cm_s: number;
      vti_cm: number;
      ejection_time_s: number;
      acceleration_time_s: number;
      mean_gradient_mmhg: number;
      opening_after_onset_s: number;
    }
  | { flow: 'mitral'; e_cm_s: number; a_cm_s: number; vti_cm: number; deceleration_time_s: number; opening_after_onset_s: number }
  | { flow: 'umbilical'; psv_cm_s: number; tamax_cm_s: number; pi: number; ri: number };

interface Spectrum {
  first_column: number;
  envelope_cm_s: number[];
  envelope_y: number[];
  zero_y: number;
  onset_columns: number[];
  unwrap_up_px: number;
  unwrap_down_px: number;
  period_s: number;
  values: FlowValues;
}

export interface Truth {
  columns: number;
  rows: number;
  frame_times_ms: number[];
  regions: Region[];
  four_chamber?: {
    end_diastole_frames: number[];
    end_systole_frames: number[];
    edv_ml: number;
    esv_ml: number;
    ef_pct: number;
    gls_pct: number;
    frames: ChamberFrame[];
  };
  left_ventricle_m_mode?: {
    first_column: number;
    septum_right: number[];
    septum_left: number[];
    posterior_inner: number[];
    posterior_outer: number[];
    end_diastole_columns: number[];
    end_systole_columns: number[];
    period_s: number;
    ivsd_cm: number;
    ivss_cm: number;
    pwd_cm: number;
    pws_cm: number;
    lvidd_cm: number;
    lvids_cm: number;
    fs_pct: number;
    ef_teichholz_pct: number;
  };
  annulus_m_mode?: {
    first_column: number;
    annulus: number[];
    end_diastole_columns: number[];
    end_systole_columns: number[];
    period_s: number;
    excursion_cm: number;
  };
  spectrum?: Spectrum;
}

export interface KnownImage {
  file: string;
  truth: Truth;
  record: AnalysisImage;
}

/** Columns from one traced point of a strip to the next. */
const COLUMN_STEP = 2;

let ids = 0;
const point = (x: number, y: number, type = 'user-defined', pins: Partial<LinePoint> = {}): LinePoint => ({
  id: `p${(ids += 1)}`,
  x,
  y,
  type,
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
  ...pins,
});
const line = (name: string, shape: LineShape, points: LinePoint[]): Line => ({
  name,
  finished: true,
  shape,
  pattern: 'normal',
  frame_number: null,
  points,
});

/** Row of a curve given in every column, between columns straight. */
const at = (rows: readonly number[], first: number, x: number): number => {
  const left = Math.min(Math.max(Math.floor(x - first), 0), rows.length - 2);
  const share = x - first - left;
  return (rows[left] as number) * (1 - share) + (rows[left + 1] as number) * share;
};

function blank(truth: Truth, instance_id: string, filename: string): AnalysisImage {
  return {
    id: instance_id,
    filename,
    instance_id,
    type: null,
    view: null,
    modality: null,
    reference: false,
    additional_labels: {},
    accepted: null,
    score: null,
    comments: [],
    comments_review: [],
    urls: null,
    active: true,
    missing_image: false,
    validated: false,
    cycles_segmented: 0,
    onset_type: null,
    cardiac_events: [],
    is_annotated: true,
    is_segmented: true,
    is_measured: false,
    segmentation: [],
    measurements: [],
    measurements_caliper: [],
    correct_aliasing: null,
    dicom: null,
    calibration: null,
    config_versions: {},
    metadata: {
      number_of_frames: truth.frame_times_ms.length,
      width: truth.columns,
      height: truth.rows,
      frame_rate: null,
      manufacturer: null,
      modality: 'US',
      flow_region: null,
      doppler_regions: truth.regions.map((region) => ({
        reference_pixel_x0: null,
        reference_pixel_y0: null,
        steering_angle: null,
        doppler_correction_angle: null,
        ...without(region, ['transducer_frequency', 'pulse_repetition_frequency']),
        transducer_frequency_khz: null,
        pulse_repetition_frequency_hz: null,
      })) as unknown as NonNullable<AnalysisImage['metadata']>['doppler_regions'],
    },
  };
}

const without = (record: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The record of an image traced along its truth. */
export function traced(truth: Truth, instance_id: string, filename: string): AnalysisImage {
  const image = blank(truth, instance_id, filename);
  if (truth.four_chamber) return fourChamber(image, truth.four_chamber);
  if (truth.left_ventricle_m_mode) return leftVentricle(image, truth.left_ventricle_m_mode);
  if (truth.annulus_m_mode) return annulus(image, truth.annulus_m_mode);
  if (truth.spectrum)
    return spectrum(
      image,
      truth.spectrum,
      truth.regions.find((region) => region.region_spatial_format === 3)?.physical_delta_x ?? Number.NaN,
    );
  throw new Error(`${filename} has no known subject`);
}

function fourChamber(image: AnalysisImage, truth: NonNullable<Truth['four_chamber']>): AnalysisImage {
  const contour = (name: string, points: readonly Point[]): Line =>
    line(
      name,
      'endo-epi',
      points.map(([x, y], place) =>
        point(x, y, place === 0 ? 'septum wall ring' : place === points.length - 1 ? 'free wall ring' : 'user-defined'),
      ),
    );
  const lines = (frame: number) => {
    const known = truth.frames[frame - 1];
    if (!known) throw new Error(`frame ${frame} is not known`);
    return { lines: [contour('LV endo', known.endo), contour('LV epi', known.epi)] };
  };
  const beats = truth.end_systole_frames
    .map((systole, place) => [truth.end_diastole_frames[place], systole] as const)
    .filter((pair): pair is readonly [number, number] => pair[0] !== undefined);
  return {
    ...image,
    type: '4-chamber 2D',
    view: 'A4C',
    modality: '2D',
    cardiac_events: beats.map(([end_diastole, end_systole], place) => ({ id: `c${place}`, end_diastole, end_systole })),
    segmentation: beats.map(([diastole, systole]): CycleSegmentation => ({ end_diastole: lines(diastole), end_systole: lines(systole) })),
  };
}

/** Whole beats between end-diastolic columns with the end systole in each. */
const beatsOf = (diastoles: readonly number[], systoles: readonly number[]) =>
  diastoles.slice(1).flatMap((end, place) => {
    const start = diastoles[place] as number;
    const systole = systoles.find((x) => x > start && x < end);
    return systole === undefined ? [] : [{ start, end, systole }];
  });

const strip = (rows: readonly number[], first: number, from: number, to: number): LinePoint[] => {
  const points: LinePoint[] = [];
  for (let x = Math.max(Math.ceil(from) - COLUMN_STEP, first); x <= Math.min(to + COLUMN_STEP, first + rows.length - 1); x += COLUMN_STEP)
    points.push(point(x, at(rows, first, x)));
  return points;
};

function leftVentricle(image: AnalysisImage, truth: NonNullable<Truth['left_ventricle_m_mode']>): AnalysisImage {
  const beats = beatsOf(truth.end_diastole_columns, truth.end_systole_columns);
  const edges: [string, number[]][] = [
    ['septum epi', truth.septum_right],
    ['septum endo', truth.septum_left],
    ['PW endo', truth.posterior_inner],
    ['PW epi', truth.posterior_outer],
  ];
  return mMode(image, 'LV M-Mode', beats, edges, truth.first_column);
}

function annulus(image: AnalysisImage, truth: NonNullable<Truth['annulus_m_mode']>): AnalysisImage {
  return mMode(
    image,
    'TAPSE',
    beatsOf(truth.end_diastole_columns, truth.end_systole_columns),
    [['tricuspid annulus', truth.annulus]],
    truth.first_column,
  );
}

function mMode(
  image: AnalysisImage,
  type: string,
  beats: { start: number; end: number; systole: number }[],
  edges: [string, number[]][],
  first: number,
): AnalysisImage {
  return {
    ...image,
    type,
    modality: 'M-Mode',
    cardiac_events: beats.map(({ start, end, systole }, place) => ({
      id: `c${place}`,
      onset_start: start,
      onset_end: end,
      end_diastole_start: start,
      end_diastole_end: end,
      end_systole: systole,
    })),
    segmentation: beats.map(({ start, end }) => ({
      lines: edges.map(([name, rows]) => line(name, 'curve', strip(rows, first, start, end))),
    })),
  };
}

/** Named columns of a beat that starts at this onset. */
function named(truth: Spectrum, start: number, end: number, secondsPerPixel: number): [number, string][] {
  const column = (seconds: number) => start + seconds / secondsPerPixel;
  const peak = (from: number, to: number): number => {
    let best = Math.ceil(from);
    for (let x = best; x <= to; x += 1) {
      if (Math.abs(truth.envelope_cm_s[x - truth.first_column] ?? 0) > Math.abs(truth.envelope_cm_s[best - truth.first_column] ?? 0))
        best = x;
    }
    return best;
  };
  const known = truth.values;
  if (known.flow === 'aortic') {
    const opening = column(known.opening_after_onset_s);
    return [
      [opening, 'valve opening'],
      [opening + known.acceleration_time_s / secondsPerPixel, 'maximum velocity'],
      [opening + known.ejection_time_s / secondsPerPixel, 'valve closure'],
    ];
  }
  if (known.flow === 'mitral') {
    const opening = column(known.opening_after_onset_s);
    const e = peak(opening, opening + (end - opening) * 0.45);
    return [
      [opening, 'valve opening'],
      [e, 'E'],
      [peak(opening + (end - opening) * 0.55, end), 'A'],
      [end - 1, 'valve closure'],
    ];
  }
  return [[peak(start, end), 'maximum velocity']];
}

function spectrum(image: AnalysisImage, truth: Spectrum, secondsPerPixel: number): AnalysisImage {
  const types = { aortic: 'Aortic outflow', mitral: 'Mitral inflow', umbilical: 'Umbilical artery' } as const;
  const last = truth.first_column + truth.envelope_y.length - 1;
  const beats = truth.onset_columns
    .slice(1)
    .map((end, place) => [truth.onset_columns[place] as number, end] as const)
    .filter(([start, end]) => start >= truth.first_column && end <= last);
  const trace = ([start, end]: readonly [number, number]): LinePoint[] => {
    const special = named(truth, start, end, secondsPerPixel);
    const ends: [number, string][] =
      truth.values.flow === 'umbilical'
        ? [
            [start, 'EDV start'],
            [end, 'EDV'],
          ]
        : [
            [start, 'onset start'],
            [end, 'onset end'],
          ];
    const marks = new Map([...special, ...ends].map(([x, type]) => [x, type]));
    for (let x = Math.ceil(start); x < end; x += 1)
      if (![...marks.keys()].some((mark) => Math.abs(mark - x) < 1)) marks.set(x, 'user-defined');
    return [...marks]
      .sort(([a], [b]) => a - b)
      .map(([x, type]) => point(x, at(truth.envelope_y, truth.first_column, x), type, { on_onset: x === start || x === end }));
  };
  const away = truth.envelope_cm_s.reduce((sum, v) => sum + v, 0) < 0;
  return {
    ...image,
    type: types[truth.values.flow],
    modality: 'PW Doppler',
    correct_aliasing: truth.unwrap_up_px > 0 || truth.unwrap_down_px > 0 ? { up: truth.unwrap_up_px, down: truth.unwrap_down_px } : null,
    calibration: {
      source: 'regions',
      velocity_axis: 'up',
      flow_direction: away ? 'away' : 'toward',
      reference_pixel_origin: 'region',
      baseline_y: null,
      manual: [],
      author: null,
      at: null,
      version: 1,
    },
    cardiac_events: beats.map(([onset_start, onset_end], place) => ({ id: `c${place}`, onset_start, onset_end })),
    segmentation: beats.map((beat) => ({ lines: [line('flow', 'curve', trace(beat))] })),
  };
}
