import type { ReaderSummary } from '@echometry/contract/records/reader-report.ts';
import type { Handlers } from '../access/call-route.ts';
import { type ProjectAccess, projectByName } from '../access/project-access.ts';
import type { Services } from '../access/services.ts';
import { gatesOf } from './gates.ts';

/** Readers as the caller may know them: Reviewers know the people whose work they review. */
const namedFor =
  ({ role, reviewsTo }: ProjectAccess) =>
  (readers: ReaderSummary[]): ReaderSummary[] => {
    if (role !== 'Reviewer') return readers;
    const hidden = [...new Set(readers.map(({ reader }) => reader).filter((reader) => !reviewsTo.includes(reader)))];
    return readers.map((one) =>
      hidden.includes(one.reader) ? { ...one, reader: `another reader ${hidden.indexOf(one.reader) + 1}` } : one,
    );
  };

/** Handlers of the calls of quality gates. */
export const gateHandlers = (services: Services): Pick<Handlers, 'gatesGet'> => ({
  gatesGet: async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    return { gates: await gatesOf(services.db, access, namedFor(access)) };
  },
});
