/** Clips that were made and followed before the tests of a file, and removed after them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { EngineClient } from '../src/client-core.ts';
import { createEngine } from '../src/client-node.ts';
import { apicalClips, followed, generate, type Clip } from './tracked-clips.ts';

export interface FollowedClips {
  folder: string;
  /** Filled before the first test. */
  readonly clips: Clip[];
  readonly engine: EngineClient;
  tracksOf: (clip: Clip) => Tracks;
}

/** Follows in every apical clip of a seed what is asked of it. Nothing of it is there before the first test. */
export function followedClips(seed: string, asked: (clip: Clip) => TrackRequest): FollowedClips {
  const folder = mkdtempSync(path.join(tmpdir(), 'echometry-tracking-'));
  const found = new Map<Clip, Tracks>();
  const tracksOf = (clip: Clip): Tracks => found.get(clip) as Tracks;
  let engine: EngineClient | null = null;
  const all: FollowedClips = {
    folder,
    clips: [],
    tracksOf,
    get engine() {
      if (engine === null) throw new Error('The engine starts before the first test');
      return engine;
    },
  };
  beforeAll(async () => {
    generate(folder, seed);
    all.clips.push(...apicalClips(folder));
    engine = await createEngine({ workers: 2 });
    for (const clip of all.clips) found.set(clip, await followed(engine, clip, asked(clip)));
  }, 300_000);
  afterAll(async () => {
    await engine?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return all;
}
