import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import { findHead, statusOf } from '../db/analyses.ts';
import type { SeenStudy } from '../db/studies.ts';
import { reviewsOfStudy, validatedBy } from '../db/reviews.ts';
import type { Caller } from '../access/caller.ts';
import { invalidField } from '../errors.ts';
import type { Services } from '../access/services.ts';
import { withComments } from './fill-comments.ts';
import { readDocument } from './read.ts';
import type { Saved } from './save.ts';

/** Result of a save: the version stored, or the work that came between. */
export async function answerSave(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  study: SeenStudy,
  saved: Saved,
): Promise<AnswerOf<typeof CALLS.analysisUpdate>> {
  const { query } = services.db;
  if (saved.kind === 'taken')
    throw invalidField('save_id', 'This save_id was used for other content. Nothing was stored: send it again under a new one');
  if (saved.kind === 'conflict') {
    if (saved.version === null) return { conflict: true, version: null, author: null, images: [], missing_images: [] };
    const { document, record } = await readDocument(services, saved.version);
    return {
      conflict: true,
      version: saved.version,
      author: record.author,
      images: await withComments(services, caller, study, document.images),
      missing_images: document.missing_images,
    };
  }
  const status = { dataType: study.data_type, showQc: access.project.qc.show_status };
  if (saved.head !== undefined) {
    const { updated_at, study_state } = saved.head;
    // New work cannot have been reviewed yet.
    return {
      conflict: false,
      version: saved.version,
      updated_at,
      study_state,
      status: statusOf(saved.head, { ...status, validated: false }),
    };
  }
  const head = await findHead(query, study.id, caller.user.id, isBlind(access.role) ? 1 : 0);
  const validated = validatedBy(await reviewsOfStudy(query, study.id), head).length > 0;
  return {
    conflict: false,
    version: saved.version,
    updated_at: head?.updated_at ?? services.now(),
    study_state: head?.study_state ?? 'Incomplete',
    status: statusOf(head, { ...status, validated }),
    ...(saved.earlierPass === true ? { earlier_pass: true as const } : {}),
  };
}
