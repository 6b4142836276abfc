import { type AnswerOf, type BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { type StudyRow } from '@echometry/contract/records/study.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { reviewTask, taskWords } from '@echometry/contract/rules/review-task.ts';
import { pageOfList } from '@echometry/contract/rules/study-list.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { addWork, dice, fillAtRandom, randomQuestion, REQUIRED_TYPE } from '../../test/random-lists.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { markUnlisted } from '../db/list-marks.ts';
import { markTestUser } from '../db/projects.ts';
import { reopenReview, storeOutcome, storeReview } from '../db/reviews.ts';
import { setStudyDataType } from '../db/studies.ts';
import { setTestUser } from '../db/users.ts';
import { assignPass } from '../db/work-lines.ts';

const STUDIES = 60;
/** Questions of each person in each state of the workspace. */
const QUESTIONS = 6;

const EDITORS = [emailOf('Editor'), 'editor2@test', 'tester@test', 'project-tester@test'];
const BLIND = [emailOf('Ground-truth generator'), 'other-blind@test'];
const REVIEWERS = [emailOf('Reviewer'), 'reviewer-of-all@test', 'reviewer-of-second@test'];
const READERS: readonly (readonly [string, RoleName])[] = [
  [emailOf('Viewer'), 'Viewer'],
  [emailOf('Editor'), 'Editor'],
  [emailOf('Data scientist'), 'Data scientist'],
  ['tester@test', 'Editor'],
  ['project-tester@test', 'Editor'],
  [emailOf('Ground-truth generator'), 'Ground-truth generator'],
  ['other-blind@test', 'Ground-truth generator'],
  [emailOf('Reviewer'), 'Reviewer'],
  ['reviewer-of-all@test', 'Reviewer'],
  ['reviewer-of-second@test', 'Reviewer'],
  ['reviewer-of-nobody@test', 'Reviewer'],
  ['reviewer-of-all@test', 'Admin'],
  [emailOf('Prisma study review'), 'Prisma study review'],
];

type Answer = AnswerOf<typeof CALLS.studiesGet>;

/** What of a page is read first where it is not as expected. */
const inShort = ({ studies, list }: Answer) => ({
  list,
  rows: studies.map(({ study_id, patient_show, editor, blind, updated_at, status, validated_by }) =>
    [study_id, patient_show, editor, blind, updated_at, Object.values(status).filter(Boolean).length, validated_by].join(' '),
  ),
});

describe.each(databases())('pages of lists on $name', ({ fresh }) => {
  let world: World;
  let projectId = 0;
  let studies: number[] = [];
  let made: Parameters<typeof addWork>[0];
  const roll = dice(20_260_112);

  beforeAll(async () => {
    world = await World.make(await fresh());
    const { query } = world.db;
    projectId = (await query.selectFrom('project').select('id').where('key', '=', PROJECT._id).executeTakeFirstOrThrow()).id;
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    await markTestUser(query, projectId, await world.addPerson('project-tester@test', ['Editor']), true);
    await world.addPerson('other-blind@test', ['Ground-truth generator']);
    await world.addPerson('reviewer-of-all@test', ['Reviewer', 'Admin'], { reviewsTo: [...EDITORS, ...BLIND] });
    await world.addPerson('reviewer-of-second@test', ['Reviewer'], { reviewsTo: ['editor2@test', 'other-blind@test'] });
    await world.addPerson('reviewer-of-nobody@test', ['Reviewer'], { reviewsTo: [] });
    const ids = new Map((await query.selectFrom('user_account').select(['id', 'email']).execute()).map(({ id, email }) => [email, id]));
    made = { query, projectId, idOf: (email) => ids.get(email)!, dice: roll };
    studies = await fillAtRandom(made, { editors: EDITORS, blind: BLIND, reviewers: REVIEWERS }, STUDIES);
  });
  afterAll(() => world.close());

  const ask = async (email: string, role: RoleName, active: boolean, list?: StudyListQuery): Promise<Answer> => {
    const body: BodyOf<typeof CALLS.studiesGet> = {
      search_query: { medical_data_type: 'US', active },
      db_name: SCOPE.db_name,
      ...(list === undefined ? {} : { list }),
    };
    const reply = await world.call(CALLS.studiesGet, { token: await world.tokenOf(email, role), body });
    expect(reply.status).toBe(200);
    return reply.answer;
  };

  const tasksOf = async (email: string, role: RoleName) => {
    if (!maySave(role)) return [];
    return (await world.call(CALLS.getTasks, { token: await world.tokenOf(email, role), body: SCOPE })).answer.tasks;
  };

  /** The whole answers, with withdrawn studies and without, and the tasks. */
  const wholeOf = async (email: string, role: RoleName) => ({
    rows: { true: (await ask(email, role, true)).studies, false: (await ask(email, role, false)).studies },
    tasks: new Map((await tasksOf(email, role)).map((task) => [task.study_id, task])),
  });

  /** What the rules of the contract make of a whole answer. */
  const expected = (
    { rows, tasks }: Awaited<ReturnType<typeof wholeOf>>,
    looking: { email: string; role: RoleName },
    active: boolean,
    list: StudyListQuery,
  ): Answer => {
    const next = ({ study_id, review }: StudyRow): string | null => {
      const task = tasks.get(study_id) ?? reviewTask(review);
      return task === null ? null : taskWords(task);
    };
    const page = pageOfList(rows[`${active}`], list, looking, next);
    return {
      studies: page.rows,
      list: page.list,
      ...(list.tasks === true ? { tasks: page.rows.flatMap(({ study_id }) => tasks.get(study_id) ?? []) } : {}),
    };
  };

  const compare = async (questions: number): Promise<void> => {
    const emails = [...EDITORS, ...BLIND];
    const ids = (await world.db.query.selectFrom('study').select('study_id').execute()).map(({ study_id }) => study_id);
    for (const [email, role] of READERS) {
      const whole = await wholeOf(email, role);
      for (let n = 0; n < questions; n += 1) {
        const list = randomQuestion(roll, emails, ids);
        const active = list.tasks === true || roll.chance(0.8);
        const [page, wanted] = [await ask(email, role, active, list), expected(whole, { email, role }, active, list)];
        const asked = { email, role, list, active };
        expect({ asked, is: inShort(page) }).toEqual({ asked, is: inShort(wanted) });
        expect(page).toEqual(wanted);
      }
    }
  };

  const project = async (change: Partial<typeof PROJECT>): Promise<void> => {
    const document = JSON.stringify({ ...PROJECT, image_requirements: [{ type: REQUIRED_TYPE, qc: true }], ...change });
    await world.db.query.updateTable('project').set({ document }).where('id', '=', projectId).execute();
  };

  it('are what the rules of the contract make of the whole list, for everybody and whatever is asked', async () => {
    await project({});
    await compare(QUESTIONS);
  });

  it('are so in a project that hides enrollments and in one without quality dots', async () => {
    await project({ _id: 'fedoc-arc' });
    await compare(QUESTIONS);
    await project({ qc: { ...PROJECT.qc, show_status: false } });
    await compare(QUESTIONS);
    await project({});
  });

  it('follow every change of work, reviews, passes, test users and studies', async () => {
    const { query } = world.db;
    const { idOf } = made;
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 12; n += 1) {
        const study = roll.one(studies);
        const hand = roll.chance(0.5) ? { email: roll.one(EDITORS), blind: 0 as const } : { email: roll.one(BLIND), blind: 1 as const };
        const version = await addWork(made, { study, ...hand, pass: 1 });
        // As a save does in its transaction.
        await markUnlisted(query, study);
        const key = { studyId: study, editorId: idOf(hand.email), blind: hand.blind, reviewerId: idOf(roll.one(REVIEWERS)) };
        const facts = { base_version: version, version_id: null, study_state: null, updated_at: world.now };
        if (roll.chance(0.7))
          await storeReview(query, key, { ...facts, state: 'finished', finished_version: version, finished_at: world.now + n });
        if (roll.chance(0.3)) await storeOutcome(query, key, { state: 'Not valid', by: idOf(REVIEWERS[0]!), now: world.now });
        if (roll.chance(0.3)) await reopenReview(query, key, 'checkpoint', world.now);
      }
      await setStudyDataType(query, roll.one(studies), roll.one(['adult', 'fetal', 'pediatric']));
      await assignPass(
        query,
        { studyId: roll.one(studies), editorId: idOf(BLIND[0]!), blind: 1 },
        { userId: idOf(EDITORS[0]!), now: world.now },
      );
      await setTestUser(query, idOf('editor2@test'), round % 2 === 0);
      await markTestUser(query, projectId, idOf('project-tester@test'), round % 3 === 0);
      await compare(2);
    }
  });
});
