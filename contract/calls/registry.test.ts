import { describe, expect, it } from 'vitest';
import { ROLE_NAMES } from '../records/role.ts';
import { type Call, pathOf } from './call.ts';
import { CALLS, type CallName } from './registry.ts';

const names = Object.keys(CALLS) as CallName[];

/** Paths of object schemas inside a schema that would accept unknown fields. */
function openObjects(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Record<string, unknown>;
  const own = node['type'] === 'object' && 'properties' in node && node['additionalProperties'] !== false ? [at] : [];
  return [...own, ...Object.entries(node).flatMap(([key, value]) => openObjects(value, `${at}/${key}`))];
}

describe.each(names)('%s', (name) => {
  const call: Call = CALLS[name];
  it('refuses unknown fields everywhere', () => expect(openObjects(call.body)).toEqual([]));
  it('has a path without a leading slash, and a body only when it is sent', () => {
    expect(call.path).toMatch(/^[a-z][a-z_/{}-]*$/);
    expect(call.method === 'GET').toBe((call.body as { type?: string }).type === 'null');
  });
  it('names roles that exist', () => {
    const roles = call.access.need === 'role' ? call.access.roles : [];
    expect(roles.filter((role) => !ROLE_NAMES.includes(role))).toEqual([]);
  });
});

/** Calls without a name in the specification. */
const OURS = [
  'agreement/compare',
  'agreement/get',
  'agreement/readers',
  'admin/assignments/change',
  'admin/assignments/create',
  'admin/assignments/list',
  'admin/audit/search',
  'admin/audit/verify',
  'admin/configuration/add',
  'admin/configuration/choose',
  'admin/configuration/compare',
  'admin/configuration/get_version',
  'admin/configuration/list',
  'admin/courses/create',
  'admin/jobs/cancel',
  'admin/jobs/list',
  'admin/people/change',
  'admin/people/list',
  'admin/people/make_token',
  'admin/passes/assign',
  'admin/passes/list',
  'admin/people/sessions',
  'admin/people/tokens',
  'admin/projects/create',
  'admin/projects/impact',
  'admin/projects/list',
  'admin/projects/save',
  'admin/projects/versions',
  'admin/storage/get',
  'admin/storage/quarantine',
  'admin/storage/scrub',
  'admin/users/get_settings',
  'admin/users/update_settings',
  'admin/webhooks/change',
  'admin/webhooks/create',
  'admin/webhooks/deliveries',
  'admin/webhooks/list',
  'admin/webhooks/redeliver',
  'admin/webhooks/remove',
  'admin/webhooks/test',
  'analysis/download_raw',
  'analysis/get_sequences',
  'analysis/get_version',
  'analysis/restore',
  'analysis/versions',
  'certificates/end',
  'certificates/issue',
  'certificates/list',
  'effort/add',
  'effort/get',
  'comments/resolve',
  'comments/restore',
  'courses/feedback',
  'courses/list',
  // CREATE_EXPORT, CREATE_EXPORT_MEAS, GET_EXPORT, GET_JOB and GET_PRESIGNED_URLS_FROM_MINIO have names there and no paths.
  'exports/create',
  'exports/create_measurements',
  'exports/get',
  'exports/list',
  'exports/preview',
  'exports/send',
  'files/set_colours',
  'gates/get',
  'gold/list',
  'gold/mark',
  'gold/tolerances',
  'imports/begin_upload',
  'imports/browse',
  'imports/cancel',
  'imports/create',
  'imports/decide_mask',
  'imports/drop_upload',
  'imports/list',
  'imports/mask_sample',
  'imports/masks',
  'imports/put_chunk/{id}',
  'imports/report',
  'imports/search',
  'imports/sources',
  'imports/uploads',
  'inbox/get',
  'jobs/cancel',
  'jobs/get',
  'machine/get',
  'minio/get_presigned_urls',
  'predictions/create',
  'predictions/get',
  'readers/get',
  'readers/own',
  'readers/report',
  'readers/update',
  'readers/variability',
  'releases/create',
  'releases/get',
  'releases/get_presigned_urls',
  'releases/list',
  'releases/preview',
  'reviews/create_issue',
  'reviews/get_consensus',
  'reviews/get_issues',
  'reviews/queue',
  'reviews/remove_issue',
  'reviews/reply_issue',
  'reviews/resolve_issue',
  'statistics/get',
  'statistics/update',
  'studies/set_gestational_age',
  'studies/set_quantities',
  'studies/set_type',
  'studies/count_work',
  'studies/get_tasks',
  'studies/get_types',
  'values/get',
];

it('paths of the specification are kept to the letter', () => {
  const paths = names
    .filter((name) => CALLS[name].service !== 'auth')
    .map((name) => (CALLS[name].service === 'admin' ? `admin/${CALLS[name].path}` : CALLS[name].path));
  expect(paths.filter((path) => !OURS.includes(path)).sort()).toEqual([
    'admin/config/get',
    'admin/projects/get/{id}',
    'admin/users/accept_terms',
    'admin/users/act_as',
    'admin/users/get/{id}',
    'analysis/get',
    'analysis/last_update',
    'analysis/update',
    'comments/create',
    'comments/get',
    'comments/remove',
    'comments/remove_type',
    'files/get',
    'files/update',
    'jobs_run',
    'minio/create_snapshot',
    'minio/delete_team_review',
    'minio/get_urls',
    'patients/get',
    'patients/get_institution_id_from_list',
    'reviews/create',
    'reviews/get',
    'reviews/unvalidate',
    'reviews/update_state',
    'reviews/validate',
    'reviews/validated_to_check',
    'scores/get_all',
    'status/get_all',
    'status/get_study_status',
    'studies/get',
    'studies/get_open',
    'studies/set_data_type',
    'studies/set_open',
  ]);
});

it('an id is put into its path encoded', () => expect(pathOf(CALLS.usersGet, 'a b@c/d')).toBe('users/get/a%20b%40c%2Fd'));
