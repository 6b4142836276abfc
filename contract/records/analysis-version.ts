import { Type, type Static } from 'typebox';
import { RoleName } from './role.ts';
import { Instant, Nullable, Strict } from './strict.ts';
import { StudyState } from './study.ts';

/** Number of a version; higher numbers do not fit the databases. */
export const VersionNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** One line of the history of an analysis; its content is asked for by `version`. */
export const AnalysisVersion = Strict({
  version: Type.Integer({ minimum: 1 }),
  /** The version it was made from; null for the first. */
  parent: Nullable(Type.Integer({ minimum: 1 })),
  /** Who saved it. */
  author: Type.String(),
  role: RoleName,
  created_at: Instant,
  study_state: StudyState,
  /** The older version whose content it brought back; null for ordinary saves. */
  restored_from: Nullable(Type.Integer({ minimum: 1 })),
  /** Kept as one side of a conflict: it never was the current version. */
  without_head: Type.Boolean(),
  /** The version analysis/get returns now. */
  current: Type.Boolean(),
});
export type AnalysisVersion = Static<typeof AnalysisVersion>;
