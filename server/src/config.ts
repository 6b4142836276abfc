import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_INACTIVITY, Inactivity } from '@echometry/contract/records/inactivity.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { Name, Strict } from '@echometry/contract/records/strict.ts';
import { NEW_TAB_ROLES } from '@echometry/contract/rules/roles.ts';
import { type Static, Type } from 'typebox';
import { bodyChecker } from './http/body-schema.ts';
import { Problem } from './http/problem.ts';
import { CONFIG_FILE } from './workspace-folder.ts';
import { Refusal } from './workspace.ts';

/** A foreign login service (OpenID Connect, authorization code with PKCE). */
const Oidc = Strict({
  /** What the button says: "Sign in with {name}". */
  name: Name,
  /** Issuer URL; the rest is discovered. */
  issuer: Type.String({ pattern: '^https?://' }),
  client_id: Name,
  /** Absent for a public client; ECHOMETRY_OIDC_CLIENT_SECRET keeps it out of the file. */
  client_secret: Type.Optional(Name),
  scope: Type.Optional(Name),
  /** Values of `acr` or `amr` that prove a second factor there. With neither, the second factor is asked for here. */
  acr_values: Type.Optional(Type.Array(Name, { minItems: 1 })),
  amr_values: Type.Optional(Type.Array(Name, { minItems: 1 })),
  /** Only this way in: no passwords are asked for. */
  only: Type.Optional(Type.Boolean()),
});
export type OidcConfig = Static<typeof Oidc>;

/** Scheme, host and port: nothing after them. */
const Origin = Type.String({ pattern: '^https?://[^/?#@]+$' });

const ServerConfig = Strict({
  /** Origin under which people reach this installation, when it is behind a proxy. */
  public_origin: Type.Optional(Origin),
  /** Further origins this installation is reached under, whose pages may be given the one-time code of a sign-in. */
  return_origins: Type.Optional(Type.Array(Origin)),
  /** Addresses of proxies in front, whose X-Forwarded-For is believed. */
  trusted_proxies: Type.Optional(Type.Array(Name)),
  inactivity: Type.Optional(Inactivity),
  /** Address of the linked application of each role that opens in a new tab. */
  role_addresses: Type.Optional(Type.Unsafe<Partial<Record<RoleName, string>>>({
    type: 'object', additionalProperties: false,
    properties: Object.fromEntries(NEW_TAB_ROLES.map((role) => [role, { type: 'string', pattern: '^https?://' }])),
  })),
  oidc: Type.Optional(Oidc),
});

const check = bodyChecker(ServerConfig);

export interface Config {
  publicOrigin: string | null;
  returnOrigins: readonly string[];
  trustedProxies: readonly string[];
  inactivity: Inactivity;
  roleAddresses: Readonly<Partial<Record<RoleName, string>>>;
  oidc: OidcConfig | null;
}

export const DEFAULT_CONFIG: Config = { publicOrigin: null, returnOrigins: [], trustedProxies: [], inactivity: DEFAULT_INACTIVITY, roleAddresses: {}, oidc: null };

/** The settings of a workspace; a field that is wrong or unknown is refused by name. */
export function readConfig(folder: string, env: NodeJS.ProcessEnv = {}): Config {
  const file = path.join(folder, CONFIG_FILE);
  if (!existsSync(file)) return DEFAULT_CONFIG;
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(`${file} holds no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    check(raw);
  } catch (error) {
    throw new Refusal(`${file}: ${error instanceof Problem ? error.message : String(error)}`);
  }
  // The check above made it what the schema says.
  const content = raw as Static<typeof ServerConfig>;
  const secret = env['ECHOMETRY_OIDC_CLIENT_SECRET'];
  return {
    publicOrigin: content.public_origin ?? null,
    returnOrigins: content.return_origins ?? [],
    trustedProxies: content.trusted_proxies ?? [],
    inactivity: content.inactivity ?? DEFAULT_INACTIVITY,
    roleAddresses: content.role_addresses ?? {},
    oidc: content.oidc === undefined ? null : { ...content.oidc, ...(secret ? { client_secret: secret } : {}) },
  };
}
