import { Type } from 'typebox';
import { Name } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { ProjectScope } from '../project-scope.ts';

/**
 * Fields that name a review: a study and whose work of it. `reviewer` is the caller, and any other value is refused; `blind`
 * chooses between shared and blind work of one person, the newest where it is absent.
 */
export const REVIEW = {
  id: StudyId,
  editor: Name,
  reviewer: Type.Optional(Name),
  blind: Type.Optional(Type.Boolean()),
  ...ProjectScope,
};

/** The project, which decides nothing: it has to be that of `db_name`. */
export const PROJECT = Type.Optional(Name);
