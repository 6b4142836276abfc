/** Lines followed through synthetic clips against the motion that their truth states, on seeds that were not looked at while the method was made. */
import { describe, expect, it } from 'vitest';
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';
import { createEngine } from '../src/node/client.ts';
import { followedClips } from './tracked-clips-setup.ts';
import {
  circleOn,
  contourError,
  drawnOn,
  followed,
  MAX_CONTOUR_MM,
  MAX_GLS_POINTS,
  MAX_STEP_PX,
  mean,
  opened,
  shortAxes,
  stepError,
  strainErrors,
  type Clip,
} from './tracked-clips.ts';

const SEED = 6300;
/** Places around an oval that are compared with a circle. */
const PLACES = 100;

/** A person draws the walls at the first end diastole; the others are marked too, except the last, which closes the clip. */
function asked(clip: Clip): TrackRequest {
  const [first = 1, ...later] = clip.chamber.end_diastole_frames;
  return { frame_number: first, alike: later.slice(0, -1), first, last: later.at(-1) ?? first, lines: drawnOn(clip, first) };
}

const judged = followedClips(SEED, asked);
const { tracksOf } = judged;

describe('lines followed through a clip', () => {
  it('move with the tissue: mean displacement error at most 0.6 px a frame', () => {
    expect(judged.clips.length).toBeGreaterThanOrEqual(8);
    const errors = judged.clips.map((clip) => stepError(clip, tracksOf(clip)));
    for (const [place, error] of errors.entries()) expect(error, judged.clips[place]?.file).toBeLessThanOrEqual(MAX_STEP_PX);
    console.log(`displacement: mean ${mean(errors).toFixed(3)} px a frame, worst clip ${Math.max(...errors).toFixed(3)}`);
  });

  it('are within 1.0 mm of the wall after a cycle, on average', () => {
    const errors = judged.clips.flatMap((clip) =>
      clip.chamber.end_diastole_frames.slice(1).flatMap((frame) => [0, 1].map((wall) => contourError(clip, tracksOf(clip), frame, wall))),
    );
    expect(Math.max(...errors)).toBeLessThanOrEqual(MAX_CONTOUR_MM);
    const systoles = judged.clips.flatMap((clip) =>
      clip.chamber.end_systole_frames.map((frame) => contourError(clip, tracksOf(clip), frame, 0)),
    );
    console.log(
      `distance after a cycle: mean ${mean(errors).toFixed(2)} mm, worst ${Math.max(...errors).toFixed(2)}; at end systole ${mean(systoles).toFixed(2)}`,
    );
  });

  it('give the longitudinal strain within 1.4 points', () => {
    const errors = judged.clips.flatMap((clip) => strainErrors(clip, tracksOf(clip)));
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(MAX_GLS_POINTS);
    console.log(
      `strain: mean ${mean(errors).toFixed(2)} points, worst ${Math.max(...errors.map(Math.abs)).toFixed(2)}, ${errors.length} beats`,
    );
  });

  it('as an oval are within 1.0 mm of a moving circle at every event, on average', async () => {
    const [clip] = shortAxes(judged.folder);
    if (!clip) throw new Error('There is no short axis');
    const { end_diastole_frames: diastoles, end_systole_frames: systoles } = clip.chamber;
    const [first = 1, ...later] = diastoles;
    const {
      centre: [x, y],
      radius,
    } = circleOn(clip, first);
    const points: [number, number][] = [
      [x - radius, y],
      [x + radius, y],
      [x, y + radius],
    ];
    const request = { frame_number: first, alike: later.slice(0, -1), first, last: later.at(-1) ?? first };
    const tracks = await followed(judged.engine, clip, { ...request, lines: [{ points, form: 'oval' }] });
    const errors = [...systoles, ...later].flatMap((frame) => {
      const known = circleOn(clip, frame);
      const [a, b, c] = tracks.frames.find(({ frame_number }) => frame_number === frame)?.lines[0] ?? [];
      if (!a || !b || !c) throw new Error(`The oval was not followed to frame ${frame}`);
      const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      const distances = Array.from({ length: PLACES }, (_, step) => {
        const turn = (2 * Math.PI * step) / PLACES;
        const at = (axis: 'x' | 'y') =>
          middle[axis] + Math.cos(turn) * (b[axis] - middle[axis]) + Math.sin(turn) * (c[axis] - middle[axis]);
        return Math.abs(Math.hypot(at('x') - known.centre[0], at('y') - known.centre[1]) - known.radius);
      });
      return [clip.mm * mean(distances)];
    });
    // Too small a movement would pass without tracking.
    const least = Math.min(...systoles.map((frame) => circleOn(clip, frame).radius));
    expect((radius - least) * clip.mm).toBeGreaterThan(3 * MAX_CONTOUR_MM);
    expect(Math.max(...errors)).toBeLessThanOrEqual(MAX_CONTOUR_MM);
    console.log(`oval: mean ${mean(errors).toFixed(2)} mm, worst ${Math.max(...errors).toFixed(2)}`);
  });

  it('report the distance between two ways to a place, and the certainty of each point', () => {
    for (const clip of judged.clips)
      for (const frame of tracksOf(clip).frames)
        for (const { quality, drift_px } of frame.lines.flat()) {
          expect(quality).toBeGreaterThan(0);
          expect(quality).toBeLessThanOrEqual(1);
          expect(drift_px).not.toBeNull();
        }
    // Lines drawn by hand are certain.
    const drawn = judged.clips.flatMap((clip) => tracksOf(clip).frames[0]?.lines.flat() ?? []);
    for (const { quality } of drawn) expect(quality).toBe(1);
  });

  it('are the same with one worker as with two, bit by bit', async () => {
    const [clip] = judged.clips;
    if (!clip) throw new Error('no clip');
    const alone = await createEngine({ workers: 1, share: false });
    const handle = await alone.open(clip.bytes);
    const tracks = handle.ok ? await alone.track(handle.value, asked(clip)) : null;
    expect(tracks).toEqual({ ok: true, value: tracksOf(clip) });
    await alone.close();
  }, 60_000);

  it('report their progress, and stop when they are cancelled', async () => {
    const [clip] = judged.clips;
    if (!clip) throw new Error('no clip');
    const handle = await opened(judged.engine, clip.bytes);
    const stop = new AbortController();
    const shares: number[] = [];
    const onProgress = (share: number): void => {
      shares.push(share);
      if (shares.length === 10) stop.abort();
    };
    const tracks = await judged.engine.track(handle, asked(clip), { signal: stop.signal, onProgress });
    expect(tracks).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThan(0.5);
    judged.engine.release(handle);
  });

  it('are refused by name where the request cannot be', async () => {
    const [clip] = judged.clips;
    if (!clip) throw new Error('no clip');
    const handle = await opened(judged.engine, clip.bytes);
    const refused = await judged.engine.track(handle, { ...asked(clip), last: 0 });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-argument' } });
    const beyond = await judged.engine.track(handle, { ...asked(clip), last: 500 });
    expect(beyond).toMatchObject({ ok: false, error: { code: 'no-such-frame' } });
    judged.engine.release(handle);
  });
});
