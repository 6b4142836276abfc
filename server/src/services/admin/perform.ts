import { dropSecondFactor, hasAdministrator } from '../../db/accounts.ts';
import { addMember, createProject, findProject, listProjects, markTestUser, type ProjectRow, removeMember } from '../../db/projects.ts';
import { endSessionsOf } from '../../db/sessions.ts';
import { findAccount, grantRole, revokeRole, setActive, setTestUser, type UserRow } from '../../db/users.ts';
import { INVITATION_MS } from '../../login/limits.ts';
import { issueLink, linkAddress, NO_GRANTS } from '../../login/one-time-links.ts';
import { Refusal } from '../../refusal.ts';
import { type Workspace } from '../../workspace.ts';
import { listAll } from './list.ts';
import { type AdminAnswer, type AdminRequest } from './request.ts';
import { issueSetupLink } from './setup-link.ts';

export interface AdminContext {
  /** Origin that links are written with. */
  origin: string;
  now: () => number;
}

const said = (line: string, data: unknown = {}): AdminAnswer => ({ lines: [line], data });
const sessions = (count: number): string => (count === 1 ? '1 session ended' : `${count} sessions ended`);

/** Carries out a request of the administrator's command line inside the process that owns the workspace. */
export async function performAdmin(
  { db, mark }: Pick<Workspace, 'db' | 'mark'>,
  request: AdminRequest,
  { origin, now }: AdminContext,
): Promise<AdminAnswer> {
  const { query } = db;

  const accountOf = async (email: string): Promise<UserRow & { active: boolean }> => {
    const account = await findAccount(query, email);
    if (account === null) throw new Refusal(`There is no account of ${email}.`);
    return account;
  };
  const projectOf = async (key: string): Promise<ProjectRow> => {
    const found = (await findProject(query, { key })) ?? (await findProject(query, { dbName: key }));
    if (found !== null) return found;
    const names = (await listProjects(query)).map((p) => p.project._id);
    throw new Refusal(
      names.length === 0
        ? `There is no project named ${key}, and none at all. Make one with create-project.`
        : `There is no project named ${key}. Projects: ${names.join(', ')}.`,
    );
  };
  /** Takes something away from an account, unless nobody could administer the workspace afterwards. */
  const unlessLastAdministrator = async (change: (transaction: typeof query) => Promise<void>): Promise<void> => {
    await query.transaction().execute(async (transaction) => {
      const before = await hasAdministrator(transaction);
      await change(transaction);
      if (before && !(await hasAdministrator(transaction)))
        throw new Refusal('This is the only administrator who can sign in. Make another one first.');
    });
  };

  switch (request.action) {
    case 'list':
      return listAll(query, now());
    case 'setup-link': {
      const address = await issueSetupLink(query, origin, now());
      if (address === null)
        throw new Refusal('There is an administrator already; invitations come from them: npm run admin -- invite EMAIL --role ROLE');
      return said(address, { link: address });
    }
    case 'create-project': {
      const { project } = request;
      for (const by of [{ key: project._id }, { dbName: project.db_name }]) {
        if ((await findProject(query, by)) !== null) throw new Refusal(`There is a project ${Object.values(by)[0]} already.`);
      }
      await createProject(query, { ...project, cloud_system: mark.cloud });
      return said(`Project ${project._id} made. Import into it with: npm run import -- FOLDER --project ${project._id}`, {
        project: project._id,
      });
    }
    case 'invite': {
      if ((await findAccount(query, request.email)) !== null)
        throw new Refusal(`There is an account of ${request.email} already. Give it more with grant and add-member.`);
      const { grants } = request;
      for (const key of new Set([...grants.projects, ...grants.roles.flatMap((r) => r.project ?? [])])) await projectOf(key);
      const code = await issueLink(
        query,
        { kind: 'invitation', email: request.email, grants },
        { now: now(), expiresAt: now() + INVITATION_MS },
      );
      const link = linkAddress(origin, code);
      return { lines: [`Give ${request.email} this link; it works once, for seven days:`, link], data: { link } };
    }
    case 'disable': {
      const account = await accountOf(request.email);
      await unlessLastAdministrator((t) => setActive(t, account.id, false));
      return said(`${request.email} is disabled, ${sessions(await endSessionsOf(query, account.id, now()))}.`);
    }
    case 'enable': {
      await setActive(query, (await accountOf(request.email)).id, true);
      return said(`${request.email} is enabled.`);
    }
    case 'revoke-sessions':
      return said(`${request.email}: ${sessions(await endSessionsOf(query, (await accountOf(request.email)).id, now()))}.`);
    case 'reset-totp': {
      const { id } = await accountOf(request.email);
      await query.transaction().execute(async (t) => {
        await dropSecondFactor(t, id);
        await endSessionsOf(t, id, now());
      });
      return said(`${request.email} pairs an authenticator at the next sign-in. Every session of theirs ended.`);
    }
    case 'reset-password': {
      await accountOf(request.email);
      const code = await issueLink(
        query,
        { kind: 'password', email: request.email, grants: NO_GRANTS },
        { now: now(), expiresAt: now() + INVITATION_MS },
      );
      const link = linkAddress(origin, code);
      return { lines: [`Give ${request.email} this link to set a new password; it works once, for seven days:`, link], data: { link } };
    }
    case 'grant': {
      const { id } = await accountOf(request.email);
      const project = request.project === null ? null : await projectOf(request.project);
      await grantRole(query, id, request.role, project?.id ?? null, request.reviews_to);
      if (project !== null) await addMember(query, project.id, id);
      return said(`${request.email} is ${request.role}${project === null ? ' wherever they are a member' : ` in ${project.project._id}`}.`);
    }
    case 'revoke': {
      const { id } = await accountOf(request.email);
      await unlessLastAdministrator((t) => revokeRole(t, id, request.role));
      return said(`${request.email} is ${request.role} no more.`);
    }
    case 'add-member':
    case 'remove-member': {
      const [{ id }, project] = [await accountOf(request.email), await projectOf(request.project)];
      await (request.action === 'add-member' ? addMember : removeMember)(query, project.id, id);
      return said(
        `${request.email} is ${request.action === 'add-member' ? 'a' : 'no'} member of ${project.project._id}${request.action === 'add-member' ? '' : ' any more'}.`,
      );
    }
    case 'test-user': {
      const { id } = await accountOf(request.email);
      if (request.project === null) await setTestUser(query, id, request.marked);
      else await markTestUser(query, (await projectOf(request.project)).id, id, request.marked);
      return said(
        `${request.email} is ${request.marked ? 'a' : 'no'} test user${request.project === null ? '' : ` of ${request.project}`}${request.marked ? '' : ' any more'}.`,
      );
    }
  }
}
