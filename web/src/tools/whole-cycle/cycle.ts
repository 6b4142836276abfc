/** The lines of a cycle on each of its frames: drawn, corrected, offered or accepted. */
import type {
  AnalysisImage,
  CycleSegmentation,
  DenseFrame,
  DenseLine,
  Line,
  LinePoint,
} from '@echometry/contract/generated/analysis-image.ts';
import { anchorsOf, framesOfCycle, isOutdated, lineOnFrame, type Anchor, type CycleFrames } from '@echometry/contract/rules/sequence.ts';
import { needsOf, type LineRow } from '../lines/definition.ts';
import { controlPoint, freePoint } from '../lines/record.ts';
import type { Site } from '../contours/points.ts';
import { readyOf, type Ready } from '../contours/work.ts';
import type { KnownSequence } from './plan.ts';
import type { SequenceOffer, WholeCycleContext } from './state.ts';

/** A cycle that can be followed. */
export interface CycleView {
  ready: Ready;
  cycle: number;
  span: CycleFrames;
  anchors: readonly Anchor[];
  /** The offered lines, else the accepted ones. */
  known: KnownSequence | null;
  /** `known` is offered, and not accepted yet. */
  offered: boolean;
  /** A mark or a drawn line has changed since `known` was followed. */
  outdated: boolean;
  mayChange: boolean;
}

/** The image of a clip; null for strips and still planes. */
export function clipOf({ contours }: WholeCycleContext): Ready | null {
  const ready = readyOf(contours);
  return ready && ready.image.modality === '2D' && ready.size.frames > 1 && ready.image.cardiac_events.length > 0 ? ready : null;
}

const offerOf = ({ offer }: WholeCycleContext, image: AnalysisImage, cycle: number): SequenceOffer | null =>
  offer?.instance_id === image.instance_id && offer.cycle === cycle ? offer : null;

const acceptedOf = ({ stored }: WholeCycleContext, image: AnalysisImage, cycle: number): KnownSequence | null => {
  const [sequence, lines] = [image.segmentation[cycle]?.sequence, stored[cycle]];
  return sequence && lines ? { sequence, lines } : null;
};

const views = new WeakMap<WholeCycleContext, Map<number, CycleView | null>>();

/** A cycle as the context has it; null where its end diastole is not marked. */
export function cycleView(context: WholeCycleContext, cycle: number): CycleView | null {
  const made = views.get(context) ?? new Map<number, CycleView | null>();
  views.set(context, made);
  const before = made.get(cycle);
  if (before !== undefined) return before;
  const view = viewOf(context, cycle);
  made.set(cycle, view);
  return view;
}

function viewOf(context: WholeCycleContext, cycle: number): CycleView | null {
  const ready = clipOf(context);
  const span = ready && framesOfCycle(ready.image, cycle, ready.size.frames);
  if (!ready || !span) return null;
  const offer = offerOf(context, ready.image, cycle);
  const known = offer ?? acceptedOf(context, ready.image, cycle);
  return {
    ready,
    cycle,
    span,
    anchors: anchorsOf(ready.image, cycle, span),
    known,
    offered: offer !== null,
    outdated: known !== null && isOutdated(ready.image, cycle, known.sequence, ready.size.frames),
    mayChange: ready.mayChange && !context.caliper,
  };
}

const made = new WeakMap<DenseFrame, Line>();

/** The same object for the same frame, so that its curve is sampled once. */
function lineOf(line: DenseLine, frame: DenseFrame, pattern: string): Line {
  const before = made.get(frame);
  if (before) return before;
  const now = lineOnFrame(line, frame, pattern);
  made.set(frame, now);
  return now;
}

/** A line on a frame between those it is drawn on, or corrected there. */
export interface LineOnFrame {
  line: Line;
  /** Quality of each point; null where it was corrected. */
  quality: readonly number[] | null;
}

/** Lines on a frame that is not the frame of an event they are drawn at. */
export function linesOn({ ready, span, anchors, known }: CycleView, frame: number): LineOnFrame[] {
  const here = anchors.filter(({ frame_number }) => frame_number === frame);
  const drawn = new Set(here.map(({ line }) => line.name));
  const corrected = here.flatMap(({ kind, line }) => (kind === 'corrected' ? [{ line, quality: null }] : []));
  const dense = (known?.lines.lines ?? []).flatMap((line): LineOnFrame[] => {
    const at = line.frames[frame - (line.frames[0]?.frame_number ?? span.from)];
    return at && !drawn.has(line.name) ? [{ line: lineOf(line, at, ready.pattern.name), quality: at.quality }] : [];
  });
  return [...corrected, ...dense];
}

/** A followed line on any frame of the cycle. */
export function followedOn({ ready, known }: CycleView, name: string, frame: number): Line | null {
  const line = known?.lines.lines.find((one) => one.name === name);
  const at = line?.frames.find(({ frame_number }) => frame_number === frame);
  return line && at ? lineOf(line, at, ready.pattern.name) : null;
}

/** Whether lines of an event are drawn on a frame. */
export const isEventFrame = ({ anchors }: CycleView, frame: number): boolean =>
  anchors.some(({ kind, frame_number }) => kind !== 'corrected' && frame_number === frame);

/** Where a line of the cycle stands, with the configuration it follows. */
export function siteOf({ ready, cycle }: CycleView, { name, shape }: Pick<Line, 'name' | 'shape'>): (Site & { row: LineRow }) | null {
  const row = ready.pattern.lines.find((one) => one.name === name);
  return row ? { ready, place: { cycle, event: 'end_diastole' }, row, shape, needs: needsOf(row, shape) } : null;
}

/** The line as a correction: its points remember where they were followed to, and by what. */
export function correctionOf({ ready, known }: CycleView, followed: Line, now: Line, frame: number): Line {
  const row = ready.pattern.lines.find(({ name }) => name === followed.name);
  const points = now.points.map((at, number): LinePoint => {
    const before = followed.points[number];
    if (before?.origin !== undefined || !known) return { ...at };
    const control = row?.control_points.find(({ type }) => type === at.type);
    const id = ready.newId();
    const point = control ? controlPoint(id, at, control) : { ...freePoint(id, at, 'mid_control_point'), type: at.type };
    const { method, method_version } = known.sequence;
    const proposed = { x: before?.x ?? at.x, y: before?.y ?? at.y };
    return { ...point, origin: 'proposed', method, method_version, proposed };
  });
  return { ...now, frame_number: frame, finished: true, points };
}

function withCycle(image: AnalysisImage, cycle: number, change: (segmentation: CycleSegmentation) => CycleSegmentation): AnalysisImage {
  return { ...image, segmentation: image.segmentation.map((one, at) => (at === cycle ? change(one) : one)) };
}

/** The image with lines corrected on a frame, in the order of frames. */
export const withCorrections = (image: AnalysisImage, cycle: number, corrections: readonly Line[]): AnalysisImage =>
  withCycle(image, cycle, ({ corrected = [], ...rest }) => {
    const others = corrected.filter(
      (line) => !corrections.some(({ name, frame_number }) => name === line.name && frame_number === line.frame_number),
    );
    const all = [...others, ...corrections].toSorted((a, b) => (a.frame_number ?? 0) - (b.frame_number ?? 0));
    return { ...rest, corrected: all };
  });

/** The image without the corrections on a frame. */
export const withoutCorrections = (image: AnalysisImage, cycle: number, frame: number): AnalysisImage =>
  withCycle(image, cycle, ({ corrected = [], ...rest }) => {
    const left = corrected.filter(({ frame_number }) => frame_number !== frame);
    return left.length > 0 ? { ...rest, corrected: left } : rest;
  });

export const withSequence = (image: AnalysisImage, cycle: number, { sequence }: KnownSequence): AnalysisImage =>
  withCycle(image, cycle, (segmentation) => ({ ...segmentation, sequence }));

export const withoutSequence = (image: AnalysisImage, cycle: number): AnalysisImage =>
  withCycle(image, cycle, ({ corrected: _corrected, sequence: _sequence, ...rest }) => rest);
