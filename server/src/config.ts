import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_INACTIVITY, Inactivity } from '@echometry/contract/records/inactivity.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { Name, Strict } from '@echometry/contract/records/strict.ts';
import { NEW_TAB_ROLES } from '@echometry/contract/rules/roles.ts';
import { type Static, Type } from 'typebox';
import { bodyChecker } from './body-schema.ts';
import { Problem } from './problem.ts';
import { addressFault, databaseFault, hostFault, originFault, proxyFault } from './config-values.ts';
import { CONFIG_FILE, DEFAULT_PORT } from './workspace-folder.ts';
import { DEFAULT_KEPT_DAYS } from './jobs/limits.ts';
import { Refusal } from './refusal.ts';

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
const Origin = Type.String({ minLength: 1, maxLength: 512 });

/** The server that sends mail. Without one, messages are written into the folder `outbox` of the workspace. */
const MailServer = Strict({
  /** Sender of the messages. */
  from: Name,
  host: Name,
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** TLS from the first byte (port 465); otherwise it begins with STARTTLS. */
  secure: Type.Optional(Type.Boolean()),
  /** False lets a server without TLS receive mail; true unless given. */
  require_tls: Type.Optional(Type.Boolean()),
  user: Type.Optional(Name),
});
export type MailConfig = Static<typeof MailServer> & { secure: boolean; require_tls: boolean; password: string | null };

const ServerConfig = Strict({
  /** Origin under which people reach this installation, when it is behind a proxy. */
  public_origin: Type.Optional(Origin),
  /** Further origins this installation is reached under, whose pages may be given the one-time code of a sign-in. */
  return_origins: Type.Optional(Type.Array(Origin)),
  /** Addresses of proxies in front, whose X-Forwarded-For is believed. */
  trusted_proxies: Type.Optional(Type.Array(Name)),
  inactivity: Type.Optional(Inactivity),
  /** Address of the linked application of each role that opens in a new tab. */
  role_addresses: Type.Optional(
    Type.Unsafe<Partial<Record<RoleName, string>>>({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(NEW_TAB_ROLES.map((role) => [role, { type: 'string', pattern: '^https?://' }])),
    }),
  ),
  oidc: Type.Optional(Oidc),
  mail: Type.Optional(MailServer),
  /** Days that an export is kept. */
  exports_kept_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** Known lists without a known purpose; their form is checked and nothing follows from them (docs/specification.md#platform-3). */
  case_identifiers: Type.Optional(Type.Array(Type.String({ pattern: '^coa_[^_]+_[0-9]+$' }))),
  tester_users: Type.Optional(Type.Array(Name)),
});

const check = bodyChecker(ServerConfig);

export interface Config {
  publicOrigin: string | null;
  returnOrigins: readonly string[];
  trustedProxies: readonly string[];
  inactivity: Inactivity;
  roleAddresses: Readonly<Partial<Record<RoleName, string>>>;
  oidc: OidcConfig | null;
  mail: MailConfig | null;
  exportsKeptDays: number;
}

export const DEFAULT_CONFIG: Config = {
  publicOrigin: null,
  returnOrigins: [],
  trustedProxies: [],
  inactivity: DEFAULT_INACTIVITY,
  roleAddresses: {},
  oidc: null,
  mail: null,
  exportsKeptDays: DEFAULT_KEPT_DAYS,
};

/** Values that fit their type and mean nothing, as `field: why`. */
function faultsOf(content: Static<typeof ServerConfig>): string[] {
  const faults: string[] = [];
  const look = (field: string, text: string | undefined, faultOf: (text: string) => string | null): void => {
    const fault = text === undefined ? null : faultOf(text);
    if (fault !== null) faults.push(`${field}: ${fault}`);
  };
  look('public_origin', content.public_origin, originFault);
  content.return_origins?.forEach((origin, index) => look(`return_origins.${index}`, origin, originFault));
  content.trusted_proxies?.forEach((proxy, index) => look(`trusted_proxies.${index}`, proxy, proxyFault));
  for (const [role, address] of Object.entries(content.role_addresses ?? {})) look(`role_addresses.${role}`, address, addressFault);
  look('oidc.issuer', content.oidc?.issuer, addressFault);
  return faults;
}

/** Port from ECHOMETRY_PORT. 0 lets the system choose, which tests use. */
export function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Refusal(`ECHOMETRY_PORT is ${text}; it must be a port number.`);
  return port;
}

/** Refuses a wrong value of the environment by name, before anything is opened or made. */
export function checkEnvironment(env: NodeJS.ProcessEnv): void {
  portOf(env['ECHOMETRY_PORT']);
  for (const [name, faultOf] of [
    ['ECHOMETRY_HOST', hostFault],
    ['ECHOMETRY_DATABASE_URL', databaseFault],
  ] as const) {
    const text = env[name];
    const fault = text === undefined || text === '' ? null : faultOf(text);
    if (fault !== null) throw new Refusal(`${name}: ${fault}.`);
  }
}

const SECRET = 'ECHOMETRY_OIDC_CLIENT_SECRET';
const MAIL_PASSWORD = 'ECHOMETRY_SMTP_PASSWORD';

/** The settings of a workspace; a field that is wrong or unknown is refused by name. */
export function readConfig(folder: string, env: NodeJS.ProcessEnv = {}): Config {
  const config = readConfigFile(folder, { oidc: env[SECRET] || null, mail: env[MAIL_PASSWORD] || null });
  if (env[SECRET] && config.oidc === null)
    throw new Refusal(`${SECRET} is set, but ${CONFIG_FILE} names no oidc. Name the login service there, or leave the secret out.`);
  if (env[MAIL_PASSWORD] && config.mail?.user === undefined)
    throw new Refusal(`${MAIL_PASSWORD} is set, but ${CONFIG_FILE} names no mail.user. Name it there, or leave the password out.`);
  return config;
}

function readConfigFile(folder: string, secrets: { oidc: string | null; mail: string | null }): Config {
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
  const [fault] = faultsOf(content);
  if (fault !== undefined) throw new Refusal(`${file}: ${fault}.`);
  return {
    publicOrigin: content.public_origin ?? null,
    returnOrigins: content.return_origins ?? [],
    trustedProxies: content.trusted_proxies ?? [],
    inactivity: content.inactivity ?? DEFAULT_INACTIVITY,
    roleAddresses: content.role_addresses ?? {},
    oidc: content.oidc === undefined ? null : { ...content.oidc, ...(secrets.oidc ? { client_secret: secrets.oidc } : {}) },
    mail:
      content.mail === undefined
        ? null
        : {
            ...content.mail,
            secure: content.mail.secure ?? false,
            require_tls: content.mail.require_tls ?? true,
            password: secrets.mail,
          },
    exportsKeptDays: content.exports_kept_days ?? DEFAULT_KEPT_DAYS,
  };
}
