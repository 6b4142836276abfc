import { describe, expect, it, vi } from 'vitest';
import { ClipCache, MAX_PREFETCH_BYTES, type ClipFile } from './clip-cache.ts';
import type { Player } from './player.ts';

const file = (name: string, sizeBytes = 1000): ClipFile => ({ filename: name, instanceId: name, sizeBytes });

/** A player that remembers what was done to it. */
function fakePlayer() {
  return {
    name: '',
    state: { status: 'ready' },
    park: vi.fn<Player['park']>(),
    rest: vi.fn<Player['rest']>(),
    open: vi.fn<Player['open']>(async () => undefined),
    close: vi.fn<Player['close']>(),
    fail: vi.fn<Player['fail']>(),
  };
}

function cacheWith(sourceOf: (filename: string) => Promise<Blob | null> = async () => new Blob()) {
  const made: ReturnType<typeof fakePlayer>[] = [];
  const cache = new ClipCache({
    makePlayer: () => {
      const player = fakePlayer();
      made.push(player);
      return player as unknown as Player;
    },
    sourceOf,
    prepare: (player, { filename }) => {
      (player as unknown as { name: string }).name = filename;
    },
  });
  const named = (name: string) => made.find((player) => player.name === name);
  return { cache, made, named };
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('open clips', () => {
  it('are opened once: a neighbour that is shown is there already', async () => {
    const { cache, made, named } = cacheWith();
    cache.show(file('a'));
    cache.prefetch([file('b')]);
    await settled();
    expect(named('b')?.park).toHaveBeenLastCalledWith(true);
    const shown = cache.show(file('b'));
    expect(shown).toBe(named('b'));
    expect(made).toHaveLength(2);
    expect(named('b')?.park).toHaveBeenLastCalledWith(false);
    expect(named('a')?.park).toHaveBeenLastCalledWith(true);
    expect(named('b')?.open).toHaveBeenCalledOnce();
  });

  it('are next to each other without being parked, and are kept when one of them is left', async () => {
    const { cache, made, named } = cacheWith();
    cache.show(file('a'));
    const players = cache.showAll([file('c'), file('a'), file('b')]);
    expect(players).toEqual(['c', 'a', 'b'].map(named));
    for (const name of ['a', 'b', 'c']) expect(named(name)?.park).not.toHaveBeenLastCalledWith(true);
    cache.showAll([file('d'), file('e'), file('a'), file('b')]);
    expect(named('c')?.close).toHaveBeenCalledOnce();
    cache.show(file('a'));
    expect(named('b')?.park).toHaveBeenLastCalledWith(true);
    expect(named('a')?.park).toHaveBeenLastCalledWith(false);
    expect(made).toHaveLength(5);
    await settled();
  });

  it('are few: what was looked at longest ago is closed, never the one shown nor its neighbours', async () => {
    const { cache, named } = cacheWith();
    for (const name of ['a', 'b', 'c', 'd']) cache.show(file(name));
    cache.prefetch([file('c'), file('e')]);
    await settled();
    expect(named('a')?.close).toHaveBeenCalledOnce();
    for (const name of ['c', 'd', 'e']) expect(named(name)?.close, name).not.toHaveBeenCalled();
  });

  it('are not opened beforehand when they are large', () => {
    const { cache, made } = cacheWith();
    cache.show(file('a'));
    cache.prefetch([file('b', MAX_PREFETCH_BYTES + 1)]);
    expect(made).toHaveLength(1);
  });

  it('report the fault of a missing file, and are opened again on request', async () => {
    const { cache, made } = cacheWith(async () => null);
    cache.show(file('a'));
    await settled();
    expect(made[0]?.fail).toHaveBeenCalledWith({ code: 'network', message: 'The file is no longer in the store.', status: null });
    cache.renew(file('a'));
    expect(made[0]?.close).toHaveBeenCalledOnce();
    expect(made).toHaveLength(2);
  });

  it('stay open from one page to the next, and begin there as their image was left', async () => {
    const prepared: string[] = [];
    const rest = vi.fn<Player['rest']>();
    const cache = new ClipCache({
      makePlayer: () => ({ ...fakePlayer(), rest }) as unknown as Player,
      sourceOf: async () => new Blob(),
      prepare: (_player, { filename }) => prepared.push(filename),
    });
    const before = cache.show(file('a'));
    cache.prefetch([file('b')]);
    cache.rest();
    expect(rest).toHaveBeenCalledTimes(2);
    expect(prepared).toEqual(['a', 'b']);
    expect(cache.show(file('a'))).toBe(before);
    expect(cache.show(file('a'))).toBe(before);
    expect(prepared).toEqual(['a', 'b', 'a']);
    await settled();
  });

  it('are opened again by the next page when they failed', async () => {
    const { cache, made } = cacheWith();
    cache.show(file('a'));
    const [failed] = made;
    if (failed) failed.state.status = 'failed';
    cache.rest();
    expect(cache.show(file('a'))).toBe(made[1]);
    expect(failed?.close).toHaveBeenCalledOnce();
    await settled();
  });

  it('are all closed with the study', () => {
    const { cache, made } = cacheWith();
    cache.show(file('a'));
    cache.prefetch([file('b'), file('c')]);
    cache.close();
    for (const player of made) expect(player.close).toHaveBeenCalledOnce();
  });
});
