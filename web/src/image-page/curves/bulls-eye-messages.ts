/** Words of the bull's-eye. */
import type { BullsEyeSegment } from '@echometry/contract/generated/cycle-curves.ts';
import { viewMessages } from './messages.ts';
import { DASH, fixed } from '../../lib/format.ts';
import type { Model } from './bulls-eye-drawing.ts';

const { views, missing } = viewMessages;

const WALLS = ['anterior', 'anteroseptal', 'inferoseptal', 'inferior', 'inferolateral', 'anterolateral'];
const LEVELS = ['Basal', 'Mid', 'Apical'];
/** Segments 13 to 17 of 17. */
const APICAL = ['Apical anterior', 'Apical septal', 'Apical inferior', 'Apical lateral', 'Apex'];
const OF_18 = LEVELS.flatMap((level) => WALLS.map((wall) => `${level} ${wall}`));
const NAMES: Readonly<Record<Model, readonly string[]>> = { 17: [...OF_18.slice(0, 2 * WALLS.length), ...APICAL], 18: OF_18 };

const segmentName = (number: number, model: Model): string => NAMES[model][number - 1] ?? '';

export const bullsEyeMessages = {
  title: 'Three views',
  model: 'Segments of the model',
  segmentsOf: (model: Model) => `Bull's-eye of ${model} segments`,
  /** A segment with its value or the reason why it has none, and the views it is from. */
  segment: ({ number, strain, missing: why, parts }: BullsEyeSegment, model: Model) => {
    const from = [...new Set(parts.map(({ view }) => views[view]))].join(', ');
    const value = strain === null ? (why === null ? DASH : missing[why]) : `${fixed(strain, 1)} %`;
    return `${number} ${segmentName(number, model)}: ${value} (${from})`;
  },
  picture: 'The pictures show end-systolic strain in %, in 17 and 18 segments.',
  hint: 'End-systolic strain. Point at a segment for its name.',
  lengthening: 'longer',
  endSystolic: 'End-systolic strain of the whole line',
  average: 'GLS, average',
  noAverage: 'needs all three views',
  rate: (rate: string) => `${rate} bpm`,
};
