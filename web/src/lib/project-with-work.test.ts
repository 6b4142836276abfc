import { expect, it } from 'vitest';
import { projectWithWork } from './project-with-work.ts';

const project = (name: string, total: number, left: number | null) => ({ project: name, total, left });

it('begins with the first project that has something left to do', () =>
  expect(projectWithWork([project('empty', 0, 0), project('done', 5, 0), project('open', 3, 1)])).toBe('open'));
it('begins with the first project that has studies where nothing is left to do', () =>
  expect(projectWithWork([project('empty', 0, 0), project('done', 5, 0)])).toBe('done'));
it('begins with the first project with studies for roles that only read', () =>
  expect(projectWithWork([project('empty', 0, null), project('full', 2, null)])).toBe('full'));
it('begins with the first project where all are empty, and with none without projects', () =>
  expect([projectWithWork([project('empty', 0, 0)]), projectWithWork([])]).toEqual(['empty', null]));
