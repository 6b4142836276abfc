import { CALLS } from '@echometry/contract/calls/registry.ts';
import { LEASE_MS, LEASE_RENEW_MS } from '@echometry/contract/rules/open-study.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';

describe.each(databases())('a study held by several tabs of one person on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(emailOf('Editor'), 'Editor');
  });
  afterAll(() => world.close());

  const send = async (open: boolean, lease?: string): Promise<boolean> => {
    const body = { study_id: world.studyId, user: emailOf('Editor'), open, ...(lease ? { lease } : {}), ...SCOPE };
    return (await world.call(CALLS.setOpen, { token, body })).answer.is_open;
  };

  it('stays open when one of two tabs closes, and falls with the last', async () => {
    await send(true, 'first-tab');
    await send(true, 'second-tab');
    expect(await send(false, 'first-tab')).toBe(true);
    expect(await send(false, 'second-tab')).toBe(false);
  });

  it('is not held up by a tab that crashed', async () => {
    await send(true, 'crashed-tab');
    world.now += LEASE_MS;
    await send(true, 'living-tab');
    expect(await send(false, 'living-tab')).toBe(false);
  });

  it('keeps a tab that renews its lease', async () => {
    await send(true, 'first-tab');
    for (let minute = 0; minute < 5; minute += 1) {
      world.now += LEASE_RENEW_MS;
      await send(true, 'first-tab');
    }
    await send(true, 'second-tab');
    expect(await send(false, 'second-tab')).toBe(true);
    expect(await send(false, 'first-tab')).toBe(false);
  });

  it('is given back whole by a client that names no lease', async () => {
    await send(true, 'first-tab');
    expect(await send(false)).toBe(false);
  });
});
