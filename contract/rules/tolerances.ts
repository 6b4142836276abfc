/** How far a reading may differ from a gold case: shipped tolerances, and the verdict. */
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { Verdict } from '../records/course.ts';
import type { DataType } from '../records/data-type.ts';
import type { OfferedTolerances, Tolerances } from '../records/gold.ts';
import { allLines, CLIP_EVENTS, type EventName, EVENTS } from './cardiac-events.ts';

/** A published figure that a shipped tolerance comes from. */
interface Published {
  reason: string;
  source: string;
}

interface ValueDefault extends Published {
  /** Kinds of measurement. */
  kinds: readonly string[];
  /** In the unit, or as a share of the gold value. */
  most: { units: string; value: number } | { share: number };
}

/** Direct measurements of size, speed and time, as one group in the study of their reproducibility. */
const DIRECT_KINDS =
  'volume,area,distance,line-distance,p2p-distance,thickness,oval circ,oval diam,velocity,velocity-curve,auc,time,event-time'.split(',');

/**
 * Shipped tolerances of measurements. Kinds that are not named, such as ratios and slopes, have none: no figure was found that
 * applies to all measurements of the kind.
 */
export const VALUE_DEFAULTS: readonly ValueDefault[] = [
  {
    kinds: ['EF'],
    most: { units: '%', value: 7 },
    reason: 'One standard deviation of the difference of two experts, biplane ejection fraction of 140 patients: 7.0 %',
    source: 'Akil 2024, doi:10.1111/cpf.12918',
  },
  {
    kinds: ['long-gls'],
    most: { share: 0.11 },
    reason: 'Largest relative error between observers over the vendors, longitudinal strain of one view: 11.0 %',
    source: 'Farsalinos 2015, doi:10.1016/j.echo.2015.06.011',
  },
  {
    kinds: DIRECT_KINDS,
    most: { share: 0.11 },
    reason: 'Median error between observers of a core laboratory, one beat, 150 indices of the left ventricle: 11.4 %',
    source: 'Colan 2012, doi:10.1016/j.echo.2012.05.004',
  },
];

/** Mean distance of contours of the left ventricle of adults, in mm. Other contours have no shipped tolerance. */
export const LINE_DEFAULT = {
  names: ['LV endo', 'LV epi'],
  most: 3.5,
  reason:
    'Distance of the contours of 42 cardiologists from a reference contour: medians 3.6 mm (volume at end diastole) and 3.4 mm (end systole)',
  source: 'Knackstedt, A graphical analysis of aspects contributing to the spreading of measurements of left ventricular function',
} as const;

/** Marks on clips of adults, in ms. Marks of strips, and of faster hearts, have no shipped tolerance. */
export const MARK_DEFAULT = {
  most: 46.5,
  reason: 'Root mean square difference of five observers from their mean, end-diastolic and end-systolic frames: 46.5 ms',
  source: 'Zolgharni 2017, doi:10.1111/echo.13587',
} as const;

/** Figures of a tolerance that is a share of a value. */
const FIGURES = 2;
const NONE = { most: null, reason: null, source: null };

function valueDefault(kind: string, units: string, gold: number) {
  const found = VALUE_DEFAULTS.find(({ kinds, most }) => kinds.includes(kind) && (!('units' in most) || most.units === units));
  if (found === undefined) return NONE;
  const most = 'share' in found.most ? Number((Math.abs(gold) * found.most.share).toPrecision(FIGURES)) : found.most.value;
  return most > 0 ? { most, reason: found.reason, source: found.source } : NONE;
}

const isSet = (image: AnalysisImage, event: EventName): boolean => image.cardiac_events.some((cycle) => typeof cycle[event] === 'number');

/** The first of each key. */
function firstOf<T>(all: readonly T[], keyOf: (one: T) => unknown): T[] {
  const known = new Map<string, T>();
  for (const one of all) {
    const key = JSON.stringify(keyOf(one));
    if (!known.has(key)) known.set(key, one);
  }
  return [...known.values()];
}

/** Measurements, lines and marks of the images of a gold case, each with the shipped tolerance. */
export function offeredTolerances(images: readonly AnalysisImage[], dataType: DataType): OfferedTolerances {
  const isAdult = dataType === 'adult';
  const typed = images.flatMap((image) => (image.type === null ? [] : [{ image, image_type: image.type }]));
  const values = typed.flatMap(({ image, image_type }) =>
    image.measurements.flatMap(({ name, type, units = '', aggregate: gold }) =>
      gold === undefined ? [] : [{ image_type, name, units, gold, ...valueDefault(type, units, gold) }],
    ),
  );
  const lines = typed
    .filter(({ image }) => image.modality === '2D')
    .flatMap(({ image, image_type }) =>
      allLines(image)
        .filter(({ finished }) => finished)
        .map(({ name }) => {
          const { names, ...shipped } = LINE_DEFAULT;
          return { image_type, name, ...(isAdult && names.some((one) => one === name) ? shipped : NONE) };
        }),
    );
  const marks = typed.flatMap(({ image, image_type }) =>
    EVENTS.filter((event) => isSet(image, event)).map((event) => {
      const isOnClip = image.modality === '2D' && CLIP_EVENTS.some((one) => one === event);
      return { image_type, event, ...(isAdult && isOnClip ? MARK_DEFAULT : NONE) };
    }),
  );
  return {
    values: firstOf(values, ({ image_type, name, units }) => [image_type, name, units]),
    lines: firstOf(lines, ({ image_type, name }) => [image_type, name]),
    marks: firstOf(marks, ({ image_type, event }) => [image_type, event]),
  };
}

/** The shipped tolerances of what a case has. */
export const shippedTolerances = ({ values, lines, marks }: OfferedTolerances): Tolerances => ({
  values: values.flatMap(({ image_type, name, units, most }) => (most === null ? [] : [{ image_type, name, units, most }])),
  lines: lines.flatMap(({ image_type, name, most }) => (most === null ? [] : [{ image_type, name, most }])),
  marks: marks.flatMap(({ image_type, event, most }) => (most === null ? [] : [{ image_type, event, most }])),
});

/** Tolerances of a case; null where one has none. */
export const toleranceOf = {
  value: (of: Tolerances | null, image_type: string, name: string, units: string): number | null =>
    of?.values.find((one) => one.image_type === image_type && one.name === name && one.units === units)?.most ?? null,
  line: (of: Tolerances | null, image_type: string, name: string): number | null =>
    of?.lines.find((one) => one.image_type === image_type && one.name === name)?.most ?? null,
  mark: (of: Tolerances | null, image_type: string, event: EventName): number | null =>
    of?.marks.find((one) => one.image_type === image_type && one.event === event)?.most ?? null,
};

/** Part of a tolerance by which rounding in binary may exceed it: 0.4 - 0.1 is more than 0.3. */
const ROUNDING = 1e-9;

/** A difference that equals its tolerance is within it. Null without a difference or a tolerance. */
export function verdictOf(difference: number | null, tolerance: number | null): Verdict {
  if (difference === null || tolerance === null) return null;
  return Math.abs(difference) <= tolerance * (1 + ROUNDING) ? 'within' : 'outside';
}
