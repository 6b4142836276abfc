/** Which marks the engine's proposals offer on an image, as it is marked so far (docs/proposals.md). */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Proposals } from '@echometry/contract/generated/proposals.ts';
import { kindOf, marksOf, type MarkedEvent } from '../../tools/cycle-timing/marks.ts';
import type { Proposal } from '../../tools/cycle-timing/state.ts';

/** From the beginning of the QRS complex to its R wave, in ms: half of its usual length. */
export const QRS_TO_R_MS = 40;
/** Longest time from an R wave to the end diastole that is offered for it, where onsets are on R waves, in ms. */
const MAX_DELAY_MS = 40;
/** Marks of a strip are more than ten columns apart. */
const NEXT_COLUMN_PX = 11;
/** End systoles are found by the motion of the picture, whatever the onsets are. */
const MOTION = 'motion';
/** Added to the name of a method whose position was shifted, or of which only the cycle length is used. */
const QRS = '-qrs';
const DELAYED = '-delayed';
const PERIOD = '-period';

export interface Offers {
  image: AnalysisImage;
  found: Proposals;
  /** ms per column of a strip; null without a scale of time. */
  columnMs: number | null;
  /** First and last column, or frame, where a mark can lie. */
  from: number;
  to: number;
}

/** Marks that are offered, earliest first. */
export function offered({ image, found, columnMs, from, to }: Offers): Proposal[] {
  const plane = kindOf(image) === '2D';
  const periodOnly = found.method === 'periodicity' || (!plane && image.onset_type === 'Flow');
  const all = periodOnly ? repeated(image, found) : plane ? ofClip(found) : ofStrip(image, found, columnMs);
  return all.filter(({ position }) => position >= from && position <= to).toSorted((a, b) => a.position - b.position);
}

const proposal = ({ method_version }: Proposals, event: MarkedEvent, position: number, method: string): Proposal => ({
  event,
  position,
  method,
  method_version,
});

const ofClip = (found: Proposals): Proposal[] => [
  ...found.end_diastoles.map((frame) => proposal(found, 'end_diastole', frame, found.method)),
  ...found.end_systoles.map((frame) => proposal(found, 'end_systole', frame, MOTION)),
];

/** Onsets at the R waves, or at the beginning of the QRS complexes; of an M-Mode what follows them as well. */
function ofStrip(image: AnalysisImage, found: Proposals, columnMs: number | null): Proposal[] {
  if (columnMs === null) return [];
  const early = image.onset_type === 'QRS' ? Math.max(QRS_TO_R_MS / columnMs, NEXT_COLUMN_PX) : 0;
  const method = image.onset_type === 'QRS' ? `${found.method}${QRS}` : found.method;
  const onsets = found.onsets.map((column) => proposal(found, 'onset', column - early, method));
  if (kindOf(image) !== 'M-Mode') return onsets;
  const late = Math.max(NEXT_COLUMN_PX - early, 0);
  const diastoles = late * columnMs > MAX_DELAY_MS ? [] : found.end_diastoles;
  return [
    ...onsets,
    ...diastoles.map((column) => proposal(found, 'end_diastole', column + late, late > 0 ? `${found.method}${DELAYED}` : found.method)),
    ...found.end_systoles.map((column) => proposal(found, 'end_systole', column, MOTION)),
  ];
}

/** One period after what a person has marked: the user decides where the first cycle starts. */
function repeated(image: AnalysisImage, found: Proposals): Proposal[] {
  const { period } = found;
  if (period === null) return [];
  const marks = marksOf(image);
  const method = found.method === 'periodicity' ? found.method : `${found.method}${PERIOD}`;
  const after = (event: MarkedEvent): Proposal[] => {
    const last = marks.findLast((mark) => mark.event === event);
    if (!last) return [];
    const next = last.at + period;
    return [proposal(found, event, kindOf(image) === '2D' ? Math.round(next) : next, method)];
  };
  return kindOf(image) === '2D' ? [...after('end_diastole'), ...after('end_systole')] : after('onset');
}
