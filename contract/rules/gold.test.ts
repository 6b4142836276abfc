import { expect, it } from 'vitest';
import { isIndependentOf } from './gold.ts';

const reader = (editor: string, more: { reviewer?: string; blind?: boolean; pass?: number } = {}) => ({
  editor,
  reviewer: more.reviewer ?? null,
  blind: more.blind ?? false,
  pass: more.pass ?? 1,
});

it.each([
  ['the work itself', reader('anna@test'), false],
  ['a review of it', reader('anna@test', { reviewer: 'ben@test' }), false],
  ['shared work of a colleague, which continues it', reader('cleo@test'), false],
  ['blind work of its own editor', reader('anna@test', { blind: true }), true],
  ['blind work of a colleague', reader('cleo@test', { blind: true }), true],
])('beside a gold case of shared work: %s', (_, reading, expected) =>
  expect(isIndependentOf({ editor: 'anna@test', blind: false, pass: 1 }, reading)).toBe(expected),
);

it.each([
  ['the work itself', reader('anna@test', { blind: true }), false],
  ['its repeat', reader('anna@test', { blind: true, pass: 2 }), true],
  ['a review of it', reader('anna@test', { blind: true, reviewer: 'ben@test' }), false],
  ['blind work of a colleague', reader('cleo@test', { blind: true }), true],
  ['shared work', reader('anna@test'), true],
])('beside a gold case of blind work: %s', (_, reading, expected) =>
  expect(isIndependentOf({ editor: 'anna@test', blind: true, pass: 1 }, reading)).toBe(expected),
);
