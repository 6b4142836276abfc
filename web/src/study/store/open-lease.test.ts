import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LEASE_RENEW_MS } from '@echometry/contract/rules/open-study.ts';
import { OpenLease } from './open-lease.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('holds a study with a lease of this tab, renews it, and gives back that one', async () => {
  const send = vi.fn<ConstructorParameters<typeof OpenLease>[0]>(async () => true);
  const [here, there] = [new OpenLease(send), new OpenLease(send)];
  here.hold(() => undefined);
  there.hold(() => undefined);
  await vi.advanceTimersByTimeAsync(LEASE_RENEW_MS);
  const leases = send.mock.calls.map(([, lease]) => lease);
  expect(leases).toHaveLength(4);
  expect(new Set(leases).size).toBe(2);
  send.mockClear();
  here.release({ keepalive: true });
  expect(send.mock.calls).toEqual([[false, leases[0], true]]);
  await vi.advanceTimersByTimeAsync(LEASE_RENEW_MS);
  expect(send.mock.calls.slice(1)).toEqual([[true, leases[1], false]]);
});

it('reports once that another person holds the study', async () => {
  const taken = vi.fn<() => void>();
  new OpenLease(async () => false).hold(taken);
  await vi.advanceTimersByTimeAsync(LEASE_RENEW_MS * 3);
  expect(taken).toHaveBeenCalledOnce();
});
