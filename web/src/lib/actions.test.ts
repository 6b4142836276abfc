import { expect, test } from 'vitest';
import { ACTION_NAMES, actionOf, conflictsOf, keyParts, keysOf } from './actions.ts';

test('no shipped key means two things at the same time', () => {
  for (const name of ACTION_NAMES) {
    for (const key of actionOf(name).keys) expect(conflictsOf(name, key, {}), `${key} of ${name}`).toEqual([]);
  }
});

test('full screen has a key that no tool uses in any state', () => {
  const [key] = keysOf('viewer.full-screen', {});
  expect(ACTION_NAMES.filter((name) => keysOf(name, {}).includes(key ?? ''))).toEqual(['viewer.full-screen']);
});

test('an own key replaces the shipped ones, and a conflict is found among the keys that are active together', () => {
  const own = { 'selection.next-unlabelled': ['l'] };
  expect(keysOf('selection.next-unlabelled', own)).toEqual(['l']);
  expect(conflictsOf('selection.next-unlabelled', 'l', own)).toEqual(['viewer.loop']);
  expect(conflictsOf('preview.all', 'a', own)).toEqual([]);
});

test('an action without keys stays without', () => {
  expect(keysOf('viewer.loop', { 'viewer.loop': [] })).toEqual([]);
});

test('keys are written as they are on the keyboard', () => {
  expect(keyParts('Shift+Ctrl+z')).toEqual(['⇧', ' + ', 'Ctrl', ' + ', 'Z']);
  expect(keyParts('ArrowLeft')).toEqual(['←']);
  expect(keyParts('+')).toEqual(['+']);
  expect(keyParts('Ctrl++')).toEqual(['Ctrl', ' + ', '+']);
});

test.each(Object.getOwnPropertyNames(Object.prototype))('a key named %s, as in every object, is written as it is', (name) => {
  expect(keyParts(name)).toEqual([name]);
});
