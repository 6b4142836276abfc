import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOLD_REPORT } from '../../test/call-rows.ts';
import { databases } from '../../test/databases.ts';
import { EDITOR, ReviewWorld } from '../../test/review-world.ts';
import { emailOf, PROJECT, SCOPE } from '../../test/world.ts';

const TYPE = GOLD_REPORT.values[0].image_type;
const BLIND = emailOf('Ground-truth generator');
const { db_name } = SCOPE;

/** EF with the lower limit of its normal range. */
const ef = (value: number, low = 52): Measurement => ({
  name: 'EF',
  type: 'EF',
  units: '%',
  class: 'calculated',
  value: [value],
  aggregate: value,
  normal: { state: 'in_range', low, high: null, expected: null, z: null, indexed: null, source: 'test', reason: null },
});

describe.each(databases())('the queue of a Reviewer on $name', ({ seeded }) => {
  let review: ReviewWorld;
  beforeAll(async () => {
    review = await ReviewWorld.make(await seeded());
  });
  afterAll(() => review.world.close());

  const queue = async (token?: string) =>
    review.world.call(CALLS.reviewsQueue, { token: token ?? (await review.tokenOf('Reviewer')), body: { db_name } });
  const entries = async () => (await queue()).answer.entries;
  const image = (value: number, more: Partial<AnalysisImage> = {}) => review.image(0, { type: TYPE, measurements: [ef(value)], ...more });
  const changeProject = async (change: Partial<Project>) => {
    const document = JSON.stringify({ ...PROJECT, ...change });
    await review.world.db.query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
  };

  it('is empty before there is work, and closed to other roles', async () => {
    expect((await queue()).answer).toEqual({ entries: [], waiting: 0 });
    for (const role of ['Editor', 'Ground-truth generator', 'Prisma study review', 'Data scientist'] as const)
      expect((await queue(await review.world.tokenOf(emailOf(role), role))).status).toBe(403);
  });

  it('has the chance of the normal distribution for a value near its limit, and states it', async () => {
    await review.edit([image(57), review.image(2)]);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ study_id: review.id, editor: EDITOR, blind: false });
    // One deviation of 5 points from the limit, for a fifth of reviews that measure again.
    expect(entry?.reasons).toEqual([
      { kind: 'limit', image_type: TYPE, text: 'EF 57 %, 1.0 SD from the limit of 52 %', chance: expect.closeTo(0.2 * 0.158_655_254, 8) },
    ]);
    expect(entry?.chance).toBeCloseTo(0.2 * 0.158_655_254, 8);
  });

  it('follows the newest save, and the same work has the same place', async () => {
    await review.edit([image(52), review.image(2)]);
    const once = await entries();
    expect(once[0]?.chance).toBeCloseTo(0.1, 8);
    expect(await entries()).toEqual(once);
  });

  it('names a poor image and what is implausible', async () => {
    await review.edit([image(95, { accepted: 'no', measurements: [ef(95)] }), review.image(2)]);
    const [entry] = await entries();
    expect(entry?.reasons.map(({ kind, text }) => [kind, text])).toEqual([
      ['implausible', 'Cycle 1: EF of 95.0 % is not between 5 and 90 %'],
      ['quality', 'Poor image quality'],
    ]);
    await review.edit([image(70), review.image(2)]);
  });

  it('states a missing certificate only where the project requires one', async () => {
    expect((await entries())[0]?.reasons).toEqual([]);
    await changeProject({ certificates: [TYPE] });
    expect((await entries())[0]?.reasons).toMatchObject([{ kind: 'certificate', text: `No valid certificate for ${TYPE}` }]);
    const scientist = await review.world.tokenOf(emailOf('Data scientist'), 'Data scientist');
    await review.world.records.addGoldComparison(emailOf('Data scientist'), 'comparison-with-gold');
    const body = { comparison: 'comparison-with-gold', image_type: TYPE, expires_on: '2027-06-30' };
    expect((await review.world.call(CALLS.certificatesIssue, { token: scientist, body })).status).toBe(200);
    expect((await entries())[0]?.reasons).toEqual([]);
    await changeProject({});
  });

  it('compares readers whom the caller reviews, without naming one to the other', async () => {
    await review.edit([image(70), review.image(2)]);
    await review.edit([image(40), review.image(2)], [], 'Ground-truth generator');
    const found = await entries();
    expect(new Map(found.map(({ editor, blind }) => [editor, blind]))).toEqual(
      new Map([
        [EDITOR, false],
        [BLIND, true],
      ]),
    );
    for (const { reasons } of found) {
      expect(reasons[0]).toMatchObject({ kind: 'difference', text: 'EF differs from another reader’s by 30 percentage points' });
      expect(JSON.stringify(reasons)).not.toContain('@');
    }
  });

  it('does not compare with readers whom the caller does not review', async () => {
    const grants = review.world.db.query.updateTable('role_grant').where('role', '=', 'Reviewer');
    await grants.set({ reviews_to: JSON.stringify([EDITOR]) }).execute();
    const found = await entries();
    expect(found).toMatchObject([{ editor: EDITOR, reasons: [] }]);
    await grants.set({ reviews_to: JSON.stringify([EDITOR, BLIND]) }).execute();
    expect(await entries()).toHaveLength(2);
  });

  it('loses reviews that are finished, and has them again when the editor saves', async () => {
    await review.saved(review.validate(false));
    expect((await entries()).map(({ editor }) => editor)).toEqual([BLIND]);
    await review.edit([image(71), review.image(2)]);
    expect((await entries()).map(({ editor }) => editor).toSorted()).toEqual([EDITOR, BLIND].toSorted());
  });

  it('gives no reasons for damaged work, and keeps the reasons of other work in the same batch', async () => {
    const documents = () => review.world.db.query.selectFrom('image_document').select('sha256').execute();
    await review.edit([image(95), review.image(2)], [], 'Ground-truth generator');
    const before = (await documents()).map(({ sha256 }) => sha256);
    await review.edit([image(96), review.image(2)]);
    const added = (await documents()).map(({ sha256 }) => sha256).filter((hash) => !before.includes(hash));
    expect(added).toHaveLength(1);
    await review.world.db.query
      .updateTable('image_document')
      .set({ document: Buffer.from('damaged') })
      .where('sha256', 'in', added)
      .execute();
    const reasons = new Map((await entries()).map((entry) => [entry.editor, entry.reasons]));
    expect(reasons.get(EDITOR)).toEqual([]);
    expect(reasons.get(BLIND)).toContainEqual(expect.objectContaining({ text: 'Cycle 1: EF of 95.0 % is not between 5 and 90 %' }));
  });
});
