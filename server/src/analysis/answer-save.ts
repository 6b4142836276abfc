import { type AnswerOf } from '@echometry/contract/calls/call.ts';
import { type CALLS } from '@echometry/contract/calls/registry.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type StudyState } from '@echometry/contract/records/study.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { type ProjectAccess } from '../access/project-access.ts';
import { findHead, statusOf } from '../db/analyses.ts';
import { type StudyRecord } from '../db/studies.ts';
import { validationsOfStudy } from '../db/validations.ts';
import { type Caller } from '../http/caller.ts';
import { type Services } from '../services.ts';
import { readDocument } from './read.ts';
import { type Saved } from './save.ts';

/** What a save answers: the version stored, or the work that came between. */
export async function answerSave(services: Services, caller: Caller, access: ProjectAccess, study: StudyRecord, saved: Saved): Promise<AnswerOf<typeof CALLS.analysisUpdate>> {
  const { query } = services.db;
  if (saved.kind === 'conflict') {
    if (saved.version === null) return { conflict: true, version: null, author: null, images: [], missing_images: [] };
    const { document, record } = await readDocument(services, saved.version);
    return { conflict: true, version: saved.version, author: record.author, images: document.images, missing_images: document.missing_images };
  }
  const head = await findHead(query, study.id, caller.user.id, isBlind(access.role) ? 1 : 0);
  const validated = (await validationsOfStudy(query, study.id)).some((v) => v.editorId === caller.user.id);
  return {
    conflict: false,
    version: saved.version,
    updated_at: head?.updated_at ?? services.now(),
    study_state: (head?.study_state ?? 'Incomplete') as StudyState,
    status: statusOf(head, { dataType: study.data_type as DataType, showQc: access.project.qc.show_status, validated }),
  };
}
