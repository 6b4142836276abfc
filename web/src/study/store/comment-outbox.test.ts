import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { CallError } from '../../lib/api.ts';
import type { CommentOp, KeptOp } from './comment-ops.ts';
import { CommentOutbox, RETRY_AFTER_MS } from './comment-outbox.ts';
import type { CommentStore, StoredOp } from './comment-store.ts';

class MemoryStore implements CommentStore {
  ops: StoredOp[] = [];
  broken = false;
  #next = 1;
  async append(kept: KeptOp): Promise<number> {
    if (this.broken) throw new Error('The disk is full.');
    this.ops.push({ ...kept, seq: this.#next });
    return this.#next++;
  }
  waiting = async (user: string, role: RoleName) => this.ops.filter((kept) => kept.user === user && kept.role === role);
  has = async (seq: number) => this.ops.some((kept) => kept.seq === seq);
  put = async (stored: StoredOp) => {
    this.ops = this.ops.map((kept) => (kept.seq === stored.seq ? stored : kept));
  };
  remove = async (seq: number) => {
    this.ops = this.ops.filter((kept) => kept.seq !== seq);
  };
}

const remove = (id: string): CommentOp => ({ kind: 'remove', id, text: id });
const kept = (op: CommentOp, user = 'anna@site', role: RoleName = 'Editor'): KeptOp => ({
  user,
  role,
  db_name: 'heart',
  study_id: '7_20261118',
  at: 1,
  op,
});
const offline = new CallError('offline', null, 'The server cannot be reached.');

/** One page of a browser; pages share its store. */
function page(store = new MemoryStore(), lock = { held: Promise.resolve() as Promise<unknown> }) {
  const who: { person: { email: string; role: RoleName } | null } = { person: { email: 'anna@site', role: 'Editor' } };
  const send = vi.fn<(kept: KeptOp) => Promise<void>>(async () => undefined);
  const settled: string[] = [];
  const outbox = new CommentOutbox({
    store,
    person: () => who.person,
    send,
    alone: (work) => {
      const mine = lock.held.then(work);
      lock.held = mine.catch(() => undefined);
      return mine;
    },
    settled: ({ op }) => settled.push(op.kind === 'remove' ? op.id : op.kind),
  });
  const sent = () => send.mock.calls.map(([{ op }]) => (op.kind === 'remove' ? op.id : op.kind));
  return { outbox, store, lock, who, send, sent, settled };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('an act on a comment', () => {
  it('is on the disk before it is sent, and goes from there once the server has it', async () => {
    const { outbox, store, send, settled } = page();
    let onDisk = 0;
    send.mockImplementation(async () => {
      onDisk = store.ops.length;
    });
    await outbox.put(kept(remove('one')));
    expect(await outbox.flush()).toBe(true);
    expect(onDisk).toBe(1);
    expect([store.ops, outbox.state.waiting, settled]).toEqual([[], [], ['one']]);
  });

  it('written offline is kept, sent in its order when the network is back, and never twice', async () => {
    const { outbox, store, send, sent } = page();
    send.mockRejectedValue(offline);
    await outbox.put(kept(remove('one')));
    await outbox.put(kept(remove('two')));
    expect(await outbox.flush()).toBe(false);
    expect(outbox.state.away).toBe('The server cannot be reached.');
    expect(store.ops).toHaveLength(2);
    send.mockReset();
    send.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    expect(sent()).toEqual(['one', 'two']);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    expect(sent()).toEqual(['one', 'two']);
    expect(outbox.state).toEqual({ waiting: [], away: null });
  });

  it('of a page that crashed is sent by the next one', async () => {
    const before = page();
    before.send.mockRejectedValue(offline);
    await before.outbox.put(kept(remove('one')));
    await before.outbox.flush();
    const after = page(before.store);
    await after.outbox.load();
    expect(await after.outbox.flush()).toBe(true);
    expect(after.sent()).toEqual(['one']);
  });

  it('is sent by only one of two tabs', async () => {
    const first = page();
    first.send.mockRejectedValue(offline);
    await first.outbox.put(kept(remove('one')));
    await first.outbox.flush();
    const second = page(first.store, first.lock);
    first.send.mockReset();
    first.send.mockResolvedValue(undefined);
    await second.outbox.load();
    await Promise.all([first.outbox.flush(), second.outbox.flush()]);
    expect([...first.sent(), ...second.sent()]).toEqual(['one']);
    expect([first.outbox.state.waiting, second.outbox.state.waiting]).toEqual([[], []]);
  });

  it('is neither shown to nor sent by another person of the browser, nor in another role', async () => {
    const { outbox, store, who, send, sent } = page();
    send.mockRejectedValue(offline);
    await outbox.put(kept(remove('one')));
    await outbox.flush();
    send.mockReset();
    send.mockResolvedValue(undefined);
    for (const person of [
      { email: 'ben@site', role: 'Editor' as const },
      { email: 'anna@site', role: 'Ground-truth generator' as const },
      null,
    ]) {
      who.person = person;
      await outbox.load();
      expect(outbox.state.waiting).toEqual([]);
      await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    }
    expect([sent(), store.ops.length]).toEqual([[], 1]);
    who.person = { email: 'anna@site', role: 'Editor' };
    await outbox.load();
    expect(await outbox.flush()).toBe(true);
    expect(sent()).toEqual(['one']);
  });

  it('that the server refuses waits with its words for the person, and others pass it', async () => {
    const { outbox, store, send, sent } = page();
    send.mockRejectedValueOnce(new CallError('refused', 400, 'is not an image of this study'));
    await outbox.put(kept(remove('one')));
    await outbox.put(kept(remove('two')));
    await outbox.flush();
    expect(await outbox.flush()).toBe(false);
    expect(outbox.state.waiting.map(({ op, refused }) => [op, refused])).toEqual([[remove('one'), 'is not an image of this study']]);
    expect(store.ops[0]?.refused).toBe('is not an image of this study');
    await outbox.again(outbox.state.waiting[0]!.key);
    expect(sent()).toEqual(['one', 'two', 'one']);
    expect(outbox.state.waiting).toEqual([]);
  });

  it('that was refused can be given up', async () => {
    const { outbox, store, send } = page();
    send.mockRejectedValueOnce(new CallError('refused', 400, 'no'));
    await outbox.put(kept(remove('one')));
    await outbox.flush();
    await outbox.drop(outbox.state.waiting[0]!.key);
    expect([outbox.state.waiting, store.ops]).toEqual([[], []]);
  });

  it('that the browser cannot keep is sent from memory, and counted as not kept until then', async () => {
    const { outbox, store, send, sent } = page();
    store.broken = true;
    send.mockRejectedValueOnce(offline);
    await outbox.put(kept(remove('one')));
    await outbox.flush();
    expect(outbox.unkept).toBe(1);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    expect([sent(), outbox.unkept]).toEqual([['one', 'one'], 0]);
  });
});
