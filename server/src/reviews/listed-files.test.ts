import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { EDITOR, ReviewWorld } from '../../test/review-world.ts';
import { PROJECT, SCOPE } from '../../test/world.ts';

describe.each(databases())('files of a study on $name', ({ seeded }) => {
  let at: ReviewWorld;
  beforeAll(async () => {
    at = await ReviewWorld.make(await seeded());
  });
  afterAll(() => at.world.close());

  const names = (...places: number[]) => places.map((n) => at.world.images[n]!.filename);
  const listed = async (role: RoleName) => {
    const token = await at.tokenOf(role);
    const files = (await at.world.call(CALLS.filesGet, { token, body: { id: at.id, ...SCOPE } })).answer.images;
    const object = `US/${at.id.split('_')[0]}/20260102/`;
    const urls = (await at.world.call(CALLS.getUrls, { token, body: { bucket: '0', object } })).answer;
    const listing = await at.world.app.inject({ url: urls.find(({ kind }) => kind === 'listing')!.url });
    const byAddress = [...new Set(urls.flatMap(({ filename }) => filename ?? []))];
    const byListing = listing.json<{ filename: string }[]>().map(({ filename }) => filename);
    expect(byAddress).toEqual(byListing);
    expect(files.map(({ filename }) => filename)).toEqual(byListing);
    return byListing;
  };

  it('lists reference images of complete work, and what reviews hold', async () => {
    expect(await listed('Reviewer')).toEqual([]);
    await at.edit();
    expect(await listed('Reviewer')).toEqual(names(0, 1));
    expect(await listed('Editor')).toEqual(names(0, 1, 2));
    expect(await listed('Admin')).toEqual(names(0, 1, 2));
    // A review keeps its images when the editor takes the mark of one away, and when their work is incomplete again.
    await at.saved(at.validate(true));
    await at.edit([at.image(0), at.image(1, { reference: false }), at.image(2)]);
    expect(await listed('Reviewer')).toEqual(names(0, 1));
    await at.world.db.query
      .updateTable('project')
      .set({ document: JSON.stringify({ ...PROJECT, image_requirements: [{ type: 'missing type', qc: true }] }) })
      .where('key', '=', PROJECT._id)
      .execute();
    await at.edit();
    expect(await listed('Reviewer')).toEqual(names(0, 1));
  });

  it('a review stays open to its reviewer when the work became incomplete, on the version it is based on', async () => {
    const review = await at.review();
    expect(review).toMatchObject({ state: 'checkpoint', newer: null, validated: false });
    const base = review.base_version;
    const saved = await at.saved(at.create({ review: [at.image(0, { view: 'mine' }), at.image(1)], base_version: review.version }));
    expect(saved).toMatchObject({ state: 'checkpoint', base_version: base });
    expect((await at.review()).images[0]?.view).toBe('mine');
    // It opens no other person's review: a Reviewer who began none sees nothing of incomplete work.
    await at.world.addPerson('late@test', ['Reviewer'], { reviewsTo: [EDITOR] });
    const late = await at.world.call(CALLS.reviewsGet, {
      token: await at.world.tokenOf('late@test', 'Reviewer'),
      body: { id: at.id, editor: EDITOR, ...SCOPE },
    });
    expect(late.answer.review).toBeNull();
  });
});
