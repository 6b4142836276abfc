/** Lines followed through synthetic clips against the motion that their truth states, on seeds that were not looked at while the method was made. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackRequest, TrackedFrame, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { FileHandle } from '../src/api.ts';
import type { EngineClient } from '../src/client-core.ts';
import { checkoutRoot, createEngine } from '../src/client-node.ts';

type Place = [number, number];

interface Chamber {
  end_diastole_frames: number[];
  end_systole_frames: number[];
  frames: { endo: Place[]; epi: Place[] }[];
}

interface Truth {
  regions: { physical_delta_x: number }[];
  four_chamber?: Chamber;
  two_chamber?: Chamber;
}

interface Clip {
  file: string;
  bytes: Uint8Array;
  mm: number;
  chamber: Chamber;
}

/** What is asked of the method. */
const MAX_STEP_PX = 0.6;
const MAX_CONTOUR_MM = 1;
const MAX_GLS_POINTS = 1.4;
/** Of the 97 stations of a wall, every sixth is clicked: 17 points. */
const CLICKED = 6;
const MM_PER_CM = 10;

const SEED = '5400';
const root = checkoutRoot();
const folder = mkdtempSync(path.join(tmpdir(), 'echometry-tracking-'));
const clips: Clip[] = [];
const found = new Map<Clip, Tracks>();
let engine: EngineClient;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const clicked = (wall: readonly Place[]): Place[] => wall.filter((_, station) => station % CLICKED === 0);
const wallsOf = ({ chamber }: Clip, frame: number): Place[][] => {
  const known = chamber.frames[frame - 1];
  if (!known) throw new Error(`frame ${frame} is not known`);
  return [known.endo, known.epi];
};
const at = (tracks: Tracks, frame: number): TrackedFrame => {
  const one = tracks.frames.find(({ frame_number }) => frame_number === frame);
  if (!one) throw new Error(`frame ${frame} was not followed to`);
  return one;
};
const length = (points: readonly Place[]): number =>
  points.slice(1).reduce((sum, [x, y], place) => sum + Math.hypot(x - (points[place] as Place)[0], y - (points[place] as Place)[1]), 0);

/** Distance of a point from a line through points. */
function distanceFrom([x, y]: Place, line: readonly Place[]): number {
  return Math.min(
    ...line.slice(1).map(([bx, by], place) => {
      const [ax, ay] = line[place] as Place;
      const [dx, dy] = [bx - ax, by - ay];
      const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
      return Math.hypot(x - ax - share * dx, y - ay - share * dy);
    }),
  );
}

/** A person draws the walls at the first end diastole; the others are marked too, but for the one that closes the clip. */
function asked(clip: Clip): TrackRequest {
  const [first = 1, ...later] = clip.chamber.end_diastole_frames;
  return {
    frame_number: first,
    alike: later.slice(0, -1),
    first,
    last: later.at(-1) ?? first,
    lines: wallsOf(clip, first).map((wall) => ({ points: clicked(wall), closed: false })),
  };
}

async function opened(bytes: Uint8Array): Promise<FileHandle> {
  const handle = await engine.open(bytes);
  if (!handle.ok) throw new Error(handle.error.message);
  return handle.value;
}

beforeAll(async () => {
  execFileSync(
    process.execPath,
    [path.join(root, 'server', 'dist', 'generate.js'), folder, '--projects', 'demo-cycles-adult,demo-cycles-fetal', '--seed', SEED],
    { env: { ...process.env, ECHOMETRY_ROOT: root }, stdio: 'ignore', cwd: root },
  );
  engine = await createEngine({ workers: 2 });
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
    projects: { patients: { images: { file: string; truth: string }[] }[] }[];
  };
  for (const { file, truth: truthFile } of manifest.projects.flatMap(({ patients }) => patients.flatMap(({ images }) => images))) {
    const truth = JSON.parse(readFileSync(path.join(folder, truthFile), 'utf8')) as Truth;
    const chamber = truth.four_chamber ?? truth.two_chamber;
    if (!chamber) continue;
    const clip = {
      file,
      bytes: readFileSync(path.join(folder, file)),
      mm: (truth.regions[0]?.physical_delta_x ?? Number.NaN) * MM_PER_CM,
      chamber,
    };
    const handle = await opened(clip.bytes);
    const tracks = await engine.track(handle, asked(clip));
    if (!tracks.ok || !tracks.value) throw new Error(tracks.ok ? 'a video' : tracks.error.message);
    engine.release(handle);
    clips.push(clip);
    found.set(clip, tracks.value);
  }
}, 300_000);
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const tracksOf = (clip: Clip): Tracks => found.get(clip) as Tracks;

/** Mean distance between the displacement that was found and the true one, over all points and pairs of frames, in px. */
function stepError(clip: Clip): number {
  const { frames } = tracksOf(clip);
  const errors = frames.slice(1).flatMap((frame, place) => {
    const before = frames[place] as TrackedFrame;
    return frame.lines.flatMap((line, wall) =>
      line.map((point, number) => {
        const [ax, ay] = clicked(wallsOf(clip, before.frame_number)[wall] as Place[])[number] as Place;
        const [bx, by] = clicked(wallsOf(clip, frame.frame_number)[wall] as Place[])[number] as Place;
        const old = before.lines[wall]?.[number] ?? { x: Number.NaN, y: Number.NaN };
        return Math.hypot(point.x - old.x - (bx - ax), point.y - old.y - (by - ay));
      }),
    );
  });
  return mean(errors);
}

/** Mean distance of followed points from the true wall, in mm. */
const contourError = (clip: Clip, frame: number, wall: number): number =>
  clip.mm *
  mean((at(tracksOf(clip), frame).lines[wall] ?? []).map(({ x, y }) => distanceFrom([x, y], wallsOf(clip, frame)[wall] as Place[])));

/** Strain of the endocardium by what was followed less the true one of the same points, in percentage points. */
function strainErrors(clip: Clip): number[] {
  const { end_diastole_frames, end_systole_frames } = clip.chamber;
  return end_systole_frames.map((systole, beat) => {
    const diastole = end_diastole_frames[beat] as number;
    const followed = (frame: number) => length((at(tracksOf(clip), frame).lines[0] ?? []).map(({ x, y }): Place => [x, y]));
    const known = (frame: number) => length(clicked(wallsOf(clip, frame)[0] as Place[]));
    return 100 * (followed(systole) / followed(diastole) - known(systole) / known(diastole));
  });
}

describe('lines followed through a clip', () => {
  it('move with the tissue: mean displacement error at most 0.6 px a frame', () => {
    expect(clips.length).toBeGreaterThanOrEqual(8);
    const errors = clips.map(stepError);
    for (const [place, error] of errors.entries()) expect(error, clips[place]?.file).toBeLessThanOrEqual(MAX_STEP_PX);
    console.log(`displacement: mean ${mean(errors).toFixed(3)} px a frame, worst clip ${Math.max(...errors).toFixed(3)}`);
  });

  it('lie within 1.0 mm of the wall after a cycle, on average', () => {
    const errors = clips.flatMap((clip) =>
      clip.chamber.end_diastole_frames.slice(1).flatMap((frame) => [0, 1].map((wall) => contourError(clip, frame, wall))),
    );
    expect(Math.max(...errors)).toBeLessThanOrEqual(MAX_CONTOUR_MM);
    const systoles = clips.flatMap((clip) => clip.chamber.end_systole_frames.map((frame) => contourError(clip, frame, 0)));
    console.log(
      `distance after a cycle: mean ${mean(errors).toFixed(2)} mm, worst ${Math.max(...errors).toFixed(2)}; at end systole ${mean(systoles).toFixed(2)}`,
    );
  });

  it('give the longitudinal strain within 1.4 points', () => {
    const errors = clips.flatMap(strainErrors);
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(MAX_GLS_POINTS);
    console.log(
      `strain: mean ${mean(errors).toFixed(2)} points, worst ${Math.max(...errors.map(Math.abs)).toFixed(2)}, ${errors.length} beats`,
    );
  });

  it('say how far two ways to a place end apart, and how surely each point was found', () => {
    for (const clip of clips)
      for (const frame of tracksOf(clip).frames)
        for (const { quality, drift_px } of frame.lines.flat()) {
          expect(quality).toBeGreaterThan(0);
          expect(quality).toBeLessThanOrEqual(1);
          expect(drift_px).not.toBeNull();
        }
    // What is drawn by hand is certain.
    const drawn = clips.flatMap((clip) => tracksOf(clip).frames[0]?.lines.flat() ?? []);
    for (const { quality } of drawn) expect(quality).toBe(1);
  });

  it('are the same with one worker as with two, bit by bit', async () => {
    const [clip] = clips;
    if (!clip) throw new Error('no clip');
    const alone = await createEngine({ workers: 1, share: false });
    const handle = await alone.open(clip.bytes);
    const tracks = handle.ok ? await alone.track(handle.value, asked(clip)) : null;
    expect(tracks).toEqual({ ok: true, value: tracksOf(clip) });
    await alone.close();
  }, 60_000);

  it('tell how far they are, and stop when they are cancelled', async () => {
    const [clip] = clips;
    if (!clip) throw new Error('no clip');
    const handle = await opened(clip.bytes);
    const stop = new AbortController();
    const shares: number[] = [];
    const onProgress = (share: number): void => {
      shares.push(share);
      if (shares.length === 10) stop.abort();
    };
    const tracks = await engine.track(handle, asked(clip), { signal: stop.signal, onProgress });
    expect(tracks).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThan(0.5);
    engine.release(handle);
  });

  it('are refused by name where the request cannot be', async () => {
    const [clip] = clips;
    if (!clip) throw new Error('no clip');
    const handle = await opened(clip.bytes);
    const refused = await engine.track(handle, { ...asked(clip), last: 0 });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-argument' } });
    const beyond = await engine.track(handle, { ...asked(clip), last: 500 });
    expect(beyond).toMatchObject({ ok: false, error: { code: 'no-such-frame' } });
    engine.release(handle);
  });
});
