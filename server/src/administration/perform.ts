import { counted } from '@echometry/contract/rules/counted.ts';
import type { PersonChange, PersonEffect } from '@echometry/contract/records/people.ts';
import { effectText } from '@echometry/contract/rules/person-effects.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Actor, changePerson } from './change-person.ts';
import { createProjectOnce } from './create-project.ts';
import { listAll } from './list.ts';
import { listTokens } from './list-tokens.ts';
import type { AdminRequest } from './request.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';
import { issueSetupLink } from './setup-link.ts';
import { Refusal } from '../errors.ts';

export interface AdminContext {
  /** Origin that links are written with. */
  origin: string;
  now: () => number;
}

/** Anyone who may read the socket of the workspace administers it: no account stands for them. */
const COMMAND_LINE: Actor = { userId: null, role: null };

const oneLine = (line: string, data: unknown = {}): CommandAnswer => ({ lines: [line], data });
const sessions = (effects: readonly PersonEffect[]): string => {
  const count = effects.find(({ what }) => what === 'sign-ins-end')?.count ?? 0;
  return `${counted(count, 'session')} ended`;
};

/** Result of a change, in words. */
function wordsOf(change: PersonChange, effects: readonly PersonEffect[]): string {
  const { email } = change;
  const place = (project: string | null | undefined): string => (project == null ? '' : ` of ${project}`);
  switch (change.act) {
    case 'invite':
      return `Give ${email} this link; it works once, for seven days:`;
    case 'add-machine':
      return `${email} is a machine. An Admin makes its tokens under Administration, People.`;
    case 'cancel-invitation':
      return `The invitation of ${email} is void.`;
    case 'disable':
      return `${email} is disabled, ${sessions(effects)}.`;
    case 'enable':
      return `${email} is enabled.`;
    case 'end-session':
      return `${email}: 1 session ended.`;
    case 'revoke-sessions':
      return `${email}: ${sessions(effects)}.`;
    case 'revoke-token':
      return `The token ${change.token} of ${email} is revoked.`;
    case 'reset-totp':
      return `${email} pairs an authenticator at the next sign-in. All their sessions have ended.`;
    case 'reset-password':
      return `Give ${email} this link to set a new password; it works once, for seven days:`;
    case 'grant':
      return `${email} is ${change.role}${change.project === null ? ' wherever they are a member' : ` in ${change.project}`}.`;
    case 'revoke':
      return `${email} is ${change.role} no more${change.project == null ? '' : ` in ${change.project}`}.`;
    case 'add-member':
      return `${email} is a member of ${change.project}.`;
    case 'remove-member':
      return `${email} is not a member of ${change.project} any more.`;
    case 'test-user':
      return `${email} is ${change.marked ? 'a' : 'no'} test user${place(change.project)}${change.marked ? '' : ' any more'}.`;
  }
}

async function person({ db }: Pick<Workspace, 'db'>, change: PersonChange, { origin, now }: AdminContext): Promise<CommandAnswer> {
  const done = await changePerson(db, change, { actor: COMMAND_LINE, origin, now: now(), accepted: null });
  const link = done.outcome === 'done' ? done.link : null;
  const effects = done.effects.filter(({ what }) => what !== 'sign-ins-end').map(effectText);
  return {
    lines: [wordsOf(change, done.effects), ...(link === null ? [] : [link]), ...effects],
    data: link === null ? { effects: done.effects } : { link },
  };
}

/** Carries out a request of the administrator's command line inside the process that owns the workspace. */
export async function performAdmin(
  workspace: Pick<Workspace, 'db' | 'mark'>,
  request: AdminRequest,
  context: AdminContext,
): Promise<CommandAnswer> {
  const { db, mark } = workspace;
  switch (request.action) {
    case 'list':
      return listAll(db.query, context.now());
    case 'list-tokens':
      return listTokens(db.query, request.email, context.now());
    case 'setup-link': {
      const address = await issueSetupLink(db.query, context.origin, context.now());
      if (address === null)
        throw new Refusal('There is an administrator already; invitations come from them: npm run admin -- invite EMAIL --role ROLE');
      return oneLine(address, { link: address });
    }
    case 'create-project': {
      const { project } = request;
      await createProjectOnce(db, { ...project, cloud_system: mark.cloud }, { actor: COMMAND_LINE, now: context.now() });
      return oneLine(`Project ${project._id} made. Import into it with: npm run import -- FOLDER --project ${project._id}`, {
        project: project._id,
      });
    }
    case 'person':
      return person(workspace, request.change, context);
  }
}
