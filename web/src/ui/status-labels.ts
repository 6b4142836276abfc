import type { StatusName } from '@echometry/contract/records/status.ts';

/** The steps of a study in words. */
export const STATUS_LABELS: Readonly<Record<StatusName, string>> = {
  qc: 'quality',
  selected: 'selected',
  annotated: 'annotated',
  segmented_bio: 'segmented biometry',
  segmented_dop: 'segmented Doppler',
  segmented_2d: 'segmented 2D',
  measured: 'measured',
  validated: 'validated',
};
