import { Type, type Static } from 'typebox';
import { Project } from './project.ts';
import { STUDY_STATES } from './study.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';

const Count = Type.Integer({ minimum: 0 });

/** Who saved a version and when; null for what was there before versions were kept, or was made without a person. */
export const Saving = Strict({ version: Type.Integer({ minimum: 1 }), saved_by: Nullable(Type.String()), saved_at: Nullable(Instant) });
export type Saving = Static<typeof Saving>;

/** A project as administrators see it. */
export const AdministeredProject = Strict({ project: Project, ...Saving.properties, studies: Count, members: Count });
export type AdministeredProject = Static<typeof AdministeredProject>;

/** A version with what it changed, by the names of contract/rules/project-changes.ts; null for the first. */
export const ProjectVersion = Strict({ ...Saving.properties, changes: Nullable(Type.Array(Type.String())) });
export type ProjectVersion = Static<typeof ProjectVersion>;

/** Effects of saving a project on existing work. */
export const PROJECT_EFFECTS = [
  'studies-become',
  'reviews-incomplete',
  'references-several',
  'cycles-differ',
  'types-not-offered',
  'other-cloud',
] as const;
export const ProjectEffect = Strict({
  what: OneOf(PROJECT_EFFECTS),
  /** The state that studies change to; null for the other effects. */
  state: Nullable(OneOf(STUDY_STATES)),
  /** Studies; for `reviews-incomplete` reviews. */
  count: Count,
});
export type ProjectEffect = Static<typeof ProjectEffect>;

/** How many studies have all that one requirement asks. */
export const RequirementCount = Strict({ type: Name, complete: Count });

/** Effects of a project on its studies. */
export const ProjectImpact = Strict({
  /** Active studies of the project. */
  studies: Count,
  /** Those with an analysis. */
  with_work: Count,
  /** Those complete by every requirement. */
  complete: Count,
  /** In the order of the requirements. */
  requirements: Type.Array(RequirementCount),
  effects: Type.Array(ProjectEffect),
});
export type ProjectImpact = Static<typeof ProjectImpact>;

/** A field of a project that cannot be saved as it is. */
export const ProjectFault = Strict({ field: Name, message: Type.String() });
export type ProjectFault = Static<typeof ProjectFault>;
