/** Proposals against the generator's truth, on pictures that were not looked at while the methods were made. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proposals } from '@echometry/contract/generated/proposals.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { createEngine } from '../src/node/client.ts';
import { drawnDemo } from './drawn-demo.ts';

interface Events {
  beats: { end_diastole_frame: number; end_systole_frame: number; next_end_diastole_frame: number }[];
}
interface Strip {
  beats: { end_diastole_column: number; end_systole_column: number; next_end_diastole_column: number }[];
}
interface Truth {
  frame_times_ms: number[];
  regions: { region_spatial_format: number; physical_delta_x: number }[];
  four_chamber?: Events;
  two_chamber?: Events;
  long_axis?: Events;
  sweep?: Events;
  left_ventricle_m_mode?: Strip;
  annulus_m_mode?: Strip;
  spectrum?: { onset_columns: number[]; period_s: number; beats: { length_s: number }[] };
}
interface Seen {
  file: string;
  truth: Truth;
  found: Proposals | null;
  /** ms per column or frame. */
  step: number;
}

/** Of every ten events, and within which time they are found. */
const MIN_SHARE = 0.9;
const ONSET_MS = 20;
const EVENT_MS = 40;
const EVENT_FRAMES = 2;
/** Waveform Sequence in explicit little endian. */
const WAVEFORM_TAG = Buffer.from([0x00, 0x54, 0x00, 0x01, 0x53, 0x51]);
/** R Wave Time Vector in explicit little endian, and an unknown tag next to it. */
const R_WAVE_TAG = Buffer.from([0x18, 0x00, 0x60, 0x60, 0x46, 0x4c]);
const OTHER_TAG = Buffer.from([0x18, 0x00, 0x61, 0x60, 0x46, 0x4c]);

let folder = '';
const images: Seen[] = [];
/** Clips again, without the R waves that the file states: those with an ECG as samples, and the others. */
const sampled: Seen[] = [];
const untold: Seen[] = [];
let engine: EngineClient;

async function propose(bytes: Uint8Array, dataType: 'fetal' | 'adult' | null): Promise<Proposals | null> {
  const opened = await engine.open(bytes);
  if (!opened.ok) throw new Error(opened.error.message);
  const found = await engine.propose(opened.value, { dataType });
  engine.release(opened.value);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

const clipOf = (truth: Truth): Events | undefined => truth.four_chamber ?? truth.two_chamber ?? truth.long_axis ?? truth.sweep;
const mModeOf = (truth: Truth): Strip | undefined => truth.left_ventricle_m_mode ?? truth.annulus_m_mode;

beforeAll(async () => {
  folder = drawnDemo({ projects: ['demo-cycles-adult', 'demo-cycles-fetal'], seed: 4200 });
  engine = await createEngine({ workers: 2 });
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
    projects: { patients: { images: { file: string; truth: string }[] }[] }[];
  };
  for (const { file, truth: truthFile } of manifest.projects.flatMap(({ patients }) => patients.flatMap((patient) => patient.images))) {
    const truth = JSON.parse(readFileSync(path.join(folder, truthFile), 'utf8')) as Truth;
    const bytes = readFileSync(path.join(folder, file));
    // A uterine artery beats with the heart of the mother.
    const dataType = file.includes('uterine') ? null : file.includes('fetal') ? 'fetal' : 'adult';
    const clip = clipOf(truth);
    const times = truth.frame_times_ms;
    const step = clip
      ? (times.at(-1) ?? 0) / (times.length - 1)
      : 1000 * (truth.regions.find(({ region_spatial_format: format }) => format === 2 || format === 3)?.physical_delta_x ?? Number.NaN);
    images.push({ file, truth, found: await propose(bytes, dataType), step });
    const at = bytes.indexOf(R_WAVE_TAG);
    if (clip && at >= 0) {
      OTHER_TAG.copy(bytes, at);
      (bytes.includes(WAVEFORM_TAG) ? sampled : untold).push({ file, truth, found: await propose(bytes, dataType), step });
    }
  }
}, 240_000);
afterAll(async () => {
  await engine.close();
});

/** How far the nearest proposal lies from each true position, in steps. */
const misses = (truth: readonly number[], found: readonly number[]): number[] =>
  truth.map((position) => Math.min(...found.map((proposal) => Math.abs(proposal - position)), Number.POSITIVE_INFINITY));

const share = (hits: readonly boolean[]): number => hits.filter(Boolean).length / hits.length;

/** Events of a clip within the larger of two frames and 40 ms. */
const clipHits = (seen: readonly Seen[], event: 'end_diastole_frame' | 'end_systole_frame'): boolean[] =>
  seen.flatMap(({ truth, found, step }) => {
    const proposed = event === 'end_diastole_frame' ? found?.end_diastoles : found?.end_systoles;
    const true_frames = clipOf(truth)?.beats.map((beat) => beat[event]) ?? [];
    return misses(true_frames, proposed ?? []).map((miss) => miss <= Math.max(EVENT_FRAMES, EVENT_MS / step));
  });

describe('proposals', () => {
  it('of clips whose files state R waves are at the end diastoles and end systoles, in nine of ten', () => {
    const clips = images.filter(({ truth }) => clipOf(truth));
    expect(clips.length).toBeGreaterThan(8);
    for (const { found } of clips) expect(found?.method).toBe('r-wave-times');
    expect(share(clipHits(clips, 'end_diastole_frame'))).toBeGreaterThanOrEqual(MIN_SHARE);
    expect(share(clipHits(clips, 'end_systole_frame'))).toBeGreaterThanOrEqual(MIN_SHARE);
  });

  it('of clips without them come from the samples of an ECG where the file has some, at every R wave', () => {
    expect(sampled).toHaveLength(2);
    for (const { found, truth, step } of sampled) {
      expect(found?.method).toBe('ecg-waveform');
      // An R wave on the first frame is half of one.
      const beats = clipOf(truth)?.beats.map((beat) => beat.next_end_diastole_frame) ?? [];
      for (const miss of misses(beats, found?.onsets ?? [])) expect(miss * step).toBeLessThanOrEqual(EVENT_MS / 4);
    }
    expect(share(clipHits(sampled, 'end_systole_frame'))).toBeGreaterThanOrEqual(MIN_SHARE);
  });

  it('of clips without them come from the ECG in the picture where there is one', () => {
    const drawn = untold.filter(({ file }) => file.includes('adult'));
    expect(drawn.length).toBeGreaterThan(4);
    for (const { found } of drawn) expect(found?.method).toBe('ecg-trace');
    expect(share(clipHits(drawn, 'end_diastole_frame'))).toBeGreaterThanOrEqual(MIN_SHARE);
    expect(share(clipHits(drawn, 'end_systole_frame'))).toBeGreaterThanOrEqual(MIN_SHARE);
  });

  it('of fetal clips without them are a period, and no marks', () => {
    const fetal = untold.filter(({ file, truth }) => file.includes('fetal') && truth.four_chamber);
    expect(fetal.length).toBeGreaterThan(0);
    for (const { found, truth } of fetal) {
      expect(found).toMatchObject({ method: 'periodicity', onsets: [], end_diastoles: [], end_systoles: [] });
      const beats = truth.four_chamber?.beats ?? [];
      const lengths = beats.map((beat) => beat.next_end_diastole_frame - beat.end_diastole_frame);
      expect(found?.period).toBeGreaterThan(0.85 * Math.min(...lengths));
      expect(found?.period).toBeLessThan(1.15 * Math.max(...lengths));
    }
  });

  it('of strips with an ECG have their onsets within 20 ms, in nine of ten', () => {
    const strips = images.filter(({ file, truth }) => truth.spectrum && file.includes('adult'));
    expect(strips.length).toBeGreaterThan(15);
    const hits = strips.flatMap(({ truth, found, step }) =>
      misses(truth.spectrum?.onset_columns ?? [], found?.onsets ?? []).map((miss) => miss * step <= ONSET_MS),
    );
    expect(share(hits)).toBeGreaterThanOrEqual(MIN_SHARE);
    // An onset too many costs a person as much as one that is missing.
    const extra = strips.map(({ truth, found }) => (found?.onsets.length ?? 0) - (truth.spectrum?.onset_columns.length ?? 0));
    expect(extra.filter((count) => count > 1)).toEqual([]);
  });

  it('of M-Modes have end diastole and end systole within 40 ms, in nine of ten', () => {
    const strips = images.filter(({ truth }) => mModeOf(truth));
    const hits = strips.flatMap(({ truth, found, step }) => {
      const beats = mModeOf(truth)?.beats ?? [];
      return [
        ...misses(
          beats.map((beat) => beat.end_diastole_column),
          found?.end_diastoles ?? [],
        ),
        ...misses(
          beats.map((beat) => beat.end_systole_column),
          found?.end_systoles ?? [],
        ),
      ].map((miss) => miss * step <= EVENT_MS);
    });
    expect(hits.length).toBeGreaterThan(20);
    expect(share(hits)).toBeGreaterThanOrEqual(MIN_SHARE);
  });

  it('of strips without an ECG are a period within the lengths of the beats, and no marks', () => {
    const pulsatile = images.filter(({ file, truth }) => truth.spectrum && file.includes('fetal') && !file.includes('vein'));
    expect(pulsatile.length).toBeGreaterThan(4);
    for (const { found, truth, step } of pulsatile) {
      expect(found).toMatchObject({ method: 'periodicity', onsets: [] });
      const lengths = truth.spectrum?.beats.map((beat) => beat.length_s * 1000) ?? [];
      expect((found?.period ?? 0) * step).toBeGreaterThan(0.9 * Math.min(...lengths));
      expect((found?.period ?? 0) * step).toBeLessThan(1.1 * Math.max(...lengths));
    }
  });
});
