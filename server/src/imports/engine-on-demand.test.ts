import type { Engine } from '@echometry/bindings/engine/api.ts';
import { expect, it } from 'vitest';
import { engineOnDemand } from './engine-on-demand.ts';

/** Engines that only know whether they were closed. */
function counted() {
  const made: Array<{ closed: boolean }> = [];
  const create = async (): Promise<Engine> => {
    const state = { closed: false };
    made.push(state);
    const close = async (): Promise<void> => {
      state.closed = true;
    };
    return { close } as Partial<Engine> as Engine;
  };
  return { made, create };
}

it('ends the workers with the work, and starts new ones for the next', async () => {
  const { made, create } = counted();
  const engine = engineOnDemand(create);
  expect(made).toEqual([]);
  await engine.during(async () => expect(made).toEqual([{ closed: false }]));
  expect(made).toEqual([{ closed: true }]);
  await engine.during(async () => undefined);
  expect(made).toEqual([{ closed: true }, { closed: true }]);
});

it('keeps them during any work', async () => {
  const { made, create } = counted();
  const engine = engineOnDemand(create);
  let finish = (): void => undefined;
  const long = engine.during(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  await engine.during(async () => undefined);
  expect(made).toEqual([{ closed: false }]);
  finish();
  await long;
  expect(made).toEqual([{ closed: true }]);
});

it('gives back what failed too, and tries again after a start that failed', async () => {
  const { made, create } = counted();
  let broken = true;
  const engine = engineOnDemand(() => (broken ? Promise.reject(new Error('no start')) : create()));
  await expect(engine.during(async () => undefined)).rejects.toThrow('no start');
  broken = false;
  await expect(
    engine.during(async () => {
      throw new Error('no file');
    }),
  ).rejects.toThrow('no file');
  expect(made).toEqual([{ closed: true }]);
});
