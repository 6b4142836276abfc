import { describe, expect, it } from 'vitest';
import type { Project } from '../records/project.ts';
import { newProject } from './new-project.ts';
import { mergeProjects, projectChanges } from './project-changes.ts';

const BASE: Project = {
  ...newProject('a', { name_to_show: 'A', cloud_system: 'local', data_type: 'adult' }),
  image_requirements: [{ type: '4-chamber 2D', qc: true }, { type: 'Mitral inflow' }],
};

describe('changes of a project', () => {
  it('are named by field, and by step of a requirement', () => {
    const after: Project = {
      ...BASE,
      cardiac_cycles: 3,
      image_requirements: [{ type: '4-chamber 2D', qc: false, cycletiming: true }, { type: 'TAPSE' }],
    };
    expect(projectChanges(BASE, after)).toEqual([
      'cardiac_cycles',
      '4-chamber 2D: qc not required',
      '4-chamber 2D: cycletiming required',
      'TAPSE added',
      'Mitral inflow removed',
    ]);
  });

  it('are none where a flag is absent instead of false, and where keys have another order', () => {
    const { bucket, ...rest } = BASE;
    expect(
      projectChanges(BASE, {
        ...rest,
        image_requirements: [{ type: '4-chamber 2D', qc: true, segmentation: false }, { type: 'Mitral inflow' }],
        bucket,
      }),
    ).toEqual([]);
  });

  it('of two people come together: mine where I changed something, theirs everywhere else', () => {
    const mine: Project = {
      ...BASE,
      cardiac_cycles: 3,
      image_requirements: [
        { type: '4-chamber 2D', qc: true, cycletiming: true },
        { type: 'TAPSE', qc: true },
      ],
    };
    const theirs: Project = {
      ...BASE,
      description: 'theirs',
      cardiac_cycles: 5,
      image_requirements: [{ type: '4-chamber 2D', qc: false }, { type: 'Mitral inflow', qc: true }, { type: 'LV M-Mode' }],
    };
    expect(mergeProjects(BASE, mine, theirs)).toEqual({
      ...BASE,
      description: 'theirs',
      cardiac_cycles: 3,
      image_requirements: [{ type: '4-chamber 2D', qc: false, cycletiming: true }, { type: 'LV M-Mode' }, { type: 'TAPSE', qc: true }],
    });
  });
});
