/** Separate ECG files: each clip of an import takes its part of the ECG that was recorded with it. */
import type { ClipTimes, TimedEcg, WaveformObject } from '@echometry/bindings/engine/api.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { MAX_ECG_SAMPLES_OF_IMPORT } from './limits.ts';

/** Outcome of a waveform object. */
export type EcgOutcome =
  | { kind: 'ecg'; studyId: string; instanceId: string; reason: string }
  | { kind: 'already-there'; studyId: string; instanceId: string; kept: string[]; order: null }
  | { kind: 'held'; reason: string }
  | { kind: 'skipped'; reason: string };

/** Whose study a file is of. */
export interface StudyOfFile {
  /** De-identified Study Instance UID. */
  study: string;
  patientKey: string;
}

/** Number of clips recorded with an ECG, by outcome. */
interface Clips {
  attached: number;
  /** There already with this ECG. */
  there: number;
  /** There already in another form, without this ECG. */
  without: number;
  /** Not imported before the mask of their device is approved. */
  waiting: number;
}

interface EcgFile extends StudyOfFile {
  instanceId: string;
  timed: TimedEcg;
  clips: Clips;
  /** Of the clips. */
  studyId: string | null;
}

const NOT_USED: Readonly<Record<NonNullable<WaveformObject['not_used']>, string>> = {
  'no-ecg': 'waveform-object: the file holds no picture, and a waveform that is not an ECG',
  unreadable: 'waveform-object: the ECG in the file cannot be read, or states no time',
  'not-synchronized':
    'waveform-object: the ECG in the file does not state the clock of its time (Acquisition Time Synchronized, Synchronization Frame of Reference UID, Acquisition DateTime), so it is attached to no clip',
};
const TOO_MANY = `waveform-object: the ECGs of this import exceed the limit ecg_samples_of_import (${MAX_ECG_SAMPLES_OF_IMPORT}). Import fewer files at once`;
const NO_CLIP =
  'waveform-object: no clip of its study in this import was recorded at its time by the same clock (Synchronization Frame of Reference UID, Acquisition DateTime), so the ECG is attached to none';
const CLIPS_ARE_THERE =
  'waveform-object: its clips were imported before, without it. An ECG is attached to a clip only when both are imported together';
const WAITS = 'no-mask: the clips of this ECG wait for the mask of their device, and it waits with them';

/** Time that a clip and an ECG have in common, in ms; negative without any. */
const commonMs = (clip: ClipTimes, ecg: TimedEcg): number => Math.min(clip.last_ms, ecg.end_ms) - Math.max(clip.first_ms, ecg.start_ms);

const isOfClock = ({ clock }: ClipTimes, ecg: TimedEcg): boolean =>
  clock.frame_of_reference === ecg.clock.frame_of_reference && clock.is_utc === ecg.clock.is_utc;

const inWords = ({ ecg }: TimedEcg): string =>
  [
    ecg.lead === null ? 'ECG' : `ECG of lead ${ecg.lead}`,
    `${Math.round(ecg.samples_per_s)} Hz`,
    `${(ecg.samples.length / ecg.samples_per_s).toFixed(1)} s`,
  ].join(', ');

export class EcgFiles {
  readonly #files: EcgFile[] = [];
  #samples = 0;
  #isComplete = false;

  /** All files were looked at: clips can be given their ECGs. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  complete(): void {
    this.#isComplete = true;
  }

  /** Keeps the ECG of a waveform object for its clips; returns how to find its outcome, or why it is not used. */
  add(of: StudyOfFile, instanceId: string, { ecg, not_used }: WaveformObject): { outcome: () => EcgOutcome } | EcgOutcome {
    if (ecg === null) return { kind: 'skipped', reason: NOT_USED[not_used ?? 'unreadable'] };
    if (this.#samples + ecg.ecg.samples.length > MAX_ECG_SAMPLES_OF_IMPORT) return { kind: 'skipped', reason: TOO_MANY };
    this.#samples += ecg.ecg.samples.length;
    const file: EcgFile = { ...of, instanceId, timed: ecg, clips: { attached: 0, there: 0, without: 0, waiting: 0 }, studyId: null };
    this.#files.push(file);
    return { outcome: () => outcomeOf(file) };
  }

  /** The ECG with the longest time in common with a clip of its study, clock and patient; null without one. */
  forClip({ study, patientKey }: StudyOfFile, clip: ClipTimes): EcgOfClip | null {
    let best: EcgFile | null = null;
    for (const file of this.#files) {
      const isOf = file.study === study && file.patientKey === patientKey && isOfClock(clip, file.timed);
      if (!isOf || commonMs(clip, file.timed) < 0) continue;
      if (best === null || commonMs(clip, file.timed) > commonMs(clip, best.timed)) best = file;
    }
    return best === null ? null : new EcgOfClip(best);
  }
}

/** The ECG for one clip. */
class EcgOfClip {
  constructor(private readonly file: EcgFile) {}

  get timed(): TimedEcg {
    return this.file.timed;
  }

  /** Notes the outcome of the clip. */
  note(what: keyof Clips, studyId: string | null = null): void {
    this.file.clips[what] += 1;
    this.file.studyId ??= studyId;
  }
}
export type { EcgOfClip };

function outcomeOf({ timed, clips, studyId, instanceId }: EcgFile): EcgOutcome {
  if (studyId !== null && clips.attached > 0)
    return { kind: 'ecg', studyId, instanceId, reason: `${inWords(timed)}: attached to ${counted(clips.attached, 'clip')}` };
  if (clips.waiting > 0) return { kind: 'held', reason: WAITS };
  if (studyId !== null && clips.there > 0) return { kind: 'already-there', studyId, instanceId, kept: [], order: null };
  return { kind: 'skipped', reason: clips.without > 0 ? CLIPS_ARE_THERE : NO_CLIP };
}
