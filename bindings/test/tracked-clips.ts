/** Synthetic clips whose walls move as their truth states, and how far lines that were followed lie from them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TrackRequest, TrackedFrame, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { FileHandle } from '../src/engine/api.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { drawnDemo } from './drawn-demo.ts';

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
  short_axis?: Chamber;
}

export interface Clip {
  file: string;
  bytes: Uint8Array;
  mm: number;
  chamber: Chamber;
}

/** Requirements of the method. */
export const MAX_STEP_PX = 0.6;
export const MAX_CONTOUR_MM = 1;
export const MAX_GLS_POINTS = 1.4;
/** Of the 97 stations of a wall, every sixth is clicked: 17 points. */
const CLICKED = 6;
const MM_PER_CM = 10;

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const clicked = (wall: readonly Place[]): Place[] => wall.filter((_, station) => station % CLICKED === 0);

/** Endocardium and epicardium on a frame, from 1. */
function wallsOf({ chamber }: Clip, frame: number): [Place[], Place[]] {
  const known = chamber.frames[frame - 1];
  if (!known) throw new Error(`frame ${frame} is not known`);
  return [known.endo, known.epi];
}

/** The walls as a person clicks them on a frame. */
export const drawnOn = (clip: Clip, frame: number): TrackRequest['lines'] =>
  wallsOf(clip, frame).map((wall) => ({ points: clicked(wall), form: 'open' }));

/** The clips of the demo with other scatterers, noise and beats. */
export const drawnClips = (seed: number): string => drawnDemo({ projects: ['demo-cycles-adult', 'demo-cycles-fetal'], seed });

/** The clips of a folder that have a chamber of interest. */
function clipsWith(folder: string, chamberOf: (truth: Truth) => Chamber | undefined): Clip[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
    projects: { patients: { images: { file: string; truth: string }[] }[] }[];
  };
  return manifest.projects
    .flatMap(({ patients }) => patients.flatMap(({ images }) => images))
    .flatMap(({ file, truth: truthFile }) => {
      const truth = JSON.parse(readFileSync(path.join(folder, truthFile), 'utf8')) as Truth;
      const chamber = chamberOf(truth);
      const mm = (truth.regions[0]?.physical_delta_x ?? Number.NaN) * MM_PER_CM;
      return chamber ? [{ file, bytes: readFileSync(path.join(folder, file)), mm, chamber }] : [];
    });
}

export const apicalClips = (folder: string): Clip[] => clipsWith(folder, (truth) => truth.four_chamber ?? truth.two_chamber);

/** Clips of the short axis, whose endocardium is a circle (docs/phantom.md#views). */
export const shortAxes = (folder: string): Clip[] => clipsWith(folder, ({ short_axis }) => short_axis);

/** Centre and radius of the endocardial circle on a frame. */
export function circleOn(clip: Clip, frame: number): { centre: Place; radius: number } {
  const [endo] = wallsOf(clip, frame);
  // The first place may come again at the end.
  const [[x0, y0] = [Number.NaN, Number.NaN], ...rest] = endo;
  const around = rest.filter(([x, y]) => x !== x0 || y !== y0);
  const places: Place[] = [[x0, y0], ...around];
  const centre: Place = [mean(places.map(([x]) => x)), mean(places.map(([, y]) => y))];
  return { centre, radius: mean(places.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]))) };
}

export async function opened(engine: EngineClient, bytes: Uint8Array): Promise<FileHandle> {
  const handle = await engine.open(bytes);
  if (!handle.ok) throw new Error(handle.error.message);
  return handle.value;
}

export async function followed(engine: EngineClient, { bytes }: Clip, request: TrackRequest): Promise<Tracks> {
  const handle = await opened(engine, bytes);
  const tracks = await engine.track(handle, request);
  engine.release(handle);
  if (!tracks.ok) throw new Error(tracks.error.message);
  return tracks.value;
}

function at(tracks: Tracks, frame: number): TrackedFrame {
  const one = tracks.frames.find(({ frame_number }) => frame_number === frame);
  if (!one) throw new Error(`frame ${frame} was not followed to`);
  return one;
}

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

/** Mean distance between the displacement that was found and the true one, over all points and pairs of frames, in px. */
export function stepError(clip: Clip, { frames }: Tracks): number {
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
export const contourError = (clip: Clip, tracks: Tracks, frame: number, wall: number): number =>
  clip.mm * mean((at(tracks, frame).lines[wall] ?? []).map(({ x, y }) => distanceFrom([x, y], wallsOf(clip, frame)[wall] as Place[])));

/** Strain of the endocardium by what was followed less the true one of the same points, beat by beat, in percentage points. */
export function strainErrors(clip: Clip, tracks: Tracks): number[] {
  const { end_diastole_frames, end_systole_frames } = clip.chamber;
  return end_systole_frames.map((systole, beat) => {
    const diastole = end_diastole_frames[beat] as number;
    const found = (frame: number) => length((at(tracks, frame).lines[0] ?? []).map(({ x, y }): Place => [x, y]));
    const known = (frame: number) => length(clicked(wallsOf(clip, frame)[0]));
    return 100 * (found(systole) / found(diastole) - known(systole) / known(diastole));
  });
}
