import { Refusal } from '../errors.ts';
import { basicAuthorization, bearerAuthorization, type Pacs } from './pacs.ts';

const PASSWORD = 'ECHOMETRY_PACS_PASSWORD_';
const TOKEN = 'ECHOMETRY_PACS_TOKEN_';

/** How the name of a PACS ends the name of a variable of the environment. */
export const secretName = (pacs: string): string => pacs.toUpperCase().replaceAll('-', '_');

/** Passwords and tokens of the environment, by the full name of their variable. */
export type PacsSecrets = ReadonlyMap<string, string>;

export const pacsSecrets = (env: NodeJS.ProcessEnv): PacsSecrets =>
  new Map(
    Object.entries(env).flatMap(([name, value]) =>
      (name.startsWith(PASSWORD) || name.startsWith(TOKEN)) && value ? [[name, value] as const] : [],
    ),
  );

interface Configured {
  name: string;
  address: string;
  user?: string;
}

function authorizationOf(file: string, { name, user }: Configured, secrets: PacsSecrets): string | null {
  const [passwordName, tokenName] = [PASSWORD + secretName(name), TOKEN + secretName(name)];
  const [password, token] = [secrets.get(passwordName), secrets.get(tokenName)];
  if (password !== undefined && token !== undefined)
    throw new Refusal(`${passwordName} and ${tokenName} are both set. Keep only the secret of this PACS.`);
  if (user !== undefined && password === undefined)
    throw new Refusal(`${file}: pacs ${name} names a user, but ${passwordName} is not set. Set it, or leave the user out.`);
  if (user === undefined && password !== undefined)
    throw new Refusal(`${passwordName} is set, but pacs ${name} of ${file} names no user. Name it there, or leave the password out.`);
  if (token !== undefined) return bearerAuthorization(token);
  return user === undefined || password === undefined ? null : basicAuthorization(user, password);
}

/** The configured archives with what lets in; a secret that belongs to none is refused by name. */
export function withSecrets(file: string, configured: readonly Configured[], secrets: PacsSecrets): Pacs[] {
  const known = new Set(configured.flatMap(({ name }) => [PASSWORD + secretName(name), TOKEN + secretName(name)]));
  for (const name of secrets.keys())
    if (!known.has(name)) throw new Refusal(`${name} is set, but ${file} names no such PACS. Name it there in pacs, or leave it out.`);
  return configured.map((pacs) => ({
    name: pacs.name,
    address: pacs.address.replace(/\/+$/, ''),
    authorization: authorizationOf(file, pacs, secrets),
  }));
}
