import type { StatusFlags, StatusName } from '../records/status.ts';
import { ownValue } from './own-value.ts';

/** Pages of the step dots (docs/specification.md#platform-2): the status of a study, and the tab where that work is done. */
const TABS: Readonly<Record<StatusName, string>> = {
  qc: 'reference',
  selected: 'selection',
  annotated: 'cycletiming',
  segmented_bio: 'segmentation',
  segmented_dop: 'segmentation',
  segmented_2d: 'segmentation',
  measured: 'measurements',
  validated: 'validation',
};

/** Tab of a page or status name coming from the studies list: a name containing 'segmented' is the segmentation; other names stay as they are. */
export function tabOfStatus(name: string): string {
  if (name.includes('segmented')) return 'segmentation';
  return ownValue(TABS as Readonly<Record<string, string>>, name) ?? name;
}

/** A step dot can be clicked when its step is done or the one before it is; the first one always can. */
export function isStepOpen(names: readonly StatusName[], at: number, status: StatusFlags): boolean {
  const name = names[at];
  if (name === undefined) return false;
  const before = names[at - 1];
  return status[name] === true || before === undefined || status[before] === true;
}

/** Steps whose active time is measured, in the order of the work: the tabs above. */
export const EFFORT_STEPS = ['selection', 'reference', 'cycletiming', 'segmentation', 'measurements', 'validation'] as const;
export type EffortStep = (typeof EFFORT_STEPS)[number];
