/** Texts of the cycle timing page. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ProposalMethod, Unclear } from '@echometry/contract/generated/proposals.ts';
import { MAX_USER_DEFINED_CYCLES } from '@echometry/contract/records/project.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import type { MarkedEvent } from '../../tools/cycle-timing/marks.ts';
import { nextMark } from '../../tools/cycle-timing/refused.ts';
import { messages as toolMessages } from '../../tools/cycle-timing/messages.ts';
import type { CycleTimingStatus } from '../../tools/cycle-timing/state.ts';

/** Action of the user in a state, as in the strip of keys. */
const modes: Readonly<Record<CycleTimingStatus, string>> = {
  unactive: 'Cycle timing',
  'annotating-onsets': 'Marking onsets',
  'annotating-diastole': 'Marking end diastole',
  'annotating-systole': 'Marking end systole',
  'selecting-cycles': 'Selecting cycles',
  editing: 'Editing',
  finished: 'Finished',
};

const marks: Readonly<Record<MarkedEvent, string>> = { onset: 'Onset', end_diastole: 'End diastole', end_systole: 'End systole' };
const { shortMarks } = toolMessages;

const methods: Readonly<Record<ProposalMethod, string>> = {
  'r-wave-times': 'by the R waves of the file',
  'ecg-waveform': 'by the ECG of the file',
  'ecg-trace': 'by the ECG in the picture',
  periodicity: 'by repetition of the picture',
};

const unclear: Readonly<Record<Unclear, string>> = {
  'r-waves': 'Check the R waves: other waves of the ECG stand out nearly as much.',
  period: 'The picture repeats itself, but the length of a cycle is unclear.',
  'end-systole': 'End systole is unclear: motion continues after contraction.',
};

export const messages = {
  modes,
  readOnlyMode: 'Cycle timing, read only',
  readOnly: 'Read only',
  marks,
  shortMarks,
  markInCycle: (event: MarkedEvent, cycle: number) => `${marks[event]} · cycle ${cycle}`,
  chosen: (count: number) => `${count} chosen`,
  mMode: {
    title: 'Anatomical M-Mode',
    reading: (read: number, frames: number) => `Anatomical M-Mode, ${read} of ${frames} frames`,
    failed: (failed: number, frames: number) => `${failed} of ${frames} frames could not be read.`,
  },
  cursor: {
    notBefore: (limit: string) => `not before ${limit}`,
    notAfter: (limit: string) => `not after ${limit}`,
    column: (column: number) => `column ${column}`,
  },
  noImages: {
    title: 'No image of this study can be timed yet.',
    needs: (modalities: string) =>
      `It needs a view and a type, the mark as reference, and a modality of the project (${modalities}); a clip needs frames.`,
    label: 'Label images in Selection',
  },
  panel: {
    title: 'Cycles',
    noImage: 'No image is shown.',
    onset: 'Onset',
    next: 'Next',
    allSet: 'All marks are set.',
    max: (cycles: number) => (cycles === MAX_USER_DEFINED_CYCLES ? 'user defined' : `max ${cycles}`),
    empty: 'Nothing is marked yet.',
    toTheLine: 'to the line',
    mean: 'mean',
    sd: 'SD',
    cv: 'CV',
  },
  actions: {
    title: 'Cycle timing',
    undo: 'Undo',
    edit: 'Edit',
    reopen: 'Reopen',
    removeAll: 'Remove all',
    finish: 'Finish',
  },
  proposals: {
    title: 'Proposals',
    propose: 'Propose marks',
    looking: (percent: string) => `Looking at the picture, ${percent} %`,
    cancel: 'Cancel',
    failed: (reason: string) => `Nothing could be proposed: ${reason}`,
    proposed: (count: number, method: ProposalMethod | null) =>
      `${count} ${count === 1 ? 'mark' : 'marks'} proposed${method === null ? '' : ` ${methods[method]}`}.`,
    unclear,
    accept: 'Accept',
    acceptAll: 'Accept all',
    drop: 'Drop',
    nothingFound: 'No ECG and no repetition was found in the picture.',
    noFurther: 'No further proposals.',
    none: 'No proposals.',
    markFirst: (isClip: boolean) => `Mark the first ${isClip ? 'end diastole' : 'onset'}; the next is proposed from there.`,
    repeats: (ms: string) => `The picture repeats every ${ms} ms.`,
    byHand: 'All marks were placed by hand.',
    notMoved: (proposed: number, all: number) => `${proposed} of ${all} marks were proposed and were not moved.`,
    moved: (proposed: number, all: number, mean: string, greatest: string) =>
      `${proposed} of ${all} marks were proposed and were moved by ${mean} on average, ${greatest} at most.`,
    frames: (count: string) => `${count} frames`,
  },
  beats: {
    cycle: 'Cycle',
    diastole: 'ED',
    start: 'start',
    systole: 'ES',
    length: 'length',
    rate: 'rate',
    counts: 'Counts',
    open: 'open',
    goToFrame: (frame: number) => `Go to frame ${frame}`,
    include: 'Include',
    includeCycle: (cycle: number) => `Include cycle ${cycle}`,
    exclude: 'Exclude with a reason',
    excludeCycle: (cycle: number) => `Exclude cycle ${cycle}`,
    noTimeScale: 'the file has no time scale',
    lessThanHalf: 'less than half the mean of the others',
    moreThanDouble: 'more than double the mean of the others',
    differ: (cycles: readonly number[]) =>
      cycles.length === 1
        ? `Cycle ${cycles.join()} differs from the mean of the others by more than 50 %.`
        : `Cycles ${cycles.join(', ')} differ from the mean of the others by more than 50 %.`,
    alike: (count: number) =>
      count === 2 ? 'Both cycles are within 50 % of the mean.' : `All ${count} cycles are within 50 % of the mean.`,
    frames: (count: number) => counted(count, 'frame'),
    still: (event: MarkedEvent, cycle: number, frame: number) => `${shortMarks[event]} of cycle ${cycle}, frame ${frame}`,
  },
  exclude: {
    label: 'Reason for excluding the beat',
    placeholder: 'Why does it not count?',
    /** Reasons that are given most often. */
    reasons: ['ectopic beat', 'artefact', 'poor signal'],
  },
  keys: {
    play: 'play',
    frame: 'frame',
    accept: 'accept',
    acceptAll: 'accept all',
    drop: 'drop',
    onset: 'onset',
    addOnset: 'add onset',
    choose: 'choose',
    diastole: 'end diastole',
    diastolesOnOnsets: 'all on onsets',
    systole: 'end systole',
    move: 'move',
    line: 'line',
    event: 'event',
    cycle: 'cycle',
    time: 'time',
    loopCycle: 'loop cycle',
    finish: 'finish',
    nextStep: 'next step',
    edit: 'edit',
    reopen: 'reopen',
    undo: 'undo',
    removeAll: 'remove all',
  },
};

/** The mark that is set next: 'End diastole, cycle 2 of 3'; null when all are set. */
export function nextMarkWords(image: AnalysisImage, maxCycles: number): string | null {
  const next = nextMark(image, maxCycles);
  if (!next) return null;
  const { event, cycle, closes, of } = next;
  return `${marks[event]}${closes ? ' that closes' : ','} cycle ${cycle}${of === MAX_USER_DEFINED_CYCLES ? '' : ` of ${of}`}`;
}
