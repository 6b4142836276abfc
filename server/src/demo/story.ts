import { BLIND_EDITOR, EDITOR, SECOND_EDITOR } from './people.ts';
import type { Remark } from './entries.ts';
import type { DemoReview } from './review.ts';
import type { Hand } from './hand.ts';
import type { Quality } from './quality.ts';
import type { Progress } from './trace.ts';

/** Events of a study of the demo before its first visitor, by project and patient. */
export interface Story {
  /** Whose labels it carries, and how many images have them. */
  labelledBy?: string;
  images?: number;
  /** Quality control of the labelled images. Types that the project asks for and the patient lacks are then declared missing. */
  quality?: Quality;
  /** How far timing and segmentation have come; with `of` only in the first images. */
  work?: { progress: Progress; of?: number };
  /** It applies to every visit of the patient, not only to the first. */
  everyVisit?: boolean;
  /** All measurements are computed and kept. */
  measured?: boolean;
  /** The editor's remarks on the first image. */
  remarks?: readonly Remark[];
  /** The reviewer's work. */
  review?: DemoReview;
  /** Another version follows the reviewed one. */
  changedSince?: boolean;
  /** How many images at the end of the study Preview left out. */
  leftOut?: number;
  openBy?: string;
  /** Blind work besides, which only its author and reviewers see. */
  blindBy?: string;
  /** How the blind work was drawn and measured, pass by pass: after the first an Administrator assigned another. Absent: only labels. */
  blindPasses?: readonly Hand[];
}

/** A second reader, who draws a little larger than the first, and the same reader some weeks later. */
const BLIND_PASSES: readonly Hand[] = [
  { name: 'first pass', bias: 0.012, spread: 0.03 },
  { name: 'second pass', bias: 0.006, spread: 0.02 },
];

const READ_TWICE: Story = {
  labelledBy: EDITOR,
  quality: 'accepted',
  work: { progress: 'segmented' },
  measured: true,
  blindBy: BLIND_EDITOR,
  blindPasses: BLIND_PASSES,
};

/** Studies of a project of several readers, and how many of them were read blind twice. */
const STUDIES_OF_READERS = 8;
const STUDIES_READ_TWICE = 6;

/** The story of each study of the projects that several people read; the last two were read blind once. */
const readBySeveral = (project: string, letter: string): Record<string, Story> =>
  Object.fromEntries(
    Array.from({ length: STUDIES_OF_READERS }, (_, at): [string, Story] => [
      `${project}/${letter}0${at + 1}`,
      at < STUDIES_READ_TWICE ? READ_TWICE : { ...READ_TWICE, blindPasses: BLIND_PASSES.slice(0, 1) },
    ]),
  );

/** A patient who comes again, measured at every visit. */
const MEASURED_AT_EVERY_VISIT: Story = {
  labelledBy: EDITOR,
  quality: 'accepted',
  work: { progress: 'segmented' },
  measured: true,
  everyVisit: true,
};

/** Studies not named here are untouched. Patients seen twice: the first date, unless their story applies to every visit. */
export const STORIES: Readonly<Record<string, Story>> = {
  'demo-adult/A01': { labelledBy: EDITOR, quality: 'accepted', review: { state: 'finished' } },
  'demo-adult/A02': { labelledBy: SECOND_EDITOR, images: 2, openBy: SECOND_EDITOR },
  'demo-adult/A04': { labelledBy: EDITOR, quality: 'accepted', review: { state: 'draft' }, blindBy: BLIND_EDITOR },
  'demo-pediatric/P01': { labelledBy: SECOND_EDITOR, review: { state: 'checkpoint' } },
  'demo-pediatric/P03': { blindBy: BLIND_EDITOR, images: 2 },
  'demo-fetal/F01': { labelledBy: EDITOR, images: 1 },
  'demo-fetal/F03': { openBy: SECOND_EDITOR },
  'demo-cycles-adult/C01': {
    labelledBy: EDITOR,
    quality: 'good score',
    work: { progress: 'segmented' },
    measured: true,
    remarks: [
      {
        page: 'cycletiming',
        content: 'The first end diastole is the frame before the mitral valve closes.',
        anchor: ({ cardiac_events: [first] }) => (first ? { cycle: first.id, event: 'end_diastole' } : null),
      },
      { page: 'selection', content: 'Apex well seen; the best of the four-chamber clips.' },
    ],
    review: { state: 'finished', edited: true },
    blindBy: BLIND_EDITOR,
  },
  'demo-cycles-adult/C02': { labelledBy: EDITOR, quality: 'good score', work: { progress: 'timed' } },
  'demo-cycles-adult/C03': { labelledBy: SECOND_EDITOR, quality: 'accepted', work: { progress: 'half' } },
  'demo-cycles-adult/C04': {
    labelledBy: EDITOR,
    quality: 'good score',
    work: { progress: 'segmented' },
    review: { state: 'finished' },
    changedSince: true,
  },
  'demo-cycles-adult/C05': { labelledBy: SECOND_EDITOR, quality: 'bad score', work: { progress: 'timed', of: 1 } },
  'demo-cycles-adult/C07': { labelledBy: EDITOR, quality: 'good score', work: { progress: 'segmented' }, measured: true },
  'demo-cycles-fetal/D01': { labelledBy: EDITOR, quality: 'good score', work: { progress: 'segmented' }, measured: true },
  'demo-cycles-fetal/D04': { labelledBy: EDITOR, quality: 'good score', work: { progress: 'segmented' }, measured: true },
  'demo-cycles-fetal/D05': { labelledBy: EDITOR, quality: 'good score', work: { progress: 'segmented' }, measured: true },
  'demo-cycles-fetal/D02': { labelledBy: SECOND_EDITOR, leftOut: 1 },
  ...readBySeveral('demo-readers-adult', 'R'),
  ...readBySeveral('demo-readers-fetal', 'S'),
  'demo-visits-adult/V01': MEASURED_AT_EVERY_VISIT,
  'demo-visits-adult/V02': MEASURED_AT_EVERY_VISIT,
  'demo-visits-adult/V03': MEASURED_AT_EVERY_VISIT,
};
