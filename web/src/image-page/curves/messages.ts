/** Words of curves over a cycle and of their values. */
import type { EndSystoleRule, Segment } from '@echometry/contract/generated/analysis-image.ts';
import type { ApicalView, Chamber, NoCurveValue, NoViewStrain } from '@echometry/contract/generated/cycle-curves.ts';
import { MAX_CURVE_GAP_MS } from '@echometry/contract/generated/drawing-limits.ts';

const VENTRICLE = { emptying: 'Peak ejection rate', filling: 'Peak filling rate' };
const ATRIUM = { emptying: 'Peak emptying rate', filling: 'Peak filling rate', fraction: 'Total emptying fraction' };
const OTHER = { ...ATRIUM, largest: 'Largest', smallest: 'Smallest', fraction: 'Change' };

export const curveMessages = {
  title: 'Curves',
  of: (line: string, method: string) => `${line}, ${method}`,
  methods: {
    'volume area_length': 'Area-length',
    'volume area_length_exact': 'Area-length, exact',
    'volume simpson': 'Simpson',
    'area ': 'Area',
    'strain ': 'Strain',
    'mid-wall-strain ': 'Mid-wall strain',
    'circumferential-strain ': 'Circumferential strain',
  } as Readonly<Record<string, string>>,
  method: 'Method',
  plot: 'Frame on the curve',
  at: (frame: number, time: string | null, values: string) => `Frame ${frame}${time === null ? '' : `, ${time} ms`}. ${values}`,
  valueAt: (line: string, value: string) => `${line} ${value}`,
  noValue: 'no value',
  doubtful: 'doubtful',
  marks: { ed: 'ED', es: 'ES', next: 'next ED' },
  spreadHint: 'Within this in 95 % of repetitions, when every drawn point is moved by 1 px',
  spread: (half: string) => `± ${half}`,
  normal: (value: string, limits: string, source: string) => `Normal ${value}: ${limits} (${source})`,
  /** How end systole of strain is found. */
  systole: {
    title: 'End systole of strain',
    rules: { mark: 'Mark', 'smallest-volume': 'Smallest volume', 'aortic-valve-closure': 'Aortic closure' } satisfies Readonly<
      Record<EndSystoleRule, string>
    >,
    short: { mark: 'ES', 'smallest-volume': 'min', 'aortic-valve-closure': 'AVC' } satisfies Readonly<Record<EndSystoleRule, string>>,
    at: (frame: number, time: string | null) => (time === null ? `Frame ${frame}` : `${time} ms after end diastole, frame ${frame}`),
    from: (image: string) => `from ${image}, at the same share of the cycle`,
  },
  time: 'ms',
  frames: 'frame',
  frame: (frame: number) => `frame ${frame}`,
  ms: (time: string) => `${time} ms`,
  fromCurve: 'Curve',
  fromMarks: 'Marks',
  fromMarksHint: 'From the lines drawn at the marked frames',
  atEvent: (event: string) => `${event}, as drawn`,
  onCurve: 'At',
  otherCycles: (count: number) => (count === 1 ? '1 other cycle, thin' : `${count} other cycles, thin`),
  peak: (line: string, name: string, value: string) => `${line}: ${name} ${value}`,
  refused: 'The scale of the image is not known. Set a scale to get values.',
  refusals: {
    'drawn-by-hand':
      'Segments need the points of the tissue. End systole or another frame of this cycle was drawn by hand: take the followed line there, and follow the cycle again.',
  } as Readonly<Record<string, string>>,
  missing: (method: string, line: string) => `${method} needs ${line}. Draw it, and follow the cycle again.`,
  midWall: (line: string) => `${line}, mid-wall`,
  segments: {
    'septum-basal': 'Septum, basal',
    'septum-mid': 'Septum, mid',
    'septum-apical': 'Septum, apical',
    'free-wall-apical': 'Free wall, apical',
    'free-wall-mid': 'Free wall, mid',
    'free-wall-basal': 'Free wall, basal',
    'free-wall': 'Free wall',
  } satisfies Readonly<Record<Segment, string>>,
  segmentTable: {
    title: 'Segments',
    peak: 'Peak %',
    endSystolic: 'ES %',
    endSystolicHint: 'Strain at end systole',
    index: 'PSI %',
    indexHint: 'Post-systolic index: how much of the peak is reached after end systole',
  },
  doubt: {
    doubtful: (name: string) => `${name} is doubtful, and left out.`,
    confirmed: (name: string) => `${name} is doubtful, but confirmed by a user.`,
    confirm: 'Confirm',
    withdraw: 'Leave out',
  },
  strain: {
    peak: 'Peak strain',
    endSystolic: 'End-systolic strain',
    peakSystolic: 'Peak systolic strain',
    postSystolic: 'Post-systolic index',
    shortening: 'Fastest shortening',
    lengthening: 'Fastest lengthening',
    dispersion: 'Mechanical dispersion',
    reservoir: 'Reservoir strain',
    conduit: 'Conduit strain',
    contraction: 'Contraction strain',
    onset: 'Strain at onset of A',
    reservoirFromOnset: 'Reservoir, zero at A',
    conduitFromOnset: 'Conduit, zero at A',
    contractionFromOnset: 'Contraction, zero at A',
    largest: 'Largest strain',
  },
  /** Of the volume or area of an atrium. */
  phases: { onset: 'Before contraction', passive: 'Passive emptying fraction', active: 'Active emptying fraction' },
  /** Widths of a fetal ventricle. */
  widths: {
    title: (line: string) => `${line}, widths`,
    length: (mm: string) =>
      `Length at end diastole ${mm} mm, from the middle of the ring to the apex. Widths go from the base (1) to the apex (24).`,
    place: 'Place',
    width: 'ED mm',
    sphericity: 'SI',
    sphericityHint: 'Sphericity index: length over width, both at end diastole',
    shortening: 'FS %',
    shorteningHint: 'Fractional shortening of the width from end diastole to end systole',
    number: (number: number, of: number) => (number === 1 ? '1 base' : number === of ? `${of} apex` : `${number}`),
    missing: (event: string, reason: string) => `${event}: ${reason}.`,
    reasons: {
      'missing-mark': 'not marked in this cycle',
      'missing-line': 'no line on its frame',
      'doubtful-line': 'the line was followed with doubt',
      'not-calibrated': 'the scale of the image is not known',
    } as Readonly<Record<string, string>>,
  },
  rows: {
    ventricle: {
      volume: { ...VENTRICLE, largest: 'EDV', smallest: 'ESV', fraction: 'EF' },
      area: { ...ATRIUM, largest: 'Largest area', smallest: 'Smallest area', fraction: 'FAC' },
    },
    atrium: {
      volume: { ...ATRIUM, largest: 'Maximal volume', smallest: 'Minimal volume' },
      area: { ...ATRIUM, largest: 'Maximal area', smallest: 'Minimal area' },
    },
    other: { volume: OTHER, area: OTHER },
  } satisfies Readonly<Record<Chamber, unknown>>,
  reasons: {
    'no-values': 'No frame has a value.',
    gap: `Values are missing for more than ${MAX_CURVE_GAP_MS} ms. Correct the line on a frame in the gap and follow again.`,
    'cycle-not-covered': 'The clip ends before the cycle does.',
    'no-frame-times': 'Rates need the frame times of the clip, which are not known.',
    'frame-times-out-of-order': 'Rates need increasing frame times, which the file does not have.',
    'frame-rate': `Rates need frames at most ${MAX_CURVE_GAP_MS} ms apart.`,
    'not-finite': 'The value to compare with is 0.',
    'no-end-systole': 'End systole is not marked in this cycle.',
    'no-segments': 'Dispersion needs the peaks of all six segments.',
    'no-insertion': 'Segments and their dispersion need the insertion of the right ventricle, which no point of the line marks.',
    'no-aortic-closure': 'The study has no aortic outflow with a measured valve closure and cycle length, both from the R wave.',
    'no-a-wave': 'No contraction is found: the atrium empties only once, or both emptyings have merged.',
  } satisfies Readonly<Record<NoCurveValue, string>>,
};

/** Words of the apical views together. */
export const viewMessages = {
  views: {
    'four-chamber': '4-chamber',
    'two-chamber': '2-chamber',
    'three-chamber': '3-chamber',
  } satisfies Readonly<Record<ApicalView, string>>,
  missing: {
    'no-image': 'no image',
    'not-followed': 'no followed cycle',
    'drawn-by-hand': 'drawn by hand at end systole',
    'no-value': 'no value at end systole',
  } satisfies Readonly<Record<NoViewStrain, string>>,
  ratesDiffer: (percent: string) => `The heart rates of the views differ by ${percent} %.`,
};
