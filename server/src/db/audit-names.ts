/** Replaces the numbers of accounts and projects in acts of the audit by their names. Stored acts do not change. */
import type { AuditRecord } from '@echometry/contract/records/administered-work.ts';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Acts on a review, whose subject is the id of the Reviewer's account. */
export const ON_REVIEWS: readonly string[] = ['review-reopened', 'review-back-for-changes', 'review-outcome', 'team-review-hidden'];
/** Acts that store a version of a review, which is their subject. */
const OF_VERSIONS: readonly string[] = ['review-finished', 'review-checkpoint'];
/** Fields of a detail that hold one account or several. */
const ACCOUNTS = ['editor', 'by', 'consensus_of'] as const;

type Detail = Record<string, unknown>;

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : typeof value === 'string' && /^\d+( \d+)*$/.test(value) ? value.split(' ').map(Number) : [];

const named = (value: unknown, names: ReadonlyMap<number, string>): unknown => {
  const numbers = numbersIn(value);
  return numbers.length === 0 ? value : numbers.map((one) => names.get(one) ?? String(one)).join(' ');
};

function namedSubject({ act, subject }: AuditRecord, emails: ReadonlyMap<number, string>): string | null {
  if (subject === null || numbersIn(subject).length === 0) return subject;
  if (OF_VERSIONS.includes(act)) return `version ${subject}`;
  return ON_REVIEWS.includes(act) ? String(named(subject, emails)) : subject;
}

export async function withNames(query: Kysely<Database>, entries: readonly AuditRecord[]): Promise<AuditRecord[]> {
  const details = entries.map(({ detail }) => JSON.parse(detail) as Detail);
  const accounts = [
    ...details.flatMap((detail) => ACCOUNTS.flatMap((field) => numbersIn(detail[field]))),
    ...entries.flatMap(({ act, subject }) => (ON_REVIEWS.includes(act) ? numbersIn(subject) : [])),
  ];
  const projects = details.flatMap(({ project }) => (typeof project === 'number' ? [project] : []));
  const [people, known] = await Promise.all([
    accounts.length === 0 ? [] : query.selectFrom('user_account').select(['id', 'email']).where('id', 'in', accounts).execute(),
    projects.length === 0 ? [] : query.selectFrom('project').select(['id', 'key']).where('id', 'in', projects).execute(),
  ]);
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const keys = new Map(known.map(({ id, key }) => [id, key]));
  return entries.map((entry, at) => {
    const detail = { ...details[at] };
    for (const field of ACCOUNTS) if (field in detail) detail[field] = named(detail[field], emails);
    if (typeof detail['project'] === 'number') detail['project'] = named(detail['project'], keys);
    return { ...entry, subject: namedSubject(entry, emails), detail: JSON.stringify(detail) };
  });
}
