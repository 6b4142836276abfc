/** Gold cases among what is assigned: in a plan without them, and when they are handed over. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../test/review-world.ts';
import { emailOf, PROJECT, SCOPE } from '../../test/world.ts';

const BLIND = emailOf('Ground-truth generator');
const OTHER = 'other-blind@test';
/** Settles the reviews that the case is made from, and is a blind reader too. */
const KNOWING = 'knowing@test';

describe.each(databases())('gold cases among assigned studies on $name', ({ seeded }) => {
  let at: ReviewWorld;
  beforeAll(async () => {
    at = await ReviewWorld.make(await seeded());
    await at.world.addPerson(OTHER, ['Ground-truth generator']);
    await at.world.addPerson('second-reviewer@test', ['Reviewer'], { reviewsTo: [EDITOR] });
    await at.world.addPerson(KNOWING, ['Reviewer', 'Ground-truth generator'], { reviewsTo: [EDITOR, REVIEWER, 'second-reviewer@test'] });
    await at.edit();
    for (const email of [REVIEWER, 'second-reviewer@test', KNOWING]) await finish(email);
    await mark(true);
  });
  afterAll(() => at.world.close());

  const admin = () => at.world.tokenOf(emailOf('Admin'), 'Admin');
  const finish = async (email: string) => {
    at.world.now += 1000;
    const body = { id: at.id, editor: EDITOR, ...SCOPE, control: false, review: [at.image(0), at.image(1)], missing_images: [] };
    const { status } = await at.world.call(CALLS.reviewsValidate, { token: await at.world.tokenOf(email, 'Reviewer'), body });
    expect(status).toBe(200);
  };
  const mark = async (marked: boolean) =>
    (
      await at.world.call(CALLS.goldMark, {
        token: await admin(),
        body: { id: at.id, editor: EDITOR, blind: false, reviewer: KNOWING, marked, db_name: SCOPE.db_name },
      })
    ).answer.changed;
  const assign = async (readers: string[], gold: number | null) =>
    (
      await at.world.call(CALLS.assignmentsCreate, {
        token: await admin(),
        body: {
          project: PROJECT._id,
          plan: {
            role: 'Ground-truth generator',
            readers,
            per_study: 1,
            strata: [],
            due_on: null,
            repeats: null,
            gold: gold === null ? null : { share: gold },
          },
          seed: 1,
          dry_run: false,
        },
      })
    ).answer;
  const readings = async () =>
    (await at.world.call(CALLS.assignmentsList, { token: await admin(), body: { project: PROJECT._id } })).answer.assignments;
  const handOver = async (reader: string) =>
    at.world.call(CALLS.assignmentsChange, {
      token: await admin(),
      body: { project: PROJECT._id, ids: (await readings()).map(({ id }) => id), change: { act: 'hand-over', reader } },
    });

  it('are ordinary studies for a plan without gold cases, and left out of the studies of a plan with them', async () => {
    expect(await assign([OTHER], 0.1)).toMatchObject({ studies: 0 });
    expect(await assign([OTHER], null)).toMatchObject({ studies: 1, readers: [{ email: OTHER, added: 1, gold: 0 }] });
    expect(await readings()).toMatchObject([{ study_id: at.id, reader: OTHER }]);
  });

  it('are not handed over to a reader who knows them, and the message does not name gold', async () => {
    const refused = await handOver(KNOWING);
    expect(refused).toMatchObject({ status: 400, error: { code: 'invalid-field', field: 'change.reader' } });
    expect(refused.error?.message).toContain(at.id);
    expect(refused.error?.message).not.toMatch(/gold/i);
    expect(await readings()).toMatchObject([{ reader: OTHER }]);
    expect((await handOver(BLIND)).answer.changed).toBe(1);
    expect(await readings()).toMatchObject([{ reader: BLIND }]);
  });

  it('are like any other study again once they are taken back', async () => {
    expect(await mark(false)).toBe(1);
    expect((await handOver(KNOWING)).answer.changed).toBe(1);
  });
});
