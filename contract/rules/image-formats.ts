import type { AnalysisImage, CaliperMeasurement, CardiacEvents, CycleSegmentation, Line, LinePoint } from '../generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '../generated/document-format.ts';

/** Ids and frames that older programs, and programs that know only the specification, may leave out. */
export type OlderImage = Omit<AnalysisImage, 'cardiac_events' | 'measurements_caliper' | 'segmentation' | 'config_versions'> & {
  config_versions?: AnalysisImage['config_versions'];
  cardiac_events: ReadonlyArray<Partial<CardiacEvents>>;
  segmentation: ReadonlyArray<
    Pick<CycleSegmentation, 'sequence'> & {
      end_diastole?: OlderLines;
      end_systole?: OlderLines;
      lines?: readonly OlderLine[];
      corrected?: readonly OlderLine[];
    }
  >;
  measurements_caliper: ReadonlyArray<Omit<CaliperMeasurement, 'id' | 'frame_number' | 'cycle'> & Partial<CaliperMeasurement>>;
};
type OlderLine = Pick<Line, 'name' | 'shape'> & Partial<Line>;
type OlderLines = { lines?: readonly OlderLine[] };

/** Gives an id to everything without one, by its place: the same record always gets the same ids. */
function withIds<T extends { id?: string }>(all: readonly T[], prefix: string): Array<T & { id: string }> {
  const taken = new Set(all.map(({ id }) => id));
  let next = 0;
  const free = (): string => {
    while (taken.has(`${prefix}${next}`)) next += 1;
    taken.add(`${prefix}${next}`);
    return `${prefix}${next}`;
  };
  return all.map((each) => ({ ...each, id: each.id || free() }));
}

const POINT_DEFAULTS = {
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
};

const DEFAULTED = Object.keys(POINT_DEFAULTS) as Array<keyof typeof POINT_DEFAULTS>;

/** A point that has everything stays the object it is: a traced study has thousands of them, and each save passes here. */
const completePoint = (point: Partial<LinePoint> & Pick<LinePoint, 'id' | 'x' | 'y' | 'type'>): LinePoint =>
  DEFAULTED.every((key) => point[key] !== undefined) ? (point as LinePoint) : { ...POINT_DEFAULTS, ...point };

const completeLines = (lines: readonly OlderLine[] = []): Line[] =>
  lines.map((line) => ({
    ...line,
    finished: line.finished ?? false,
    pattern: line.pattern ?? 'normal',
    frame_number: line.frame_number ?? null,
    points: (line.points ?? []).map(completePoint),
  }));

/**
 * The record with everything of the newest format. Existing fields stay as they are: what has no id gets one by its place, the
 * frames of lines and calipers are not known, and what was placed without an origin was placed by hand.
 */
export function completeImage(image: OlderImage): AnalysisImage {
  // A cycle that is only drawn is a cycle too.
  const unmarked = Array.from({ length: Math.max(0, image.segmentation.length - image.cardiac_events.length) }, () => ({}));
  return {
    ...image,
    config_versions: image.config_versions ?? {},
    cardiac_events: withIds<Partial<CardiacEvents>>([...image.cardiac_events, ...unmarked], 'c'),
    segmentation: image.segmentation.map(({ end_diastole, end_systole, lines, corrected, sequence }) => ({
      ...(end_diastole && { end_diastole: { lines: completeLines(end_diastole.lines) } }),
      ...(end_systole && { end_systole: { lines: completeLines(end_systole.lines) } }),
      ...(lines && { lines: completeLines(lines) }),
      ...(corrected && { corrected: completeLines(corrected) }),
      ...(sequence && { sequence }),
    })),
    measurements_caliper: withIds(image.measurements_caliper, 'k').map((caliper) => ({
      ...caliper,
      cycle: caliper.cycle ?? null,
      frame_number: caliper.frame_number ?? null,
    })),
  };
}

/** The first format whose records have every required field. */
const COMPLETE_SINCE = 2;

/**
 * A stored record, whichever format it has.
 *
 * @throws Error for a newer format, by its number
 */
export function imageOfFormat(format: number, image: OlderImage): AnalysisImage {
  if (format > DOCUMENT_FORMAT)
    throw new Error(`Image format ${format} is newer than this version of Echometry reads (${DOCUMENT_FORMAT})`);
  return format < COMPLETE_SINCE ? completeImage(image) : (image as AnalysisImage);
}
