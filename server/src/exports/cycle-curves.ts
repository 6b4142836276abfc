/** Volumes, areas and strain of the accepted lines on every frame (docs/tracking.md#curves-of-a-cycle), as rows. */
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import type { Cell } from '@echometry/contract/rules/csv.ts';
import { anchorsOf, decisionsOf, framesOfCycle, isConfirmedCurve, isOutdated } from '@echometry/contract/rules/sequence.ts';

/** Columns of a row, after the key of its work. */
export const CURVE_COLUMNS = [
  'instance_id',
  'cycle',
  'frame_number',
  'time_ms',
  'line',
  'segment',
  'measurement',
  'formula',
  'formula_version',
  'value',
  'unit',
  'reason',
  'confirmed',
] as const;

/** Curves of one cycle of an image. */
export interface CurvesOfCycle {
  image: AnalysisImage;
  cycle: number;
  curves: CycleCurves;
}

export interface CurveSource {
  lines: (hash: string) => Promise<SequenceLines | null>;
  /** Takes the reason why a cycle has no curves. */
  leaveOut: (image: AnalysisImage, reason: string) => void;
}

/** Curves of all cycles of an image whose frames are followed; an outdated cycle is left out. */
export async function cycleCurvesOf(
  study: Pick<StudyMeasurements, 'cycleCurves'>,
  image: AnalysisImage,
  { lines, leaveOut }: CurveSource,
): Promise<CurvesOfCycle[] | EngineFailure> {
  const found: CurvesOfCycle[] = [];
  for (const [cycle, { sequence }] of image.segmentation.entries()) {
    if (!sequence) continue;
    const frames = image.metadata?.number_of_frames ?? sequence.to_frame;
    const span = framesOfCycle(image, cycle, frames);
    if (!span || isOutdated(image, cycle, sequence, frames)) {
      leaveOut(image, `a mark or a drawn line of cycle ${cycle + 1} has changed since its frames were followed`);
      continue;
    }
    const followed = await lines(sequence.lines_sha256);
    if (!followed) {
      leaveOut(image, `the lines on every frame of cycle ${cycle + 1} are missing or damaged`);
      continue;
    }
    const drawn = anchorsOf(image, cycle, span).map(({ line }) => line);
    const answer = await study.cycleCurves({ instance_id: image.instance_id, cycle, lines: followed, drawn, ...decisionsOf(sequence) });
    if (!answer.ok) return answer.error;
    if (answer.value) found.push({ image, cycle, curves: answer.value });
  }
  return found;
}

/** A row for each frame of each curve. */
export const curveRows = ({ image, cycle, curves: { frames, times_ms, curves } }: CurvesOfCycle): Cell[][] =>
  curves.flatMap((curve) => {
    const { line, segment, kind, formula, formula_version, unit, refused, values, reasons } = curve;
    const sequence = image.segmentation[cycle]?.sequence;
    const confirmed = sequence ? isConfirmedCurve(sequence, curve) : false;
    return frames.map((frame, place): Cell[] => [
      image.instance_id,
      cycle + 1,
      frame,
      times_ms?.[place] ?? null,
      line,
      segment,
      kind,
      formula,
      formula_version,
      values[place] ?? null,
      unit,
      refused ?? reasons[place] ?? null,
      confirmed,
    ]);
  });
