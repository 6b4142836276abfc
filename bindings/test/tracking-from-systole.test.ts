/** Lines that were drawn at one end systole in the middle of a clip, followed both ways, against the motion that the truth states; on a seed that was looked at once. */
import { describe, expect, it } from 'vitest';
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';
import { followedClips } from './tracked-clips-setup.ts';
import {
  contourError,
  drawnOn,
  MAX_CONTOUR_MM,
  MAX_GLS_POINTS,
  MAX_STEP_PX,
  mean,
  stepError,
  strainErrors,
  type Clip,
} from './tracked-clips.ts';

const SEED = 6400;
const drawnAt = ({ chamber }: Clip): number => {
  const { end_systole_frames: systoles } = chamber;
  return systoles[Math.floor(systoles.length / 2)] ?? Number.NaN;
};

/** A person draws the walls at one end systole, with every event of the clip marked. */
function asked(clip: Clip): TrackRequest {
  const { end_diastole_frames: diastoles, end_systole_frames: systoles } = clip.chamber;
  const frame = drawnAt(clip);
  return {
    frame_number: frame,
    alike: systoles.filter((one) => one !== frame),
    first: Math.min(...diastoles, ...systoles),
    last: Math.max(...diastoles, ...systoles),
    lines: drawnOn(clip, frame),
  };
}

const judged = followedClips(SEED, asked);
const { tracksOf } = judged;

const errorsAt = (clip: Clip, frames: readonly number[]): number[] =>
  frames.flatMap((frame) => [0, 1].map((wall) => contourError(clip, tracksOf(clip), frame, wall)));

describe('lines drawn at an end systole', () => {
  it('are followed backward and forward with a mean displacement error of at most 0.6 px a frame', () => {
    expect(judged.clips.length).toBeGreaterThanOrEqual(8);
    for (const clip of judged.clips) {
      const { end_diastole_frames: diastoles } = clip.chamber;
      const frame = drawnAt(clip);
      expect(diastoles.some((one) => one < frame) && diastoles.some((one) => one > frame), clip.file).toBe(true);
    }
    const errors = judged.clips.map((clip) => stepError(clip, tracksOf(clip)));
    for (const [place, error] of errors.entries()) expect(error, judged.clips[place]?.file).toBeLessThanOrEqual(MAX_STEP_PX);
    console.log(`displacement: mean ${mean(errors).toFixed(3)} px a frame, worst clip ${Math.max(...errors).toFixed(3)}`);
  });

  it('are within 1.0 mm of the wall one cycle before and after, on average', () => {
    const errors = judged.clips.flatMap((clip) =>
      errorsAt(
        clip,
        clip.chamber.end_systole_frames.filter((frame) => frame !== drawnAt(clip)),
      ),
    );
    expect(errors.length).toBeGreaterThanOrEqual(2 * judged.clips.length);
    expect(Math.max(...errors)).toBeLessThanOrEqual(MAX_CONTOUR_MM);
    console.log(`distance at end systole: mean ${mean(errors).toFixed(2)} mm, worst ${Math.max(...errors).toFixed(2)}`);
  });

  it('are within 1.0 mm of each wall at every end diastole, on average', () => {
    const errors = judged.clips.flatMap((clip) => errorsAt(clip, clip.chamber.end_diastole_frames));
    expect(Math.max(...errors)).toBeLessThanOrEqual(MAX_CONTOUR_MM);
    console.log(`distance at end diastole: mean ${mean(errors).toFixed(2)} mm, worst ${Math.max(...errors).toFixed(2)}`);
  });

  it('give the longitudinal strain within 1.4 points', () => {
    const errors = judged.clips.flatMap((clip) => strainErrors(clip, tracksOf(clip)));
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(MAX_GLS_POINTS);
    console.log(
      `strain: mean ${mean(errors).toFixed(2)} points, worst ${Math.max(...errors.map(Math.abs)).toFixed(2)}, ${errors.length} beats`,
    );
  });

  it('have a drift and a quality for every point', () => {
    for (const { quality, drift_px } of judged.clips.flatMap((clip) => tracksOf(clip).frames.flatMap(({ lines }) => lines.flat()))) {
      expect(quality > 0 && quality <= 1).toBe(true);
      expect(drift_px).not.toBeNull();
    }
  });
});
