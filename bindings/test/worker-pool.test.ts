import { describe, expect, it } from 'vitest';
import { ok } from '../src/engine/result.ts';
import type { WorkerAnswer } from '../src/engine/worker-messages.ts';
import { WorkerPool, type StartedWorker } from '../src/engine/worker-pool.ts';

/** Workers that only count their lives; what a call does is up to the test. */
function farm() {
  const lives: { crash: (detail: string) => void; ended: boolean }[] = [];
  const start = async (): Promise<StartedWorker> => {
    const life = { crash: (_detail: string) => undefined as void, ended: false };
    lives.push(life);
    return {
      // The pool never looks into the api: it hands it to the call.
      api: { [Symbol.for('life')]: life } as unknown as StartedWorker['api'],
      onCrash: (listener) => {
        life.crash = listener;
      },
      terminate: () => {
        life.ended = true;
      },
    };
  };
  return { lives, start };
}

const never = () => new Promise<never>(() => undefined);

describe('worker pool', () => {
  it('starts a fresh worker after a crash, and repeats the call that was lost', async () => {
    const { lives, start } = farm();
    const pool = new WorkerPool(start, 1);
    await pool.ready();
    const lost = pool.call(never);
    const queued = pool.call(async () => ok('done by the next worker'));
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    lives[0]?.crash('out of memory');
    expect(await lost).toMatchObject({ ok: false, error: { code: 'engine-crashed' } });
    expect(await queued).toEqual({ ok: true, value: 'done by the next worker' });
    expect([lives.length, lives[0]?.ended, pool.generation(0)]).toEqual([2, true, 1]);
  });

  it('replaces a worker whose engine panicked, and keeps one that only refused', async () => {
    const { lives, start } = farm();
    const pool = new WorkerPool(start, 1);
    const refusal = { code: 'aborted', message: 'no' } as const;
    expect(await pool.call(async () => ({ ok: false, error: refusal }))).toEqual({ ok: false, error: refusal });
    expect(lives).toHaveLength(1);
    await pool.call(async () => ({ ok: false, error: refusal, fatal: true }));
    expect(lives).toHaveLength(2);
    expect(await pool.call(() => Promise.reject(new Error('message port closed')))).toMatchObject({
      ok: false,
      error: { code: 'engine-crashed' },
    });
    expect(lives).toHaveLength(3);
  });

  it('never begins a call that was cancelled while it waited', async () => {
    const { start } = farm();
    const pool = new WorkerPool(start, 1);
    let finish: () => void = () => undefined;
    const running = pool.call(
      () =>
        new Promise<WorkerAnswer<number>>((resolve) => {
          finish = () => {
            resolve(ok(1));
          };
        }),
    );
    const stop = new AbortController();
    let begun = false;
    const waiting = pool.call(
      async () => {
        begun = true;
        return ok(2);
      },
      { signal: stop.signal },
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    stop.abort();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'aborted' } });
    finish();
    expect(await running).toEqual({ ok: true, value: 1 });
    expect(await pool.call(async () => ok(3))).toEqual({ ok: true, value: 3 });
    expect(begun).toBe(false);
  });

  it('gives work that only one worker can do to that one', async () => {
    const { lives, start } = farm();
    const pool = new WorkerPool(start, 2);
    const lifeOf = (api: unknown) => (api as Record<symbol, unknown>)[Symbol.for('life')];
    const answers = await Promise.all([0, 1, 1, 0, 1].map((only) => pool.call(async (api) => ok(lifeOf(api) === lives[only]), { only })));
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ ok: true, value: true })));
  });

  it('ends every call after it was closed', async () => {
    const { start } = farm();
    const pool = new WorkerPool(start, 1);
    const lost = pool.call(never);
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    const closing = pool.close();
    expect(await lost).toMatchObject({ ok: false, error: { code: 'engine-closed' } });
    await closing.catch(() => undefined);
    expect(await pool.call(async () => ok(1))).toMatchObject({ ok: false, error: { code: 'engine-closed' } });
  });
});
