import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { NewIssue } from '@echometry/contract/records/review-issue.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../test/review-world.ts';
import { emailOf, SCOPE } from '../../test/world.ts';

describe.each(databases())('issues of a review on $name', ({ seeded }) => {
  let at: ReviewWorld;
  const worlds: ReviewWorld[] = [];
  beforeEach(async () => {
    at = await ReviewWorld.make(await seeded());
    worlds.push(at);
    await at.edit();
  });
  afterAll(async () => {
    for (const { world } of worlds) await world.close();
  });

  const named = () => ({ id: at.id, editor: EDITOR, ...SCOPE });
  const issue = (more: Partial<NewIssue> = {}): NewIssue => ({
    id: 'issue-01',
    image_filename: at.world.images[0]!.filename,
    reason: 'timing',
    content: 'One frame later',
    anchor: { cycle: 'c0', event: 'end_systole', frame_number: 4 },
    ...more,
  });
  const raise = async (more: Partial<NewIssue> = {}) =>
    at.world.call(CALLS.reviewsCreateIssue, { token: await at.tokenOf('Reviewer'), body: { ...named(), issue: issue(more) } });
  const read = async (role: RoleName = 'Reviewer', email: string = emailOf(role)) =>
    (await at.world.call(CALLS.reviewsGetIssues, { token: await at.world.tokenOf(email, role), body: named() })).answer.issues;
  const resolve = async (resolved: boolean, role: RoleName = 'Reviewer', email: string = emailOf(role)) =>
    at.world.call(CALLS.reviewsResolveIssue, {
      token: await at.world.tokenOf(email, role),
      body: { ...named(), issue: 'issue-01', resolved },
    });
  const remove = async (removed: boolean) =>
    at.world.call(CALLS.reviewsRemoveIssue, { token: await at.tokenOf('Reviewer'), body: { ...named(), issue: 'issue-01', removed } });

  it('have an anchor, a reason and a text, and are stored once', async () => {
    const first = await raise();
    expect(first.answer.issue).toEqual({
      id: 'issue-01',
      instance_id: at.world.images[0]!.instance_id,
      image_filename: at.world.images[0]!.filename,
      reason: 'timing',
      content: 'One frame later',
      anchor: { cycle: 'c0', event: 'end_systole', frame_number: 4 },
      reviewer: REVIEWER,
      created_at: at.world.now,
      resolved: false,
      resolved_by: null,
      resolved_at: null,
      reply: null,
    });
    expect((await raise()).answer).toEqual(first.answer);
    expect(await raise({ content: 'Another' })).toMatchObject({ status: 400, error: { code: 'invalid-field', field: 'issue.id' } });
    expect(await read()).toHaveLength(1);
  });

  it('need a reason of the configured list and an image of the study', async () => {
    expect(await raise({ reason: 'because' })).toMatchObject({ status: 400, error: { field: 'issue.reason' } });
    expect(await raise({ image_filename: '0123456789abcdef.dcm' })).toMatchObject({
      status: 400,
      error: { field: 'issue.image_filename' },
    });
  });

  it('are read by the reviewed editor from the check point onwards, and by no other', async () => {
    await raise();
    expect(await read('Editor')).toEqual([]);
    expect(await resolve(true, 'Editor')).toMatchObject({ answer: { changed: 0 } });
    await at.saved(at.validate(true));
    expect((await read('Editor')).map(({ content }) => content)).toEqual(['One frame later']);
    await at.saved(at.validate(false));
    expect(await read('Editor')).toHaveLength(1);
    await at.unvalidate();
    expect(await read('Editor')).toEqual([]);
    expect(await read('Editor', 'editor2@test')).toEqual([]);
    expect(await read('Ground-truth generator')).toEqual([]);
  });

  it('get one reply from the editor of the work, which the reviewer reads, and stay open', async () => {
    const reply = async (content: string, role: RoleName = 'Editor', email: string = emailOf(role)) =>
      (
        await at.world.call(CALLS.reviewsReplyIssue, {
          token: await at.world.tokenOf(email, role),
          body: { ...named(), issue: 'issue-01', content },
        })
      ).answer;
    await raise();
    // A draft is not seen by the editor.
    expect(await reply('Too early')).toEqual({ changed: 0 });
    await at.saved(at.validate(true));
    expect(await reply(' Moved by one frame ')).toEqual({ changed: 1 });
    expect(await reply('Moved by one frame')).toEqual({ changed: 0 });
    expect(await read()).toMatchObject([{ resolved: false, reply: { content: 'Moved by one frame', created_at: at.world.now } }]);
    expect(await reply('Moved by two')).toEqual({ changed: 1 });
    expect(await reply('Not mine', 'Editor', 'editor2@test')).toEqual({ changed: 0 });
    expect(await reply('Not mine', 'Ground-truth generator')).toEqual({ changed: 0 });
    expect(await read()).toMatchObject([{ reply: { content: 'Moved by two' } }]);
    const { status } = await at.world.call(CALLS.reviewsReplyIssue, {
      token: await at.tokenOf('Reviewer'),
      body: { ...named(), issue: 'issue-01', content: 'Mine' },
    });
    expect(status).toBe(403);
    const inbox = await at.world.call(CALLS.inboxGet, { token: await at.tokenOf('Editor'), body: {} });
    expect(inbox.answer.entries[0]?.questions).toMatchObject([{ id: 'issue-01', reply: { content: 'Moved by two' } }]);
    expect(await reply('')).toEqual({ changed: 1 });
    expect(await read('Editor')).toMatchObject([{ reply: null }]);
  });

  it('are resolved and reopened by the editor and by the reviewer', async () => {
    await raise();
    await at.saved(at.validate(true));
    expect((await resolve(true, 'Editor')).answer).toEqual({ changed: 1 });
    expect(await read()).toMatchObject([{ resolved: true, resolved_by: EDITOR, resolved_at: at.world.now }]);
    expect((await resolve(true)).answer).toEqual({ changed: 0 });
    expect((await resolve(false)).answer).toEqual({ changed: 1 });
    expect(await read('Editor')).toMatchObject([{ resolved: false, resolved_by: null }]);
    expect((await resolve(true, 'Editor', 'editor2@test')).answer).toEqual({ changed: 0 });
  });

  it('are removed by their authors, and restored', async () => {
    await raise();
    expect((await remove(true)).answer).toEqual({ changed: 1 });
    expect(await read()).toEqual([]);
    expect((await resolve(true)).answer).toEqual({ changed: 0 });
    expect((await remove(true)).answer).toEqual({ changed: 0 });
    expect((await remove(false)).answer).toEqual({ changed: 1 });
    expect(await read()).toHaveLength(1);
  });

  it('belong to one review: another reviewer of the same work reads their own', async () => {
    await raise();
    await at.world.addPerson('second-reviewer@test', ['Reviewer'], { reviewsTo: [EDITOR] });
    expect(await read('Reviewer', 'second-reviewer@test')).toEqual([]);
    expect((await resolve(true, 'Reviewer', 'second-reviewer@test')).answer).toEqual({ changed: 0 });
  });

  it('are not raised in a finished review, which is locked', async () => {
    await at.saved(at.validate(false));
    expect(await raise()).toMatchObject({ status: 409, error: { code: 'wrong-state' } });
  });
});
