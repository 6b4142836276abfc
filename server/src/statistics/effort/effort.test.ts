import { randomUUID } from 'node:crypto';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type EffortEntry, MAX_EFFORT_ENTRIES, MAX_EFFORT_MS } from '@echometry/contract/records/effort.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../../test/world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const IMAGES = 12;
const TYPE = '4-chamber 2D';
const EDITORS = [emailOf('Editor'), 'editor2@test', 'editor3@test', 'editor4@test'] as const;
const REVIEWER = emailOf('Reviewer');
/** A Reviewer of three editors. */
const LEAD = 'lead@test';
const imageOf = (n: number): string => `2.25.1.${n}`;

describe.each(databases())('effort on $name', ({ seeded }) => {
  let world: World;
  const addImages = async () => {
    const { query } = world.db;
    const { id: _id, ...first } = await query
      .selectFrom('image_file')
      .selectAll()
      .where('instance_id', '=', imageOf(1))
      .executeTakeFirstOrThrow();
    for (let n = 4; n <= IMAGES; n += 1)
      await query
        .insertInto('image_file')
        .values({ ...first, instance_id: imageOf(n), filename: `${n}.dcm`, position: n })
        .execute();
  };
  beforeAll(async () => {
    world = await World.make(await seeded());
    await world.addPerson(EDITORS[2], ['Editor']);
    await world.addPerson(EDITORS[3], ['Editor']);
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    await world.addPerson(LEAD, ['Reviewer'], { reviewsTo: EDITORS.slice(0, 3) });
    await addImages();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.now += DAY * 30;
    world.tokens.clear();
    await world.db.query.deleteFrom('effort').execute();
    await world.db.query.deleteFrom('effort_batch').execute();
  });

  const entry = (more: Partial<EffortEntry> = {}): EffortEntry => ({
    instance_id: imageOf(1),
    image_type: TYPE,
    step: 'segmentation',
    active_ms: 5000,
    ...more,
  });
  const add = async (more: Record<string, unknown> = {}, email: string = EDITORS[0], role: RoleName = 'Editor') =>
    world.call(CALLS.effortAdd, {
      token: await world.tokenOf(email, role),
      body: { id: world.studyId, batch: randomUUID(), entries: [entry()], ...SCOPE, ...more },
    });
  const get = async (email: string, role: RoleName) =>
    (await world.call(CALLS.effortGet, { token: await world.tokenOf(email, role), body: { db_name: SCOPE.db_name } })).answer;
  const stored = () =>
    world.db.query
      .selectFrom('effort')
      .innerJoin('user_account', 'user_account.id', 'effort.reader_id')
      .select(['email', 'blind', 'pass', 'review', 'instance_id', 'image_type', 'step', 'active_ms'])
      .orderBy('instance_id')
      .execute();
  /** Every image by one editor, 10 seconds for the first and one more for each further one. */
  const works = (email: string) =>
    add({ entries: Array.from({ length: IMAGES }, (_, k) => entry({ instance_id: imageOf(k + 1), active_ms: (10 + k) * 1000 })) }, email);

  it('is summed by reader, image and step, with the newest type of the image', async () => {
    expect((await add({ entries: [entry({ image_type: null })] })).answer).toEqual({ counted_ms: 5000 });
    world.now += MINUTE;
    const whole = entry({ instance_id: null, image_type: null, step: 'measurements', active_ms: 700 });
    expect((await add({ entries: [entry({ active_ms: 2500 }), whole] })).answer).toEqual({ counted_ms: 3200 });
    world.now += MINUTE;
    await add({ entries: [entry({ image_type: null, active_ms: 500 })] });
    const line = { email: EDITORS[0], blind: 0, pass: 1, review: 0 };
    expect(await stored()).toEqual([
      { ...line, instance_id: '', image_type: null, step: 'measurements', active_ms: 700 },
      { ...line, instance_id: imageOf(1), image_type: TYPE, step: 'segmentation', active_ms: 8000 },
    ]);
  });

  it('counts a batch once, also when it is sent twice at the same time', async () => {
    const batch = randomUUID();
    const answers = [...(await Promise.all([add({ batch }), add({ batch })])), await add({ batch })];
    expect(answers.map(({ answer }) => answer)).toEqual(answers.map(() => ({ counted_ms: 5000 })));
    expect(await stored()).toMatchObject([{ active_ms: 5000 }]);
    // Another reader may choose the same id.
    await add({ batch }, EDITORS[1]);
    expect(await stored()).toHaveLength(2);
  });

  it('is no more than the time since the batch before, with two minutes for the way', async () => {
    const hour = entry({ active_ms: 60 * MINUTE });
    expect((await add({ entries: [hour] })).answer).toEqual({ counted_ms: 60 * MINUTE });
    world.now += MINUTE;
    const second = entry({ instance_id: imageOf(2), active_ms: 60 * MINUTE });
    expect((await add({ entries: [entry({ active_ms: MINUTE }), second, entry({ instance_id: imageOf(3) })] })).answer).toEqual({
      counted_ms: 3 * MINUTE,
    });
    expect(await stored()).toMatchObject([{ active_ms: 61 * MINUTE }, { instance_id: imageOf(2), active_ms: 2 * MINUTE }]);
  });

  it('refuses images of other studies, an image and step twice, and more than a batch may hold', async () => {
    for (const [body, field] of [
      [{ entries: [entry({ instance_id: '2.25.9.9' })] }, 'entries.0.instance_id'],
      [{ entries: [entry(), entry()] }, 'entries.1'],
      [{ entries: [] }, 'entries'],
      [{ entries: [entry({ active_ms: MAX_EFFORT_MS + 1 })] }, 'entries.0.active_ms'],
      [{ entries: [entry({ active_ms: 0 })] }, 'entries.0.active_ms'],
      [{ entries: Array.from({ length: MAX_EFFORT_ENTRIES + 1 }, () => entry()) }, 'entries'],
      [{ batch: 'short' }, 'batch'],
      [{ editor: EDITORS[1] }, 'editor'],
      [{ blind: true }, 'blind'],
    ] as const)
      expect(await add(body)).toMatchObject({ status: 400, error: { field } });
    expect(await add({ id: '999_20260102' })).toMatchObject({ status: 400, error: { code: 'not-found', field: 'id' } });
    expect(await stored()).toEqual([]);
  });

  it('is of the reader of the token, in the role of the token', async () => {
    await add({}, emailOf('Ground-truth generator'), 'Ground-truth generator');
    expect(await stored()).toMatchObject([{ email: emailOf('Ground-truth generator'), blind: 1, review: 0 }]);
    expect((await add({}, emailOf('Viewer'), 'Viewer')).status).toBe(403);
    expect((await add({}, 'stranger@test', 'Editor')).status).toBe(403);
  });

  it('of a Reviewer is of the work that is reviewed, until shortly after the review is finished', async () => {
    expect(await add({}, REVIEWER, 'Reviewer')).toMatchObject({ status: 400, error: { field: 'editor' } });
    expect(await add({ editor: EDITORS[1] }, REVIEWER, 'Reviewer')).toMatchObject({ status: 400, error: { field: 'editor' } });
    const save = world.save(EDITORS[0], [], { missing_images: [] });
    expect((await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(EDITORS[0], 'Editor'), body: save })).status).toBe(200);
    expect((await add({ editor: EDITORS[0] }, REVIEWER, 'Reviewer')).status).toBe(200);
    expect(await stored()).toMatchObject([{ email: REVIEWER, blind: 0, review: 1, active_ms: 5000 }]);
    const validate = await world.call(CALLS.reviewsValidate, {
      token: await world.tokenOf(REVIEWER, 'Reviewer'),
      body: { id: world.studyId, editor: EDITORS[0], control: false, reason: 'nothing to review', ...SCOPE },
    });
    expect(validate.status).toBe(200);
    world.now += MINUTE;
    expect((await add({ editor: EDITORS[0] }, REVIEWER, 'Reviewer')).status).toBe(200);
    world.now += 2 * MINUTE;
    expect(await add({ editor: EDITORS[0] }, REVIEWER, 'Reviewer')).toMatchObject({ error: { code: 'wrong-state' } });
  });

  it('of test users is not kept, and not shown of readers who became test users', async () => {
    expect((await add({}, 'tester@test')).answer).toEqual({ counted_ms: 0 });
    expect(await stored()).toEqual([]);
    for (const email of EDITORS) await works(email);
    const { id: projectId } = await world.db.query.selectFrom('project').select('id').where('key', '=', 'alpha').executeTakeFirstOrThrow();
    const { id: userId } = await world.db.query
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', EDITORS[3])
      .executeTakeFirstOrThrow();
    await world.db.query.insertInto('project_test_user').values({ project_id: projectId, user_id: userId }).execute();
    const { together } = await get(emailOf('Data scientist'), 'Data scientist');
    expect(together?.find(({ per }) => per === 'image')?.figures?.n).toBe(3 * IMAGES);
    await world.db.query.deleteFrom('project_test_user').execute();
  });

  it('is shown to Data scientists of three or more readers together, and never by name', async () => {
    await works(EDITORS[0]);
    await works(EDITORS[1]);
    const few = await get(emailOf('Data scientist'), 'Data scientist');
    expect(few).toMatchObject({ own: [], together: [{ per: 'image', work: 'shared', image_type: TYPE, figures: null }, {}, {}] });
    expect(few.together?.every(({ figures }) => figures === null)).toBe(true);
    await works(EDITORS[2]);
    const { together } = await get(emailOf('Data scientist'), 'Data scientist');
    // Three times 10 to 21 seconds: the median is the middle of the range.
    expect(together?.[0]).toMatchObject({ step: 'segmentation', figures: { n: 3 * IMAGES, median: 15.5 } });
    // One study is too few.
    expect(together?.filter(({ per }) => per === 'study').map(({ figures }) => figures)).toEqual([null, null]);
    const text = JSON.stringify(together);
    for (const email of EDITORS) expect(text).not.toContain(email);
  });

  it('is shown to Reviewers of the people they review, and to readers of themselves only', async () => {
    for (const email of EDITORS.slice(0, 2)) await works(email);
    await works(EDITORS[3]);
    expect((await get(LEAD, 'Reviewer')).together?.[0]?.figures).toBeNull();
    await works(EDITORS[2]);
    expect((await get(LEAD, 'Reviewer')).together?.[0]?.figures?.n).toBe(3 * IMAGES);
    expect((await get(REVIEWER, 'Reviewer')).together?.[0]?.figures).toBeNull();
    const own = await get(EDITORS[0], 'Editor');
    expect(own.together).toBeNull();
    // A person's own figures have no lower limit.
    expect(own.own.map(({ per, step, figures }) => [per, step, figures?.n, figures?.median])).toEqual([
      ['image', 'segmentation', IMAGES, 15.5],
      ['study', 'segmentation', 1, 186],
      ['study', null, 1, 186],
    ]);
  });

  it('of an image before it had a type counts for the type it got later', async () => {
    await add({ entries: [entry({ step: 'selection', image_type: null }), entry({ step: 'cycletiming' })] });
    const { own } = await get(EDITORS[0], 'Editor');
    expect(own.filter(({ per }) => per === 'image').map(({ step, image_type }) => [step, image_type])).toEqual([
      ['selection', TYPE],
      ['cycletiming', TYPE],
    ]);
  });

  it('goes with its reader, and with its study', async () => {
    await world.addPerson('leaving@test', ['Editor']);
    await works('leaving@test');
    await works(EDITORS[0]);
    const { query } = world.db;
    const { id } = await query.selectFrom('user_account').select('id').where('email', '=', 'leaving@test').executeTakeFirstOrThrow();
    const bare = await query.selectFrom('effort_batch').select('batch').where('reader_id', '=', id).execute();
    expect(bare).toHaveLength(1);
    for (const table of ['role_grant', 'project_member', 'session', 'terms_acceptance'] as const)
      await query.deleteFrom(table).where('user_id', '=', id).execute();
    await query.deleteFrom('user_account').where('id', '=', id).execute();
    expect(new Set((await stored()).map(({ email }) => email))).toEqual(new Set([EDITORS[0]]));
    expect(await query.selectFrom('effort_batch').select('batch').where('reader_id', '=', id).execute()).toEqual([]);
    // A study that nothing else refers to.
    const { id: studyId, ...study } = await query
      .selectFrom('study')
      .selectAll()
      .where('study_id', '=', world.studyId)
      .executeTakeFirstOrThrow();
    const other = await query
      .insertInto('study')
      .values({ ...study, study_id: '77_20260102', study_instance_uid: '2.25.77' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await query.updateTable('effort').set({ study_id: other.id }).where('study_id', '=', studyId).execute();
    await query.deleteFrom('study').where('id', '=', other.id).execute();
    expect(await stored()).toEqual([]);
  });
});
