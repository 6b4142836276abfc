import type { AnalysisImage, CycleSegmentation, Line, LinePoint, Mark } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { presetCalibration } from '@echometry/contract/rules/calibration.ts';
import type { Truth } from './plan/truth.ts';
import { drawnCycles, drawnStill, type Hand } from './hand.ts';
import {
  annulusCycles,
  biometryLines,
  chamberCycles,
  longAxisCycles,
  shortAxisCycles,
  spectrumCycles,
  ventricleCycles,
} from './trace-cycles.ts';
import type { TracedCycle, TracedLines, TracedPoint } from './traced.ts';

/** How far the work on an image has come. */
export type Progress = 'timed' | 'half' | 'segmented';

export interface TraceOptions {
  type: ImageTypeRow;
  /** Name of the pattern of that type. */
  pattern: string;
  progress: Progress;
  /** Cycles the project asks for. */
  maxCycles: number;
  /** Who draws, and the name of the picture; absent for a reader who draws exactly the truth. */
  by?: { hand: Hand; image: string };
}

type Pattern = ImageTypeRow['patterns'][number];
type LinePattern = Pattern['lines'][number];

/** The cycles a person would mark in this picture; null where its truth names none that can be traced. */
function cyclesOf(truth: Truth, pattern: Pattern): readonly TracedCycle[] | null {
  if (truth.four_chamber) return chamberCycles(truth.four_chamber);
  if (truth.two_chamber) return chamberCycles(truth.two_chamber);
  if (truth.long_axis) return longAxisCycles(truth.long_axis);
  if (truth.short_axis) return shortAxisCycles(truth.short_axis);
  if (truth.left_ventricle_m_mode) return ventricleCycles(truth.left_ventricle_m_mode);
  if (truth.annulus_m_mode) return annulusCycles(truth.annulus_m_mode, pattern.lines[0]?.name ?? '');
  if (truth.spectrum) return spectrumCycles(truth.spectrum, pattern);
  return null;
}

function pointOf(id: string, point: TracedPoint, pattern: LinePattern): LinePoint {
  const control = pattern.control_points.find((entry) => entry.type === point.type);
  return {
    id,
    x: point.at[0],
    y: point.at[1],
    type: point.type,
    forced_to_zero: control?.forced_to_zero ?? false,
    locked: false,
    on_onset: control?.on_onset ?? false,
    same_as_start: control?.same_as_start ?? false,
    same_as_end: control?.same_as_end ?? false,
    show_label_in_image: control?.show_label_in_image ?? false,
    abbreviation: control === undefined || control.abbreviation === '' ? null : control.abbreviation,
  };
}

/** Where lines are drawn: `name` makes the ids of their points unique in the image, `frame` is null on a strip. */
interface LinePlace {
  name: string;
  frame: number | null;
}

/** The lines of the pattern that the truth knows, in the pattern's order. */
function linesOf(traced: TracedLines | undefined, pattern: Pattern, place: LinePlace): Line[] {
  return pattern.lines.flatMap((line) => {
    const points = traced?.get(line.name);
    if (points === undefined) return [];
    return {
      name: line.name,
      finished: true,
      shape: line.shape,
      pattern: pattern.name,
      frame_number: place.frame,
      points: points.map((point, index) => pointOf(`${line.name}.${place.name}.${index}`, point, line)),
    };
  });
}

/** The frame of a mark; null where the event was set aside. */
const frameOf = (mark: Mark | null | undefined): number | null => (typeof mark === 'number' ? mark : null);

function segmentationOf(cycle: TracedCycle, pattern: Pattern, number: number): CycleSegmentation {
  if (cycle.strip !== undefined) return { lines: linesOf(cycle.strip, pattern, { name: `${number}`, frame: null }) };
  return {
    end_diastole: { lines: linesOf(cycle.diastole, pattern, { name: `${number}.ed`, frame: frameOf(cycle.events.end_diastole) }) },
    end_systole: { lines: linesOf(cycle.systole, pattern, { name: `${number}.es`, frame: frameOf(cycle.events.end_systole) }) },
  };
}

/** A cycle in which only the first line was drawn so far. */
function begun(segmentation: CycleSegmentation): CycleSegmentation {
  const first = (lines: readonly Line[]): Line[] => lines.slice(0, 1);
  if (segmentation.lines !== undefined) return { lines: first(segmentation.lines) };
  return { end_diastole: { lines: first(segmentation.end_diastole?.lines ?? []) }, end_systole: { lines: [] } };
}

/** A still has one list of lines and nothing that is timed. */
function tracedStill(image: AnalysisImage, pattern: Pattern, lines: TracedLines, { progress, by }: TraceOptions): AnalysisImage {
  if (progress === 'timed') return image;
  const drawn = linesOf(by === undefined ? lines : drawnStill(lines, by.hand, by.image), pattern, { name: '0', frame: null });
  return { ...image, segmentation: [{ lines: drawn }], cycles_segmented: 1, is_segmented: true };
}

/**
 * The image with the work of a reader who marks and draws the truth, or as their variation does. Timed only, it keeps every cycle of a
 * strip, also more than the project asks for: choosing among them is the next step. An image whose truth names nothing to trace is
 * returned as it is.
 */
export function traceImage(image: AnalysisImage, truth: Truth, options: TraceOptions): AnalysisImage {
  const pattern = options.type.patterns.find(({ name }) => name === options.pattern);
  if (pattern === undefined) throw new Error(`${options.type.type} has no pattern ${options.pattern}`);
  if (truth.biometry !== undefined) return tracedStill(image, pattern, biometryLines(truth.biometry, pattern), options);
  const exact = cyclesOf(truth, pattern);
  if (exact === null) return image;
  const { by } = options;
  const known = by === undefined ? exact : drawnCycles(exact, by.hand, { image: by.image, zero: truth.spectrum?.zero_y ?? null });
  const isClip = image.modality === '2D';
  const kept = options.progress === 'timed' && !isClip ? known : known.slice(0, options.maxCycles);
  const timed: AnalysisImage = {
    ...image,
    cardiac_events: kept.map((cycle, number) => ({ id: `c${number}`, ...cycle.events })),
    is_annotated: true,
  };
  if (options.progress === 'timed') return timed;
  const whole = kept.map((cycle, number) => segmentationOf(cycle, pattern, number));
  const aliased = truth.spectrum !== undefined && (truth.spectrum.unwrap_up_px > 0 || truth.spectrum.unwrap_down_px > 0);
  const drawn: AnalysisImage = {
    ...timed,
    calibration: presetCalibration(pattern),
    correct_aliasing: aliased ? { up: truth.spectrum?.unwrap_up_px ?? 0, down: truth.spectrum?.unwrap_down_px ?? 0 } : null,
  };
  if (options.progress === 'segmented') {
    return { ...drawn, segmentation: whole, cycles_segmented: whole.length, is_segmented: true };
  }
  const second = whole[1];
  return { ...drawn, segmentation: [...whole.slice(0, 1), ...(second === undefined ? [] : [begun(second)])], cycles_segmented: 1 };
}
