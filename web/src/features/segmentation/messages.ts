/** Texts of the segmentation page. */
import { MAX_USER_DEFINED_CYCLES } from '@echometry/contract/records/project.ts';
import { EVENT_WORDS, type ClipEvent } from '@echometry/contract/rules/cardiac-events.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { fixed, number } from '../../lib/format.ts';
import type { TraceStatus } from '../../tools/doppler-trace/state.ts';
import type { Progress } from '../../tools/doppler-trace/trace.ts';
import type { MovedPoints } from '../../tools/lines/moved-points.ts';
import type { LinePlace } from '../../tools/lines/place.ts';
import { isPredicted, type Work } from '../../tools/contours/work.ts';
import type { CycleView } from '../../tools/whole-cycle/cycle.ts';
import { curveMessages } from '../../image-page/curves/messages.ts';
import { messages as page } from '../../image-page/messages.ts';

/** Action of the user on a strip, as in the strip of keys. */
const modes: Readonly<Record<TraceStatus, string>> = {
  unactive: 'Segmentation',
  segmenting: 'Tracing',
  'editing-segmentation': 'Checking traces',
  editing: 'Editing traces',
  'selecting-cycles': 'Selecting cycles',
  finished: 'Finished',
  caliper: 'Caliper',
};

const events: Readonly<Record<ClipEvent, string>> = { end_diastole: 'End diastole', end_systole: 'End systole' };

export const messages = {
  modes,
  readOnlyMode: 'Segmentation, read only',
  readOnly: 'Read only',
  events,
  event: 'Event',
  cycle: (cycle: number) => `cycle ${cycle}`,
  ofCycles: (count: number) => `of ${count}`,
  chosen: (count: number) => `${count} chosen`,
  noImages: {
    title: 'No image of this study can be traced yet.',
    needs: 'Clips and strips need their cycles timed first; a still plane needs a view, a type and the mark as reference.',
    timeCycles: 'Time cycles',
    label: 'Label images in Selection',
  },
  tools: {
    title: 'Tools',
    edit: 'Edit',
    finish: 'Finish',
    finishAll: 'Finish all',
    predict: 'Predict from the cycle before',
    follow: 'Follow the lines through the clip',
    undo: 'Undo',
    redo: 'Redo',
    removeLine: 'Remove the line',
    removeAllLines: 'Remove all lines',
    otherLines: "The other event's lines",
    removeLastCycle: 'Remove the last cycle',
    removeAllTraces: 'Remove all traces',
    guide: 'Time cursor guide',
  },
  panel: {
    noImage: 'No image is shown.',
    notLoaded: page.notLoaded,
    nothingTraced: 'Nothing is traced on this image.',
    unknownType: 'The configuration of this project does not know the type of this image, so it cannot be traced.',
    pattern: 'Pattern',
  },
  lines: {
    title: 'Lines',
    predicted: 'predicted',
    finished: 'finished',
    points: (count: number) => `${count} ${count === 1 ? 'point' : 'points'}`,
    shape: 'Shape',
    shapeOf: (line: string) => `Shape of ${line}`,
    thickness: 'Epicardial thickness',
    ofHeight: (share: string) => `${share} × height`,
    stray: (event: ClipEvent, drawn: number | null, marked: number | null) =>
      `Drawn on frame ${drawn}. ${events[event]} is marked on frame ${marked} now, so these lines have no values until they are confirmed or redrawn.`,
    confirm: (frame: number | null) => `Confirm on frame ${frame}`,
    redraw: 'Redraw',
  },
  tracking: {
    title: 'Tracking',
    follow: 'Follow the lines',
    hint: 'Finished lines are followed to the events that have none yet.',
    following: 'Following the lines',
    progress: (percent: string) => `Following the lines, ${percent} %`,
    cancel: 'Cancel',
    failed: (reason: string) => `The lines could not be followed: ${reason}`,
    offered: (count: number) => `Offered at ${count} ${count === 1 ? 'event' : 'events'}`,
    here: (place: string) => `here ${place}:`,
    showNext: 'Show the next one to check it.',
    line: 'Line',
    quality: 'Quality',
    qualityHint: 'Mean over the frames, by likeness, still echoes and drift; in brackets, of the least certain point',
    least: (percent: string) => `(least ${percent} %)`,
    drift: 'Drift',
    driftHint: 'Distance between the results of following the line to this event from two directions',
    accept: 'Accept',
    show: 'Show',
    acceptAll: 'Accept all',
    drop: 'Drop',
  },
  whole: {
    title: 'Whole cycle',
    ofCycle: (cycle: number) => `Whole cycle ${cycle}`,
    tool: 'Lines on every frame of the cycle',
    mode: (cycle: number) => `Whole cycle ${cycle}`,
    span: (from: number, to: number, closed: boolean) =>
      closed
        ? `Frames ${from} to ${to}, from end diastole to the next.`
        : `Frames ${from} to ${to}. No later end diastole is marked, so the cycle ends with the clip.`,
    states: { none: 'not followed', offered: 'not accepted', accepted: 'accepted', outdated: 'outdated' },
    outdated: 'A mark or a drawn line has changed since. The stretches next to it are followed again.',
    nothingFound: 'some frames have no result',
    qualityHint: 'Mean over all frames, by likeness, still echoes and drift; in brackets, of the least certain frame',
    driftHint: 'At the end of the cycle, the distance between the results of following the line from two directions',
    least: (percent: string, frame: number) => `(least ${percent} %, frame ${frame})`,
    doubtful: (frames: number) => `doubtful on ${frames} ${frames === 1 ? 'frame' : 'frames'}`,
    anchors: 'Frames with drawn lines',
    kinds: { end_diastole: 'ED', end_systole: 'ES', next_end_diastole: 'next ED', corrected: 'corrected' },
    frame: (frame: number) => `frame ${frame}`,
    linesOf: (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`,
    drift: (distance: string) => `drift ${distance}`,
    meanDrift: 'Mean drift over the cycle',
    meanDriftHint: 'Mean over all lines and frames. A greater drift means that the followed lines are farther from the tissue',
    follow: 'Follow',
    followAgain: 'Follow again',
    accept: 'Accept',
    hold: 'Hold this frame',
    release: 'Remove the correction',
    remove: 'Remove from the cycle',
  },
  curves: curveMessages,
  traces: {
    title: 'Traces',
    max: (cycles: number) => (cycles === MAX_USER_DEFINED_CYCLES ? 'user defined' : `max ${cycles}`),
    cycle: (cycle: number) => `Cycle ${cycle}`,
    excluded: 'excluded',
    predict: 'Predict cycles',
    predictHint: 'A finished trace is copied to the cycles after it, dashed until you accept it.',
    changeAliasing: 'Change the aliasing correction',
  },
  envelope: {
    title: 'Envelope',
    look: 'Find the envelope',
    side: 'Side of the zero line',
    above: 'Above',
    below: 'Below',
    both: 'Both',
    limits: 'Limits',
    from: (first: string, last: string) => `${first} to ${last}`,
    firstLimit: 'First limit',
    lastLimit: 'Last limit',
    threshold: 'Threshold',
    thresholdHint: 'Brightness that counts as the edge, as a share of the brightest pixel of the column',
    thresholdLabel: 'Threshold: brightness that counts as the edge, as a share of the brightest pixel',
    failed: (reason: string) => `The search for the envelope failed: ${reason}`,
    offered: (cycle: number) => `Offered for cycle ${cycle}.`,
    looking: 'Analysing the strip.',
    accept: 'Accept',
    drop: 'Drop',
  },
  aliasing: {
    title: 'Aliasing correction',
    on: 'on',
    off: 'off',
    up: 'Up',
    upHint: 'Rows of the top that belong below the strip',
    down: 'Down',
    downHint: 'Rows of the bottom that belong above the strip',
  },
  keys: {
    play: 'play',
    frame: 'frame',
    image: 'image',
    event: 'event',
    cycle: 'cycle',
    movePoint: 'move point',
    click: (point: string | undefined) => `click: ${point ?? 'next point'}`,
    drag: 'drag a point',
    setPoint: 'set point',
    pointByKeys: 'point by keys',
    delete: 'delete',
    nextLine: 'next line',
    finish: 'finish',
    predict: 'predict',
    acceptOffer: 'accept the offer',
    drop: 'drop it',
    follow: 'follow lines',
    wholeCycle: 'whole cycle',
    events: 'back to the events',
    acceptCycleLines: 'accept',
    holdFrame: 'hold this frame',
    confirmPart: 'confirm the segment, or leave it out',
    removeCorrection: 'remove correction',
    nextImage: 'next image',
    edit: 'edit',
    undo: 'undo',
    removeLine: 'remove line',
    finishAll: 'finish all',
    placePoint: 'place point',
    crosshair: 'crosshair',
    acceptEnvelope: 'accept the envelope',
    envelope: 'envelope',
    choose: 'choose',
    nextPoint: 'next point',
    acceptCycle: 'accept, next cycle',
    removeLastCycle: 'remove last cycle',
    guide: 'guide',
    time: 'time',
  },
};

/** Action of the user on clips, planes and M-Mode strips, as in the strip of keys. */
export function modeOf({ status, row, line }: Work): string {
  switch (status) {
    case 'segmenting':
      return line && isPredicted(line) ? `${row.name}, predicted` : `Tracing ${row.name}`;
    case 'editing':
    case 'editing-segmentation':
      return `Editing ${row.name}`;
    case 'editing-thickness':
      return `Thickness of ${row.name}`;
    default:
      return modes[status];
  }
}

/** How far the lines of a whole cycle are. */
export function cycleStateWords({ known, offered, outdated }: Pick<CycleView, 'known' | 'offered' | 'outdated'>): string {
  const { none, offered: open, accepted, outdated: old } = messages.whole.states;
  if (!known) return none;
  if (outdated) return old;
  return offered ? open : accepted;
}

/** Place of the lines in the panel, in a few words. */
export const placeLabel = ({ cycle, event }: LinePlace, cycles: number): string =>
  event === null ? (cycles === 0 ? 'no cycles' : `cycle ${cycle + 1}`) : EVENT_WORDS[event];

/** How many accepted points were moved later. */
export const movedWords = ({ moved, accepted, mean_px }: MovedPoints): string =>
  `${moved} of ${accepted} accepted points (${number((100 * moved) / accepted, 0)} %) were moved by hand${mean_px === null ? '' : `, by ${fixed(mean_px, 1)} px on average`}.`;

/** How far a cycle is. @param placed control points that are placed, of so many */
export function progressWords(progress: Progress, placed: number, all: number): string {
  switch (progress) {
    case 'none':
      return 'to trace';
    case 'begun':
      return all > 0 ? `${placed} of ${all} points` : counted(placed, 'point');
    case 'pending':
      return 'copied';
    case 'traced':
      return 'traced';
  }
}
