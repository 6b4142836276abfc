import { readFileSync } from 'node:fs';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DATA_TYPES } from '@echometry/contract/records/data-type.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { PersonChange } from '@echometry/contract/records/people.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { newProject, PROJECT_KEY, PROJECT_KEY_WORDS } from '@echometry/contract/rules/new-project.ts';
import { Value } from 'typebox/value';
import { accountName } from '../db/accounts.ts';
import { AdminRequest } from '../administration/request.ts';
import { PredictionsRequest } from '../imports/predictions/request.ts';
import { MaintenanceRequest } from '../upkeep/request.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export class UsageError extends Error {}

export const USAGE = `Usage: npm run admin -- ACTION [--json]
  list
  create-project KEY [--title TEXT] [--data-type ${DATA_TYPES.join('|')}] [--cycles N|user-defined] [--file PROJECT.json]
  invite EMAIL --role ROLE[,ROLE] [--project KEY[,KEY]] [--reviews-to EMAIL[,EMAIL]] [--test]
  grant EMAIL --role ROLE [--project KEY] [--reviews-to EMAIL[,EMAIL]]
  revoke EMAIL --role ROLE [--project KEY]
  cancel-invitation EMAIL
  add-member EMAIL --project KEY        remove-member EMAIL --project KEY
  test-user EMAIL [--project KEY] [--off]
  disable EMAIL                         enable EMAIL
  revoke-sessions EMAIL                 reset-totp EMAIL        reset-password EMAIL
  list-tokens [EMAIL]                   revoke-token EMAIL --token ID
  setup-link
  backup FOLDER                         copies the workspace while people work
  verify FOLDER                         reads a backup back
  restore FOLDER                        makes a workspace of a backup, where ECHOMETRY_DATA names an empty folder
  scrub                                 reads back everything that is stored
  clean-streams                         writes images of earlier versions again, without what their streams carry besides the pictures
  reorder [FOLDER|ZIP]                  puts images in the order of acquisition: by the original files, or, for studies
                                        of earlier versions, by the numbers in the stored ones
  prune-versions [--dry-run]            removes older versions that the policy does not keep, or says which would go
  quarantine                            lists stored objects that no record names
  quarantine-restore KEY|all            quarantine-purge
  import-predictions FILE --project KEY --rater EMAIL --model-version TEXT [--exported FILE]
                                        stores lines of a model as blind work of a rater; --exported names the
                                        annotations.json of COCO results or the sources.csv of EchoNet tracings
  move-objects --to folder|bucket       copies all objects to the other store and switches to it; goes on where it ended
  move-objects --remove-source          removes them from where they were, after they were verified in their new place
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
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'remove-source': { type: 'boolean', default: false },
  'leave-damaged': { type: 'boolean', default: false },
  rater: { type: 'string' },
  'model-version': { type: 'string' },
  exported: { type: 'string' },
  token: { type: 'string' },
} as const;

/** Options each action knows; another one is refused rather than ignored. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'create-project': ['title', 'data-type', 'cycles', 'file'],
  invite: ['role', 'project', 'reviews-to', 'test'],
  grant: ['role', 'project', 'reviews-to'],
  revoke: ['role', 'project'],
  'add-member': ['project'],
  'remove-member': ['project'],
  'test-user': ['project', 'off'],
  'revoke-token': ['token'],
  'import-predictions': ['project', 'rater', 'model-version', 'exported'],
  'prune-versions': ['dry-run'],
  'move-objects': ['to', 'remove-source', 'leave-damaged'],
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
  if (role === undefined) throw new UsageError(`No role is named ${text}. Roles: ${ROLE_NAMES.join(', ')}.`);
  return role;
}

/** A project with the defaults of an empty one; `--file` gives all of it. */
function projectOf(
  key: string,
  values: { title?: string | undefined; 'data-type'?: string | undefined; cycles?: string | undefined; file?: string | undefined },
): unknown {
  if (!new RegExp(PROJECT_KEY).test(key)) throw new UsageError(`A project cannot be named ${key}. ${PROJECT_KEY_WORDS}`);
  let given: Partial<Project> = {};
  if (values.file !== undefined) {
    try {
      given = JSON.parse(readFileSync(values.file, 'utf8')) as Partial<Project>;
    } catch (error) {
      throw new UsageError(`${values.file} cannot be read: ${messageOf(error)}`);
    }
  }
  const cycles =
    values.cycles === undefined ? {} : { cardiac_cycles: values.cycles === 'user-defined' ? 'user defined' : Number(values.cycles) };
  return {
    ...newProject(key, { name_to_show: values.title ?? key, cloud_system: 'local', data_type: 'adult' }),
    ...given,
    _id: key,
    ...(values['data-type'] === undefined ? {} : { data_type: values['data-type'] }),
    ...cycles,
    ...(values.title === undefined ? {} : { name_to_show: values.title }),
  };
}

/** Commands that need no running workspace: a backup is looked at, or a workspace is made of it. */
export interface BackupRequest {
  command: 'backup';
  action: 'verify' | 'restore';
  folder: string;
}

export type CommandRequest = AdminRequest | MaintenanceRequest | PredictionsRequest | BackupRequest;

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** The arguments of one action. */
interface Given {
  action: string;
  /** The word after the action; more are refused. */
  subject: string | undefined;
  values: ReturnType<typeof readArguments>['values'];
}

function given(args: string[]): Given {
  const { values, positionals } = readArguments(args);
  const [action, subject, ...more] = positionals;
  if (action === undefined) throw new UsageError('Name an action.');
  if (more.length > 0) throw new UsageError(`${more[0]} is one argument too many.`);
  for (const [name, value] of Object.entries(values)) {
    if (name !== 'json' && value !== false && !(ownValue(KNOWN, action)?.includes(name) ?? false))
      throw new UsageError(`${action} has no option --${name}.`);
  }
  return { action, subject, values };
}

function needed({ action }: Given, value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`${action} needs ${what}.`);
  return value;
}

function refuseSubject({ subject }: Given): void {
  if (subject !== undefined) throw new UsageError(`${subject} is one argument too many.`);
}

/** Reads the arguments of `npm run admin`; faults are named. */
export function readAdminCommand(args: string[]): { request: CommandRequest; json: boolean } {
  const command = given(args);
  return { request: requestOf(command), json: command.values.json };
}

function requestOf(command: Given): CommandRequest {
  if (command.action === 'move-objects') return moveOf(command);
  if (command.action === 'import-predictions') return predictionsOf(command);
  return maintenanceOf(command) ?? adminOf(command);
}

/** A move of objects to the other store, or the removal of what was moved. The bucket is filled in from the configuration. */
function moveOf(command: Given): MaintenanceRequest {
  refuseSubject(command);
  const { values } = command;
  const to = (['folder', 'bucket'] as const).find((name) => name === values.to) ?? null;
  if (values.to !== undefined && to === null) throw new UsageError(`--to ${values.to}: objects are in a folder or in a bucket.`);
  if ((to === null) !== values['remove-source']) throw new UsageError('move-objects needs either --to folder|bucket or --remove-source.');
  return { command: 'maintain', action: 'move-objects', to, bucket: null, leave_damaged: values['leave-damaged'] };
}

function predictionsOf(command: Given): PredictionsRequest {
  const { subject, values } = command;
  const request: unknown = {
    command: 'predictions',
    project: needed(command, values.project, '--project'),
    rater: accountName(needed(command, values.rater, '--rater')),
    version: needed(command, values['model-version'], '--model-version'),
    file: path.resolve(needed(command, subject, 'a file')),
    exported: values.exported === undefined ? null : path.resolve(values.exported),
  };
  if (Value.Check(PredictionsRequest, request)) return request;
  throw new UsageError('import-predictions: --rater is an address that stands for the model, such as unet@models.example.org.');
}

/** The request of an action that takes no e-mail; null for the others. */
function maintenanceOf(command: Given): MaintenanceRequest | BackupRequest | null {
  const { action, subject } = command;
  const request = maintenanceRequest(command);
  if (request?.command === 'maintain' && !Value.Check(MaintenanceRequest, request))
    throw new UsageError(`${action}: ${subject} is not the key of an object.`);
  if (request !== null && !('folder' in request || 'key' in request || 'place' in request)) refuseSubject(command);
  return request;
}

function maintenanceRequest(command: Given): MaintenanceRequest | BackupRequest | null {
  const { action, subject, values } = command;
  switch (action) {
    case 'reorder':
      return { command: 'maintain', action, place: subject === undefined ? null : path.resolve(subject) };
    case 'backup':
      return { command: 'maintain', action, folder: path.resolve(needed(command, subject, 'a folder')) };
    case 'verify':
    case 'restore':
      return { command: 'backup', action, folder: path.resolve(needed(command, subject, 'the folder of a backup')) };
    case 'scrub':
    case 'clean-streams':
    case 'quarantine':
    case 'quarantine-purge':
      return { command: 'maintain', action };
    case 'prune-versions':
      return { command: 'maintain', action, dry_run: values['dry-run'] };
    case 'quarantine-restore': {
      const key = needed(command, subject, 'the key of an object, or all');
      return { command: 'maintain', action, key: key === 'all' ? null : key };
    }
    default:
      return null;
  }
}

function adminOf(command: Given): AdminRequest {
  const { action } = command;
  const request: unknown = { command: 'admin', ...adminFields(command) };
  if (Value.Check(AdminRequest, request)) return request;
  const [first] = faultsOf(request as { action: string; change?: { act: string } });
  throw new UsageError(
    `${action}: ${first?.instancePath.slice(1).replaceAll('/', '.') || 'the arguments'} ${first?.message ?? 'do not fit'}.`,
  );
}

function adminFields(command: Given): Record<string, unknown> {
  const { action, subject, values } = command;
  switch (action) {
    case 'list':
    case 'setup-link':
      refuseSubject(command);
      return { action };
    case 'list-tokens':
      return { action, email: subject === undefined ? null : accountName(subject) };
    case 'create-project':
      return { action, project: projectOf(needed(command, subject, 'a name'), values) };
    default: {
      const fields = personFields(command);
      const email = accountName(needed(command, subject, 'an e-mail'));
      return { action: 'person', change: { act: action, email, ...fields } };
    }
  }
}

/** The change of a person that an action makes. */
function personFields(command: Given): Record<string, unknown> {
  const { action, values } = command;
  const reviews_to = list(values['reviews-to']).map(accountName);
  const neededRole = (): string => needed(command, values.role, '--role');
  switch (action) {
    case 'invite': {
      const roles = list(neededRole()).map((text) => ({ role: roleOf(text), project: null, reviews_to }));
      return { grants: { roles, projects: list(values.project), is_test: values.test } };
    }
    case 'grant':
      return { role: roleOf(neededRole()), project: values.project ?? null, reviews_to };
    case 'revoke':
      return { role: roleOf(neededRole()), ...(values.project === undefined ? {} : { project: values.project }) };
    case 'add-member':
    case 'remove-member':
      return { project: needed(command, values.project, '--project') };
    case 'test-user':
      return { project: values.project ?? null, marked: !values.off };
    case 'revoke-token':
      return { token: needed(command, values.token, '--token, an id of list-tokens') };
    case 'cancel-invitation':
    case 'disable':
    case 'enable':
    case 'revoke-sessions':
    case 'reset-totp':
    case 'reset-password':
      return {};
    default:
      throw new UsageError(`Unknown action ${action}.`);
  }
}

/** Faults of a request, only by the schema of its own action. */
function faultsOf({ action, ...request }: { action: string; change?: { act: string } }) {
  const { change } = request;
  if (change !== undefined) {
    const schema = PersonChange.anyOf.find(({ properties }) => properties.act.const === change.act);
    return schema === undefined ? [] : Value.Errors(schema, change);
  }
  const schema = AdminRequest.anyOf.find(({ properties }) => properties.action.const === action);
  return schema === undefined ? [] : Value.Errors(schema, { action, ...request });
}
