import { expect, it } from 'vitest';
import type { Engine, FileHandle, FrameView } from '@echometry/bindings/engine/api.ts';
import { FrameRing, STUDY_BUDGET_BYTES, TOTAL_BUDGET_BYTES, closeRingsOf } from './frame-ring.ts';

const HANDLE = 1 as FileHandle;
const FRAME_BYTES = 1000;

/** An engine that returns frames on demand, and remembers what it was asked for and given back. */
function fakeEngine() {
  const waiting = new Map<number, (answer: Awaited<ReturnType<Engine['frame']>>) => void>();
  const asked: number[] = [];
  let recycled = 0;
  const engine = {
    frame: (_handle: FileHandle, frame_number: number, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((resolve) => {
        asked.push(frame_number);
        waiting.set(frame_number, resolve);
        signal?.addEventListener('abort', () => {
          waiting.delete(frame_number);
          resolve({ ok: false, error: { code: 'aborted', message: '' } });
        });
      }),
    recycle: () => {
      recycled += 1;
    },
  } as unknown as Engine;
  const answerAll = async () => {
    while (waiting.size > 0) {
      for (const [frame_number, resolve] of Array.from(waiting)) {
        waiting.delete(frame_number);
        resolve({ ok: true, value: { frame_number, buffers: [new Uint8Array(FRAME_BYTES)] } as unknown as FrameView });
      }
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { engine, asked, waiting, answerAll, recycled: () => recycled };
}

const listener = { onFrame: () => undefined, onFailure: () => undefined };

/** A ring of a clip that is on the screen. */
function ringOnScreen(engine: Engine, options: ConstructorParameters<typeof FrameRing>[3]): FrameRing {
  const ring = new FrameRing(engine, HANDLE, listener, options);
  ring.readAhead();
  return ring;
}

it('decodes one frame until the clip is on the screen, also after a pause and where that frame is not the first', async () => {
  const { engine, asked, answerAll } = fakeEngine();
  const ring = new FrameRing(engine, HANDLE, listener, { workers: 2 });
  ring.moveTo(2, 1);
  ring.setFrames(4, 4);
  await answerAll();
  expect(asked).toEqual([3]);
  ring.readAhead();
  await answerAll();
  expect(asked).toEqual([3, 4, 1, 2]);
  ring.park(true);
  ring.readAhead();
  ring.park(false);
  await answerAll();
  expect(ring.decoded).toBe(1);
  ring.readAhead();
  await answerAll();
  expect(ring.decoded).toBe(4);
  ring.close();
});

it('decodes the others where the first frame cannot be', async () => {
  const { engine, waiting, answerAll } = fakeEngine();
  const ring = new FrameRing(engine, HANDLE, listener, { workers: 1 });
  ring.setFrames(3, 3);
  waiting.get(1)?.({ ok: false, error: { code: 'network', message: '', status: null } });
  waiting.delete(1);
  await Promise.resolve();
  await Promise.resolve();
  await answerAll();
  expect([ring.has(0), ring.has(1), ring.has(2)]).toEqual([false, true, true]);
  ring.park(true);
  ring.park(false);
  await answerAll();
  expect([ring.has(0), ring.has(1), ring.has(2)]).toEqual([false, true, true]);
  ring.close();
});

it('asks ahead of the head in the direction of play, as many at once as workers can take', async () => {
  const { engine, asked } = fakeEngine();
  const ring = ringOnScreen(engine, { workers: 2 });
  ring.moveTo(5, -1);
  ring.setFrames(10, 10);
  expect(asked).toEqual([6, 5, 4, 3]);
  ring.close();
});

it('after a seek the frames around the new head come first', async () => {
  const { engine, asked, waiting } = fakeEngine();
  const ring = ringOnScreen(engine, { workers: 1 });
  ring.setFrames(100, 100);
  expect(asked).toEqual([1, 2]);
  ring.moveTo(50, 1);
  await Promise.resolve();
  await Promise.resolve();
  expect([...waiting.keys()]).toEqual([51, 52]);
  ring.close();
});

it('the head is asked for even before its bytes have arrived', async () => {
  const { engine, asked } = fakeEngine();
  const ring = ringOnScreen(engine, { workers: 1 });
  ring.setFrames(2, 100);
  ring.moveTo(70, 1);
  await Promise.resolve();
  await Promise.resolve();
  expect(asked).toContain(71);
  ring.close();
});

it('a paused clip is decoded whole, and no frame is asked for twice', async () => {
  const { engine, asked, answerAll } = fakeEngine();
  const ring = ringOnScreen(engine, { workers: 2 });
  ring.setFrames(60, 60);
  await answerAll();
  expect(ring.decoded).toBe(60);
  expect(asked).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  ring.close();
});

it('keeps what the budget allows and gives everything back when it closes', async () => {
  const { engine, answerAll, recycled } = fakeEngine();
  const ring = ringOnScreen(engine, { budget: FRAME_BYTES * 20, workers: 2 });
  ring.setFrames(100, 100);
  await answerAll();
  expect(ring.capacity).toBe(20);
  expect(ring.decoded).toBeLessThanOrEqual(20);
  const before = ring.decoded;
  ring.close();
  expect(recycled()).toBeGreaterThanOrEqual(before);
  expect(ring.decoded).toBe(0);
});

/** Rings of one study after the other, each with a clip of three frames decoded. */
async function opened(studies: readonly string[]) {
  const rings = studies.map((study) => {
    const fake = fakeEngine();
    const ring = ringOnScreen(fake.engine, { budget: Number.MAX_SAFE_INTEGER, study });
    ring.setFrames(3, 3);
    return { ...fake, ring };
  });
  for (const { answerAll } of rings) await answerAll();
  return rings;
}
const bytesOf = (rings: readonly { ring: FrameRing }[]): number => rings.reduce((sum, { ring }) => sum + ring.capacity * FRAME_BYTES, 0);

it('open clips of a study share its budget, and grow when others are closed', async () => {
  const rings = await opened(['a', 'a', 'a', 'a']);
  expect(bytesOf(rings)).toBeLessThanOrEqual(STUDY_BUDGET_BYTES);
  for (const { ring } of rings.slice(1)) ring.close();
  expect(rings[0]?.ring.capacity).toBe(Math.floor(STUDY_BUDGET_BYTES / FRAME_BYTES));
  rings[0]?.ring.close();
});

it('clips of several studies share the budget of the page', async () => {
  const rings = await opened(['a', 'b', 'c']);
  expect(bytesOf(rings)).toBeLessThanOrEqual(TOTAL_BUDGET_BYTES);
  expect(bytesOf(rings)).toBeGreaterThan(TOTAL_BUDGET_BYTES - 3 * FRAME_BYTES);
  for (const { ring } of rings) ring.close();
});

it('a study that is closed gives back what its clips hold, and no other does', async () => {
  const rings = await opened(['a', 'a', 'b']);
  closeRingsOf('a');
  expect(rings.map(({ ring }) => ring.decoded)).toEqual([0, 0, 3]);
  expect(rings.map(({ recycled }) => recycled())).toEqual([3, 3, 0]);
  rings[2]?.ring.close();
});

it('a clip with newly chosen colours is decoded again, and pending frames are not shown', async () => {
  const { engine, asked, waiting, answerAll, recycled } = fakeEngine();
  const ring = ringOnScreen(engine, { workers: 1 });
  ring.setFrames(3, 3);
  const [, late] = [...waiting.values()];
  await answerAll();
  ring.renew();
  late?.({ ok: true, value: { frame_number: 2, buffers: [new Uint8Array(FRAME_BYTES)] } as unknown as FrameView });
  await answerAll();
  expect(asked).toEqual([1, 2, 3, 1, 2, 3]);
  expect(ring.decoded).toBe(3);
  expect(recycled()).toBe(3);
  ring.close();
});
