/** Measures by caliper in the record of an image: where they belong, which are in sight, what a change makes of them. */
import type { AnalysisImage, CaliperMeasurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import { isStripModality } from '@echometry/contract/rules/image-types.ts';
import { frameOf, placesOf } from '../lines/place.ts';
import type { Point } from '../point.ts';
import type { CaliperContext, CaliperState, CaliperStatus, Template } from './state.ts';

/** A cycle, from 0, and its event; null of an unassigned measure. */
export interface Assigned {
  cycle: number;
  event: string | null;
}

/** Cycle and event that a measure belongs to: of the frame that is shown, on a strip of its first point. */
export function assignedTo(image: AnalysisImage, frame: number, first: Point | undefined): Assigned | null {
  if (isStripModality(image.modality)) {
    const cycle = image.cardiac_events.findIndex(
      ({ onset_start: from, onset_end: to }) =>
        first !== undefined && typeof from === 'number' && typeof to === 'number' && first.x >= from && first.x <= to,
    );
    return cycle < 0 ? null : { cycle, event: null };
  }
  if (image.cardiac_events.length === 0) return { cycle: 0, event: null };
  return placesOf(image).find((place) => frameOf(image, place) === frame) ?? null;
}

/** Templates for an image type, those made for it first. */
export function templatesFor(type: string | null, all: readonly Template[]): Template[] {
  const own = all.filter(({ image_types }) => type !== null && image_types.includes(type));
  return [...own, ...all.filter(({ image_types }) => image_types.length === 0)];
}

const NO_POINTS: readonly Point[] = [];

/** Points that are not saved yet. Without its template in the image type there are none. */
export const openOf = ({ open, templates, mayChange }: CaliperContext): readonly Point[] =>
  mayChange && open && templates.some(({ type }) => type === open.template) ? open.points : NO_POINTS;

/** The caliper is in hand: the person took it, or points of it are open. */
export const isOn = ({ on }: Pick<CaliperState, 'on'>, context: CaliperContext): boolean => on || openOf(context).length > 0;

/** The template of the open points, else the chosen one. */
export function templateOf({ template }: CaliperState, context: CaliperContext): Template | null {
  const { templates, open } = context;
  const wanted = openOf(context).length > 0 ? open?.template : template;
  return templates.find(({ type }) => type === wanted) ?? templates[0] ?? null;
}

/**
 * A template already measured in this cycle and event counts as finished until a point of the next measure is placed;
 * there may be several unassigned measures.
 */
export function statusOf(state: CaliperState, context: CaliperContext): CaliperStatus {
  const { image, mayChange } = context;
  const template = templateOf(state, context);
  if (!isOn(state, context) || !image || !mayChange || !template) return 'unactive';
  if (openOf(context).length > 0) return 'measuring';
  const here = assignedTo(image, context.frame(), state.cursor ?? undefined);
  const measured = image.measurements_caliper.some(
    ({ type, cycle, event }) => here !== null && type === template.type && cycle === here.cycle && event === here.event,
  );
  return measured ? 'finished' : 'measuring';
}

export const isComplete = (placed: readonly Point[], template: Template): boolean => placed.length === template.n_points;

/** Measures on a frame: all of them on a strip, and measures with an unknown frame. */
export const onFrame = (image: AnalysisImage, frame: number): CaliperMeasurement[] =>
  image.measurements_caliper.filter(
    ({ frame_number }) => isStripModality(image.modality) || frame_number === null || frame_number === frame,
  );

/** A measure with the values that were computed of it, none where they are not known yet. */
export function measureOf(
  template: Template,
  points: readonly Point[],
  place: { id: string; assigned: Assigned | null; frame: number },
  values: CaliperValues | undefined,
): CaliperMeasurement {
  const { type, points_name, dists_name, angles_name } = template;
  const numbers = (names: readonly string[], of: readonly { value: number | null }[] | undefined) =>
    names.map((_, index) => of?.[index]?.value ?? null);
  return {
    id: place.id,
    type,
    cycle: place.assigned?.cycle ?? null,
    event: place.assigned?.event ?? null,
    frame_number: place.frame,
    points: { real: [...(values?.real ?? [])], pixel: points.map(({ x, y }) => ({ x, y })) },
    points_name: [...points_name],
    dists: numbers(dists_name, values?.distances),
    dists_name: [...dists_name],
    angles: numbers(angles_name, values?.angles),
    angles_name: [...angles_name],
    provenance: values?.provenance ?? null,
  };
}

export const withMeasure = (image: AnalysisImage, measure: CaliperMeasurement): AnalysisImage => ({
  ...image,
  measurements_caliper: [...image.measurements_caliper, measure],
});

/** The image with another name of a measure; an empty one restores the template's. */
export const withName = (image: AnalysisImage, id: string, name: string): AnalysisImage => ({
  ...image,
  measurements_caliper: image.measurements_caliper.map((one) => {
    if (one.id !== id) return one;
    const { name: _before, ...rest } = one;
    return name.trim() === '' ? rest : { ...rest, name: name.trim() };
  }),
});

export const withoutMeasure = (image: AnalysisImage, id: string): AnalysisImage => ({
  ...image,
  measurements_caliper: image.measurements_caliper.filter((one) => one.id !== id),
});

/** The image with other points of a measure; values of the earlier points do not apply to these. */
export const withPoints = (image: AnalysisImage, id: string, points: readonly Point[]): AnalysisImage => ({
  ...image,
  measurements_caliper: image.measurements_caliper.map((one) =>
    one.id === id
      ? {
          ...one,
          points: { real: [], pixel: points.map(({ x, y }) => ({ x, y })) },
          dists: one.dists.map(() => null),
          angles: one.angles.map(() => null),
          provenance: null,
        }
      : one,
  ),
});
