import { Type } from 'typebox';
import { MedicalDataType } from '../../records/data-type.ts';
import { StudyListQuery, StudyListSummary } from '../../records/study-list.ts';
import { StudyRow } from '../../records/study.ts';
import { Name, Strict } from '../../records/strict.ts';
import { LISTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { StudyTask } from './get-tasks.ts';

/**
 * The studies of a project, each with the analysis this role may see. `active: true` leaves out withdrawn studies. With `list` it
 * is one page of them, ordered, searched and filtered by contract/rules/study-list.ts, with what that page is a part of; a page
 * of tasks comes with the next step of each of its studies. 304 for a tag that the caller has already
 * (docs/why/storage.md#etags-come-from-the-response).
 */
export const studiesGet = defineCall({
  path: 'studies/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: LISTING_ROLES },
  body: Strict({
    search_query: Strict({ medical_data_type: MedicalDataType, active: Type.Boolean() }),
    db_name: Name,
    list: Type.Optional(StudyListQuery),
  }),
  tagged: true,
  answer: Strict({
    studies: Type.Array(StudyRow),
    list: Type.Optional(StudyListSummary),
    tasks: Type.Optional(Type.Array(StudyTask)),
  }),
});
