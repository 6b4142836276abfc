import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DATA_TYPES } from '@echometry/contract/records/data-type.ts';
import { type Project } from '@echometry/contract/records/project.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { TOKENS } from '@echometry/contract/theme/tokens.ts';
import { Value } from 'typebox/value';
import { accountName } from '../db/accounts.ts';
import { AdminRequest } from '../services/admin/request.ts';
import { MaintenanceRequest } from '../services/maintenance/request.ts';

export class UsageError extends Error {}

export const USAGE = `Usage: npm run admin -- ACTION [--json]
  list
  create-project KEY [--title TEXT] [--data-type ${DATA_TYPES.join('|')}] [--cycles N|user-defined] [--file PROJECT.json]
  invite EMAIL --role ROLE[,ROLE] [--project KEY[,KEY]] [--reviews-to EMAIL[,EMAIL]] [--test]
  grant EMAIL --role ROLE [--project KEY] [--reviews-to EMAIL[,EMAIL]]
  revoke EMAIL --role ROLE
  add-member EMAIL --project KEY        remove-member EMAIL --project KEY
  test-user EMAIL [--project KEY] [--off]
  disable EMAIL                         enable EMAIL
  revoke-sessions EMAIL                 reset-totp EMAIL        reset-password EMAIL
  setup-link
  backup FOLDER                         copies the workspace while people work
  verify FOLDER                         reads a backup back
  restore FOLDER                        makes a workspace of a backup, where ECHOMETRY_DATA names an empty folder
  scrub                                 reads back everything that is stored
  quarantine                            lists stored objects that no record names
  quarantine-restore KEY|all            quarantine-purge
Roles: ${ROLE_NAMES.join(', ')}`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  title: { type: 'string' },
  'data-type': { type: 'string' },
  cycles: { type: 'string' },
  file: { type: 'string' },
  role: { type: 'string' },
  project: { type: 'string' },
  'reviews-to': { type: 'string' },
  test: { type: 'boolean', default: false },
  off: { type: 'boolean', default: false },
} as const;

/** Options each action knows; another one is refused rather than ignored. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'create-project': ['title', 'data-type', 'cycles', 'file'],
  invite: ['role', 'project', 'reviews-to', 'test'],
  grant: ['role', 'project', 'reviews-to'],
  revoke: ['role'],
  'add-member': ['project'],
  'remove-member': ['project'],
  'test-user': ['project', 'off'],
};

const list = (text: string | undefined): string[] =>
  text === undefined
    ? []
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');

function roleOf(text: string): RoleName {
  const role = ROLE_NAMES.find((name) => name.toLowerCase() === text.toLowerCase());
  if (role === undefined) throw new UsageError(`There is no role ${text}. Roles: ${ROLE_NAMES.join(', ')}.`);
  return role;
}

/** A project with the defaults of an empty one; `--file` gives all of it. */
function projectOf(
  key: string,
  values: { title?: string | undefined; 'data-type'?: string | undefined; cycles?: string | undefined; file?: string | undefined },
): unknown {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(key)) throw new UsageError('A project is named in small letters, digits and hyphens.');
  let given: Partial<Project> = {};
  if (values.file !== undefined) {
    try {
      given = JSON.parse(readFileSync(values.file, 'utf8')) as Partial<Project>;
    } catch (error) {
      throw new UsageError(`${values.file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const cycles =
    values.cycles === undefined ? {} : { cardiac_cycles: values.cycles === 'user-defined' ? 'user defined' : Number(values.cycles) };
  return {
    db_name: key.replaceAll('-', '_'),
    name_to_show: values.title ?? key,
    description: '',
    area: '',
    cloud_system: 'local',
    bucket: null,
    data_type: 'adult',
    cardiac_cycles: 'user defined',
    unique_reference: false,
    image_requirements: [],
    image_types: [],
    modalities: [
      { type: '2D', color: TOKENS['modality-2d'] },
      { type: 'M-Mode', color: TOKENS['modality-mm'] },
      { type: 'PW Doppler', color: TOKENS['modality-doppler'] },
    ],
    qc: { type: ['quick'], show_status: true, ga_filter: false },
    clinical_data: false,
    ...given,
    _id: key,
    ...(values['data-type'] === undefined ? {} : { data_type: values['data-type'] }),
    ...cycles,
    ...(values.title === undefined ? {} : { name_to_show: values.title }),
  };
}

/** What needs no running workspace: a backup is looked at, or a workspace is made of it. */
export interface BackupRequest {
  command: 'backup';
  action: 'verify' | 'restore';
  folder: string;
}

export type CommandRequest = AdminRequest | MaintenanceRequest | BackupRequest;

/** The request of an action that takes no e-mail; null for the others. */
function maintenanceOf(action: string, needed: (what: string) => string): MaintenanceRequest | BackupRequest | null {
  switch (action) {
    case 'backup':
      return { command: 'maintain', action, folder: path.resolve(needed('a folder')) };
    case 'verify':
    case 'restore':
      return { command: 'backup', action, folder: path.resolve(needed('the folder of a backup')) };
    case 'scrub':
    case 'quarantine':
    case 'quarantine-purge':
      return { command: 'maintain', action };
    case 'quarantine-restore': {
      const key = needed('the key of an object, or all');
      return { command: 'maintain', action, key: key === 'all' ? null : key };
    }
    default:
      return null;
  }
}

/** Reads the arguments of `npm run admin`; what is wrong with them is said by name. */
export function readAdminCommand(args: string[]): { request: CommandRequest; json: boolean } {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const [action, subject, ...more] = positionals;
  if (action === undefined) throw new UsageError('Name an action.');
  if (more.length > 0) throw new UsageError(`${more[0]} is one argument too many.`);
  for (const [name, value] of Object.entries(values)) {
    if (name !== 'json' && value !== false && !(KNOWN[action]?.includes(name) ?? false))
      throw new UsageError(`${action} has no option --${name}.`);
  }
  const needed = (value: string | undefined, what: string): string => {
    if (value === undefined || value === '') throw new UsageError(`${action} needs ${what}.`);
    return value;
  };
  const maintenance = maintenanceOf(action, (what) => needed(subject, what));
  if (maintenance !== null) {
    if (maintenance.command === 'maintain' && !Value.Check(MaintenanceRequest, maintenance))
      throw new UsageError(`${action}: ${subject} is no key of an object.`);
    if (subject !== undefined && !('folder' in maintenance || 'key' in maintenance))
      throw new UsageError(`${subject} is one argument too many.`);
    return { request: maintenance, json: values.json };
  }
  const email = () => accountName(needed(subject, 'an e-mail'));
  const reviewsTo = list(values['reviews-to']).map(accountName);
  const fields = (): Record<string, unknown> => {
    switch (action) {
      case 'create-project':
        return { project: projectOf(needed(subject, 'a name'), values) };
      case 'invite': {
        const roles = list(needed(values.role, '--role')).map((text) => ({ role: roleOf(text), project: null, reviews_to: reviewsTo }));
        return { email: email(), grants: { roles, projects: list(values.project), is_test: values.test } };
      }
      case 'grant':
        return { email: email(), role: roleOf(needed(values.role, '--role')), project: values.project ?? null, reviews_to: reviewsTo };
      case 'revoke':
        return { email: email(), role: roleOf(needed(values.role, '--role')) };
      case 'add-member':
      case 'remove-member':
        return { email: email(), project: needed(values.project, '--project') };
      case 'test-user':
        return { email: email(), project: values.project ?? null, marked: !values.off };
      default:
        return subject === undefined ? {} : { email: email() };
    }
  };
  const request: unknown = { command: 'admin', action, ...fields() };
  if (!Value.Check(AdminRequest, request)) {
    const known = AdminRequest.anyOf.some((schema) => schema.properties.action.const === action);
    if (!known) throw new UsageError(`There is no action ${action}.`);
    const schema = AdminRequest.anyOf.find((s) => s.properties.action.const === action);
    const [first] = schema === undefined ? [] : Value.Errors(schema, request);
    throw new UsageError(
      `${action}: ${first?.instancePath.slice(1).replaceAll('/', '.') || 'the arguments'} ${first?.message ?? 'do not fit'}.`,
    );
  }
  return { request, json: values.json };
}
