import type { Grants, PersonChange, PersonEffect } from '@echometry/contract/records/people.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { isWithoutSignIn, MACHINE_USER_TYPE, MODEL_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { isWorkspaceRole } from '@echometry/contract/rules/permissions.ts';
import type { Transaction } from 'kysely';
import { anAdministrator, createAccount, dropSecondFactor, hasAdministrator } from '../db/accounts.ts';
import { recordAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { dropGrant, dropInvitation, replaceGrant, waitingInvitations } from '../db/people.ts';
import { countTokens, revokeToken, revokeTokensOf } from '../db/personal-tokens.ts';
import { addMember, findProject, listProjects, markTestUser, type ProjectRow, removeMember } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';
import { endSession, endSessionsOf, signInsOf } from '../db/sessions.ts';
import { findAccount, revokeRole, setActive, setTestUser } from '../db/users.ts';
import { INVITATION_MS } from '../login/limits.ts';
import { issueLink, linkAddress, NO_GRANTS } from '../login/one-time-links.ts';
import { Refusal } from '../errors.ts';
import { effectsOf } from './person-effects.ts';
import { standingOf } from './standing.ts';

type Query = Transaction<Database>;

/** Who changes it: an administrator on the screen, or (null) the user of the command line. */
export interface Actor {
  userId: number | null;
  role: RoleName | null;
}

export interface ChangeContext {
  actor: Actor;
  /** Origin that links are written with. */
  origin: string;
  now: number;
  /** Effects the administrator knows of; null carries the change out whatever they are. */
  accepted: readonly PersonEffect[] | null;
}

export type PersonOutcome =
  | { outcome: 'done'; link: string | null; effects: PersonEffect[] }
  /** The effects are others than those accepted; nothing was changed. */
  | { outcome: 'asks'; effects: PersonEffect[] };

/** The name an act has in the audit. */
const ACTS: Readonly<Record<PersonChange['act'], string>> = {
  invite: 'person-invited',
  'add-machine': 'machine-added',
  'cancel-invitation': 'invitation-cancelled',
  disable: 'person-disabled',
  enable: 'person-enabled',
  'end-session': 'sign-in-ended',
  'revoke-sessions': 'sign-ins-ended',
  'revoke-token': 'token-revoked',
  'reset-totp': 'authenticator-reset',
  'reset-password': 'password-link-made',
  grant: 'role-granted',
  revoke: 'role-revoked',
  'add-member': 'member-added',
  'remove-member': 'member-removed',
  'test-user': 'test-user-marked',
};

/** Ends the transaction of a change whose effects were not accepted. */
class Unaccepted extends Error {
  constructor(readonly effects: PersonEffect[]) {
    super('The effects were not accepted');
  }
}

export async function projectNamed(query: Parameters<typeof findProject>[0], key: string): Promise<ProjectRow> {
  const found = (await findProject(query, { key })) ?? (await findProject(query, { dbName: key }));
  if (found !== null) return found;
  const names = (await listProjects(query)).map((p) => p.project._id);
  throw new Refusal(
    names.length === 0
      ? `No project is named ${key}, and this workspace has no projects yet. Create one with create-project.`
      : `No project is named ${key}. Projects: ${names.join(', ')}.`,
  );
}

/** Reviewed editors have an account or an invitation: a mistyped address would review no one without a word. */
async function refuseUnknownEditors(query: Query, editors: readonly string[], now: number): Promise<void> {
  for (const email of editors) {
    if ((await findAccount(query, email)) !== null) continue;
    const invited = await query
      .selectFrom('one_time_link')
      .select('email')
      .where('kind', '=', 'invitation')
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (invited === undefined) throw new Refusal(`${email} has neither an account nor an invitation, so their work cannot be reviewed.`);
  }
}

function refuseInProject(role: RoleName, project: string | null): void {
  if (project !== null && isWorkspaceRole(role))
    throw new Refusal(`The role ${role} applies to the whole workspace, not to ${project} only. Grant it without a project.`);
}

/** Administrators sign in with two factors: an account that cannot is none. */
function refuseForMachine(role: RoleName, userType: string): void {
  if (userType === MACHINE_USER_TYPE && isWorkspaceRole(role))
    throw new Refusal(`A machine cannot have the role ${role}: only people who sign in administer the workspace.`);
}

/** Places and editors of the grants of a new account exist. */
async function refuseUnknownPlaces(query: Query, { roles, projects }: Grants, now: number): Promise<void> {
  for (const { role, project } of roles) refuseInProject(role, project);
  for (const key of new Set([...projects, ...roles.flatMap((r) => r.project ?? [])])) await projectNamed(query, key);
  await refuseUnknownEditors(query, [...new Set(roles.flatMap((r) => r.reviews_to))], now);
}

/** Makes the account of a machine: it has no sign-in, and only tokens act for it. */
async function addMachine(
  query: Query,
  { email, name, grants }: Extract<PersonChange, { act: 'add-machine' }>,
  now: number,
): Promise<void> {
  if ((await findAccount(query, email)) !== null) throw new Refusal(`There is an account of ${email} already. Use a separate address.`);
  if ((await waitingInvitations(query, now)).some((invitation) => invitation.email === email))
    throw new Refusal(`An invitation of ${email} waits. Use a separate address, or cancel the invitation first.`);
  for (const { role } of grants.roles) refuseForMachine(role, MACHINE_USER_TYPE);
  await refuseUnknownPlaces(query, grants, now);
  await createAccount(query, { email, name: name.trim(), family_names: '', user_type: MACHINE_USER_TYPE, grants }, now);
}

async function invite(query: Query, { email, grants }: Extract<PersonChange, { act: 'invite' }>, context: ChangeContext): Promise<string> {
  if ((await findAccount(query, email)) !== null)
    throw new Refusal(`There is an account of ${email} already. Give it more with grant and add-member.`);
  await refuseUnknownPlaces(query, grants, context.now);
  return newLink(query, { kind: 'invitation', email, grants }, context);
}

async function newLink(query: Query, offer: Parameters<typeof issueLink>[1], { now, origin }: ChangeContext): Promise<string> {
  return linkAddress(origin, await issueLink(query, offer, { now, expiresAt: now + INVITATION_MS }));
}

/** A change of an account that is there. Returns the link of a new password, and the sign-ins and tokens that ended. */
async function apply(
  query: Query,
  change: Exclude<PersonChange, { act: 'invite' | 'add-machine' | 'cancel-invitation' }>,
  userId: number,
  context: ChangeContext,
): Promise<{ link: string | null; signIns: number; tokens: number }> {
  const { now } = context;
  const nothing = { link: null, signIns: 0, tokens: 0 };
  switch (change.act) {
    case 'disable': {
      await setActive(query, userId, false);
      // Counted first: tokens do not come back with the account.
      const tokens = await countTokens(query, userId, now);
      await revokeTokensOf(query, userId, now);
      return { ...nothing, signIns: await endSessionsOf(query, userId, now), tokens };
    }
    case 'enable':
      await setActive(query, userId, true);
      return nothing;
    case 'end-session': {
      const signIn = (await signInsOf(query, userId, now)).find(({ id }) => id === change.session);
      if (signIn === undefined) throw new Refusal('This sign-in has ended already.');
      await endSession(query, { signInHash: null, tokenHash: signIn.tokenHash }, now);
      return nothing;
    }
    case 'revoke-sessions':
      return { ...nothing, signIns: await endSessionsOf(query, userId, now) };
    case 'revoke-token':
      if (!(await revokeToken(query, { userId, id: change.token, now }))) throw new Refusal('This token is revoked already.');
      return nothing;
    case 'reset-totp':
      await dropSecondFactor(query, userId);
      return { ...nothing, signIns: await endSessionsOf(query, userId, now) };
    case 'reset-password':
      return { ...nothing, link: await newLink(query, { kind: 'password', email: change.email, grants: NO_GRANTS }, context) };
    case 'grant': {
      refuseInProject(change.role, change.project);
      const project = change.project === null ? null : await projectNamed(query, change.project);
      await refuseUnknownEditors(query, change.reviews_to, now);
      await replaceGrant(query, { userId, role: change.role, projectId: project?.id ?? null, reviewsTo: change.reviews_to });
      if (project !== null) await addMember(query, project.id, userId);
      return nothing;
    }
    case 'revoke': {
      if (change.project === undefined) await revokeRole(query, userId, change.role);
      else {
        const projectId = change.project === null ? null : (await projectNamed(query, change.project)).id;
        if (!(await dropGrant(query, { userId, role: change.role, projectId })))
          throw new Refusal(`${change.email} does not hold this role there any more.`);
      }
      return nothing;
    }
    case 'add-member':
      await addMember(query, (await projectNamed(query, change.project)).id, userId);
      return nothing;
    case 'remove-member':
      await removeMember(query, (await projectNamed(query, change.project)).id, userId);
      return nothing;
    case 'test-user':
      if (change.project === null) await setTestUser(query, userId, change.marked);
      else await markTestUser(query, (await projectNamed(query, change.project)).id, userId, change.marked);
      return nothing;
  }
}

/** Models and machines have no sign-in, so they have nothing to reset. */
const OF_SIGN_IN: readonly PersonChange['act'][] = ['end-session', 'revoke-sessions', 'reset-totp', 'reset-password'];

async function changeAccount(
  query: Query,
  change: Exclude<PersonChange, { act: 'invite' | 'add-machine' | 'cancel-invitation' }>,
  context: ChangeContext,
): Promise<{ link: string | null; effects: PersonEffect[] }> {
  const account = await findAccount(query, change.email);
  if (account === null) throw new Refusal(`${change.email} has no account.`);
  const { user_type } = account.person;
  if (isWithoutSignIn(user_type) && OF_SIGN_IN.includes(change.act))
    throw new Refusal(`${change.email} is a ${user_type === MODEL_USER_TYPE ? 'model' : 'machine'}: it has no sign-in.`);
  if (change.act === 'grant') refuseForMachine(change.role, user_type);
  const administered = await hasAdministrator(query);
  const hadAdministrator = (await anAdministrator(query)) !== null;
  const before = await standingOf(query, account.id);
  const done = await apply(query, change, account.id, context);
  // Accounts of a demo have no password: there, any active administrator can sign in.
  if ((administered && !(await hasAdministrator(query))) || (hadAdministrator && (await anAdministrator(query)) === null))
    throw new Refusal('This is the only administrator who can sign in. Make another one first.');
  const effects = await effectsOf(query, {
    userId: account.id,
    email: change.email,
    before,
    after: await standingOf(query, account.id),
    signIns: done.signIns,
    tokens: done.tokens,
    isDisabled: change.act === 'disable',
    now: context.now,
  });
  return { link: done.link, effects };
}

type Detail = Record<string, string | number | boolean | null>;

/** Parts of a change for the audit: no link, and no more of a list than its text. */
function detailOf(change: PersonChange, { actor }: ChangeContext): Detail {
  const by: Detail = actor.userId === null ? { command_line: true } : {};
  const reviews = (editors: readonly string[]): Detail => (editors.length === 0 ? {} : { reviews_to: editors.join(' ') });
  const place: Detail = 'project' in change && change.project !== undefined ? { project: change.project } : {};
  switch (change.act) {
    case 'invite':
    case 'add-machine': {
      const { roles, projects, is_test } = change.grants;
      return {
        ...by,
        ...(change.act === 'add-machine' ? { name: change.name } : {}),
        roles: roles.map(({ role, project }) => (project === null ? role : `${role} (${project})`)).join(', '),
        projects: projects.join(' '),
        is_test,
        ...reviews([...new Set(roles.flatMap(({ reviews_to }) => reviews_to))]),
      };
    }
    case 'grant':
      return { ...by, role: change.role, ...place, ...reviews(change.reviews_to) };
    case 'revoke':
      return { ...by, role: change.role, ...place };
    case 'test-user':
      return { ...by, ...place, marked: change.marked };
    case 'revoke-token':
      return { ...by, owner: change.email };
    default:
      return { ...by, ...place };
  }
}

/**
 * Carries out what an administrator does to a person, in one transaction with its act in the audit. The rule for screen and
 * command line: only their contexts differ.
 * @throws Refusal when it cannot be done; nothing is changed then
 */
export async function changePerson(db: Db, change: PersonChange, context: ChangeContext): Promise<PersonOutcome> {
  try {
    return await db.query.transaction().execute(async (query): Promise<PersonOutcome> => {
      let done: { link: string | null; effects: PersonEffect[] } = { link: null, effects: [] };
      if (change.act === 'invite') done.link = await invite(query, change, context);
      else if (change.act === 'add-machine') await addMachine(query, change, context.now);
      else if (change.act === 'cancel-invitation') {
        if (!(await dropInvitation(query, change.email, context.now)))
          throw new Refusal(`No invitation of ${change.email} waits any more.`);
      } else done = await changeAccount(query, change, context);
      if (context.accepted !== null && contentOf(context.accepted) !== contentOf(done.effects)) throw new Unaccepted(done.effects);
      await recordAct(query, db.dialect, {
        at: context.now,
        actorId: context.actor.userId,
        role: context.actor.role,
        act: ACTS[change.act],
        studyId: null,
        subject: change.act === 'revoke-token' ? change.token : change.email,
        detail: detailOf(change, context),
      });
      return { outcome: 'done', ...done };
    });
  } catch (error) {
    if (error instanceof Unaccepted) return { outcome: 'asks', effects: error.effects };
    throw error;
  }
}
