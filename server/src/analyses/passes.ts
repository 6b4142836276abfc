import { MAX_LISTED_READINGS, type NotAssigned } from '@echometry/contract/records/pass.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Caller } from '../access/caller.ts';
import { findHead } from '../db/analyses.ts';
import { recordAct } from '../db/audit.ts';
import { findProject } from '../db/projects.ts';
import { peopleInRole, readingsOfProject } from '../db/readings.ts';
import { findStudy } from '../db/studies.ts';
import { assignPassWithin } from '../db/work-lines.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField, notFound } from '../errors.ts';
import type { Services } from '../access/services.ts';

interface Assignment {
  projectId: number;
  study_id: string;
  reader: { id: number; email: string };
  caller: Caller;
}

export function passesHandlers(services: Services): Pick<Handlers, 'passesList' | 'passesAssign'> {
  const { db } = services;

  const projectOf = async (key: string): Promise<{ id: number }> => {
    const row = await findProject(db.query, { key });
    if (row === null) throw notFound('project', 'There is no such project');
    return row;
  };

  /** One study in a separate transaction, which a save of the same study waits for. */
  const assign = ({ projectId, study_id, reader, caller }: Assignment): Promise<number | NotAssigned> =>
    db.query.transaction().execute(async (query) => {
      const study = await findStudy(query, projectId, study_id);
      if (study === null) return 'no-study';
      const lock = query.selectFrom('study').select('id').where('id', '=', study.id);
      await (db.dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();
      if ((await findHead(query, study.id, reader.id, 1)) === undefined) return 'not-read';
      const now = services.now();
      const pass = await assignPassWithin(query, { studyId: study.id, editorId: reader.id, blind: 1 }, { userId: caller.user.id, now });
      await recordAct(query, db.dialect, {
        at: now,
        actorId: caller.user.id,
        role: caller.role,
        act: 'pass-assigned',
        studyId: study.id,
        subject: study_id,
        detail: { reader: reader.email, pass },
      });
      return pass;
    });

  return {
    passesList: async ({ body }) => {
      const { id } = await projectOf(body.project);
      const [readers, found] = await Promise.all([
        peopleInRole(db.query, id, 'Ground-truth generator'),
        readingsOfProject(db.query, id, MAX_LISTED_READINGS + 1),
      ]);
      return {
        readers: readers.map(({ email }) => email),
        readings: found.slice(0, MAX_LISTED_READINGS).map(({ study_date, ...reading }) => ({ ...reading, date: dashedDate(study_date) })),
        more: found.length > MAX_LISTED_READINGS,
      };
    },

    passesAssign: async ({ body, caller }) => {
      const { id } = await projectOf(body.project);
      const reader = (await peopleInRole(db.query, id, 'Ground-truth generator')).find(({ email }) => email === body.reader);
      if (reader === undefined) throw invalidField('reader', 'Not a blind editor of this project who may sign in');
      const outcomes = [];
      for (const study_id of body.studies) {
        const done = await assign({ projectId: id, study_id, reader, caller });
        outcomes.push(
          typeof done === 'number' ? { study_id, pass: done, not_assigned: null } : { study_id, pass: null, not_assigned: done },
        );
      }
      return { outcomes };
    },
  };
}
