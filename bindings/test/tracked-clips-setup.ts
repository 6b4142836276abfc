/** Clips that were drawn and followed before the tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { createEngine } from '../src/node/client.ts';
import { apicalClips, drawnClips, followed, type Clip } from './tracked-clips.ts';

export interface FollowedClips {
  /** Where the clips are; known and filled before the first test. */
  folder: string;
  readonly clips: Clip[];
  readonly engine: EngineClient;
  tracksOf: (clip: Clip) => Tracks;
}

/** Follows in every apical clip of a seed what is asked of it. Nothing of it is there before the first test. */
export function followedClips(seed: number, asked: (clip: Clip) => TrackRequest): FollowedClips {
  const found = new Map<Clip, Tracks>();
  const tracksOf = (clip: Clip): Tracks => found.get(clip) as Tracks;
  let engine: EngineClient | null = null;
  const all: FollowedClips = {
    folder: '',
    clips: [],
    tracksOf,
    get engine() {
      if (engine === null) throw new Error('The engine starts before the first test');
      return engine;
    },
  };
  beforeAll(async () => {
    all.folder = drawnClips(seed);
    all.clips.push(...apicalClips(all.folder));
    engine = await createEngine({ workers: 2 });
    for (const clip of all.clips) found.set(clip, await followed(engine, clip, asked(clip)));
  }, 300_000);
  afterAll(() => engine?.close());
  return all;
}
