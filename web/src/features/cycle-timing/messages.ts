/** How times and lengths of cycles are written. */
import type { FlowRegion } from '@echometry/contract/generated/image-metadata.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { MAX_USER_DEFINED_CYCLES } from '@echometry/contract/records/project.ts';
import type { MarkedEvent } from '../../tools/cycle-timing/marks.ts';
import { nextMark } from '../../tools/cycle-timing/refused.ts';
import type { CycleTimingStatus } from '../../tools/cycle-timing/state.ts';
import { DASH } from '../../lib/format.ts';

const MS_PER_S = 1000;
/** Thousands apart, without a mark between them: 1 107. */
const THIN = '\u2009';

export const milliseconds = (ms: number | null): string =>
  ms === null || !Number.isFinite(ms) ? DASH : String(Math.round(ms)).replaceAll(/\B(?=(\d{3})+$)/g, THIN);

/** Length of some columns in ms; null where the region has no scale of time. */
export const columnsToMs = (columns: number, region: Pick<FlowRegion, 'spacing_x' | 'units_x'> | null): number | null =>
  region?.units_x === 's' ? columns * region.spacing_x * MS_PER_S : null;

/** Length of some columns in words, in pixels without a scale of time. */
export function lengthText(columns: number, region: Pick<FlowRegion, 'spacing_x' | 'units_x'> | null): string {
  const ms = columnsToMs(columns, region);
  return ms === null ? `${Math.round(columns)} px` : `${milliseconds(ms)} ms`;
}

/** Action of the user in a state, as in the strip of keys. */
export const STATUS_WORDS: Readonly<Record<CycleTimingStatus, string>> = {
  unactive: 'Cycle timing',
  'annotating-onsets': 'Marking onsets',
  'annotating-diastole': 'Marking end diastole',
  'annotating-systole': 'Marking end systole',
  'selecting-cycles': 'Selecting cycles',
  editing: 'Editing',
  finished: 'Finished',
};

export const MARK_NAMES: Readonly<Record<MarkedEvent, string>> = {
  onset: 'Onset',
  end_diastole: 'End diastole',
  end_systole: 'End systole',
};

/** The mark that is set next: 'End diastole, cycle 2 of 3'; null when all are set. */
export function nextMarkWords(image: AnalysisImage, maxCycles: number): string | null {
  const next = nextMark(image, maxCycles);
  if (!next) return null;
  const { event, cycle, closes, of } = next;
  return `${MARK_NAMES[event]}${closes ? ' that closes' : ','} cycle ${cycle}${of === MAX_USER_DEFINED_CYCLES ? '' : ` of ${of}`}`;
}
