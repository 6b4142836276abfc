/** A model as a rater: an account without a sign-in, whose work is blind like a Ground-truth generator's. */
import { MODEL_USER_TYPE } from '@echometry/contract/rules/account-kinds.ts';
import type { Kysely } from 'kysely';
import { addMember } from '../../db/projects.ts';
import type { Database } from '../../db/schema.ts';
import { createUser, findAccount, grantRole, roleInProject } from '../../db/users.ts';
import { Refusal } from '../../errors.ts';

type Query = Kysely<Database>;

/** The role in which a model's lines are kept: people who work on the study do not see them. */
export const RATER_ROLE = 'Ground-truth generator';

/**
 * The account of a model; null if there is none yet.
 * @throws Refusal for the account of a person, and for one that is disabled
 */
export async function findRater(query: Query, email: string): ReturnType<typeof findAccount> {
  const account = await findAccount(query, email);
  if (account !== null && account.person.user_type !== MODEL_USER_TYPE)
    throw new Refusal(`${email} is the account of a person. Use a separate address for the model.`);
  if (account !== null && !account.active) throw new Refusal(`${email} is disabled. Enable it first: npm run admin -- enable ${email}`);
  return account;
}

/** The account of a model in a project, created if necessary. */
export async function ensureRater(query: Query, email: string, projectId: number, now: number): Promise<number> {
  const account = await findRater(query, email);
  const id =
    account?.id ??
    (await createUser(query, { email, name: email.split('@')[0] ?? email, family_names: '', user_type: MODEL_USER_TYPE }, now));
  await addMember(query, projectId, id);
  if ((await roleInProject(query, id, RATER_ROLE, projectId)) === null) await grantRole(query, id, RATER_ROLE, projectId);
  return id;
}
