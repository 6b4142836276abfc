import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ProjectEffect } from '@echometry/contract/records/administered-project.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { FINISH_NEEDS_REASON, REVIEW_INCOMPLETE, REVIEW_LOCKED } from '@echometry/contract/rules/review.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld, viewsOf } from '../../test/review-world.ts';
import { emailOf, SCOPE } from '../../test/world.ts';
import { findUser } from '../db/users.ts';

describe.each(databases())('a review on $name', ({ seeded }) => {
  const worlds: ReviewWorld[] = [];
  let at: ReviewWorld;
  let first: number;

  beforeEach(async () => {
    at = await ReviewWorld.make(await seeded());
    worlds.push(at);
    first = await at.edit();
  });
  afterAll(() => Promise.all(worlds.map(({ world }) => world.close())));

  const ids = () => at.world.images.map(({ instance_id }) => instance_id);
  const stored = () => at.world.db.query.selectFrom('review_version').select('id').execute();
  const changed = (n: number, view: string) => ({ images: [at.image(n, { view })], removed: [] });

  it('starts as the copy of the newest version, only reference images, and stores nothing before a save', async () => {
    const review = await at.review();
    expect(review).toMatchObject({ version: null, state: null, base_version: first, reviewer: REVIEWER, editor: EDITOR, newer: null });
    expect(viewsOf(review.images)).toEqual(['view 0', 'view 1']);
    expect([review.originals, review.added]).toEqual([[], []]);
    expect(await stored()).toEqual([]);
    expect(await at.world.db.query.selectFrom('review').selectAll().execute()).toEqual([]);
  });

  it("never changes the editor's record", async () => {
    const before = await at.analysis();
    await at.saved(at.create({ base_version: null, changes: changed(0, 'changed') }));
    await at.saved(at.validate(false));
    const { validated, validated_by, status, ...after } = await at.analysis();
    expect([validated, validated_by, status.validated]).toEqual([true, [REVIEWER], true]);
    expect(after).toEqual({ ...after, ...before, validated: undefined, validated_by: undefined, status: undefined, images: before.images });
    expect(after.images).toEqual(before.images);
    expect((await at.review()).images[0]!.view).toBe('changed');
  });

  it('is stored in immutable versions with the state of the editor', async () => {
    const one = await at.saved(at.create({ base_version: null, changes: changed(0, 'once') }));
    expect(one).toMatchObject({ state: 'draft', base_version: first, editor_version: first });
    const two = await at.saved(
      at.create({ base_version: one.version, changes: { images: [at.image(0, { view: 'twice' })], removed: [ids()[1]!] } }),
    );
    const review = await at.review();
    expect([review.version, viewsOf(review.images), viewsOf(review.originals)]).toEqual([two.version, ['twice'], ['view 0', 'view 1']]);
    const rows = await at.world.db.query.selectFrom('review_version').select(['id', 'parent_id', 'base_version']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: one.version, parent_id: null, base_version: first },
      { id: two.version, parent_id: one.version, base_version: first },
    ]);
  });

  it('takes the whole payload of the specification as well', async () => {
    await at.saved(at.create({ review: [at.image(1, { view: 'whole' })], validated: true, study_state: 'Valid', project: 'alpha' }));
    const review = await at.review();
    expect([viewsOf(review.images), viewsOf(review.originals)]).toEqual([['whole'], ['view 0', 'view 1']]);
    expect(review.state).toBe('draft');
  });

  it('has one winner of 10 racing saves on one base', async () => {
    const { version } = await at.saved(at.create({ base_version: null, changes: changed(0, 'begun') }));
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => at.create({ base_version: version, save_id: `racing-${n}`, changes: changed(0, `racer ${n}`) })),
    );
    const won = replies.filter(({ answer }) => !answer.conflict);
    expect([won.length, (await stored()).length]).toEqual([1, 2]);
    const review = await at.review();
    const winner = replies.findIndex(({ answer }) => !answer.conflict);
    expect(viewsOf(review.images)[0]).toBe(`racer ${winner}`);
    for (const { answer } of replies)
      if (answer.conflict)
        expect([answer.version, answer.author, viewsOf(answer.images)[0]]).toEqual([review.version, REVIEWER, `racer ${winner}`]);
  });

  it('has one winner of 10 racing first saves', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => at.create({ base_version: null, changes: changed(0, `racer ${n}`) })),
    );
    expect(replies.filter(({ answer }) => !answer.conflict)).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it('sent again under its save_id is stored once, and other content under it is refused', async () => {
    const body = { base_version: null, save_id: 'review-save-1', changes: changed(0, 'once') };
    const { version } = await at.saved(at.create(body));
    expect((await at.saved(at.create(body))).version).toBe(version);
    expect(await at.create({ ...body, changes: changed(0, 'other') })).toMatchObject({ status: 400, error: { field: 'save_id' } });
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    ['without images or changes', {}, 'review'],
    ['with changes and no base', { changes: { images: [], removed: [] } }, 'base_version'],
    ['with an image of another study', { base_version: null, changes: { images: [], removed: ['9.9'] } }, 'changes.removed.0'],
    ['for another project', { review: [], project: 'elsewhere' }, 'project'],
    ['of an editor who is not reviewed', { review: [], editor: 'editor2@test' }, 'editor'],
    ['of blind work that is not there', { review: [], blind: true }, 'editor'],
  ])('%s is refused by name', async (_what, more, field) => {
    expect(await at.create(more)).toMatchObject({ status: 400, error: { field } });
    expect(await stored()).toEqual([]);
  });

  it('belongs only to the reviewer who calls', async () => {
    expect(await at.create({ review: [], reviewer: 'somebody@test' })).toMatchObject({ status: 403 });
    await at.world.addPerson('second-reviewer@test', ['Reviewer'], { reviewsTo: [EDITOR] });
    await at.world.addPerson('reviewer-of-nobody@test', ['Reviewer'], { reviewsTo: [] });
    await at.saved(at.create({ base_version: null, changes: changed(0, 'mine') }));
    const read = async (email: string) =>
      (
        await at.world.call(CALLS.reviewsGet, {
          token: await at.world.tokenOf(email, 'Reviewer'),
          body: { id: at.id, editor: EDITOR, ...SCOPE },
        })
      ).answer.review;
    expect(viewsOf((await read('second-reviewer@test'))!.images)[0]).toBe('view 0');
    expect(await read('reviewer-of-nobody@test')).toBeNull();
  });

  it('keeps which images the reviewer validated; what an editor sends of that is ignored', async () => {
    await at.edit([at.image(0, { validated: true }), at.image(1)]);
    expect((await at.analysis()).images.map(({ validated }) => validated)).toEqual([false, false]);
    await at.saved(at.create({ base_version: null, changes: { images: [at.image(0, { validated: true })], removed: [] } }));
    expect((await at.review()).images.map(({ validated }) => validated)).toEqual([true, false]);
  });

  describe('is validated', () => {
    const row = async () => (await at.rows('Reviewer'))[0]!;

    it('by a check point with control, and finished without: saved in the same act', async () => {
      await at.saved(at.validate(true, { base_version: null, changes: changed(0, 'checked') }));
      expect(await at.review()).toMatchObject({ state: 'checkpoint', validated: false });
      expect((await row()).review).toMatchObject({ state: 'checkpoint', changed_since: false });
      await at.saved(at.validate(false, { review: [at.image(0, { view: 'finished' })], missing_images: [] }));
      const review = await at.review();
      expect([review.state, review.validated, viewsOf(review.images)]).toEqual(['finished', true, ['finished']]);
    });

    it('as the editor has it, where the reviewer changed nothing', async () => {
      await at.saved(at.validate(false));
      const review = await at.review();
      expect([review.state, viewsOf(review.images), review.originals]).toEqual(['finished', ['view 0', 'view 1'], []]);
    });

    it('stays at its check point while it is saved, and is a draft again when it is reopened', async () => {
      const { version } = await at.saved(at.validate(true));
      expect((await at.saved(at.create({ base_version: version, changes: changed(0, 'more') }))).state).toBe('checkpoint');
      expect((await at.unvalidate()).answer).toEqual({ state: 'draft' });
      expect((await at.review()).state).toBe('draft');
    });

    it('is locked when finished: nothing is stored before it is reopened', async () => {
      const { version } = await at.saved(
        at.validate(false, { base_version: null, reason: 'A second opinion.', changes: changed(0, 'done') }),
      );
      for (const refused of [
        await at.create({ base_version: version, changes: changed(0, 'late') }),
        await at.validate(true),
        await at.validate(false, { review: [] }),
      ])
        expect(refused).toMatchObject({ status: 409, error: { code: 'wrong-state', message: REVIEW_LOCKED } });
      expect(viewsOf((await at.review()).images)[0]).toBe('done');
      await at.unvalidate();
      expect(await at.review()).toMatchObject({ state: 'draft', validated: false });
      expect((await at.saved(at.create({ base_version: version, changes: changed(0, 'late') }))).state).toBe('draft');
    });

    it('is not reopened, nor returned, where there is none', async () => {
      expect(await at.unvalidate()).toMatchObject({ status: 400, error: { code: 'not-found' } });
      expect(await at.toCheck()).toMatchObject({ status: 400, error: { code: 'not-found' } });
    });

    it('returns from finished to its check point, and from nothing else', async () => {
      await at.saved(at.validate(true));
      expect(await at.toCheck()).toMatchObject({ status: 409, error: { code: 'wrong-state' } });
      await at.saved(at.validate(false));
      expect((await at.toCheck()).answer).toEqual({ state: 'checkpoint' });
      expect(await at.review()).toMatchObject({ state: 'checkpoint', validated: false });
    });

    it('is not finished while the study is incomplete in its copy; a check point is made all the same', async () => {
      const strict = await ReviewWorld.make(await seeded(), { image_requirements: [{ type: 'T', qc: true }] });
      worlds.push(strict);
      const judged = [0, 1].map((n) => strict.image(n, { accepted: 'yes' }));
      await strict.edit(judged);
      const { version } = await strict.saved(
        strict.create({ base_version: null, changes: { images: [{ ...judged[0]!, accepted: null }], removed: [] } }),
      );
      expect(await strict.validate(false, { base_version: version })).toMatchObject({
        status: 409,
        error: { code: 'wrong-state', message: REVIEW_INCOMPLETE },
      });
      expect((await strict.review()).state).toBe('draft');
      expect((await strict.saved(strict.validate(true, { base_version: version }))).state).toBe('checkpoint');
    });

    it('needs a reason for what is open at its end, and keeps both until it is reopened', async () => {
      const validatedImages = [at.image(0, { validated: true }), at.image(1)];
      const { version } = await at.saved(at.create({ base_version: null, changes: { images: validatedImages, removed: [] } }));
      expect(await at.validate(false, { base_version: version })).toMatchObject({
        status: 409,
        error: { code: 'wrong-state', message: FINISH_NEEDS_REASON },
      });
      expect(await at.validate(false, { base_version: version, reason: ' ' })).toMatchObject({ status: 400, error: { field: 'reason' } });
      expect((await at.review()).state).toBe('draft');
      await at.saved(at.validate(false, { base_version: version, reason: 'A second opinion only.' }));
      const open = [{ kind: 'not-validated', instance_id: ids()[1], what: 'T', detail: 'as editor', issue: null }];
      expect((await at.review()).finished_with).toEqual({ reason: 'A second opinion only.', open });
      expect((await row()).review).toMatchObject({ finish_reason: 'A second opinion only.', open_points: 1 });
      await at.unvalidate();
      expect((await at.review()).finished_with).toBeNull();
      expect((await row()).review).toMatchObject({ finish_reason: null, open_points: 0 });
    });

    it('needs no reason where nothing is open, and none at a check point', async () => {
      const one = await at.saved(at.validate(true, { base_version: null }));
      const all = [0, 1].map((n) => at.image(n, { validated: true }));
      await at.saved(at.validate(false, { base_version: one.version, changes: { images: all, removed: [] } }));
      expect(await at.review()).toMatchObject({ state: 'finished', finished_with: null });
    });

    it('by the plain client keeps what was open, without a reason', async () => {
      await at.saved(at.validate(false));
      const { finished_with } = await at.review();
      expect([finished_with!.reason, finished_with!.open.map(({ kind }) => kind)]).toEqual([null, ['not-validated', 'not-validated']]);
    });

    it('writes an act for each change of state', async () => {
      await at.saved(at.validate(true));
      await at.saved(at.validate(false));
      await at.toCheck();
      await at.unvalidate();
      const { id } = (await findUser(at.world.db.query, REVIEWER))!;
      const acts = await at.world.db.query
        .selectFrom('audit_entry')
        .select(['act', 'actor_id', 'role', 'study_id'])
        .orderBy('id')
        .execute();
      expect(acts).toEqual(
        ['review-checkpoint', 'review-finished', 'review-back-for-changes', 'review-reopened'].map((act) => ({
          act,
          actor_id: id,
          role: 'Reviewer',
          study_id: 1,
        })),
      );
    });
  });

  describe('of work that became incomplete', () => {
    const TYPE = '4-chamber 2D';
    const demand = async (image_requirements: Project['image_requirements'], accepted: ProjectEffect[] = []) => {
      at.world.now += 1000;
      const token = await at.tokenOf('Admin');
      const { answer: before } = await at.world.call(CALLS.projectsList, { token, body: {} });
      const { project, version } = before.projects.find((one) => one.project._id === SCOPE.db_name.replace(/_db$/, ''))!;
      const body = { project: { ...project, image_requirements }, base_version: version, accepted };
      return (await at.world.call(CALLS.projectsSave, { token, body })).answer;
    };
    const typed = () => [0, 1].map((n) => at.image(n, { type: TYPE, accepted: 'yes' }));
    beforeEach(() => at.edit(typed()));
    const row = async () => (await at.rows('Reviewer'))[0]?.review;

    it.each(['draft', 'checkpoint', 'finished'] as const)(
      'a %s stays listed since the requirement changed, and is counted before',
      async (state) => {
        if (state === 'draft')
          await at.saved(at.create({ base_version: null, changes: { images: [at.image(0, { type: TYPE, view: 'mine' })], removed: [] } }));
        else await at.saved(at.validate(state === 'checkpoint'));
        const effects = [
          { what: 'studies-become' as const, state: 'Incomplete' as const, count: 1 },
          { what: 'reviews-incomplete' as const, state: null, count: 1 },
        ];
        expect(await demand([{ type: TYPE, cycletiming: true }])).toEqual({ outcome: 'asks', effects });
        expect(await demand([{ type: TYPE, cycletiming: true }], effects)).toMatchObject({ outcome: 'saved' });
        expect(await row()).toMatchObject({ state, incomplete_since: at.world.now });
        expect((await at.review()).state).toBe(state);
      },
    );

    it('is not listed where the reviewer has no review of it', async () => {
      const effects = [{ what: 'studies-become' as const, state: 'Incomplete' as const, count: 1 }];
      await demand([{ type: TYPE, cycletiming: true }], effects);
      expect(await at.rows('Reviewer')).toEqual([]);
    });

    it('stays listed since the save of the editor that made it so', async () => {
      await demand([{ type: TYPE, qc: true }]);
      await at.saved(at.validate(true));
      await at.edit([at.image(0, { type: 'TAPSE' })]);
      expect(await row()).toMatchObject({ state: 'checkpoint', incomplete_since: at.world.now });
      await at.edit(typed());
      expect(await row()).toMatchObject({ incomplete_since: null });
    });
  });

  describe('when the editor has saved since', () => {
    let version: number;
    beforeEach(async () => {
      version = (await at.saved(at.create({ base_version: null, changes: changed(0, 'reviewed') }))).version;
    });

    it('names the images that changed, were added or are gone, and no others', async () => {
      const second = await at.edit([at.image(0), at.image(1, { view: 'anew' }), at.image(2, { reference: true })]);
      const { newer, base_version, images } = await at.review();
      expect([
        newer!.version,
        newer!.author,
        newer!.images.map(({ instance_id }) => instance_id),
        newer!.removed,
        newer!.missing_images,
      ]).toEqual([second, EDITOR, [ids()[1], ids()[2]], [], null]);
      expect([base_version, viewsOf(images)]).toEqual([first, ['reviewed', 'view 1']]);
      await at.edit([at.image(0)], ['Missing type']);
      expect((await at.review()).newer).toMatchObject({ images: [], removed: [ids()[1]], missing_images: ['Missing type'] });
    });

    it('takes over image by image, and is based on the newest version once all are settled', async () => {
      const second = await at.edit([at.image(0, { view: 'theirs 0' }), at.image(1, { view: 'theirs 1' })]);
      const taken = await at.saved(
        at.create({ base_version: version, changes: { images: [at.image(1, { view: 'theirs 1' })], removed: [] }, settled: [ids()[1]!] }),
      );
      expect([taken.base_version, taken.editor_version]).toEqual([first, second]);
      let review = await at.review();
      expect([review.newer!.images.map(({ instance_id }) => instance_id), viewsOf(review.originals)]).toEqual([[ids()[0]], ['view 0']]);
      // Kept as reviewed: what the editor has now is what it differs from.
      await at.saved(at.create({ base_version: taken.version, changes: { images: [], removed: [] }, settled: [ids()[0]!] }));
      review = await at.review();
      expect([review.newer, review.base_version, viewsOf(review.images), viewsOf(review.originals)]).toEqual([
        null,
        second,
        ['reviewed', 'theirs 1'],
        ['theirs 0'],
      ]);
    });

    it('is of the version it is based on when it is finished: the study is not validated, but changed since', async () => {
      await at.saved(at.validate(false));
      expect((await at.rows('Reviewer'))[0]).toMatchObject({
        validated_by: [REVIEWER],
        review: { state: 'finished', changed_since: false },
      });
      await at.edit([at.image(0, { view: 'theirs' }), at.image(1)]);
      expect((await at.rows('Reviewer'))[0]).toMatchObject({ validated_by: [], review: { state: 'finished', changed_since: true } });
      await at.unvalidate();
      await at.saved(at.validate(false));
      expect((await at.rows('Reviewer'))[0]).toMatchObject({ validated_by: [], review: { state: 'finished', changed_since: true } });
      await at.unvalidate();
      await at.saved(at.validate(false, { settled: [ids()[0]!] }));
      expect((await at.rows('Reviewer'))[0]).toMatchObject({
        validated_by: [REVIEWER],
        review: { state: 'finished', changed_since: false },
      });
    });
  });

  describe('in the list', () => {
    it('is read by each role as specified: ids, a count in words, the step of a team review', async () => {
      const seen = async () => ({
        reviewer: (await at.rows('Reviewer'))[0]!.validated_by,
        admin: (await at.rows('Admin'))[0]!.validated_by,
        editor: (await at.rows('Editor'))[0]!.validated_by,
        viewer: (await at.rows('Viewer'))[0]!.validated_by,
        team: (await at.rows('Prisma study review'))[0]!.validated_by,
      });
      expect(await seen()).toEqual({ reviewer: [], admin: [], editor: [], viewer: [], team: 0 });
      await at.saved(at.validate(true));
      expect(await seen()).toEqual({ reviewer: [], admin: [], editor: [], viewer: [], team: 1 });
      await at.saved(at.validate(false));
      const one = ['1 reviewer'];
      expect(await seen()).toEqual({ reviewer: [REVIEWER], admin: [REVIEWER], editor: one, viewer: one, team: 2 });
      await at.outcome('Not valid');
      expect((await seen()).team).toBe(3);
    });

    it('has a row for each study and editor, without work that a colleague continued', async () => {
      await at.world.addPerson('reviewer-of-both@test', ['Reviewer'], {
        reviewsTo: [EDITOR, 'editor2@test', emailOf('Ground-truth generator')],
      });
      await at.edit(undefined, [], 'Ground-truth generator');
      const rows = async () => {
        const body = { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name } as const;
        const { answer } = await at.world.call(CALLS.studiesGet, {
          token: await at.world.tokenOf('reviewer-of-both@test', 'Reviewer'),
          body,
        });
        return answer.studies.map(({ editor, blind }) => [editor, blind ?? false]);
      };
      expect(await rows()).toEqual([
        [emailOf('Ground-truth generator'), true],
        [EDITOR, false],
      ]);
      const second = at.world.save('editor2@test', [at.image(0)]);
      await at.world.call(CALLS.analysisUpdate, { token: await at.world.tokenOf('editor2@test', 'Editor'), body: second });
      expect(await rows()).toEqual([
        ['editor2@test', false],
        [emailOf('Ground-truth generator'), true],
      ]);
    });
  });

  describe('in a team review', () => {
    it('gets an outcome only when it is finished; it overrides the computed state until the study is reopened', async () => {
      await at.saved(at.validate(true));
      expect(await at.outcome('Not valid')).toMatchObject({ status: 409, error: { code: 'wrong-state' } });
      await at.saved(at.validate(false));
      expect((await at.outcome('Consensus pending')).answer).toEqual({ study_state: 'Consensus pending' });
      expect((await at.outcome('Not valid')).answer).toEqual({ study_state: 'Not valid' });
      expect(await at.review()).toMatchObject({
        study_state: 'Not valid',
        outcome: { state: 'Not valid', by: emailOf('Prisma study review') },
      });
      await at.unvalidate();
      expect((await at.review()).outcome).toBeNull();
    });

    it("'Include study' needs cycles segmented in every image", async () => {
      await at.saved(at.validate(false));
      expect(await at.outcome('Suboptimal')).toMatchObject({ status: 409, error: { code: 'wrong-state' } });
      await at.unvalidate();
      const segmented = [0, 1].map((n) => at.image(n, { cycles_segmented: 1, cardiac_events: [{ id: 'c0' }] }));
      await at.saved(at.validate(false, { review: segmented }));
      expect((await at.outcome('Suboptimal')).answer).toEqual({ study_state: 'Suboptimal' });
    });

    it("'Back for changes' returns the study to its check point", async () => {
      await at.saved(at.validate(false));
      await at.outcome('Not valid');
      expect((await at.toCheck('Prisma study review')).answer).toEqual({ state: 'checkpoint' });
      expect(await at.review()).toMatchObject({ state: 'checkpoint', outcome: null });
    });

    it('of a person without one does not exist', async () => {
      expect(await at.outcome('Not valid')).toMatchObject({ status: 400, error: { code: 'not-found', field: 'reviewer' } });
      expect(await at.outcome('Not valid', { editor: 'nobody@test' })).toMatchObject({ status: 400, error: { code: 'not-found' } });
    });
  });

  it("of blind work keeps the reviewer's comments, which the reviewer reads again", async () => {
    await at.edit(undefined, [], 'Ground-truth generator');
    const token = await at.tokenOf('Reviewer');
    const comment = {
      content: 'Apex cut off',
      type: 'validation',
      study_id: at.id,
      image_filename: at.world.images[0]!.filename,
      editor: emailOf('Ground-truth generator'),
    };
    await at.world.call(CALLS.commentsCreate, { token, body: { comment, db_name: SCOPE.db_name } });
    const { answer } = await at.world.call(CALLS.commentsGet, { token, body: { study_id: at.id, db_name: SCOPE.db_name } });
    expect(answer.comments.map(({ content, editor, review }) => [content, editor, review])).toEqual([
      ['Apex cut off', emailOf('Ground-truth generator'), true],
    ]);
  });
});
