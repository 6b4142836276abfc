import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { type ProjectFile, TeamReviewList, type TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../test/review-world.ts';
import { emailOf, PROJECT, SCOPE } from '../../test/world.ts';
import { packedFile, replaceStatistics } from '../db/project-statistics.ts';
import { reviewsToExport } from '../db/reviews.ts';
import { findUser } from '../db/users.ts';

const TEAM = 'Prisma study review';

/** A scale that the Editor set. */
const SCALE: NonNullable<AnalysisImage['calibration']> = {
  source: 'manual',
  velocity_axis: 'up',
  flow_direction: 'toward',
  reference_pixel_origin: 'region',
  baseline_y: null,
  manual: [],
  author: EDITOR,
  at: 1,
  version: 1,
};

const scored = (value: string): Partial<AnalysisImage> => ({
  score: { sections: [{ name: 'General', items: [{ name: 'Adequate', options: ['Yes', 'No'], value }] }] },
});

describe.each(databases())('a team review on $name', ({ seeded }) => {
  let at: ReviewWorld;
  const worlds: ReviewWorld[] = [];
  beforeEach(async () => {
    at = await ReviewWorld.make(await seeded(), { consensus_names: true });
    worlds.push(at);
  });
  afterAll(async () => {
    for (const { world } of worlds) await world.close();
  });

  const address = async (file: string, role: RoleName, bucket: string = PROJECT._id) =>
    at.world.call(CALLS.getUrls, { token: await at.tokenOf(role), body: { bucket, object: `project_statistics/${PROJECT._id}/${file}` } });
  const file = async (name: ProjectFile, role: RoleName) => {
    const { answer } = await address(name, role);
    return at.world.app.inject({ url: answer[0]!.url });
  };
  const list = async (): Promise<TeamReviewStudy[]> => {
    const reply = await file('consensus_pending/study_images.json', TEAM);
    const found = reply.json<TeamReviewStudy[]>();
    expect(Value.Errors(TeamReviewList, found)).toEqual([]);
    return found;
  };
  /** An editor scores one way, the reviewer another: by the rule for Reviewers the study is pending. */
  const pending = async () => {
    await at.edit([0, 1].map((n) => at.image(n, scored('Yes'))));
    await at.saved(at.validate(false, { review: [0, 1].map((n) => at.image(n, scored('No'))), missing_images: [] }));
  };
  const hide = async (date = '20260102') =>
    at.world.call(CALLS.deleteTeamReview, { token: await at.tokenOf(TEAM), body: { patient: Number(at.id.split('_')[0]), date } });

  it('reads finished reviews that ended in Consensus pending, with both general scores of each image', async () => {
    await pending();
    const [study, ...others] = await list();
    expect(others).toEqual([]);
    expect(study).toMatchObject({
      study_id: at.id,
      patient_show: 'P-1',
      editor: EDITOR,
      reviewer: REVIEWER,
      blind: false,
      may_include: false,
    });
    expect(study!.images.map(({ qc_phase_1, qc_phase_2, image_type }) => [qc_phase_1, qc_phase_2, image_type])).toEqual([
      ['Yes', 'No', 'T'],
      ['Yes', 'No', 'T'],
    ]);
    for (const { url } of study!.images) expect((await at.world.app.inject({ url })).statusCode).toBe(200);
  });

  it('leaves out what is not finished and what has another state', async () => {
    expect(await list()).toEqual([]);
    // Equal scores and nothing drawn: Not valid, which is decided already.
    await at.edit([at.image(0, scored('Yes'))]);
    expect((await at.saved(at.validate(false))).study_state).toBe('Not valid');
    expect(await list()).toEqual([]);
    await at.unvalidate();
    await at.saved(at.validate(true, { review: [at.image(0, scored('No'))], missing_images: [] }));
    expect((await at.review()).study_state).toBe('Consensus pending');
    expect(await list()).toEqual([]);
  });

  it('leaves out reviews of and by a test user of the project', async () => {
    await pending();
    expect(await list()).toHaveLength(1);
    const { query } = at.world.db;
    for (const role of ['Editor', 'Reviewer'] as const) {
      const user = await findUser(query, emailOf(role));
      await query.insertInto('project_test_user').values({ project_id: 1, user_id: user!.id }).execute();
      expect(await list()).toEqual([]);
      expect(await reviewsToExport(query, 1)).toEqual([]);
      await query.deleteFrom('project_test_user').execute();
    }
  });

  it('sees and decides only the work of editors in reviews_to', async () => {
    await pending();
    await at.world.db.query.updateTable('role_grant').set({ reviews_to: '[]' }).where('role', '=', TEAM).execute();
    expect(await list()).toEqual([]);
    expect(await at.outcome('Not valid')).toMatchObject({ status: 400, error: { code: 'not-found', field: 'reviewer' } });
    expect(await at.toCheck(TEAM)).toMatchObject({ status: 400, error: { code: 'not-found' } });
    expect((await hide()).answer).toEqual({ hidden: 0 });
  });

  it.each([
    ['Back for changes', async () => at.toCheck(TEAM)],
    ['Exclude study', async () => at.outcome('Not valid')],
    ['otherwise Consensus pending', async () => at.outcome('Consensus pending')],
  ])('%s: the study leaves the list', async (_what, decide) => {
    await pending();
    expect(await list()).toHaveLength(1);
    expect((await decide()).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  describe('of a study with several reviews', () => {
    const SECOND = 'second-reviewer@test';
    const COLLEAGUE = 'second-team@test';
    const finishAs = async (email: string, editor: string) => {
      at.world.now += 1000;
      const body = {
        id: at.id,
        editor,
        ...SCOPE,
        control: false,
        review: [0, 1].map((n) => at.image(n, scored('No'))),
        missing_images: [],
      };
      expect((await at.world.call(CALLS.reviewsValidate, { token: await at.world.tokenOf(email, 'Reviewer'), body })).status).toBe(200);
    };
    const outcomes = async () =>
      (await at.world.db.query.selectFrom('review').select(['state', 'outcome_state']).orderBy('created_at').execute()).map((review) =>
        [review.state, review.outcome_state].join(' '),
      );
    beforeEach(async () => {
      await pending();
      await at.world.addPerson(SECOND, ['Reviewer'], { reviewsTo: [EDITOR] });
      await finishAs(SECOND, EDITOR);
    });

    it('is one row that names them all', async () => {
      const [study, ...others] = await list();
      expect(others).toEqual([]);
      expect(study!.reviews.map(({ editor, reviewer, consensus }) => [editor, reviewer, consensus])).toEqual([
        [EDITOR, SECOND, false],
        [EDITOR, REVIEWER, false],
      ]);
      expect(study!.reviewer).toBe(SECOND);
    });

    it('applies one outcome to all of them, and takes it back from all', async () => {
      expect((await at.outcome('Not valid')).status).toBe(200);
      expect(await outcomes()).toEqual(['finished Not valid', 'finished Not valid']);
      expect(await list()).toEqual([]);
      expect((await hide()).answer).toEqual({ hidden: 2 });
      expect(await list()).toHaveLength(1);
    });

    it('returns all of them for changes', async () => {
      expect((await at.toCheck(TEAM)).status).toBe(200);
      expect(await outcomes()).toEqual(['checkpoint ', 'checkpoint ']);
    });

    it('refuses a second outcome by a colleague, by name', async () => {
      await at.world.addPerson(COLLEAGUE, [TEAM], { reviewsTo: [EDITOR] });
      await at.outcome('Not valid');
      const body = { id: at.id, editor: EDITOR, reviewer: SECOND, new_state: 'Consensus pending' as const, ...SCOPE };
      const reply = await at.world.call(CALLS.reviewsUpdateState, { token: await at.world.tokenOf(COLLEAGUE, TEAM), body });
      expect(reply).toMatchObject({
        status: 409,
        error: { code: 'wrong-state', message: expect.stringContaining(`${emailOf(TEAM)} decided`) },
      });
      expect(await outcomes()).toEqual(['finished Not valid', 'finished Not valid']);
    });

    it('is of the consensus review, which replaces those it settles', async () => {
      const THIRD = 'third-reviewer@test';
      await at.world.addPerson(THIRD, ['Reviewer'], { reviewsTo: [EDITOR, REVIEWER, SECOND] });
      await finishAs(THIRD, EDITOR);
      const [study] = await list();
      expect(study!.reviews).toMatchObject([{ reviewer: THIRD, consensus: true }]);
      expect(study!.reviewer).toBe(THIRD);
    });
  });

  describe('opens a study that waits for it', () => {
    const tokenOf = async () => at.tokenOf(TEAM);
    const files = async (id = at.id) => at.world.call(CALLS.filesGet, { token: await tokenOf(), body: { id, ...SCOPE } });
    const read = async (more: Record<string, unknown> = {}) =>
      at.world.call(CALLS.reviewsGet, { token: await tokenOf(), body: { id: at.id, ...SCOPE, ...more } });
    const urls = async () =>
      at.world.call(CALLS.getUrls, { token: await tokenOf(), body: { bucket: '0', object: `US/${at.id.split('_')[0]}/20260102/` } });
    const everyCall = async () => [await files(), await read(), await urls()].map(({ status, error }) => [status, error?.code]);
    const ALL_REFUSED = Array.from({ length: 3 }, () => [400, 'not-found']);

    it('with the images of the review that speaks for it, and the address of each file', async () => {
      await pending();
      const reviewed = [0, 1].map((n) => at.image(n).instance_id);
      expect((await files()).answer).toMatchObject({ study: { study_id: at.id }, selection_stored: false });
      // The third image of the study is not a reference image, so it is not part of the review.
      expect((await files()).answer.images.map(({ instance_id }) => instance_id)).toEqual(reviewed);
      const { review } = (await read()).answer;
      expect(review).toMatchObject({
        editor: EDITOR,
        reviewer: REVIEWER,
        state: 'finished',
        study_state: 'Consensus pending',
        newer: null,
      });
      expect(review!.images.map(({ instance_id }) => instance_id)).toEqual(reviewed);
      const addresses = (await urls()).answer;
      expect(addresses.filter(({ kind }) => kind === 'dicom')).toHaveLength(2);
      const listing = await at.world.app.inject({ url: addresses.find(({ kind }) => kind === 'listing')!.url });
      expect(listing.json<{ instance_id: string }[]>().map(({ instance_id }) => instance_id)).toEqual(reviewed);
    });

    it('refuses a study whose review is not finished, is decided, or is of an editor outside of reviews_to', async () => {
      expect(await everyCall()).toEqual(ALL_REFUSED);
      await at.edit([0, 1].map((n) => at.image(n, scored('Yes'))));
      await at.saved(at.validate(true, { review: [0, 1].map((n) => at.image(n, scored('No'))), missing_images: [] }));
      expect(await everyCall()).toEqual(ALL_REFUSED);
      await at.saved(at.validate(false));
      expect((await everyCall()).map(([status]) => status)).toEqual([200, 200, 200]);
      const listing = (await urls()).answer.find(({ kind }) => kind === 'listing')!.url;
      await at.outcome('Not valid');
      expect(await everyCall()).toEqual(ALL_REFUSED);
      expect((await at.world.app.inject({ url: listing })).statusCode).toBe(400);
      await hide();
      expect((await everyCall()).map(([status]) => status)).toEqual([200, 200, 200]);
      await at.world.db.query.updateTable('role_grant').set({ reviews_to: '[]' }).where('role', '=', TEAM).execute();
      expect(await everyCall()).toEqual(ALL_REFUSED);
    });

    it('names the study only, and nothing else is open to it', async () => {
      await pending();
      for (const more of [{ editor: EDITOR }, { reviewer: REVIEWER }, { blind: false }])
        expect(await read(more)).toMatchObject({ status: 400, error: { code: 'invalid-field', field: Object.keys(more)[0] } });
      expect((await files(`${at.id}0`)).status).toBe(400);
      const token = await tokenOf();
      const body = { id: at.id, ...SCOPE };
      const refused = [
        at.world.call(CALLS.analysisGet, { token, body }),
        at.world.call(CALLS.commentsGet, { token, body: { study_id: at.id, db_name: SCOPE.db_name } }),
        at.world.call(CALLS.reviewsGetIssues, { token, body: { ...body, editor: EDITOR } }),
        at.world.call(CALLS.analysisVersions, { token, body }),
      ];
      expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      for (const role of ['Prisma data manager', 'Prisma decision support', 'Explorer app'] as const) {
        const other = await at.tokenOf(role);
        expect((await at.world.call(CALLS.filesGet, { token: other, body })).status).toBe(403);
        expect((await at.world.call(CALLS.reviewsGet, { token: other, body })).status).toBe(403);
      }
    });

    it('decides by the name of the study only', async () => {
      await pending();
      const body = { id: at.id, ...SCOPE };
      const token = await tokenOf();
      expect((await at.world.call(CALLS.reviewsUpdateState, { token, body: { ...body, new_state: 'Not valid' } })).status).toBe(200);
      expect(await everyCall()).toEqual(ALL_REFUSED);
      await hide();
      expect((await at.world.call(CALLS.reviewsValidatedToCheck, { token, body })).answer).toEqual({ state: 'checkpoint' });
      expect(await at.world.call(CALLS.reviewsValidatedToCheck, { token, body })).toMatchObject({ status: 400, error: { field: 'id' } });
      expect(await at.world.call(CALLS.reviewsValidatedToCheck, { token: await at.tokenOf('Reviewer'), body })).toMatchObject({
        status: 400,
        error: { message: 'Missing field editor' },
      });
    });

    it('without comments, and without names unless the project shows them', async () => {
      at = await ReviewWorld.make(await seeded());
      worlds.push(at);
      const byEditor: Partial<AnalysisImage> = {
        ...scored('Yes'),
        calibration: SCALE,
      };
      await at.edit([0, 1].map((n) => at.image(n, byEditor)));
      await at.world.call(CALLS.commentsCreate, {
        token: await at.tokenOf('Editor'),
        body: {
          comment: { content: 'Mine', type: 'selection', study_id: at.id, image_filename: at.image(0).filename },
          db_name: SCOPE.db_name,
        },
      });
      await at.saved(at.validate(false, { review: [0, 1].map((n) => at.image(n, { ...byEditor, ...scored('No') })), missing_images: [] }));
      const answers = JSON.stringify([(await files()).answer, (await read()).answer, await list()]);
      expect(answers).not.toMatch(/@/);
      expect((await read()).answer.review).toMatchObject({
        editor: 'Editor A',
        reviewer: 'Reader A',
        images: [{ calibration: { source: 'manual', author: 'Editor A' } }, {}],
      });
      expect(await list()).toMatchObject([{ editor: 'Editor A', reviewer: 'Reader A', reviews: [{ editor: 'Editor A' }] }]);
    });
  });

  it('may include a study whose cycles are all segmented', async () => {
    await at.edit([at.image(0, scored('Yes'))]);
    const segmented = at.image(0, { ...scored('No'), cycles_segmented: 1, cardiac_events: [{ id: 'c0' }] });
    await at.saved(at.validate(false, { review: [segmented], missing_images: [] }));
    expect(await list()).toMatchObject([{ may_include: true }]);
    expect((await at.outcome('Suboptimal')).answer).toEqual({ study_state: 'Suboptimal' });
  });

  it('takes back what it stored for a study, with person and time', async () => {
    await pending();
    await at.outcome('Not valid');
    expect((await hide('19990101')).status).toBe(400);
    expect((await hide()).answer).toEqual({ hidden: 1 });
    expect(await list()).toHaveLength(1);
    expect(await at.review()).toMatchObject({ outcome: null, study_state: 'Consensus pending' });
    // Exports and comparisons read the review as it counts.
    expect(await reviewsToExport(at.world.db.query, 1)).toMatchObject([{ outcome_state: null, study_state: 'Consensus pending' }]);
    expect((await at.rows('Prisma study review')).map(({ validated_by }) => validated_by)).toEqual([2]);
    const { query } = at.world.db;
    expect(await query.selectFrom('review').select(['outcome_state', 'outcome_hidden_at']).executeTakeFirst()).toEqual({
      outcome_state: 'Not valid',
      outcome_hidden_at: at.world.now,
    });
    const act = await query
      .selectFrom('audit_entry')
      .innerJoin('user_account', 'user_account.id', 'actor_id')
      .select(['email', 'at'])
      .where('act', '=', 'team-review-hidden')
      .execute();
    expect(act).toEqual([{ email: emailOf(TEAM), at: at.world.now }]);
    expect((await hide()).answer).toEqual({ hidden: 0 });
    await at.outcome('Not valid');
    expect((await at.review()).outcome?.state).toBe('Not valid');
  });

  it('reads its file through a signed address that is only for its role', async () => {
    await pending();
    expect((await address('data_statistics.json', TEAM)).status).toBe(403);
    for (const role of ['Prisma data manager', 'Editor'] as const)
      expect((await address('consensus_pending/study_images.json', role)).status).toBe(403);
    expect((await address('passwords.json', TEAM)).status).toBe(400);
    expect((await address('consensus_pending/study_images.json', TEAM, 'elsewhere')).status).toBe(400);
    const { url } = (await address('consensus_pending/study_images.json', TEAM)).answer[0]!;
    expect((await at.world.app.inject({ url: url.replace('study_images', 'other_images') })).statusCode).toBe(403);
    expect((await at.world.app.inject({ url: url.replace('rol=Prisma+study+review', 'rol=Admin') })).statusCode).toBe(403);
  });

  it('statistics of a project are read through the same call, and are missing before they are made', async () => {
    const reply = await file('data_statistics.json', 'Prisma data manager');
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'not-found']);
    await replaceStatistics(
      at.world.db.query,
      1,
      [await packedFile({ name: 'data_statistics.json', content: '{"made":true}' })],
      at.world.now,
    );
    expect((await file('data_statistics.json', 'Prisma data manager')).json()).toEqual({ made: true });
  });
});
