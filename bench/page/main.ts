/** Code of the browser groups of the bench: the product's engine, player and surface, and Cornerstone's own colour path. */
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { CurvesRequest, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { MeasurementConfig } from '@echometry/bindings/engine/study-measurements.ts';
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { createEngine } from '@echometry/bindings/browser/client.ts';
import { Animation, type Scene } from '../../web/src/viewer/picture/animation.ts';
import { Surface } from '../../web/src/viewer/picture/gl.ts';
import { Player } from '../../web/src/viewer/clip/player.ts';
import { commandCache } from '../../web/src/viewer/picture/regl-cache.generated.ts';
import { NEUTRAL } from '../../web/src/viewer/picture/tone.ts';

/** Requests under way for each worker, as in the player's ring. */
const REQUESTS_PER_WORKER = 2;
const OVERLAY_POINTS = 2000;

let engine: EngineClient | null = null;

async function bytesOf(file: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(file)).arrayBuffer());
}

/** Milliseconds until every frame of a loop was decoded; memory goes round as in a ring. `cold` starts the engine first. */
async function loop(file: string, { workers, cold }: { workers: number; cold: boolean }): Promise<number> {
  const bytes = await bytesOf(file);
  if (cold || engine?.workers !== workers)
    await engine?.close().then(() => {
      engine = null;
    });
  const begin = performance.now();
  engine ??= createEngine({ workers });
  const running = engine;
  if (!cold) await running.ready();
  const start = cold ? begin : performance.now();
  const opened = await running.open(bytes);
  if (!opened.ok) throw new Error(opened.error.message);
  const metadata = await running.metadata(opened.value);
  if (!metadata.ok) throw new Error(metadata.error.message);
  let next = 1;
  const take = async () => {
    while (next <= metadata.value.number_of_frames) {
      const frame = await running.frame(opened.value, next++);
      if (!frame.ok) throw new Error(frame.error.message);
      running.recycle(frame.value);
    }
  };
  await Promise.all(Array.from({ length: workers * REQUESTS_PER_WORKER }, take));
  const taken = performance.now() - start;
  running.release(opened.value);
  return taken;
}

/** Follows lines through a clip as the page of segmentation asks for it; the file is read before the time begins. */
async function track(
  file: string,
  { request, workers }: { request: TrackRequest; workers: number },
): Promise<{ tracks: Tracks; seconds: number }> {
  const bytes = await bytesOf(file);
  if (engine?.workers !== workers)
    await engine?.close().then(() => {
      engine = null;
    });
  engine ??= createEngine({ workers });
  await engine.ready();
  const opened = await engine.open(bytes);
  if (!opened.ok) throw new Error(opened.error.message);
  const begin = performance.now();
  const tracks = await engine.track(opened.value, request);
  const seconds = (performance.now() - begin) / 1000;
  engine.release(opened.value);
  if (!tracks.ok) throw new Error(tracks.error.message);
  return { tracks: tracks.value, seconds };
}

interface CurvesMaterial {
  config: MeasurementConfig;
  file: ImageMetadata;
  image: AnalysisImage;
  request: CurvesRequest;
  /** The line under the pointer. */
  held: Line;
}

/** Curves of a cycle for every step of a drag, as the page asks for them; each step moves a point. */
async function curves(
  { config, file, image, request, held }: CurvesMaterial,
  { workers, steps }: { workers: number; steps: number },
): Promise<{ found: CycleCurves; milliseconds: number[] }> {
  engine ??= createEngine({ workers });
  await engine.ready();
  const study = engine.study(config, { data_type: 'adult' } as Parameters<EngineClient['study']>[1]);
  study.setFile(image.instance_id, file);
  study.setImage(image);
  const ask = async (drawn: Line[]): Promise<CycleCurves> => {
    const answer = await study.cycleCurves({ ...request, drawn });
    if (!answer.ok || !answer.value) throw new Error(answer.ok ? 'no curves' : answer.error.message);
    return answer.value;
  };
  const milliseconds: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const points = held.points.map((point, at) => (at === 5 ? { ...point, x: point.x - step / 10 } : point));
    const begin = performance.now();
    await ask([{ ...held, points }]);
    milliseconds.push(performance.now() - begin);
  }
  const found = await ask([]);
  study.close();
  return { found, milliseconds };
}

type ColourDecoder = (image: object, pixels: Uint8Array, canvas: HTMLCanvasElement) => Promise<unknown>;

/** The same for Cornerstone's path of colour JPEG: Blob, data URL, Image and 2D canvas on the main thread. */
async function cornerstoneLoop(frames: string[]): Promise<number> {
  const address = '/nm/@cornerstonejs/dicom-image-loader/dist/esm/imageLoader/decodeJPEGBaseline8BitColor.js';
  const { default: decode } = (await import(/* @vite-ignore */ address)) as { default: ColourDecoder };
  const streams = await Promise.all(frames.map(bytesOf));
  const start = performance.now();
  for (const stream of streams) await decode({}, stream, document.createElement('canvas'));
  return performance.now() - start;
}

/** Adds up the time spent in calls of WebGL, which software draws here, until it is stopped. */
function watchGl(): { spent: () => number; stop: () => void } {
  let spent = 0;
  const methods = WebGLRenderingContext.prototype as unknown as Record<string, unknown>;
  const before: [string, unknown][] = [];
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = Object.getOwnPropertyDescriptor(methods, name)?.value as unknown;
    if (typeof method !== 'function') continue;
    before.push([name, method]);
    methods[name] = function timed(this: unknown, ...args: unknown[]): unknown {
      const start = performance.now();
      const answer = (method as (...args: unknown[]) => unknown).apply(this, args);
      spent += performance.now() - start;
      return answer;
    };
  }
  return {
    spent: () => spent,
    stop: () => {
      for (const [name, method] of before) methods[name] = method;
    },
  };
}

/** A clip that is decoded whole, with an overlay, ready to be played again and again. */
let stage: { scene: Scene; player: Player; animation: Animation; close: () => Promise<void> } | null = null;

/** Opens a clip and waits until every frame is decoded. */
async function prepare(file: string): Promise<void> {
  const canvas = document.querySelector('canvas');
  if (!canvas) throw new Error('no canvas');
  const surface = new Surface(canvas, commandCache);
  const running = createEngine({ workers: 2 });
  const player = new Player(running, 2);
  await player.open(await bytesOf(file));
  player.readAhead();
  while (player.state.frames === 0 || player.state.decoded < player.state.frames)
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  const strip = new Float32Array(OVERLAY_POINTS * 4);
  for (let i = 0; i < OVERLAY_POINTS * 2; i += 1) {
    strip[i * 2] = canvas.width * (0.5 + 0.3 * Math.cos(i / 300)) + (i % 2) * 2;
    strip[i * 2 + 1] = canvas.height * (0.5 + 0.3 * Math.sin(i / 300));
  }
  const overlay = { lines: [{ strip, colour: [0.2, 1, 0.4, 1] as const }], labels: [], revision: 0 };
  const view = { left: 0, top: 0, scale: canvas.width / (player.state.metadata?.width ?? canvas.width), aspect: 1 };
  const size = { width: canvas.width, height: canvas.height };
  const scene: Scene = { player, surface, view, size, tone: NEUTRAL, overlay: () => overlay, lens: null, wrap: null, dirty: true };
  stage = {
    scene,
    player,
    animation: new Animation(),
    close: async () => {
      player.close();
      await running.close();
    },
  };
}

/** Plays `ticks` animation frames of the clip that was prepared: frames held back, and main-thread ms of each outside of WebGL. */
async function play(ticks: number): Promise<{ held: number; main: number[] }> {
  if (!stage) throw new Error('nothing was prepared');
  const { scene, player, animation } = stage;
  const gl = watchGl();
  const main = new Float64Array(ticks);
  const before = player.heldFrames;
  player.play();
  await new Promise<void>((resolve) => {
    let tick = 0;
    const step = (now: number) => {
      const start = performance.now();
      const inGl = gl.spent();
      // Drawn in every animation frame, also where the clip would keep its frame for another.
      scene.dirty = true;
      animation.step(now, scene);
      main[tick] = performance.now() - start - (gl.spent() - inGl);
      tick += 1;
      if (tick < ticks) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
  player.pause();
  gl.stop();
  return { held: player.heldFrames - before, main: [...main] };
}

/** True while a clip plays on without being measured. */
let going = false;

/** Plays on without measuring until it is halted, so that a profiler sees what the product allocates and nothing of the bench. */
function run(): void {
  if (!stage) throw new Error('nothing was prepared');
  const { scene, animation } = stage;
  going = true;
  const step = (now: number) => {
    if (!going) return;
    requestAnimationFrame(step);
    scene.dirty = true;
    animation.step(now, scene);
  };
  stage.player.play();
  requestAnimationFrame(step);
}

/** Animation frames of the clip so far. */
const ticks = (): number => stage?.player.ticks ?? 0;

function halt(): void {
  going = false;
  stage?.player.pause();
}

const close = async (): Promise<void> => {
  await stage?.close();
  stage = null;
};

Object.assign(globalThis, { bench: { loop, track, curves, cornerstoneLoop, prepare, play, run, ticks, halt, close } });
