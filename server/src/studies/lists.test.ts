import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StudyTask } from '@echometry/contract/calls/studies.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyListQuery } from '@echometry/contract/records/study-list.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { nextAction, remainingActions } from '@echometry/contract/rules/next-action.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { reviewTask, taskWords } from '@echometry/contract/rules/review-task.ts';
import { pageOfList } from '@echometry/contract/rules/study-list.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { addWork, dice, fillAtRandom, randomQuestion, REQUIREMENTS } from '../../test/random-lists.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { readDocument } from '../analyses/read.ts';
import { markProjectUnlisted, markUnlisted } from '../db/list-marks.ts';
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

const NOT_BEGUN = { images: [], missing_images: [] };

type Answer = AnswerOf<typeof CALLS.studiesGet>;

/** The part of a page that is read first where it differs. */
const inShort = ({ studies, list }: Answer) => ({
  list,
  rows: studies.map(({ study_id, patient_show, editor, blind, updated_at, status, validated_by }) =>
    [study_id, patient_show, editor, blind, updated_at, Object.values(status).filter(Boolean).length, validated_by].join(' '),
  ),
});

describe.each(databases())('pages of lists on $name', ({ seeded }) => {
  let world: World;
  let projectId = 0;
  let studies: number[] = [];
  let made: Parameters<typeof addWork>[0];
  let current: Project = PROJECT;
  const roll = dice(20_260_112);

  beforeAll(async () => {
    world = await World.make(await seeded());
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

  /** The next step by the rule, in the documents of the work that a row shows: nothing that is kept for lists is read. */
  const taskOf = async ({ study_id, analysis, study_state }: StudyRow, role: RoleName): Promise<StudyTask[]> => {
    if (analysis !== null && study_state !== 'Incomplete') return [];
    const { images, missing_images } = analysis === null ? NOT_BEGUN : (await readDocument(world.services, analysis)).document;
    const { image_requirements: requirements, name_to_show } = current;
    const facts = { images, missing: missing_images, requirements, modalityOf: () => null, project: name_to_show };
    const actions = remainingActions(facts);
    const next = nextAction(actions, role);
    if (next === null) return [];
    const { step, type, instance_id, verb, brief } = next;
    return [{ study_id, step, type, instance_id, verb, brief, left: actions.length }];
  };

  const tasksOf = async (rows: readonly StudyRow[], role: RoleName): Promise<StudyTask[]> =>
    (await Promise.all(maySave(role) ? rows.map((row) => taskOf(row, role)) : [])).flat();

  /** The whole lists, with withdrawn studies and without, and the tasks. */
  const wholeOf = async (email: string, role: RoleName) => {
    const [active, all] = [(await ask(email, role, true)).studies, (await ask(email, role, false)).studies];
    return { rows: { true: active, false: all }, tasks: new Map((await tasksOf(all, role)).map((task) => [task.study_id, task])) };
  };

  /** Result of the rules of the contract for a whole list. */
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
      const asks = Array.from({ length: questions }, () => randomQuestion(roll, emails, ids));
      const ofTasks = maySave(role) ? asks.map((list) => ({ ...list, tasks: true })) : [];
      for (const list of [...asks, ...ofTasks]) {
        const active = list.tasks === true || roll.chance(0.8);
        const [page, wanted] = [await ask(email, role, active, list), expected(whole, { email, role }, active, list)];
        const asked = { email, role, list, active };
        expect({ asked, is: inShort(page) }).toEqual({ asked, is: inShort(wanted) });
        expect(page).toEqual(wanted);
      }
    }
  };

  const project = async (change: Partial<Project>): Promise<void> => {
    current = { ...PROJECT, image_requirements: [...REQUIREMENTS[0]!], ...change };
    const { query } = world.db;
    await query
      .updateTable('project')
      .set({ document: JSON.stringify(current) })
      .where('id', '=', projectId)
      .execute();
    // As a save of the project does in its transaction.
    await markProjectUnlisted(query, projectId);
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

  const required = REQUIREMENTS.map((rows, place) => ({ place, image_requirements: [...rows] }));
  it.each(required)('name the steps that are left of requirements $place, in pages and all at once', async ({ image_requirements }) => {
    await project({ image_requirements });
    for (const [email, role] of READERS.filter(([, reads]) => maySave(reads))) {
      const whole = await wholeOf(email, role);
      const wanted = await tasksOf(whole.rows.true, role);
      const token = await world.tokenOf(email, role);
      expect((await world.call(CALLS.getTasks, { token, body: SCOPE })).answer.tasks).toEqual(wanted);
      for (const direction of ['ascending', 'descending'] as const) {
        const list: StudyListQuery = { offset: 0, limit: 7, tasks: true, sort: { by: 'next', direction } };
        expect(await ask(email, role, true, list)).toEqual(expected(whole, { email, role }, true, list));
      }
    }
    await project({});
  });

  it('leave out a study whose work cannot be read, and name the steps of all others', async () => {
    await project({ image_requirements: [...REQUIREMENTS[2]!] });
    const { query } = world.db;
    const [email, role] = [emailOf('Editor'), 'Editor'] as const;
    const whole = await wholeOf(email, role);
    const row = whole.rows.true.find(({ study_id, analysis }) => analysis !== null && whole.tasks.has(study_id))!;
    const before = await query.selectFrom('analysis_version').select('document').where('id', '=', row.analysis!).executeTakeFirstOrThrow();
    const setDocument = async (document: Uint8Array): Promise<void> => {
      await query.updateTable('analysis_version').set({ document }).where('id', '=', row.analysis!).execute();
      await markProjectUnlisted(query, projectId);
    };
    await setDocument(new Uint8Array([1, 2, 3]));
    const list: StudyListQuery = { offset: 0, limit: 100, tasks: true };
    const ids = (answer: Answer) => answer.tasks?.map(({ study_id }) => study_id);
    const others = [...whole.rows.true].filter(({ study_id }) => whole.tasks.has(study_id) && study_id !== row.study_id);
    expect(ids(await ask(email, role, true, list))?.toSorted()).toEqual(others.map(({ study_id }) => study_id).toSorted());
    await setDocument(before.document);
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
