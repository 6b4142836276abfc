import { type Call } from '@echometry/contract/calls/call.ts';
import { CALLS, type CallName } from '@echometry/contract/calls/registry.ts';
import { ROLE_NAMES } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';

/** Roles that may make each call, written out from platform 6 and contracts.md 2; null: any token. */
const READERS = ['Viewer', 'Ground-truth generator', 'Editor', 'Reviewer', 'Admin'];
const ALLOWED: Readonly<Record<CallName, readonly string[] | null>> = {
  demoUsers: null, demoSignIn: null, session: null, signOut: null, usersGet: null, acceptTerms: null, actAs: null,
  configGet: [...ROLE_NAMES], projectsGet: [...ROLE_NAMES],
  studiesGet: READERS, getOpen: READERS, getStudyStatus: READERS, getAllStatus: READERS, filesGet: READERS, analysisGet: READERS, analysisLastUpdate: READERS, getUrls: READERS,
  setOpen: ['Editor'],
  setDataType: ['Ground-truth generator', 'Editor', 'Admin'],
  filesUpdate: ['Ground-truth generator', 'Editor'],
  analysisUpdate: ['Ground-truth generator', 'Editor'],
};

describe.each(databases())('who may call what on $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => { world = await World.make(await fresh()); });
  afterAll(() => world.close());

  /** A right request of each call by its caller. */
  const request = (name: CallName, email: string): { body?: Record<string, unknown>; id?: string } => {
    const study = { study_id: world.studyId, ...SCOPE };
    const patient = world.studyId.split('_')[0];
    const requests: Record<CallName, { body?: Record<string, unknown>; id?: string }> = {
      demoUsers: {}, demoSignIn: { body: { email } }, session: {}, signOut: { body: {} },
      configGet: { body: { platform: 'IAP', config: 'echo_image_types' } },
      usersGet: { id: email }, acceptTerms: { body: { user: email, version: '20240627' } }, actAs: { body: { role: 'Editor' } },
      projectsGet: { id: PROJECT._id },
      studiesGet: { body: { search_query: { medical_data_type: 'US', active: true }, db_name: PROJECT.db_name } },
      setOpen: { body: { ...study, user: email, open: true } }, getOpen: { body: study }, setDataType: { body: { ...study, data_type: 'adult' } },
      getStudyStatus: { body: study }, getAllStatus: { body: SCOPE },
      filesGet: { body: { id: world.studyId, ...SCOPE } }, filesUpdate: { body: { id: world.studyId, editor: email, images: [], ...SCOPE } },
      analysisGet: { body: { id: world.studyId, ...SCOPE } }, analysisUpdate: { body: { ...world.save(email, []) } }, analysisLastUpdate: { body: { id: world.studyId, ...SCOPE } },
      getUrls: { body: { bucket: '0', object: `US/${patient}/20260102/` } },
    };
    return requests[name];
  };
  const names = Object.keys(CALLS) as CallName[];
  const withRoles = names.filter((name) => ALLOWED[name] !== null);
  const withToken = names.filter((name) => CALLS[name].access.need !== 'anyone');
  const posts = names.filter((name) => CALLS[name].method === 'POST');

  it.each(withRoles.flatMap((name) => ROLE_NAMES.map((role) => ({ name, role }))))('$name in the role $role', async ({ name, role }) => {
    const email = emailOf(role);
    const reply = await world.call(CALLS[name] as Call, { token: await world.tokenOf(email, role), ...request(name, email) });
    expect(reply.status).toBe(ALLOWED[name]?.includes(role) ? 200 : 403);
  });

  it.each(withRoles.filter((name) => name !== 'configGet'))('%s refuses a stranger to the project in every role', async (name) => {
    for (const role of ['Editor', 'Viewer', 'Reviewer', 'Ground-truth generator', 'Admin'] as const) {
      const reply = await world.call(CALLS[name] as Call, { token: await world.tokenOf('stranger@test', role), ...request(name, 'stranger@test') });
      expect(reply).toMatchObject({ status: 403, error: { code: 'forbidden' } });
    }
  });

  it.each(withRoles)('%s refuses the sign-in token, which has no role', async (name) => {
    const reply = await world.call(CALLS[name] as Call, { token: await world.tokenOf(emailOf('Editor')), ...request(name, emailOf('Editor')) });
    expect(reply.status).toBe(403);
  });

  it.each(withToken)('%s refuses a call without token and one with a wrong token', async (name) => {
    for (const options of [{}, { token: 'x'.repeat(43) }]) {
      const reply = await world.call(CALLS[name] as Call, { ...options, ...request(name, emailOf('Editor')) });
      expect(reply).toMatchObject({ status: 401, error: { code: 'unauthorized', message: 'UNAUTHORIZED' } });
    }
  });

  it.each(posts)('%s refuses an unknown field by name', async (name) => {
    const email = emailOf('Editor');
    const right = request(name, email);
    const reply = await world.call(CALLS[name] as Call, { token: await world.tokenOf(email, 'Editor'), ...right, body: { ...right.body, surprise: 1 } });
    expect(reply).toMatchObject({ status: 400, error: { code: 'unknown-field', field: 'surprise' } });
  });

  it('refuses a project of another cloud like one that does not exist', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    for (const id of ['elsewhere', 'nowhere']) {
      expect(await world.call(CALLS.projectsGet, { token, id })).toMatchObject({ status: 403, error: { message: 'Not a member of this project' } });
    }
    const user = await world.call(CALLS.usersGet, { token, id: emailOf('Editor') });
    expect(user.answer.projects.map((p) => p._id)).toEqual([PROJECT._id]);
  });

  it("answers 403 for another's id unless Admin", async () => {
    const other = emailOf('Viewer');
    expect((await world.call(CALLS.usersGet, { token: await world.tokenOf(emailOf('Editor'), 'Editor'), id: other })).status).toBe(403);
    expect((await world.call(CALLS.usersGet, { token: await world.tokenOf(emailOf('Admin'), 'Admin'), id: other })).status).toBe(200);
    expect((await world.call(CALLS.acceptTerms, { token: await world.tokenOf(emailOf('Editor')), body: { user: other, version: '20240627' } })).status).toBe(403);
  });

  it('reads roles and membership on every call: what is taken away is gone at once', async () => {
    const { query } = world.db;
    const id = await world.addPerson('leaving@test', ['Editor', 'Viewer']);
    const token = await world.tokenOf('leaving@test', 'Editor');
    const ask = () => world.call(CALLS.studiesGet, { token, ...request('studiesGet', '') });
    expect((await ask()).status).toBe(200);
    await query.deleteFrom('project_member').where('user_id', '=', id).execute();
    expect((await ask()).status).toBe(403);
    await query.deleteFrom('role_grant').where('user_id', '=', id).where('role', '=', 'Editor').execute();
    expect((await ask()).status).toBe(401);
    await query.updateTable('user_account').set({ active: 0 }).where('id', '=', id).execute();
    expect((await world.call(CALLS.session, { token: await world.tokenOf('leaving@test', 'Viewer').catch(() => token) })).status).toBe(401);
  });
});
