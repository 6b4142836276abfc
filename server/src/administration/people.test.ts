import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { PersonChange, PersonEffect } from '@echometry/contract/records/people.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { faultsOfAudit } from '../db/audit-check.ts';
import { takeOpenFlag } from '../db/open-flags.ts';
import { storeReview } from '../db/reviews.ts';
import { findAccount, grantRole } from '../db/users.ts';
import { widenWorkspaceRoles } from '../db/workspace-roles.ts';
import { grantsOf } from '../db/invited-grants.ts';

const EDITOR = emailOf('Editor');
const REVIEWER = emailOf('Reviewer');
const ADMIN = emailOf('Admin');
const VIEWER = emailOf('Viewer');

describe.each(databases())('people administered on the screen, on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(ADMIN, 'Admin');
  });
  afterAll(() => world.close());

  const change = async (wanted: PersonChange, accepted: PersonEffect[] = []) =>
    (await world.call(CALLS.peopleChange, { token, body: { change: wanted, accepted } })).answer;
  const personOf = async (email: string) =>
    (await world.call(CALLS.peopleList, { token, body: {} })).answer.people.find((person) => person.email === email);
  const idOf = async (email: string): Promise<number> => (await findAccount(world.db.query, email))?.id ?? 0;
  const actsOf = async (email: string) =>
    (await world.db.query.selectFrom('audit_entry').selectAll().where('subject', '=', email).orderBy('id').execute()).map(
      ({ act, role, detail }) => [act, role, JSON.parse(detail) as unknown],
    );
  /** The change with the effects that the server names, whatever they are. */
  const carryOut = async (wanted: PersonChange) => {
    const first = await change(wanted);
    return first.outcome === 'asks' ? change(wanted, first.effects) : first;
  };

  it('are listed with roles, factor, membership and when they were last seen; a link is shown once and kept nowhere', async () => {
    await world.call(CALLS.getAllStatus, { token: await world.tokenOf(EDITOR, 'Editor'), body: SCOPE });
    expect(await personOf(EDITOR)).toMatchObject({
      active: true,
      second_factor: 'none',
      sign_ins: 1,
      last_seen_at: world.now,
      roles: [{ role: 'Editor', project: null }],
      projects: [{ project: PROJECT._id, is_test: false }],
    });
    const grants = { roles: [{ role: 'Viewer' as const, project: null, reviews_to: [] }], projects: ['alpha'], is_test: false };
    const invited = await change({ act: 'invite', email: 'new@example.org', grants });
    if (invited.outcome !== 'done') throw new Error('not invited');
    const code = /^http:\/\/127\.0\.0\.1:8080\/auth\/link#([\w-]{32})$/.exec(invited.link ?? '')?.[1] ?? '';
    expect(code).not.toBe('');
    const { answer } = await world.call(CALLS.peopleList, { token, body: {} });
    expect(answer.invitations.map(({ email, grants: given }) => [email, given])).toEqual([['new@example.org', grants]]);
    expect(JSON.stringify(answer)).not.toContain(code);
    expect(JSON.stringify(await actsOf('new@example.org'))).not.toContain(code);
    await change({ act: 'cancel-invitation', email: 'new@example.org' });
    expect((await world.call(CALLS.peopleList, { token, body: {} })).answer.invitations).toEqual([]);
    expect(await actsOf('new@example.org')).toEqual([
      ['person-invited', 'Admin', { roles: 'Viewer', projects: 'alpha', is_test: false }],
      ['invitation-cancelled', 'Admin', {}],
    ]);
  });

  it('disabling asks first: open studies, sign-ins and unsent changes are named, and nothing changes before they are accepted', async () => {
    await takeOpenFlag(world.db.query, 1, await idOf(EDITOR), world.now);
    const wanted: PersonChange = { act: 'disable', email: EDITOR };
    const asked = await change(wanted);
    expect(asked).toEqual({
      outcome: 'asks',
      effects: [
        { what: 'sign-ins-end', count: 1, names: [] },
        { what: 'studies-open', count: 1, names: ['P-1 of 2026-01-02'] },
        { what: 'unsent-changes', count: null, names: [] },
      ],
    });
    expect((await personOf(EDITOR))?.active).toBe(true);
    expect(await actsOf(EDITOR)).toEqual([]);
    if (asked.outcome !== 'asks') return;
    // The study was closed meanwhile: what was accepted is not what would happen now.
    await world.db.query.deleteFrom('study_open').execute();
    const again = await change(wanted, asked.effects);
    expect(again).toMatchObject({ outcome: 'asks', effects: [{ what: 'sign-ins-end' }, { what: 'unsent-changes' }] });
    if (again.outcome !== 'asks') return;
    expect(await change(wanted, again.effects)).toEqual({ outcome: 'done', link: null, mail_failure: null });
    expect((await world.call(CALLS.session, { token: world.tokens.get(`${EDITOR} Editor`) ?? '' })).status).toBe(401);
    expect(await carryOut({ act: 'enable', email: EDITOR })).toMatchObject({ outcome: 'done' });
    expect((await actsOf(EDITOR)).map(([act]) => act)).toEqual(['person-disabled', 'person-enabled']);
    world.tokens.delete(`${EDITOR} Editor`);
  });

  it('a Reviewer who leaves names the reviews left behind, and the editors without another reviewer', async () => {
    const saved = await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(EDITOR, 'Editor'), body: world.save(EDITOR, []) });
    const version = saved.answer.conflict === false ? saved.answer.version : 0;
    const key = { studyId: 1, editorId: await idOf(EDITOR), blind: 0, reviewerId: await idOf(REVIEWER) } as const;
    const facts = { base_version: version, version_id: null, study_state: null, finished_version: null, finished_at: null, updated_at: 1 };
    await storeReview(world.db.query, key, { ...facts, state: 'draft' });
    const lost = { what: 'reviews-left', count: 1, names: [`P-1 of 2026-01-02 by ${EDITOR}`] };
    const alone = { what: 'editors-unreviewed', count: 1, names: [EDITOR] };
    const wanted: PersonChange = { act: 'remove-member', email: REVIEWER, project: PROJECT._id };
    expect(await change(wanted)).toEqual({ outcome: 'asks', effects: [lost, alone] });
    // Another person now reviews the editor; the review of the leaving person is abandoned all the same.
    await world.addPerson('second-reviewer@test', ['Reviewer'], { reviewsTo: [EDITOR] });
    expect(await change(wanted)).toEqual({ outcome: 'asks', effects: [lost] });
    // A finished review needs no reviewer any more.
    await storeReview(world.db.query, key, { ...facts, state: 'finished', finished_version: version });
    expect(await change(wanted)).toMatchObject({ outcome: 'done' });
    await change({ act: 'add-member', email: REVIEWER, project: PROJECT._id });
  });

  it('the last member of a project leaves its studies without a reader, which is reported with their number', async () => {
    const members = (await personOf(EDITOR))?.projects ?? [];
    expect(members.map(({ project }) => project)).toEqual(['alpha']);
    const editor = await idOf(EDITOR);
    const others = await world.db.query.selectFrom('project_member').selectAll().where('user_id', '!=', editor).execute();
    await world.db.query.deleteFrom('project_member').where('user_id', '!=', editor).execute();
    const asked = await change({ act: 'remove-member', email: EDITOR, project: 'alpha' });
    expect(asked).toMatchObject({ outcome: 'asks' });
    expect(asked.outcome === 'asks' && asked.effects.at(-1)).toEqual({
      what: 'studies-without-member',
      count: 1,
      names: ['project alpha'],
    });
    await world.db.query.insertInto('project_member').values(others).execute();
  });

  it('a test user hides work and shows it again, with the number of studies', async () => {
    const mark = (marked: boolean): PersonChange => ({ act: 'test-user', email: EDITOR, project: PROJECT._id, marked });
    expect(await change(mark(true))).toEqual({ outcome: 'asks', effects: [{ what: 'work-hidden', count: 1, names: [] }] });
    expect(await carryOut(mark(true))).toMatchObject({ outcome: 'done' });
    expect((await personOf(EDITOR))?.projects).toEqual([{ project: PROJECT._id, is_test: true }]);
    expect(await change(mark(false))).toEqual({ outcome: 'asks', effects: [{ what: 'work-shown', count: 1, names: [] }] });
    expect(await carryOut(mark(false))).toMatchObject({ outcome: 'done' });
  });

  it('a role is given and removed in only one place, and a second grant replaces the first', async () => {
    const roles = async () => (await personOf('editor2@test'))?.roles;
    const grant = (project: string | null, reviews_to: string[]): PersonChange => ({
      act: 'grant',
      email: 'editor2@test',
      role: 'Reviewer',
      project,
      reviews_to,
    });
    await change(grant(null, [EDITOR]));
    await change(grant('alpha', [EDITOR]));
    await carryOut(grant('alpha', []));
    expect(await roles()).toEqual([
      { role: 'Editor', project: null, reviews_to: [] },
      { role: 'Reviewer', project: null, reviews_to: [EDITOR] },
      { role: 'Reviewer', project: 'alpha', reviews_to: [] },
    ]);
    await carryOut({ act: 'revoke', email: 'editor2@test', role: 'Reviewer', project: null });
    expect((await roles())?.map(({ role, project }) => [role, project])).toEqual([
      ['Editor', null],
      ['Reviewer', 'alpha'],
    ]);
    expect(await change(grant(null, ['nobody@example.org']))).toEqual({
      outcome: 'refused',
      message: 'nobody@example.org has neither an account nor an invitation, so their work cannot be reviewed.',
    });
  });

  it('sign-ins are listed without a secret, and one is ended without the others', async () => {
    const first = (await world.call(CALLS.demoSignIn, { body: { email: 'editor2@test' } })).answer.token;
    world.now += 1;
    const second = (await world.call(CALLS.demoSignIn, { body: { email: 'editor2@test' } })).answer.token;
    const list = async () => (await world.call(CALLS.peopleSessions, { token, body: { email: 'editor2@test' } })).answer.sign_ins;
    const before = await list();
    expect(before).toHaveLength(2);
    const rows = await world.db.query.selectFrom('session').select('token_hash').execute();
    for (const { token_hash } of rows) expect(JSON.stringify(before)).not.toContain(token_hash);
    for (const { id } of before.slice(0, 1))
      expect(await change({ act: 'end-session', email: 'editor2@test', session: id })).toMatchObject({ outcome: 'done' });
    expect((await list()).map(({ id }) => id)).toEqual([before[1]?.id]);
    expect(await change({ act: 'end-session', email: 'editor2@test', session: before[0]?.id ?? '' })).toEqual({
      outcome: 'refused',
      message: 'This sign-in has ended already.',
    });
    const stateOf = async (one: string) => (await world.call(CALLS.session, { token: one })).status;
    expect([await stateOf(first), await stateOf(second)]).toEqual([200, 401]);
  });

  it('a model has no sign-in to reset, and is listed', async () => {
    await world.db.query
      .insertInto('user_account')
      .values({ email: 'model@test', name: 'M', family_names: '', user_type: 'model', is_test: 0, active: 1, created_at: 0 })
      .execute();
    expect((await personOf('model@test'))?.user_type).toBe('model');
    for (const act of ['reset-totp', 'reset-password', 'revoke-sessions'] as const)
      expect(await change({ act, email: 'model@test' })).toEqual({
        outcome: 'refused',
        message: 'model@test is a model: it has no sign-in.',
      });
  });

  it('the last administrator of a demo, where no one has a password, keeps role and account', async () => {
    await carryOut({ act: 'revoke', email: 'stranger@test', role: 'Admin' });
    const only = { outcome: 'refused', message: 'This is the only administrator who can sign in. Make another one first.' };
    expect(await change({ act: 'disable', email: ADMIN })).toEqual(only);
    expect(await change({ act: 'revoke', email: ADMIN, role: 'Admin' })).toEqual(only);
  });

  it('the role Admin is never granted in a single project', async () => {
    const message = 'The role Admin applies to the whole workspace, not to alpha only. Grant it without a project.';
    const held = { role: 'Admin', project: 'alpha', reviews_to: [] } as const;
    expect(await change({ act: 'grant', email: EDITOR, ...held, reviews_to: [] })).toEqual({ outcome: 'refused', message });
    const grants = { roles: [{ ...held, reviews_to: [] }], projects: [], is_test: false };
    expect(await change({ act: 'invite', email: 'admin2@example.org', grants })).toEqual({ outcome: 'refused', message });
    expect((await personOf(EDITOR))?.roles.map(({ role }) => role)).not.toContain('Admin');
  });

  it('a role Admin that an earlier version granted in a project becomes one of the workspace, once and in the audit', async () => {
    const [project] = await world.db.query.selectFrom('project').select('id').where('key', '=', 'alpha').execute();
    const userId = await idOf(VIEWER);
    await grantRole(world.db.query, userId, 'Admin', project!.id);
    await widenWorkspaceRoles(world.db);
    await widenWorkspaceRoles(world.db);
    expect((await personOf(VIEWER))?.roles).toContainEqual({ role: 'Admin', project: null, reviews_to: [] });
    expect(await actsOf(VIEWER)).toEqual([['role-granted', null, { role: 'Admin', project: null, was_in_project: 'alpha' }]]);
    await carryOut({ act: 'revoke', email: VIEWER, role: 'Admin' });
  });

  it('an invitation of an earlier version that names Admin in a project offers it for the workspace', () => {
    const stored = { roles: [{ role: 'Admin', project: 'alpha', reviews_to: [] }], projects: ['alpha'], is_test: false };
    expect(grantsOf(JSON.stringify(stored)).roles).toEqual([{ role: 'Admin', project: null, reviews_to: [] }]);
  });

  it('the last administrator who can sign in keeps role and account', async () => {
    await world.db.query
      .insertInto('credential')
      .values({ user_id: await idOf(ADMIN), password_hash: 'x', changed_at: 0 })
      .execute();
    const only = { outcome: 'refused', message: 'This is the only administrator who can sign in. Make another one first.' };
    expect(await change({ act: 'disable', email: ADMIN })).toEqual(only);
    expect(await change({ act: 'revoke', email: ADMIN, role: 'Admin' })).toEqual(only);
    expect((await world.call(CALLS.session, { token })).status).toBe(200);
  });

  it('all of it is in one valid chain of the audit', async () => {
    expect(await faultsOfAudit(world.db.query)).toEqual([]);
  });
});
