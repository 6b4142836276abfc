/** docs/programs.md lists each call that a token may make, and no other. */
import { readFileSync } from 'node:fs';
import { BYTES, type Call } from '@echometry/contract/calls/call.ts';
import { ERROR_CODES } from '@echometry/contract/calls/error.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MAX_LIST_PAGE } from '@echometry/contract/records/study-list.ts';
import { MAX_TOKEN_DAYS, PERSONAL_TOKEN_PREFIX } from '@echometry/contract/records/personal-token.ts';
import { type TSchema, Type } from 'typebox';
import { expect, it } from 'vitest';
import { TOKEN_CALLS_PER_MINUTE } from '../limits.ts';

const page = readFileSync(new URL('../../../docs/programs.md', import.meta.url), 'utf8');
/** Paths of calls in a list, between two marks of the page. */
const listed = (from: string, to: string): string[] =>
  page
    .slice(page.indexOf(`<!-- ${from} -->`), page.indexOf(`<!-- ${to} -->`))
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => [...line.slice(line.indexOf(':')).matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
    .sort();
const allowed = (need: Call['byToken']): string[] =>
  (Object.values(CALLS) as Call[])
    .filter(({ byToken }) => byToken === need)
    .map(({ path }) => path)
    .sort();

it('the page names every call that a token may make to read', () => expect(listed('read', 'write')).toEqual(allowed('read')));
it('the page names every call that a token needs more for', () => expect(listed('write', 'none')).toEqual(allowed('write')));
it('the page names every code of an error, and every call with an entity tag', () => {
  for (const code of ERROR_CODES) expect(page).toContain(`\`${code}\``);
  const [tags] = /\*\*Unchanged responses\.\*\* (.*) send an `ETag`/.exec(page)?.slice(1) ?? [];
  const named = [...(tags ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
  const tagged = (Object.values(CALLS) as Call[]).filter((call) => call.tagged === true).map(({ path }) => path);
  expect(named.sort()).toEqual(tagged.sort());
  expect(page).toContain(`at most ${MAX_LIST_PAGE} rows`);
});
it('the page names every call that is repeated safely only with an id that may be absent', () => {
  const ids = ['id', 'save_id'];
  const isOptional = ({ body }: Call): boolean => {
    const fields: Record<string, TSchema> = body !== BYTES && Type.IsObject(body) ? body.properties : {};
    const within = Object.values(fields).flatMap((field) => (Type.IsObject(field) ? [field.properties] : []));
    return [fields, ...within].some((some) => ids.some((id) => some[id] !== undefined && Type.IsOptional(some[id])));
  };
  const rows = page.split('\n').filter((line) => /^\| .* \| safe with .* optional/.test(line));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''));
  const writing = (Object.values(CALLS) as Call[]).filter(({ byToken }) => byToken === 'write');
  expect(named.sort()).toEqual(
    writing
      .filter(isOptional)
      .map(({ path }) => path)
      .sort(),
  );
});
it('the page states prefix, life and limit as the server applies them', () => {
  expect(page).toContain(`\`${PERSONAL_TOKEN_PREFIX}\``);
  expect(page).toContain(`(${MAX_TOKEN_DAYS} days at most)`);
  expect(page).toContain(`${TOKEN_CALLS_PER_MINUTE} calls in a minute`);
});
