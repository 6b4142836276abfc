/** What the browser groups of the bench run: the product's engine, player and surface, and Cornerstone's own colour path. */
import type { EngineClient } from '@echometry/bindings/client-core.ts';
import { createEngine } from '@echometry/bindings/client-web.ts';
import { Surface } from '../../web/src/viewer/gl.ts';
import { Player } from '../../web/src/viewer/player.ts';

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
  if (cold || engine?.workers !== workers) await engine?.close().then(() => { engine = null; });
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

/** Adds up the time spent in calls of WebGL, which software draws here. */
function watchGl(): () => number {
  let spent = 0;
  const methods = WebGLRenderingContext.prototype as unknown as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = Object.getOwnPropertyDescriptor(methods, name)?.value as unknown;
    if (typeof method !== 'function') continue;
    methods[name] = function timed(this: unknown, ...args: unknown[]): unknown {
      const start = performance.now();
      const answer = (method as (...args: unknown[]) => unknown).apply(this, args);
      spent += performance.now() - start;
      return answer;
    };
  }
  return () => spent;
}

/** Plays `ticks` animation frames with an overlay once all is decoded. */
async function play(file: string, ticks: number): Promise<{ held: number; main: number[]; shown: number }> {
  const glTime = watchGl();
  const canvas = document.querySelector('canvas');
  if (!canvas) throw new Error('no canvas');
  const surface = new Surface(canvas, undefined);
  const running = createEngine({ workers: 2 });
  const player = new Player(running, 2);
  await player.open(await bytesOf(file));
  while (player.state.frames === 0 || player.state.decoded < player.state.frames) await new Promise((resolve) => { setTimeout(resolve, 50); });
  const strip = new Float32Array(OVERLAY_POINTS * 4);
  for (let i = 0; i < OVERLAY_POINTS * 2; i += 1) {
    strip[i * 2] = 500 + 300 * Math.cos(i / 300) + (i % 2) * 2;
    strip[i * 2 + 1] = 380 + 250 * Math.sin(i / 300);
  }
  const lines = [{ strip, colour: [0.2, 1, 0.4, 1] as const }];
  const transform = { left: 0, top: 0, scale: 1, aspect: 1 };
  const tone = { low: 0, width: 1 };
  const size = { width: canvas.width, height: canvas.height };
  const main = Array.from({ length: ticks }, () => 0);
  const before = player.state.heldFrames;
  let shown = 0;
  player.play();
  await new Promise<void>((resolve) => {
    let tick = 0;
    const step = (now: number) => {
      const start = performance.now();
      const inGl = glTime();
      if (player.tick(now)) shown += 1;
      surface.draw(player.frame(), transform, tone, size, lines);
      main[tick] = performance.now() - start - (glTime() - inGl);
      tick += 1;
      if (tick < ticks) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
  const held = player.state.heldFrames - before;
  player.close();
  await running.close();
  return { held, main, shown };
}

Object.assign(globalThis, { bench: { loop, cornerstoneLoop, play } });
