import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '../../test/authenticator.ts';
import { databases } from '../../test/databases.ts';
import { beginning, LoginBrowser } from '../../test/login-browser.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { readAdminCommand, UsageError } from '../cli/admin-command.ts';
import { performAdmin } from './perform.ts';

const MARK = { format: 2, kind: 'real', cloud: 'local', created_at: 0, workspace_id: '0123456789abcdef', records: 'sqlite' } as const;
const PASSWORD = 'plum engine violet';

describe.each(databases())('the administrator on $name', ({ seeded }) => {
  let world: World;
  let address = 0;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());
  /** A command as it is typed. */
  const admin = (...args: string[]) => {
    const { request } = readAdminCommand(args);
    if (request.command !== 'admin') throw new Error(`${args[0]} is no action on accounts`);
    return performAdmin({ db: world.db, mark: MARK }, request, { origin: 'https://echo.example', now: () => world.now });
  };
  const browser = () => new LoginBrowser(world.app, `192.0.2.${(address += 1)}`);
  /** Opens the link in a result. */
  const follow = async (b: LoginBrowser, answer: { data: unknown }) => {
    const { link } = answer.data as { link: string };
    expect(link).toMatch(/^https:\/\/echo\.example\/auth\/link#[\w-]{32}$/);
    await b.open('/auth/link');
    await b.submit({ code: link.split('#')[1]! });
  };
  const pair = async (b: LoginBrowser): Promise<Authenticator> => {
    const app = Authenticator.fromPage(b.page.body);
    await b.submit({ code: app.code(world.now) });
    await b.submit({ kept: 'yes' });
    world.now += 30_000;
    return app;
  };
  const signIn = async (email: string, app: Authenticator): Promise<string> => {
    const b = browser();
    const { verifier, address: start } = beginning();
    await b.open(start);
    await b.submit({ email, password: PASSWORD });
    await b.submit({ code: app.code(world.now) });
    world.now += 30_000;
    return (await world.call(CALLS.exchange, { body: { code: new URL(b.page.address).searchParams.get('token') ?? '', verifier } })).answer
      .token;
  };

  it('makes a project that can be imported into, once', async () => {
    await admin('create-project', 'beta-two', '--title', 'Beta two', '--data-type', 'fetal', '--cycles', '3');
    const row = await world.db.query.selectFrom('project').selectAll().where('key', '=', 'beta-two').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ db_name: 'beta_two', cloud_system: 'local' });
    expect(JSON.parse(row.document)).toMatchObject({ name_to_show: 'Beta two', data_type: 'fetal', cardiac_cycles: 3 });
    await expect(admin('create-project', 'beta-two')).rejects.toThrow('There is a project beta-two already.');
  });

  it('invites with roles and projects, and the person can do what was granted', async () => {
    const b = browser();
    await follow(
      b,
      await admin(
        'invite',
        'Paula@Example.org',
        '--role',
        'editor,Reviewer',
        '--project',
        'alpha,beta-two',
        '--reviews-to',
        emailOf('Editor'),
      ),
    );
    expect(b.page.body).toContain('value="paula@example.org"');
    await b.submit({ name: 'Paula', family_names: 'P', password: PASSWORD, again: PASSWORD });
    const app = await pair(b);
    const token = await signIn('paula@example.org', app);
    const { answer } = await world.call(CALLS.usersGet, { token, id: 'paula@example.org' });
    expect(answer.user_role.map((r) => r.role)).toEqual(['Editor', 'Reviewer']);
    expect(answer.projects.map((p) => p._id)).toEqual(['alpha', 'beta-two']);

    expect((await admin('revoke-sessions', 'paula@example.org')).lines).toEqual(['paula@example.org: 1 session ended.']);
    expect((await world.call(CALLS.session, { token })).status).toBe(401);
    const again = await signIn('paula@example.org', app);
    await admin('disable', 'paula@example.org');
    expect((await world.call(CALLS.session, { token: again })).status).toBe(401);
    await admin('enable', 'paula@example.org');
    expect((await world.call(CALLS.session, { token: again })).status).toBe(401);
    const third = await signIn('paula@example.org', app);
    await admin('reset-totp', 'paula@example.org');
    expect((await world.call(CALLS.session, { token: third })).status).toBe(401);
    const secondBrowser = browser();
    await secondBrowser.open(beginning().address);
    await secondBrowser.submit({ email: 'paula@example.org', password: PASSWORD });
    expect(secondBrowser.page.title).toBe('Pair an authenticator app');
    const link = browser();
    await follow(link, await admin('reset-password', 'paula@example.org'));
    expect(link.page.title).toBe('New password');
  });

  it('grants and revokes roles, membership and the mark of a test user', async () => {
    const roles = async () => (await world.call(CALLS.usersGet, { token: await world.tokenOf('editor2@test'), id: 'editor2@test' })).answer;
    await admin('grant', 'editor2@test', '--role', 'Viewer', '--project', 'beta-two');
    expect(await roles()).toMatchObject({
      user_role: [{ role: 'Viewer' }, { role: 'Editor' }],
      projects: [{ _id: 'alpha' }, { _id: 'beta-two' }],
    });
    await admin('revoke', 'editor2@test', '--role', 'Viewer');
    await admin('remove-member', 'editor2@test', '--project', 'beta-two');
    expect(await roles()).toMatchObject({ user_role: [{ role: 'Editor' }], projects: [{ _id: PROJECT._id }] });
    const marks = async () => [
      (await world.db.query.selectFrom('user_account').select('is_test').where('email', '=', 'editor2@test').executeTakeFirstOrThrow())
        .is_test,
      (await world.db.query.selectFrom('project_test_user').selectAll().execute()).length,
    ];
    await admin('test-user', 'editor2@test');
    await admin('test-user', 'editor2@test', '--project', 'alpha');
    expect(await marks()).toEqual([1, 1]);
    await admin('test-user', 'editor2@test', '--off');
    await admin('test-user', 'editor2@test', '--project', 'alpha', '--off');
    expect(await marks()).toEqual([0, 0]);
  });

  it('grants the role Admin for the workspace only', async () => {
    const granting = admin('grant', 'editor@test', '--role', 'Admin', '--project', 'alpha');
    await expect(granting).rejects.toThrow('The role Admin applies to the whole workspace, not to alpha only. Grant it without a project.');
    expect((await admin('list')).lines.find((line) => line.startsWith('editor@test'))).not.toContain('Admin');
  });

  it('never leaves a workspace without an administrator who can sign in', async () => {
    const b = browser();
    await follow(b, await admin('setup-link'));
    await b.submit({ email: 'boss@example.org', name: 'B', family_names: 'B', password: PASSWORD, again: PASSWORD });
    await pair(b);
    await expect(admin('setup-link')).rejects.toThrow('There is an administrator already');
    await expect(admin('disable', 'boss@example.org')).rejects.toThrow('This is the only administrator who can sign in.');
    await expect(admin('revoke', 'boss@example.org', '--role', 'Admin')).rejects.toThrow('This is the only administrator who can sign in.');
    expect((await admin('list')).lines.find((line) => line.startsWith('boss@'))).toBe('boss@example.org · B B · Admin · no project');
  });

  it('lists projects, people and invitations, and shows no secret', async () => {
    const { data } = await admin('invite', 'waiting@example.org', '--role', 'Viewer');
    const { lines, data: all } = await admin('list');
    expect(lines[0]).toBe('Projects: alpha, elsewhere, beta-two');
    expect(lines.some((line) => line.startsWith('waiting@example.org · invited, until '))).toBe(true);
    expect(JSON.stringify(all)).not.toContain((data as { link: string }).link.split('#')[1]);
  });

  it('lists tokens of everybody or of one person without their secrets, and revokes one at once', async () => {
    const token = await world.tokenOf('editor2@test', 'Editor');
    const body = { name: 'Nightly numbers', role: 'Editor', projects: [PROJECT._id], write: false, days: 30 };
    const { token: secret, made } = (await world.call(CALLS.tokensCreate, { token, body })).answer;
    const use = async () => (await world.call(CALLS.session, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect((await admin('list-tokens')).lines).toEqual([
      `${made.id} · editor2@test · Nightly numbers · Editor · ${PROJECT._id} · read only · never used · expires ${new Date(made.expires_at).toISOString().slice(0, 10)}`,
    ]);
    expect(await use()).toBe(200);
    const { data } = await admin('list-tokens', 'Editor2@test');
    expect(data).toEqual({ tokens: [{ owner: 'editor2@test', ...made, last_used_at: world.now }] });
    expect(JSON.stringify(data)).not.toContain(secret);
    expect((await admin('list-tokens', emailOf('Editor'))).lines).toEqual(['No tokens.']);
    await expect(admin('list-tokens', 'nobody@example.org')).rejects.toThrow('nobody@example.org has no account.');
    await expect(admin('revoke-token', emailOf('Editor'), '--token', made.id)).rejects.toThrow('This token is revoked already.');
    expect(await use()).toBe(200);
    expect((await admin('revoke-token', 'editor2@test', '--token', made.id)).lines).toEqual([
      `The token ${made.id} of editor2@test is revoked.`,
    ]);
    expect(await use()).toBe(401);
    expect((await admin('list-tokens')).lines).toEqual(['No tokens.']);
  });

  it('is told about missing things by name', async () => {
    await expect(admin('disable', 'nobody@example.org')).rejects.toThrow('nobody@example.org has no account.');
    await expect(admin('invite', 'x@example.org', '--role', 'Viewer', '--project', 'gamma')).rejects.toThrow(
      'No project is named gamma. Projects: alpha, elsewhere, beta-two.',
    );
    await expect(admin('invite', emailOf('Editor'), '--role', 'Viewer')).rejects.toThrow('There is an account of editor@test already.');
  });
});

describe('the command line', () => {
  it('takes a number of cycles up to 1000, or leaves it to the user', () => {
    const cycles = (text: string) =>
      (readAdminCommand(['create-project', 'x', '--cycles', text]).request as { project: { cardiac_cycles: unknown } }).project
        .cardiac_cycles;
    expect([cycles('1'), cycles('1000'), cycles('user-defined')]).toEqual([1, 1000, 'user defined']);
  });

  it.each([
    [[], 'Name an action.'],
    [['dance'], 'Unknown action dance.'],
    [['invite'], 'invite needs --role.'],
    [['invite', '--role', 'Viewer'], 'invite needs an e-mail.'],
    [['invite', 'x@example.org', '--role', 'King'], 'No role is named King.'],
    [['disable', 'no-address'], 'disable: email'],
    [['list', '--role', 'Viewer'], 'list has no option --role.'],
    [['create-project', 'Big Name'], 'A project cannot be named Big Name'],
    [['create-project', 'x', '--cycles', 'many'], 'create-project: project.cardiac_cycles'],
    [['create-project', 'x', '--cycles', '1001'], 'create-project: project.cardiac_cycles'],
    [['create-project', 'x', '--data-type', 'equine'], 'create-project: project.data_type'],
    [['disable', 'a@b.c', 'd@e.f'], 'd@e.f is one argument too many.'],
    [['list', '--loud'], '--loud'],
    [['revoke-token', 'x@example.org'], 'revoke-token needs --token, an id of list-tokens.'],
    [['revoke-token', 'x@example.org', '--token', 'echo_pat_secret'], 'revoke-token: token'],
    [['list-tokens', 'no-address'], 'list-tokens: email'],
  ])('refuses %j by name', (args, said) => {
    expect(() => readAdminCommand(args)).toThrow(UsageError);
    expect(() => readAdminCommand(args)).toThrow(said);
  });
});
