/** Texts of the pages that show one image: thumbnails, tools, panels, history and conflicts. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { allLines } from '@echometry/contract/rules/cardiac-events.ts';
import type { ConflictPart } from '@echometry/contract/rules/merge-image.ts';
import type { ActionStep } from '@echometry/contract/rules/next-action.ts';
import { generalScore } from '@echometry/contract/rules/quality.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import type { ThumbnailFilter } from './filters.ts';
import { ROLE_MAY_NOT_SAVE } from '@echometry/contract/calls/error.ts';
import { messages as strip } from '../tools/doppler-trace/messages.ts';

/** Texts of the buttons that open a step. */
const openStep: Readonly<Record<ActionStep, string>> = {
  quality: 'Assess quality',
  timing: 'Open cycle timing',
  segmentation: 'Open segmentation',
  view: 'Set the view',
  choose: 'Choose here',
  find: 'Find image',
};

const filters: Readonly<Record<ThumbnailFilter, string>> = {
  all: 'All',
  unlabelled: 'Not labelled',
  reference: 'Reference',
  '2D': '2D',
  'M-Mode': 'M-Mode',
  Doppler: 'Doppler',
};

const none = 'none';
const fromTo = (from: string | null, to: string | null): string => `${from ?? none} → ${to ?? none}`;

export const messages = {
  noImage: 'No image is shown.',
  /** Of the specification. */
  selectImage: 'Please load/select image to display',
  notLoaded: strip.notLoaded,
  mayNotSave: ROLE_MAY_NOT_SAVE,
  nothingToSave: 'Nothing to save',
  allKeys: 'all keys',
  conflict: {
    you: 'In another tab you',
    anotherEditor: 'Another editor',
    changed: (image: number, parts: readonly string[], more: number) =>
      `changed image ${image} too${parts.length > 0 ? ` (${parts.join(', ')})` : ''}${more > 0 ? `, and ${more} more` : ''}.`,
    keepMine: (side: string) => `Keep mine: ${side}`,
    takeTheirs: (side: string) => `Take theirs: ${side}`,
  },
  thumbnails: {
    label: 'Images',
    shown: (shown: number, all: number) => `${shown}/${all} IMAGES SHOWN`,
    changeSelection: 'CHANGE SELECTION',
    filterLabel: 'Images listed',
    filters,
    missing: (types: readonly string[]) => (types.length === 1 ? `${types.join()} is missing` : `${types.length} types are missing`),
    missingHint: (types: readonly string[]) => `Required but still missing: ${types.join(', ')}`,
  },
  tools: {
    undoHistory: 'Undo history of this image',
    copyLink: 'Copy a link to this frame',
    linkCopied: (frame: number) => `A link to frame ${frame} is on the clipboard`,
    linkNotCopied: 'The browser does not allow this page to write to the clipboard. Allow it for this address, then copy the link again.',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave the full screen',
    zoomOutInTime: 'Zoom out in time',
    zoomInInTime: 'Zoom in in time',
  },
  panel: {
    label: 'Panels',
    metadata: 'Metadata',
    show: (panel: string) => `Show ${panel.toLowerCase()}`,
    close: (panel: string) => `Close ${panel.toLowerCase()}`,
    dock: 'Dock the panel',
    undock: 'Undock the panel',
    width: 'Width of the panel',
  },
  assessment: {
    title: 'Quality and comments',
    quality: 'Quality',
    comments: 'Comments',
    unread: (panel: string, count: number) => `${panel}, ${count} unread`,
    keys: {
      option: 'answer',
      question: 'question',
      allGood: 'all good',
      send: 'send',
      image: 'image',
      line: 'line',
      close: 'close',
    },
  },
  ask: {
    yes: 'Yes',
    no: 'No',
    keepCycles: 'Keep the chosen cycles',
  },
  next: {
    open: openStep,
    allDone: 'Every image that can be timed is timed and traced',
    forEditors: 'The next best action is for editors',
    nothingLeft: 'Nothing is left to do in this study',
    readOnly: (role: string) => `As a ${role} you can read this study but not change it`,
  },
  gestures: {
    label: 'Gestures, newest first',
    none: 'No gesture on this image yet',
    undo: (name: string) => `Undo: ${name}`,
    redo: (name: string) => `Redo: ${name}`,
    nothingToUndo: 'Nothing left to undo',
    nothingToRedo: 'Nothing left to redo',
    undone: 'undone',
    beforeThese: 'Before these gestures',
  },
  history: {
    title: 'History of versions',
    loading: 'Loading the history',
    empty: 'Nothing has been saved in this study yet.',
    kept: (days: number) =>
      `For work older than ${days} days, only the last version of each session and versions that other records refer to are kept.`,
    period: (day: string, first: string, last: string) => `${day}, ${first === last ? last : `${first} to ${last}`}`,
    study: (state: string) => `Study: ${state}`,
    oneSide: 'one side of a conflict, kept in the history',
    restoredFrom: (version: number) => `restored version ${version}`,
    changed: (labelled: number) => `Changed images (${labelled} labelled in this version)`,
    wouldChange: 'Restoring it would change',
    noImage: 'no image',
    image: (number: number) => `Image ${number}`,
    shownNow: 'shown now',
    restore: (version: number) => `Restore version ${version}`,
    restored: (version: number) => `Version ${version} was restored as a new version. The previous one stays in the history.`,
  },
  /** Changes of an image between two versions. */
  changes: {
    view: (from: string | null, to: string | null) => `view ${fromTo(from, to)}`,
    type: (from: string | null, to: string | null) => `type ${fromTo(from, to)}`,
    modality: (from: string | null, to: string | null) => `modality ${fromTo(from, to)}`,
    label: (category: string, from: string | null, to: string | null) => `${category} ${fromTo(from, to)}`,
    reference: 'became reference',
    noReference: 'no longer reference',
    labelsSet: 'labels set',
    labelsRemoved: 'all labels removed',
    quality: 'quality',
    timing: 'cycle timing',
    lines: 'lines',
    calipers: 'calipers',
    measurements: 'measurements',
  },
};

const labelWords = ({ view, type }: AnalysisImage): string => [view, type].filter(Boolean).join(' · ') || 'no type or view';

function qualityWords(image: AnalysisImage): string {
  if (image.accepted !== null) return image.accepted === 'yes' ? 'accepted' : 'not accepted';
  const score = generalScore(image);
  return score === null ? 'not scored' : `scored ${score}`;
}

/** How much is drawn: two people who traced the same cycles differ in their points. */
function drawnWords(image: AnalysisImage): string[] {
  const { measurements_caliper: calipers } = image;
  const lines = allLines(image);
  const points = lines.reduce((sum, line) => sum + line.points.length, 0);
  return [
    ...(points > 0 ? [`${counted(points, 'point')} on ${counted(lines.length, 'line')}`] : []),
    ...(calipers.length > 0 ? [counted(calipers.length, 'caliper')] : []),
  ];
}

/** One side of a conflict, in a few words about the parts that both people changed. Null stands for an image without any work. */
export function sideWords(image: AnalysisImage | null, parts: readonly ConflictPart[]): string {
  if (image === null) return 'no label';
  const words = [
    ...(parts.includes('labels') || parts.includes('image') ? [labelWords(image)] : []),
    ...(parts.includes('quality') ? [qualityWords(image)] : []),
    ...(parts.includes('timing') ? [counted(image.cardiac_events.length, 'cycle'), ...drawnWords(image)] : []),
    ...(parts.includes('calibration') ? [image.calibration ? 'a calibration' : 'no calibration'] : []),
  ];
  return words.join(', ');
}
