import { afterEach, expect, it, vi } from 'vitest';
import { runGroups } from './run-groups.mjs';

const row = { name: 'a row', value: 2, unit: 'ms', peer: null, ratio: null, must: 1, stretch: null, rounds: 1, worst: 2 };
/** Groups of a bench by name. */
const GROUPS = {
  works: async () => [row],
  throws: async () => {
    throw new Error('decode_rgb is not a function');
  },
  empty: async () => [],
  last: async () => [row],
};
const load = async (name) => {
  const group = GROUPS[name];
  if (group === undefined) throw new Error(`${name} cannot be loaded`);
  return group;
};

const said = [];
const listen = () => {
  said.length = 0;
  const note = (text) => void said.push(text);
  vi.spyOn(console, 'log').mockImplementation(note);
  vi.spyOn(console, 'error').mockImplementation(note);
};
afterEach(() => vi.restoreAllMocks());

it('groups that fail are named, the others run to the end, and the status is 1', async () => {
  listen();
  const { rows, failed, status } = await runGroups(['throws', 'works', 'empty', 'gone', 'last'], { load, rounds: 1, isSmoke: true });
  expect([rows.map(({ group }) => group), failed, status]).toEqual([['works', 'last'], ['throws', 'empty', 'gone'], 1]);
  expect(said.at(-1)).toBe('Failed groups: throws, empty, gone');
  expect(said.join('\n')).toContain('decode_rgb is not a function');
});

it('the status is 0 where every group has rows, also where one falls short', async () => {
  listen();
  expect(await runGroups(['works'], { load, rounds: 1, isSmoke: false })).toMatchObject({ failed: [], status: 0 });
  expect(said.at(-1)).toBe('1 of 1 rows fall short: works a row');
});
