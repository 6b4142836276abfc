import type { ProjectEffect, ProjectImpact } from '@echometry/contract/records/administered-project.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { STUDY_STATES } from '@echometry/contract/records/study.ts';
import { isComplete } from '@echometry/contract/rules/completeness.ts';
import type { ImageFacts } from '../db/image-documents.ts';
import { type ProjectWorks, stateBy, type WorkState } from './project-states.ts';

const distinct = (works: readonly WorkState[]): number => new Set(works.map(({ studyId }) => studyId)).size;

const studiesWhere = (works: readonly WorkState[], test: (images: readonly ImageFacts[]) => boolean): number =>
  distinct(works.filter(({ images }) => test(images)));

const references = (images: readonly ImageFacts[]): ImageFacts[] => images.filter(({ reference }) => reference);

/** Two reference images of one type. */
function hasSeveral(images: readonly ImageFacts[]): boolean {
  const types = references(images).map(({ type }) => type);
  return new Set(types).size < types.length;
}

const hasOtherCycles =
  (count: number) =>
  (images: readonly ImageFacts[]): boolean =>
    references(images).some(({ cycles }) => cycles > 0 && cycles !== count);

/** Is a type of the images offered before and not any more? An empty list offers all. */
const losesType =
  (before: readonly string[], after: readonly string[]) =>
  (images: readonly ImageFacts[]): boolean =>
    after.length > 0 && images.some(({ type }) => type !== null && !after.includes(type) && (before.length === 0 || before.includes(type)));

/** Changes for existing work when a project replaces another form of it. */
export function effectsOnWork({ studies, works }: ProjectWorks, before: Project, after: Project): ProjectEffect[] {
  const one = (what: ProjectEffect['what'], count: number): ProjectEffect[] => (count === 0 ? [] : [{ what, state: null, count }]);
  const states = STUDY_STATES.flatMap((state): ProjectEffect[] => {
    const count = distinct(works.filter((work) => stateBy(work, after) === state && work.state !== state));
    return count === 0 ? [] : [{ what: 'studies-become', state, count }];
  });
  const becoming = works.filter((work) => stateBy(work, after) === 'Incomplete' && work.state !== 'Incomplete');
  const cycles = after.cardiac_cycles;
  return [
    ...states,
    ...one(
      'reviews-incomplete',
      becoming.reduce((sum, { reviews }) => sum + reviews, 0),
    ),
    ...one('references-several', after.unique_reference && !before.unique_reference ? studiesWhere(works, hasSeveral) : 0),
    ...one(
      'cycles-differ',
      cycles === 'user defined' || cycles === before.cardiac_cycles ? 0 : studiesWhere(works, hasOtherCycles(cycles)),
    ),
    ...one('types-not-offered', studiesWhere(works, losesType(before.image_types, after.image_types))),
    ...one('other-cloud', after.cloud_system === before.cloud_system ? 0 : studies),
  ];
}

/** Counts by the work that the list of studies shows, and the effects on all work. */
export function impactOf(all: ProjectWorks, before: Project, after: Project): ProjectImpact {
  const shown = all.works.filter(({ isShown }) => isShown);
  const completeBy = (requirements: Project['image_requirements']): number =>
    shown.filter(({ images, missing }) => isComplete(images, missing, requirements)).length;
  return {
    studies: all.studies,
    with_work: shown.length,
    complete: completeBy(after.image_requirements),
    requirements: after.image_requirements.map((requirement) => ({ type: requirement.type, complete: completeBy([requirement]) })),
    effects: effectsOnWork(all, before, after),
  };
}
