import { type BodyOf, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { CONCLUSION, KEY_IMAGE, MAX_KEY_IMAGES } from '@echometry/contract/rules/report-entries.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dice } from '../../test/random-lists.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';

type NewComment = BodyOf<typeof CALLS.commentsCreate>['comment'];
const EDITOR = emailOf('Editor');
const SECOND = 'editor2@test';
const BLIND = emailOf('Ground-truth generator');
const REVIEWER = emailOf('Reviewer');

describe.each(databases())('comments on $name', ({ seeded }) => {
  const worlds: World[] = [];
  let world: World;
  const db_name = PROJECT.db_name;

  beforeEach(async () => {
    world = await World.make(await seeded());
    worlds.push(world);
  });
  afterAll(() => Promise.all(worlds.map((each) => each.close())));

  const about = (n: number, more: Partial<NewComment> = {}): NewComment => ({
    content: `about ${n}`,
    type: 'selection',
    study_id: world.studyId,
    image_filename: world.images[n]!.filename,
    ...more,
  });
  const write = async (email: string, role: RoleName, comment: NewComment, update?: boolean) => {
    world.now += 1000;
    return world.call(CALLS.commentsCreate, {
      token: await world.tokenOf(email, role),
      body: { comment, db_name, ...(update === undefined ? {} : { update }) },
    });
  };
  const read = async (email: string, role: RoleName, n?: number) => {
    const image = n === undefined ? {} : { image_filename: world.images[n]!.filename };
    const token = await world.tokenOf(email, role);
    const { answer } = await world.call(CALLS.commentsGet, { token, body: { study_id: world.studyId, db_name, ...image } });
    return answer.comments;
  };
  const textsOf = async (email: string, role: RoleName, n?: number) => (await read(email, role, n)).map(({ content }) => content);
  const save = async (email: string, role: RoleName, images = world.images) =>
    world.call(CALLS.analysisUpdate, { token: await world.tokenOf(email, role), body: world.save(email, images) });
  const imagesOf = async (email: string, role: RoleName) => {
    const token = await world.tokenOf(email, role);
    return (await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } })).answer.analysis!.images;
  };

  it('belong to the writer, whatever the payload has', async () => {
    const anchor = { cycle: 'c1', event: 'end_diastole', frame_number: 12 };
    const { answer } = await write(EDITOR, 'Editor', about(0, { user: SECOND, initials: 'XX', date: 1, image_label: 'A4C', anchor }));
    expect(answer.comment).toMatchObject({
      user: EDITOR,
      date: world.now,
      content: 'about 0',
      instance_id: world.images[0]!.instance_id,
      image_label: 'A4C',
      anchor,
      resolved: false,
      review: false,
      editor: EDITOR,
    });
    expect(answer.comment?.initials).not.toBe('XX');
    expect(await read(EDITOR, 'Editor')).toEqual([answer.comment]);
  });

  it('are seen by Viewers unless a test user wrote them or the work is blind, and by others where they are their own', async () => {
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    await write(EDITOR, 'Editor', about(0));
    await write(SECOND, 'Editor', about(1));
    await write('tester@test', 'Editor', about(2));
    await write(BLIND, 'Ground-truth generator', about(0, { content: 'blind' }));
    expect(await textsOf(emailOf('Viewer'), 'Viewer')).toEqual(['about 0', 'about 1']);
    expect(await textsOf(EDITOR, 'Editor')).toEqual(['about 0']);
    expect(await textsOf('tester@test', 'Editor')).toEqual(['about 2']);
    expect(await textsOf(BLIND, 'Ground-truth generator')).toEqual(['blind']);
    expect(await textsOf(SECOND, 'Editor', 0)).toEqual([]);
    expect(await textsOf(SECOND, 'Editor', 1)).toEqual(['about 1']);
  });

  it('of the report are read with the work they belong to', async () => {
    const conclusion = { type: CONCLUSION, content: '\nNormal function.\n\nNo stenosis.' };
    await write(EDITOR, 'Editor', about(0, conclusion));
    await write(EDITOR, 'Editor', about(1, { type: KEY_IMAGE, anchor: { frame_number: 3 } }));
    await write(BLIND, 'Ground-truth generator', about(0, { ...conclusion, content: 'blind' }));
    const shared = ['Normal function.\n\nNo stenosis.', 'about 1'];
    expect(await textsOf(SECOND, 'Editor')).toEqual(shared);
    expect(await textsOf(emailOf('Viewer'), 'Viewer')).toEqual(shared);
    expect(await textsOf(BLIND, 'Ground-truth generator')).toEqual(['blind']);
    // A Reviewer reads the entries of the editors in reviews_to, blind work included.
    expect(await textsOf(REVIEWER, 'Reviewer')).toEqual([...shared, 'blind']);
    await world.addPerson('other-reviewer@test', ['Reviewer']);
    expect(await textsOf('other-reviewer@test', 'Reviewer')).toEqual([]);
    // Images of the analysis carry one's own comments only, as specified.
    await save(SECOND, 'Editor');
    expect((await imagesOf(SECOND, 'Editor')).flatMap(({ comments }) => comments)).toEqual([]);
    // Others' entries are read, not removed.
    const [first] = await read(SECOND, 'Editor');
    const token = await world.tokenOf(SECOND, 'Editor');
    const body = { text: '', user: SECOND, db_name, id: first!.id, study_id: world.studyId };
    expect((await world.call(CALLS.commentsRemove, { token, body })).answer).toEqual({ removed: 0 });
  });

  it('hold a limited number of key images, by name', async () => {
    const key = (n: number) => about(0, { type: KEY_IMAGE, content: `frame ${n}`, anchor: { frame_number: n + 1 } });
    for (let n = 0; n < MAX_KEY_IMAGES; n += 1) expect((await write(EDITOR, 'Editor', key(n))).status).toBe(200);
    const refused = await write(EDITOR, 'Editor', key(MAX_KEY_IMAGES));
    expect([refused.status, JSON.stringify(refused.answer)]).toEqual([400, expect.stringContaining('12 key images at most')]);
    expect((await write(SECOND, 'Editor', key(0))).status).toBe(200);
  });

  it('of one person in two roles stay apart', async () => {
    await world.addPerson('both@test', ['Editor', 'Ground-truth generator']);
    await write('both@test', 'Editor', about(0, { content: 'shared' }));
    await write('both@test', 'Ground-truth generator', about(0, { content: 'blind' }));
    expect(await textsOf('both@test', 'Editor')).toEqual(['shared']);
    expect(await textsOf('both@test', 'Ground-truth generator')).toEqual(['blind']);
  });

  it('of one person as Editor and as Reviewer stay apart when they are replaced and removed', async () => {
    await world.addPerson('both@test', ['Editor', 'Reviewer'], { reviewsTo: [EDITOR, SECOND] });
    for (const email of [EDITOR, SECOND])
      await save(
        email,
        'Editor',
        world.images.map((image) => ({ ...image, reference: true })),
      );
    const score = (content: string, editor?: string) => about(0, { type: 'score', content, ...(editor ? { editor } : {}) });
    expect((await write('both@test', 'Editor', score('own'))).status).toBe(200);
    expect((await write('both@test', 'Reviewer', score('of one', EDITOR))).status).toBe(200);
    expect((await write('both@test', 'Reviewer', score('of two', SECOND), true)).status).toBe(200);
    const left = () =>
      world.db.query.selectFrom('image_comment').select('content').where('deleted_at', 'is', null).orderBy('content').execute();
    expect((await left()).map(({ content }) => content)).toEqual(['of one', 'of two', 'own']);
    const token = await world.tokenOf('both@test', 'Reviewer');
    const named = { user: 'both@test', db_name };
    const image_filename = world.images[0]!.filename;
    expect((await world.call(CALLS.commentsRemove, { token, body: { ...named, text: 'own' } })).answer).toEqual({ removed: 0 });
    const body = { ...named, image_filename, study_id: world.studyId, types: ['score'] };
    expect((await world.call(CALLS.commentsRemoveType, { token, body })).answer).toEqual({ removed: 2 });
    expect((await left()).map(({ content }) => content)).toEqual(['own']);
  });

  it('sent again under the same id are one, and another one under it is refused', async () => {
    const first = await write(EDITOR, 'Editor', about(0, { id: 'comment-1' }));
    const again = await write(EDITOR, 'Editor', about(0, { id: 'comment-1' }));
    expect(again.answer).toEqual(first.answer);
    for (const [email, comment] of [
      [EDITOR, about(0, { id: 'comment-1', content: 'other' })],
      [EDITOR, about(1, { id: 'comment-1' })],
      [SECOND, about(0, { id: 'comment-1' })],
    ] as const)
      expect(await write(email, 'Editor', comment)).toMatchObject({ status: 400, error: { field: 'comment.id' } });
    expect(await textsOf(EDITOR, 'Editor')).toEqual(['about 0']);
  });

  it('are stripped of their first newline, and nothing is stored of an empty one', async () => {
    expect((await write(EDITOR, 'Editor', about(0, { content: 'one\ntwo\nthree' }))).answer.comment?.content).toBe('onetwo\nthree');
    expect((await write(EDITOR, 'Editor', about(0, { content: '\n' }))).answer.comment).toBeNull();
    const { content: _content, ...plain } = about(0);
    expect((await write(EDITOR, 'Editor', { ...plain, text: 'as text' })).answer.comment?.content).toBe('as text');
    expect(await write(EDITOR, 'Editor', plain)).toMatchObject({ status: 400, error: { field: 'comment.content' } });
    expect(await textsOf(EDITOR, 'Editor')).toEqual(['onetwo\nthree', 'as text']);
  });

  it('of a chat of ten thousand are read by their newest, however many come before', async () => {
    const [MANY, limit] = [10_000, 100];
    await write(EDITOR, 'Editor', about(0));
    const { query } = world.db;
    const { id: _, ...first } = await query.selectFrom('image_comment').selectAll().executeTakeFirstOrThrow();
    for (let begin = 1; begin < MANY; begin += limit)
      await query
        .insertInto('image_comment')
        .values(
          Array.from({ length: Math.min(limit, MANY - begin) }, (_, n) => ({
            ...first,
            id: `many-${begin + n}`,
            created_at: first.created_at + begin + n,
          })),
        )
        .execute();
    // Work for every pair of comments takes minutes here; the limit of a test is for what hangs.
    const token = await world.tokenOf(EDITOR, 'Editor');
    const { answer } = await world.call(CALLS.commentsGet, { token, body: { study_id: world.studyId, db_name, list: { limit } } });
    expect(answer.comments.map(({ id }) => id)).toEqual(Array.from({ length: limit }, (_, n) => `many-${MANY - limit + n}`));
    const { image_filename, type } = about(0);
    expect(answer.older).toEqual([{ image_filename, type, count: MANY - limit, open: 0 }]);
  });

  it('of a score take the place of the older ones when they update it', async () => {
    await write(EDITOR, 'Editor', about(0, { type: 'score', content: '1' }));
    await write(EDITOR, 'Editor', about(0, { type: 'score-text', content: 'blurred' }));
    await write(SECOND, 'Editor', about(0, { type: 'score', content: '2' }));
    await write(EDITOR, 'Editor', about(0, { type: 'score', content: '3' }), true);
    expect(await textsOf(EDITOR, 'Editor')).toEqual(['blurred', '3']);
    expect(await textsOf(SECOND, 'Editor')).toEqual(['2']);
  });

  describe('are removed', () => {
    const remove = async (email: string, more: Record<string, unknown>, role: RoleName = 'Editor') =>
      world.call(CALLS.commentsRemove, { token: await world.tokenOf(email, role), body: { text: '', user: email, db_name, ...more } });

    it('by id, once', async () => {
      const { answer } = await write(EDITOR, 'Editor', about(0, { id: 'comment-1' }));
      const named = { id: answer.comment!.id, study_id: world.studyId };
      expect((await remove(SECOND, named)).answer).toEqual({ removed: 0 });
      expect((await remove(EDITOR, named)).answer).toEqual({ removed: 1 });
      expect((await remove(EDITOR, named)).answer).toEqual({ removed: 0 });
      expect(await read(EDITOR, 'Editor')).toEqual([]);
      // A late repeat under the id of a removed one does not bring it back.
      await write(EDITOR, 'Editor', about(0, { id: 'comment-1' }));
      expect(await read(EDITOR, 'Editor')).toEqual([]);
    });

    it('by text: the newest own one', async () => {
      await write(EDITOR, 'Editor', about(0, { content: 'twice' }));
      await write(EDITOR, 'Editor', about(1, { content: 'twice' }));
      await write(SECOND, 'Editor', about(2, { content: 'twice' }));
      expect((await remove(EDITOR, { text: 'twice' })).answer).toEqual({ removed: 1 });
      expect((await read(EDITOR, 'Editor')).map(({ instance_id }) => instance_id)).toEqual([world.images[0]!.instance_id]);
      expect(await textsOf(SECOND, 'Editor')).toEqual(['twice']);
      expect((await remove(EDITOR, { text: 'never said' })).answer).toEqual({ removed: 0 });
    });

    it('by no one in another name, and by no one at all without a complete name', async () => {
      await write(EDITOR, 'Editor', about(0, { id: 'comment-1' }));
      expect((await remove(SECOND, { user: EDITOR, text: 'about 0' })).status).toBe(403);
      expect(await remove(EDITOR, { id: 'comment-1' })).toMatchObject({ status: 400, error: { field: 'study_id' } });
      expect(await textsOf(EDITOR, 'Editor')).toEqual(['about 0']);
    });

    it('by types on one image', async () => {
      await write(EDITOR, 'Editor', about(0, { type: 'score', content: '1' }));
      await write(EDITOR, 'Editor', about(0, { type: 'selection', content: 'page' }));
      await write(EDITOR, 'Editor', about(1, { type: 'score', content: '2' }));
      const token = await world.tokenOf(EDITOR, 'Editor');
      const body = {
        image_filename: world.images[0]!.filename,
        study_id: world.studyId,
        types: ['score', 'score-text'],
        user: EDITOR,
        db_name,
      };
      expect((await world.call(CALLS.commentsRemoveType, { token, body })).answer).toEqual({ removed: 1 });
      expect(await textsOf(EDITOR, 'Editor')).toEqual(['page', '2']);
    });
  });

  it('are restored only by their author, in the role they were written in', async () => {
    const { answer } = await write(EDITOR, 'Editor', about(0, { id: 'comment-1' }));
    const { answer: score } = await write(EDITOR, 'Editor', about(0, { id: 'comment-2', type: 'score', content: 'General' }));
    const named = (email: string, id = 'comment-1') => ({ id, study_id: world.studyId, user: email, db_name });
    const restore = async (email: string, role: RoleName, body = named(email)) =>
      world.call(CALLS.commentsRestore, { token: await world.tokenOf(email, role), body });
    expect((await restore(EDITOR, 'Editor')).answer).toEqual({ restored: 0 });
    const token = await world.tokenOf(EDITOR, 'Editor');
    for (const { id } of [answer.comment!, score.comment!])
      await world.call(CALLS.commentsRemove, { token, body: { ...named(EDITOR, id), text: '' } });
    expect(await read(EDITOR, 'Editor')).toEqual([]);
    expect((await restore(SECOND, 'Editor')).answer).toEqual({ restored: 0 });
    expect((await restore(SECOND, 'Editor', named(EDITOR))).status).toBe(403);
    expect((await restore(EDITOR, 'Editor', named(EDITOR, 'comment-2'))).answer).toEqual({ restored: 0 });
    expect((await restore(EDITOR, 'Editor')).answer).toEqual({ restored: 1 });
    expect((await restore(EDITOR, 'Editor')).answer).toEqual({ restored: 0 });
    expect(await read(EDITOR, 'Editor')).toEqual([answer.comment]);
  });

  it('with an anchor are resolved and opened again by their author, and by the person whose work they are about', async () => {
    await world.addPerson('blind-too@test', ['Ground-truth generator']);
    await save(
      EDITOR,
      'Editor',
      world.images.map((image) => ({ ...image, reference: true })),
    );
    await write(EDITOR, 'Editor', about(0, { id: 'anchored', anchor: { frame_number: 3 } }));
    await write(EDITOR, 'Editor', about(0, { id: 'plain-one' }));
    await write(REVIEWER, 'Reviewer', about(0, { id: 'reviewed', anchor: { frame_number: 4 }, editor: EDITOR }));
    const resolve = async (email: string, role: RoleName, id: string, resolved = true) => {
      const token = await world.tokenOf(email, role);
      return (await world.call(CALLS.commentsResolve, { token, body: { id, study_id: world.studyId, resolved, db_name } })).answer;
    };
    const state = async (email: string, role: RoleName) => (await read(email, role)).map(({ id, resolved }) => [id, resolved]);
    expect(await resolve(SECOND, 'Editor', 'anchored')).toEqual({ changed: 0 });
    expect(await resolve(REVIEWER, 'Reviewer', 'anchored')).toEqual({ changed: 0 });
    expect(await resolve('blind-too@test', 'Ground-truth generator', 'anchored')).toEqual({ changed: 0 });
    expect(await resolve(EDITOR, 'Editor', 'plain-one')).toEqual({ changed: 0 });
    expect(await resolve(EDITOR, 'Editor', 'anchored')).toEqual({ changed: 1 });
    expect(await resolve(EDITOR, 'Editor', 'anchored')).toEqual({ changed: 0 });
    expect(await state(EDITOR, 'Editor')).toEqual([
      ['anchored', true],
      ['plain-one', false],
    ]);
    expect(await resolve(EDITOR, 'Editor', 'anchored', false)).toEqual({ changed: 1 });
    expect(await resolve(SECOND, 'Editor', 'reviewed')).toEqual({ changed: 0 });
    expect(await resolve(EDITOR, 'Editor', 'reviewed')).toEqual({ changed: 1 });
    expect(await state(REVIEWER, 'Reviewer')).toEqual([['reviewed', true]]);
  });

  it('of quality control are read for a whole project: as comments are, and by Data scientists with blind work', async () => {
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    await write(EDITOR, 'Editor', about(0, { type: 'score', content: 'General' }));
    await write(EDITOR, 'Editor', about(0, { content: 'page' }));
    await write(SECOND, 'Editor', about(1, { type: 'score-accept', content: 'yes' }));
    await write('tester@test', 'Editor', about(2, { type: 'score', content: 'tested' }));
    await write(BLIND, 'Ground-truth generator', about(0, { type: 'score-text', content: 'blurred' }));
    const scores = async (email: string, role: RoleName) => {
      const token = await world.tokenOf(email, role);
      const { answer } = await world.call(CALLS.scoresGetAll, { token, body: { db_name } });
      return answer.scores.map(({ study_id, content, type, blind }) => [study_id === world.studyId, type, content, blind]);
    };
    const shared = [
      [true, 'score', 'General', false],
      [true, 'score-accept', 'yes', false],
    ];
    expect(await scores(emailOf('Viewer'), 'Viewer')).toEqual(shared);
    expect(await scores(EDITOR, 'Editor')).toEqual(shared.slice(0, 1));
    expect(await scores(BLIND, 'Ground-truth generator')).toEqual([[true, 'score-text', 'blurred', true]]);
    expect(await scores(REVIEWER, 'Reviewer')).toEqual([]);
    expect(await scores(emailOf('Data scientist'), 'Data scientist')).toEqual([...shared, [true, 'score-text', 'blurred', true]]);
  });

  it('are in the images that are read, and are ignored in the ones that are written', async () => {
    const forged = {
      date: 1,
      user: SECOND,
      initials: 'XX',
      content: 'forged',
      type: 'selection',
      study_id: null,
      image_filename: null,
      image_label: null,
    };
    await save(
      EDITOR,
      'Editor',
      world.images.map((image) => ({ ...image, comments: [forged], comments_review: [forged] })),
    );
    await write(EDITOR, 'Editor', about(1));
    await write(SECOND, 'Editor', about(1, { content: 'second' }));
    const commentsFor = async (email: string, role: RoleName) =>
      (await imagesOf(email, role)).map(({ comments }) => comments.map(({ content }) => content));
    expect(await commentsFor(EDITOR, 'Editor')).toEqual([[], ['about 1'], []]);
    expect(await commentsFor(SECOND, 'Editor')).toEqual([[], ['second'], []]);
    expect(await commentsFor(emailOf('Viewer'), 'Viewer')).toEqual([[], ['about 1', 'second'], []]);
    expect((await imagesOf(EDITOR, 'Editor')).flatMap(({ comments_review }) => comments_review)).toEqual([]);
    // A save does not change them, and a version of the history shows today's.
    await save(EDITOR, 'Editor', world.images);
    expect(await commentsFor(EDITOR, 'Editor')).toEqual([[], ['about 1'], []]);
  });

  it('of a Reviewer are about the work of an editor they review, and stand apart', async () => {
    expect(await write(REVIEWER, 'Reviewer', about(0))).toMatchObject({ status: 400, error: { field: 'comment.editor' } });
    await save(
      EDITOR,
      'Editor',
      world.images.map((image) => ({ ...image, reference: true })),
    );
    expect(await write(REVIEWER, 'Reviewer', about(0, { editor: SECOND }))).toMatchObject({
      status: 400,
      error: { field: 'comment.editor' },
    });
    expect((await write(REVIEWER, 'Reviewer', about(0, { editor: EDITOR }))).answer.comment).toMatchObject({
      review: true,
      editor: EDITOR,
    });
    const [image] = await imagesOf(REVIEWER, 'Reviewer');
    expect([image?.comments, image?.comments_review.map(({ content }) => content)]).toEqual([[], ['about 0']]);
    expect(await write(EDITOR, 'Editor', about(0, { editor: SECOND }))).toMatchObject({ status: 403 });
  });

  it('about an image or a study that is not there are refused by name', async () => {
    expect(await write(EDITOR, 'Editor', about(0, { image_filename: 'other.dcm' }))).toMatchObject({
      status: 400,
      error: { field: 'comment.image_filename' },
    });
    expect(await write(EDITOR, 'Editor', about(0, { study_id: '99_20260102' }))).toMatchObject({
      status: 400,
      error: { field: 'comment.study_id' },
    });
    expect(await write(EDITOR, 'Editor', about(0, { anchor: {} }))).toMatchObject({ status: 400, error: { code: 'invalid-field' } });
  });

  it('are left out of the images for clients that read them in pages', async () => {
    await save(EDITOR, 'Editor');
    await write(EDITOR, 'Editor', about(0));
    expect((await imagesOf(EDITOR, 'Editor')).flatMap(({ comments }) => comments.map(({ content }) => content))).toEqual(['about 0']);
    const token = await world.tokenOf(EDITOR, 'Editor');
    const { answer } = await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, comments: false, ...SCOPE } });
    expect(answer.analysis?.images.map(({ comments, comments_review }) => [comments, comments_review])).toEqual(
      world.images.map(() => [[], []]),
    );
  });

  describe('in pages', () => {
    const page = async (email: string, role: RoleName, more: Partial<BodyOf<typeof CALLS.commentsGet>>) =>
      world.call(CALLS.commentsGet, { token: await world.tokenOf(email, role), body: { study_id: world.studyId, db_name, ...more } });
    const nameOf = ({ image_filename, type }: { image_filename: string; type: string }): string => `${image_filename} ${type}`;

    /** Comments of four chats, some of them of the same moment, some resolved, and some of a person whom no other reads. */
    const fill = async (): Promise<void> => {
      const roll = dice(20_261_124);
      await world.addPerson('tester@test', ['Editor'], { is_test: true });
      for (let n = 0; n < 60; n += 1) {
        const anchor = roll.chance(0.4) ? { frame_number: 1 + n } : null;
        const [email, type] = [roll.one([EDITOR, EDITOR, SECOND, 'tester@test']), roll.one(['selection', 'segmentation'])];
        if (roll.chance(0.4)) world.now -= 1000;
        const { answer } = await write(email, 'Editor', about(roll.below(2), { content: `said ${n}`, type, anchor }));
        if (anchor === null || roll.chance(0.5)) continue;
        const token = await world.tokenOf(email, 'Editor');
        const named = { id: answer.comment!.id, study_id: world.studyId, db_name };
        await world.call(CALLS.commentsResolve, { token, body: { ...named, resolved: true } });
      }
    };

    it('are the newest of each chat, and what comes before them until nothing does', async () => {
      await fill();
      for (const [email, role] of [
        [EDITOR, 'Editor'],
        [emailOf('Viewer'), 'Viewer'],
      ] as const)
        for (const limit of [1, 4, 7, 100]) {
          const all = await read(email, role);
          const first = await page(email, role, { list: { limit } });
          const chats = new Map<string, typeof all>();
          for (const comment of all) chats.set(nameOf(comment), [...(chats.get(nameOf(comment)) ?? []), comment]);
          const shown = new Set([...chats.values()].flatMap((chat) => chat.slice(-limit).map(({ id }) => id)));
          expect(first.answer.comments).toEqual(all.filter(({ id }) => shown.has(id)));
          for (const [name, chat] of chats) {
            const [{ image_filename, type }] = chat as [(typeof chat)[0]];
            let got = first.answer.comments.filter((comment) => nameOf(comment) === name);
            let { older } = first.answer;
            for (let left = chat.length - got.length; ; left = chat.length - got.length) {
              const rest = chat.slice(0, left);
              const open = rest.filter(({ anchor, resolved }) => anchor !== null && !resolved).length;
              expect(older?.find((one) => nameOf(one) === name)).toEqual(
                left === 0 ? undefined : { image_filename, type, count: left, open },
              );
              if (left === 0) break;
              const before = { date: got[0]!.date, id: got[0]!.id };
              const next = (await page(email, role, { image_filename, type, list: { limit, before } })).answer;
              got = [...next.comments, ...got];
              older = next.older;
            }
            expect(got).toEqual(chat);
          }
        }
    });

    it('continue at the place of a removed comment, and report no change by their tag', async () => {
      for (let n = 0; n < 5; n += 1) await write(EDITOR, 'Editor', about(0, { content: `said ${n}`, id: `comment-${n}` }));
      const image_filename = world.images[0]!.filename;
      const first = (await page(EDITOR, 'Editor', { image_filename, list: { limit: 2 } })).answer.comments;
      expect(first.map(({ content }) => content)).toEqual(['said 3', 'said 4']);
      const token = await world.tokenOf(EDITOR, 'Editor');
      await world.call(CALLS.commentsRemove, {
        token,
        body: { text: '', user: EDITOR, db_name, id: first[0]!.id, study_id: world.studyId },
      });
      const before = { date: first[0]!.date, id: first[0]!.id };
      const next = (await page(EDITOR, 'Editor', { image_filename, list: { limit: 2, before } })).answer;
      expect(next.comments.map(({ content }) => content)).toEqual(['said 1', 'said 2']);
      expect(next.older).toEqual([{ image_filename, type: 'selection', count: 1, open: 0 }]);
      const ask = (tag?: string) =>
        world.app.inject({
          method: 'POST',
          url: '/api/comments/get',
          headers: { [TOKEN_HEADER]: token, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
          payload: { study_id: world.studyId, db_name, list: { limit: 2 } },
        });
      const tag = String((await ask()).headers['etag']);
      expect((await ask(tag)).statusCode).toBe(304);
      await write(EDITOR, 'Editor', about(0));
      expect((await ask(tag)).statusCode).toBe(200);
    });
  });
});
