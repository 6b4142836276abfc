import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';
import { createReviews } from './migrations/0009-reviews.ts';
import { addFinishReasons } from './migrations/0031-finish-reasons.ts';
import { createReviewVersions } from './migrations/0011-review-versions.ts';
import { findReview, type ReviewKey, type ReviewRecord, storeReview } from './reviews.ts';
import { findUser } from './users.ts';

const EDITOR = emailOf('Editor');
const REVIEWER = emailOf('Reviewer');

describe.each(databases())('reviews on $name', ({ seeded }) => {
  let world: World;
  let key: ReviewKey;
  beforeAll(async () => {
    world = await World.make(await seeded());
    const idOf = async (email: string) => (await findUser(world.db.query, email))!.id;
    key = { studyId: 1, editorId: await idOf(EDITOR), blind: 0, reviewerId: await idOf(REVIEWER) };
  });
  afterAll(() => world.close());

  /** A review without versions, as stored before there were any. */
  const putReview = (of: ReviewKey, { state, version, now }: { state: ReviewRecord['state']; version: number; now: number }) =>
    storeReview(world.db.query, of, {
      state,
      base_version: version,
      version_id: null,
      study_state: null,
      finished_version: state === 'finished' ? version : null,
      finished_at: state === 'finished' ? now : null,
      updated_at: now,
    });
  const save = async (): Promise<number> => {
    const token = await world.tokenOf(EDITOR, 'Editor');
    const { answer } = await world.call(CALLS.analysisUpdate, { token, body: world.save(EDITOR, world.images) });
    if (answer.conflict) throw new Error('a conflict');
    expect(answer.status.validated).toBe(false);
    return answer.version;
  };
  const seen = async () => {
    const token = await world.tokenOf(REVIEWER, 'Reviewer');
    const { answer } = await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } });
    const rows = await world.call(CALLS.studiesGet, {
      token,
      body: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name },
    });
    const status = await world.call(CALLS.getAllStatus, { token, body: SCOPE });
    const found = [answer.analysis!.validated_by, rows.answer.studies[0]!.validated_by];
    expect(found[1]).toEqual(found[0]);
    expect(status.answer.studies[0]!.status.validated).toBe(answer.analysis!.validated);
    expect(rows.answer.studies[0]!.status.validated).toBe(answer.analysis!.validated);
    return { validated: answer.analysis!.validated, by: found[0] };
  };

  it('validate the version they were finished on; what is saved after that is not validated', async () => {
    const first = await save();
    await putReview(key, { state: 'draft', version: first, now: 1 });
    expect(await seen()).toEqual({ validated: false, by: [] });
    await putReview(key, { state: 'checkpoint', version: first, now: 2 });
    expect(await seen()).toEqual({ validated: false, by: [] });
    await putReview(key, { state: 'finished', version: first, now: 3 });
    expect(await seen()).toEqual({ validated: true, by: [REVIEWER] });
    const second = await save();
    expect(await seen()).toEqual({ validated: false, by: [] });
    await putReview(key, { state: 'finished', version: second, now: 4 });
    expect(await seen()).toEqual({ validated: true, by: [REVIEWER] });
    await putReview(key, { state: 'draft', version: second, now: 5 });
    expect(await seen()).toEqual({ validated: false, by: [] });
    expect(await findReview(world.db.query, key)).toMatchObject({
      state: 'draft',
      base_version: second,
      finished_version: null,
      created_at: 1,
      updated_at: 5,
    });
  });

  it('of shared work contain nothing of the same blind work', async () => {
    const version = await save();
    await putReview({ ...key, blind: 1 }, { state: 'finished', version, now: 6 });
    expect((await seen()).validated).toBe(false);
  });

  it('are what validations were: finished, on the version they copied', async () => {
    const { query } = world.db;
    const version = await save();
    await query.deleteFrom('review').execute();
    await query.schema.dropTable('review').execute();
    await query.schema.dropTable('release_work').execute();
    await query.schema.dropTable('review_version').execute();
    const integer = world.db.dialect === 'postgres' ? 'bigint' : 'integer';
    await query.schema
      .createTable('validation')
      .addColumn('study_id', integer)
      .addColumn('editor_id', integer)
      .addColumn('reviewer_id', integer)
      .addColumn('version_id', integer)
      .addColumn('control', 'text')
      .addColumn('validated_at', integer)
      .execute();
    await sql`insert into validation values (1, ${key.editorId}, ${key.reviewerId}, ${version}, ${'flag'}, 77)`.execute(query);
    await createReviews(world.db.dialect).up(query as Kysely<unknown>);
    await createReviewVersions(world.db.dialect).up(query as Kysely<unknown>);
    await addFinishReasons().up(query as Kysely<unknown>);
    await query.schema.alterTable('review').addColumn('consensus_of', 'text').execute();
    expect(await findReview(query, key)).toMatchObject({
      state: 'finished',
      base_version: version,
      finished_version: version,
      control: 'flag',
      finished_at: 77,
      outcome_state: null,
    });
    expect(await seen()).toEqual({ validated: true, by: [REVIEWER] });
    const tables = await query.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain('validation');
  });
});
