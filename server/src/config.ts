import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_INACTIVITY, Inactivity } from '@echometry/contract/records/inactivity.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { Name, Strict } from '@echometry/contract/records/strict.ts';
import { NEW_TAB_ROLES } from '@echometry/contract/rules/roles.ts';
import { type Static, Type } from 'typebox';
import { bodyChecker } from './http/body-schema.ts';
import { Problem, Refusal } from './errors.ts';
import { addressFault, databaseFault, hostFault, importFolderFault, originFault, pacsFault, proxyFault } from './config-values.ts';
import { CONFIG_FILE, DEFAULT_PORT } from './workspace/workspace-folder.ts';
import { type BucketSettings, bucketSettings, ObjectStoreConfig, objectStoreFault } from './objects/bucket-settings.ts';
import { MAX_PACS } from './dicomweb/limits.ts';
import { type PacsSecrets, pacsSecrets, secretName, withSecrets } from './dicomweb/secrets.ts';
import { DEFAULT_KEPT_DAYS } from './exports/limits.ts';
import type { VersionSettings } from './analyses/services.ts';
import { DEFAULT_VERSIONS_KEPT_DAYS, MIN_VERSIONS_KEPT_DAYS } from './upkeep/pruning/policy.ts';
import { LOG_FORMATS, type LogFormat } from './http/operations/log-formats.ts';
import { FolderToImport, type ImportSettings, PacsServer } from './imports/import-settings.ts';
import { type LoginSettings, Oidc, type OidcConfig } from './login/login-settings.ts';
import { type MailConfig, mailConfigOf, MailServer } from './mail/mail-settings.ts';
import type { PageSettings } from './http/web-pages.ts';
import type { ExportSettings } from './exports/services.ts';
import { WebhookHost, webhookHostFault, type WebhookSettings } from './webhooks/webhook-settings.ts';
import { MAX_WEBHOOK_HOSTS } from './webhooks/limits.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Scheme, host and port: nothing after them. */
const Origin = Type.String({ minLength: 1, maxLength: 512 });

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
  /** The bucket that holds the objects; without one they are in the folder of the workspace. */
  object_store: Type.Optional(ObjectStoreConfig),
  /** Folders of this computer that Admins may import from on the screen. */
  import_folders: Type.Optional(Type.Array(FolderToImport, { maxItems: 64 })),
  /** Archives that images are imported from, and that take objects of exports: no other address is asked. */
  pacs: Type.Optional(Type.Array(PacsServer, { maxItems: MAX_PACS })),
  /** Hosts that webhooks may be sent to; without any, webhooks are off. */
  webhook_hosts: Type.Optional(Type.Array(WebhookHost, { maxItems: MAX_WEBHOOK_HOSTS })),
  /** Days that an export is kept. */
  exports_kept_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** Days that every version of an analysis or a review is kept; of older work, the last of each sitting is. */
  versions_kept_days: Type.Optional(Type.Integer({ minimum: MIN_VERSIONS_KEPT_DAYS, maximum: 36_500 })),
  /** Known lists without a known purpose; their form is checked and nothing follows from them (docs/specification.md#platform-3). */
  case_identifiers: Type.Optional(Type.Array(Type.String({ pattern: '^coa_[^_]+_[0-9]+$' }))),
  tester_users: Type.Optional(Type.Array(Name)),
});

const check = bodyChecker(ServerConfig);

/** Settings of this installation; each subject has its own type. */
export interface Config extends LoginSettings, PageSettings, ImportSettings, ExportSettings, VersionSettings, WebhookSettings {
  trustedProxies: readonly string[];
  oidc: OidcConfig | null;
  mail: MailConfig | null;
  /** Null keeps objects in the folder of the workspace. */
  objectStore: BucketSettings | null;
}

export const DEFAULT_CONFIG: Config = {
  publicOrigin: null,
  returnOrigins: [],
  trustedProxies: [],
  inactivity: DEFAULT_INACTIVITY,
  roleAddresses: {},
  oidc: null,
  mail: null,
  pacs: [],
  importFolders: [],
  webhookHosts: [],
  exportsKeptDays: DEFAULT_KEPT_DAYS,
  pacsForExports: [],
  versionsKeptDays: DEFAULT_VERSIONS_KEPT_DAYS,
  objectStore: null,
};

/** Values that fit their type and mean nothing, as `field: why`. */
function faultsOf(folder: string, content: Static<typeof ServerConfig>): string[] {
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
  const fault = content.object_store === undefined ? null : objectStoreFault(content.object_store);
  if (fault !== null) faults.push(`object_store.${fault}`);
  content.import_folders?.forEach((one, index, all) => {
    look(`import_folders.${index}.path`, one.path, (place) => importFolderFault(place, folder));
    if (all.findIndex(({ name }) => name === one.name) !== index)
      faults.push(`import_folders.${index}.name: "${one.name}" is the name of another one already`);
  });
  content.pacs?.forEach((pacs, index) => {
    look(`pacs.${index}.address`, pacs.address, (address) => pacsFault(address, pacs.require_tls ?? true));
    if (content.pacs?.findIndex(({ name }) => secretName(name) === secretName(pacs.name)) !== index)
      faults.push(`pacs.${index}.name: "${pacs.name}" is the name of another one already`);
  });
  content.webhook_hosts?.forEach(({ host }, index, all) => {
    look(`webhook_hosts.${index}.host`, host, webhookHostFault);
    if (all.findIndex((one) => one.host === host) !== index) faults.push(`webhook_hosts.${index}.host: "${host}" is named twice`);
  });
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
    [REPLICAS, switchFault],
    ['ECHOMETRY_SETUP_BEHIND_PROXY', switchFault],
    [METRICS_TOKEN, tokenFault],
    [LOG, logFault],
  ] as const) {
    const text = env[name];
    const fault = text === undefined || text === '' ? null : faultOf(text);
    if (fault !== null) throw new Refusal(`${name}: ${fault}.`);
  }
}

const OBJECT_STORE = 'ECHOMETRY_OBJECT_STORE';
const STORE_KEY_ID = 'ECHOMETRY_S3_ACCESS_KEY_ID';
const STORE_SECRET = 'ECHOMETRY_S3_SECRET_ACCESS_KEY';
const REPLICAS = 'ECHOMETRY_REPLICAS';
/** Bearer token of a monitor on another computer. */
export const METRICS_TOKEN = 'ECHOMETRY_METRICS_TOKEN';
/** Characters of it at least: it may be tried without a limit. */
const MIN_TOKEN_LENGTH = 24;

const tokenFault = (text: string): string | null =>
  /^[\w.~+/-]+=*$/.test(text) && text.length >= MIN_TOKEN_LENGTH
    ? null
    : `it must have ${MIN_TOKEN_LENGTH} characters at least: letters, digits and - . _ ~ + /`;

/** How the server writes its log. */
const LOG = 'ECHOMETRY_LOG';
const logFault = (text: string): string | null =>
  LOG_FORMATS.some((format) => format === text) ? null : `"${text}" is neither ${LOG_FORMATS.join(' nor ')}`;

/** The format of the log; text unless the environment names another. */
export const logFormatOf = (env: NodeJS.ProcessEnv): LogFormat => (env[LOG] === 'json' ? 'json' : 'text');

const switchFault = (text: string): string | null => (/^(?:true|false)$/.test(text) ? null : `"${text}" is neither true nor false`);

/** True when several servers share the workspace. */
export const isReplica = (env: NodeJS.ProcessEnv): boolean => env[REPLICAS] === 'true';

const checkStore = bodyChecker(ObjectStoreConfig);

/** The bucket as ECHOMETRY_OBJECT_STORE writes it: the JSON of `object_store`. */
function storeOfEnvironment(text: string): ObjectStoreConfig {
  try {
    const given: unknown = JSON.parse(text);
    checkStore(given);
    const fault = objectStoreFault(given as ObjectStoreConfig);
    if (fault !== null) throw new Error(fault);
    return given as ObjectStoreConfig;
  } catch (error) {
    throw new Refusal(`${OBJECT_STORE}: ${messageOf(error)}. Write it as the JSON of object_store.`);
  }
}

/** The bucket that is configured, with its key from the environment; null when none is. */
export function objectStoreOf(inFile: ObjectStoreConfig | undefined, env: NodeJS.ProcessEnv): BucketSettings | null {
  const inEnvironment = env[OBJECT_STORE] ? storeOfEnvironment(env[OBJECT_STORE]) : undefined;
  const config = inEnvironment ?? inFile;
  const [id, secret] = [env[STORE_KEY_ID] || null, env[STORE_SECRET] || null];
  if (config === undefined) {
    const set = id !== null ? STORE_KEY_ID : secret !== null ? STORE_SECRET : null;
    if (set !== null) throw new Refusal(`${set} is set, but neither ${CONFIG_FILE} names an object_store nor ${OBJECT_STORE} is set.`);
    return null;
  }
  if (id === null || secret === null)
    throw new Refusal(
      `An object_store is named, but ${id === null ? STORE_KEY_ID : STORE_SECRET} is not set. Secrets come from the environment only.`,
    );
  return bucketSettings(config, { id, secret });
}

const SECRET = 'ECHOMETRY_OIDC_CLIENT_SECRET';
const MAIL_PASSWORD = 'ECHOMETRY_SMTP_PASSWORD';

/** The settings of a workspace; a field that is wrong or unknown is refused by name. */
export function readConfig(folder: string, env: NodeJS.ProcessEnv = {}): Config {
  const { object_store, ...config } = readConfigFile(folder, {
    oidc: env[SECRET] || null,
    mail: env[MAIL_PASSWORD] || null,
    pacs: pacsSecrets(env),
  });
  if (env[SECRET] && config.oidc === null)
    throw new Refusal(`${SECRET} is set, but ${CONFIG_FILE} names no oidc. Name the login service there, or leave the secret out.`);
  if (env[MAIL_PASSWORD] && config.mail?.user === undefined)
    throw new Refusal(`${MAIL_PASSWORD} is set, but ${CONFIG_FILE} names no mail.user. Name it there, or leave the password out.`);
  return { ...config, objectStore: objectStoreOf(object_store, env) };
}

type FileConfig = Omit<Config, 'objectStore'> & { object_store?: ObjectStoreConfig };

function readConfigFile(folder: string, secrets: { oidc: string | null; mail: string | null; pacs: PacsSecrets }): FileConfig {
  const file = path.join(folder, CONFIG_FILE);
  if (!existsSync(file)) return { ...DEFAULT_CONFIG, pacs: withSecrets(file, [], secrets.pacs) };
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(`${file} holds no JSON: ${messageOf(error)}`);
  }
  try {
    check(raw);
  } catch (error) {
    throw new Refusal(`${file}: ${error instanceof Problem ? error.message : String(error)}`);
  }
  // The check above proved that it matches the schema.
  const content = raw as Static<typeof ServerConfig>;
  const [fault] = faultsOf(folder, content);
  if (fault !== undefined) throw new Refusal(`${file}: ${fault}.`);
  const pacs = withSecrets(file, content.pacs ?? [], secrets.pacs);
  return {
    publicOrigin: content.public_origin ?? null,
    returnOrigins: content.return_origins ?? [],
    trustedProxies: content.trusted_proxies ?? [],
    inactivity: content.inactivity ?? DEFAULT_INACTIVITY,
    roleAddresses: content.role_addresses ?? {},
    oidc: content.oidc === undefined ? null : { ...content.oidc, ...(secrets.oidc ? { client_secret: secrets.oidc } : {}) },
    mail: content.mail === undefined ? null : mailConfigOf(content.mail, secrets.mail),
    pacs,
    pacsForExports: pacs.filter((_, index) => content.pacs?.[index]?.takes_exports === true),
    importFolders: content.import_folders ?? [],
    webhookHosts: content.webhook_hosts ?? [],
    exportsKeptDays: content.exports_kept_days ?? DEFAULT_KEPT_DAYS,
    versionsKeptDays: content.versions_kept_days ?? DEFAULT_VERSIONS_KEPT_DAYS,
    ...(content.object_store === undefined ? {} : { object_store: content.object_store }),
  };
}
