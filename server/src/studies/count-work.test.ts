import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { ReviewWorld } from '../../test/review-world.ts';

describe.each(databases())('the work of projects on $name', ({ seeded }) => {
  let at: ReviewWorld;
  const worlds: ReviewWorld[] = [];
  beforeEach(async () => {
    at = await ReviewWorld.make(await seeded());
    worlds.push(at);
  });
  afterAll(async () => {
    for (const { world } of worlds) await world.close();
  });
  const counted = async (role: RoleName) =>
    (await at.world.call(CALLS.countWork, { token: await at.tokenOf(role), body: {} })).answer.projects.find(
      ({ project }) => project === 'alpha',
    );
  const scored = (value: string) =>
    [0, 1].map((n) =>
      at.image(n, { score: { sections: [{ name: 'General', items: [{ name: 'Adequate', options: ['Yes', 'No'], value }] }] } }),
    );

  it('counts the rows of each role, and those with something left to do', async () => {
    expect(await counted('Reviewer')).toEqual({ project: 'alpha', total: 0, left: 0 });
    await at.edit(scored('Yes'));
    expect(await counted('Reviewer')).toEqual({ project: 'alpha', total: 1, left: 1 });
    expect(await counted('Viewer')).toMatchObject({ left: null });
    expect((await counted('Data scientist'))!.total).toBe((await at.rows('Data scientist')).length);
    await at.saved(at.validate(false));
    expect(await counted('Reviewer')).toEqual({ project: 'alpha', total: 1, left: 0 });
  });

  it('counts studies that wait for a team review until the team decided', async () => {
    await at.edit(scored('Yes'));
    expect(await counted('Prisma study review')).toMatchObject({ left: 0 });
    await at.saved(at.validate(false, { review: scored('No'), missing_images: [] }));
    expect(await counted('Prisma study review')).toMatchObject({ left: 1 });
    await at.outcome('Not valid');
    expect(await counted('Prisma study review')).toMatchObject({ left: 0 });
    expect((await counted('Prisma data manager'))!.total).toBe((await at.rows('Viewer')).length);
  });
});
