import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../test/review-world.ts';
import { emailOf, SCOPE } from '../../test/world.ts';

const SECOND = 'second-reviewer@test';
const THIRD = 'third-reviewer@test';

describe.each(databases())('a consensus of reviews on $name', ({ seeded }) => {
  let at: ReviewWorld;
  const worlds: ReviewWorld[] = [];
  beforeEach(async () => {
    at = await ReviewWorld.make(await seeded());
    worlds.push(at);
    await at.edit();
    await at.world.addPerson(SECOND, ['Reviewer'], { reviewsTo: [EDITOR] });
    await at.world.addPerson(THIRD, ['Reviewer'], { reviewsTo: [EDITOR, REVIEWER, SECOND] });
  });
  afterAll(async () => {
    for (const { world } of worlds) await world.close();
  });

  const named = { editor: EDITOR, ...SCOPE };
  const read = async (email: string) =>
    (await at.world.call(CALLS.reviewsGetConsensus, { token: await at.world.tokenOf(email, 'Reviewer'), body: { id: at.id, ...named } }))
      .answer.reviews;
  const finish = async (email: string, view: string) => {
    at.world.now += 1000;
    const review = [at.image(0, { view }), at.image(1)];
    const token = await at.world.tokenOf(email, 'Reviewer');
    const body = { id: at.id, ...named, control: false, review, missing_images: [] };
    const { status } = await at.world.call(CALLS.reviewsValidate, { token, body });
    expect(status).toBe(200);
  };
  const settled = async () =>
    (await at.world.db.query.selectFrom('review').select('consensus_of').where('consensus_of', 'is not', null).execute()).map(
      ({ consensus_of }) => JSON.parse(consensus_of!) as number[],
    );

  it('shows at least two finished reviews to a third person who is given all of these reviewers', async () => {
    await finish(REVIEWER, 'A4C');
    expect(await read(THIRD)).toEqual([]);
    await finish(SECOND, 'A2C');
    expect((await read(THIRD)).map(({ reviewer, images }) => [reviewer, images[0]?.view])).toEqual([
      ['Reader A', 'A4C'],
      ['Reader B', 'A2C'],
    ]);
    // The two see nothing of each other: neither is given the other.
    expect(await read(REVIEWER)).toEqual([]);
    expect(await read(SECOND)).toEqual([]);
  });

  it('is closed to reviewers without access to all of the reviewers', async () => {
    await finish(REVIEWER, 'A4C');
    await finish(SECOND, 'A2C');
    await at.world.addPerson('partly@test', ['Reviewer'], { reviewsTo: [EDITOR, REVIEWER] });
    expect(await read('partly@test')).toEqual([]);
  });

  it('leaves out reviews that are reopened, and those of test users', async () => {
    await finish(REVIEWER, 'A4C');
    await finish(SECOND, 'A2C');
    await at.unvalidate();
    expect(await read(THIRD)).toEqual([]);
    await at.world.addPerson('tester@test', ['Reviewer'], { reviewsTo: [EDITOR], is_test: true });
    await finish('tester@test', 'PLAX');
    expect(await read(THIRD)).toEqual([]);
  });

  it('names the reviews it was made from when it is finished, and an ordinary review names none', async () => {
    await finish(REVIEWER, 'A4C');
    await finish(SECOND, 'A2C');
    expect(await settled()).toEqual([]);
    const versions = (await read(THIRD)).map(({ version }) => version);
    await finish(THIRD, 'A2C');
    expect(await settled()).toEqual([versions]);
    const acts = await at.world.db.query.selectFrom('audit_entry').select('detail').where('act', '=', 'review-finished').execute();
    expect(acts.map(({ detail }) => (JSON.parse(detail) as { consensus_of: string | null }).consensus_of !== null)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('replaces the reviews it settles in lists and in who validated, until it is reopened', async () => {
    await finish(REVIEWER, 'A4C');
    await finish(SECOND, 'A2C');
    const rowOf = async (email: string, role: 'Reviewer' | 'Editor') => {
      const body = { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name } as const;
      return (await at.world.call(CALLS.studiesGet, { token: await at.world.tokenOf(email, role), body })).answer.studies[0]!;
    };
    expect((await rowOf(EDITOR, 'Editor')).validated_by).toEqual(['2 reviewers']);
    await finish(THIRD, 'A2C');
    expect((await rowOf(EDITOR, 'Editor')).validated_by).toEqual(['1 reviewer']);
    expect(await rowOf(THIRD, 'Reviewer')).toMatchObject({ validated_by: [THIRD], review: { consensus: true, settled: false } });
    expect(await rowOf(SECOND, 'Reviewer')).toMatchObject({ validated_by: [THIRD], review: { consensus: false, settled: true } });
    const body = { id: at.id, ...named };
    await at.world.call(CALLS.reviewsUnvalidate, { token: await at.world.tokenOf(THIRD, 'Reviewer'), body });
    expect((await rowOf(EDITOR, 'Editor')).validated_by).toEqual(['2 reviewers']);
    expect((await rowOf(SECOND, 'Reviewer')).review).toMatchObject({ settled: false });
  });

  it('is a separate reader, and the readers that it settles stay readers', async () => {
    await finish(REVIEWER, 'A4C');
    await finish(SECOND, 'A2C');
    await finish(THIRD, 'A2C');
    const token = await at.world.tokenOf(emailOf('Data scientist'), 'Data scientist');
    const { answer } = await at.world.call(CALLS.agreementReaders, { token, body: { db_name: SCOPE.db_name } });
    expect(answer.readers.map(({ editor, reviewer }) => [editor, reviewer])).toEqual([
      ['consensus', null],
      [EDITOR, null],
      [EDITOR, REVIEWER],
      [EDITOR, SECOND],
    ]);
  });

  it('names the readers where the project shows them, and once it is finished; it keeps its sources', async () => {
    const shown = await ReviewWorld.make(await seeded(), { consensus_names: true });
    worlds.push(shown);
    const before = at;
    at = shown;
    await at.edit();
    await at.world.addPerson(SECOND, ['Reviewer'], { reviewsTo: [EDITOR] });
    await at.world.addPerson(THIRD, ['Reviewer'], { reviewsTo: [EDITOR, REVIEWER, SECOND] });
    await finish(REVIEWER, 'A4C');
    await finish(SECOND, 'A2C');
    expect((await read(THIRD)).map(({ reviewer }) => reviewer)).toEqual([REVIEWER, SECOND]);
    at = before;
    await finish(REVIEWER, 'A4C');
    await finish(SECOND, 'A2C');
    await finish(THIRD, 'A2C');
    expect((await read(THIRD)).map(({ reviewer }) => reviewer)).toEqual([REVIEWER, SECOND]);
    const body = { id: at.id, ...named };
    const { answer } = await at.world.call(CALLS.reviewsGet, { token: await at.world.tokenOf(THIRD, 'Reviewer'), body });
    expect(answer.review!.consensus).toMatchObject({
      readers: [
        { reader: 'A', reviewer: REVIEWER },
        { reader: 'B', reviewer: SECOND },
      ],
      images: [{ taken: 'B' }, { taken: 'agreed' }],
    });
  });
});
