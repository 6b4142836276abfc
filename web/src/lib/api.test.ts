import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineCall } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { Type } from 'typebox';
import { CallError, call, endsSession } from './api.ts';

const ENDPOINTS = {
  cloud: 'here',
  services: { custom: '/api/', admin: '/admin/', auth: '/auth/' },
  foreign_sign_in: false,
  inactivity: { period_minutes: 10, check_seconds: 120, timeout_seconds: 30 },
};
const USERS = { offered: false, users: [] };
const answer = (status: number, body: unknown = { code: 'x', message: `answer ${status}` }): Response =>
  new Response(JSON.stringify(body), { status });
const LOST = new TypeError('Failed to fetch');

/** Makes the network respond in this order; returns how often it was asked, not counting the list of endpoints. */
function network(...replies: (Response | Error)[]): () => number {
  let asked = 0;
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) => {
      if (address.startsWith('/config/')) return answer(200, ENDPOINTS);
      const reply = replies[asked] ?? replies.at(-1);
      asked += 1;
      if (reply instanceof Response) return reply.clone();
      throw reply ?? LOST;
    }),
  );
  return () => asked;
}

/** The outcome of one call, with every wait of its tries passed over. */
async function outcome(): Promise<unknown> {
  const made = call(CALLS.demoUsers, null, { as: 'nobody' }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, clear: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Before the real timers: a spy on a fake timer gives the fake one back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a call of a page that states where the services are', () => {
  it('is sent before the file of endpoints is there', async () => {
    const content = JSON.stringify({ custom: '/c/', admin: '/a/', auth: '/stated/' });
    vi.stubGlobal('document', { querySelector: () => ({ content }) });
    const asked: string[] = [];
    let sendFile: (file: Response) => void = () => undefined;
    const file = new Promise<Response>((resolve) => {
      sendFile = resolve;
    });
    vi.stubGlobal(
      'fetch',
      vi.fn((address: string) => {
        asked.push(address);
        return address.startsWith('/config/') ? file : Promise.resolve(answer(200, USERS));
      }),
    );
    expect(await call(CALLS.demoUsers, null, { as: 'nobody' })).toEqual(USERS);
    expect(asked.at(-1)).toBe('/stated/demo/users');
    sendFile(answer(200, ENDPOINTS));
  });
});

describe('a call that fails', () => {
  it('is sent without a person after a sign-out', async () => {
    const asked = network(answer(200, USERS));
    const made = call(CALLS.getSettings, { user: 'somebody@example.org' }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await made).toMatchObject({ kind: 'unauthorized', status: null });
    expect(asked()).toBe(0);
  });

  it.each([
    ['too many', answer(429)],
    ['an error of the server', answer(503)],
    ['a lost network', LOST],
  ])('is tried again after %s, until the server responds', async (_what, failure) => {
    const asked = network(failure, failure, answer(200, USERS));
    expect(await outcome()).toEqual(USERS);
    expect(asked()).toBe(3);
  });

  it('becomes UNAUTHORIZED when the tries are used up, and is logged', async () => {
    const asked = network(answer(500));
    expect(await outcome()).toMatchObject({ name: 'UNAUTHORIZED', kind: 'refused', status: 500, message: 'answer 500' });
    expect(asked()).toBe(4);
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it('waits longer from try to try', async () => {
    network(answer(500));
    const waits = vi.spyOn(globalThis, 'setTimeout');
    await outcome();
    const times = waits.mock.calls.map(([, wait]) => Number(wait));
    expect(times).toHaveLength(3);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(3);
  });

  it.each([400, 401, 403, 404, 409, 413])('is not tried again after %i: it becomes UNAUTHORIZED at once', async (status) => {
    const asked = network(answer(status));
    const failure = await outcome();
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ name: 'UNAUTHORIZED', status, kind: status === 401 ? 'unauthorized' : 'refused' });
    expect(asked()).toBe(1);
  });

  it('of a network that stays away is reported as such', async () => {
    const asked = network(LOST);
    expect(await outcome()).toMatchObject({ kind: 'offline', status: null });
    expect(asked()).toBe(4);
  });

  it('is offline, and ends no session, when the connection breaks in the middle of the body', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"offered":'));
        controller.error(new TypeError('network error'));
      },
    });
    network(new Response(body, { status: 200 }));
    const error = await outcome();
    expect(error).toMatchObject({ kind: 'offline' });
    expect(endsSession(error)).toBe(false);
  });
  it('is unreadable when the response does not fit the contract', async () => {
    network(answer(200, { offered: 'perhaps' }));
    expect(await outcome()).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a request that is none of the contract', () => {
  it("throws 'Unsupported Data Provider request type' for an unknown call", async () => {
    const asked = network(answer(200, USERS));
    const unknown = defineCall({
      path: 'users/all',
      method: 'GET',
      service: 'admin',
      access: { need: 'anyone' },
      body: Type.Null(),
      answer: Type.Null(),
    });
    await expect(call(unknown, null)).rejects.toThrow(/^Unsupported Data Provider request type$/);
    expect(asked()).toBe(0);
  });
  it("throws 'Unsupported Data Provider request parameters' for a body the call does not take", async () => {
    const asked = network(answer(200, USERS));
    await expect(call(CALLS.actAs, { role: 'King' } as never)).rejects.toThrow(/^Unsupported Data Provider request parameters$/);
    expect(asked()).toBe(0);
  });
});
