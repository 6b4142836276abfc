import { dayOf } from '@echometry/contract/rules/inbox.ts';
import { isBlind, mayCompare, maySave, visibilityOf } from '@echometry/contract/rules/permissions.ts';
import { STANDARDS } from '@echometry/contract/rules/standards.ts';
import { variabilityOf, type VariabilitySources } from '@echometry/contract/rules/variability.ts';
import type { Handlers } from '../../access/call-route.ts';
import type { Caller } from '../../access/caller.ts';
import { type ProjectAccess, projectByName } from '../../access/project-access.ts';
import { certificatesOfProject } from '../../db/certificates.ts';
import { readReaderReport } from '../../db/reader-reports.ts';
import type { StatisticsServices } from '../services.ts';
import { sees } from './agreement.ts';

interface Asked {
  reader: string;
  blind: boolean;
}

/** The sources that the caller may know of a reader; null for none (docs/readers.md#who-sees-what). */
function seenBy(caller: Caller, access: ProjectAccess, { reader, blind }: Asked): Pick<VariabilitySources, 'seen' | 'showsBias'> | null {
  const { role, project, reviewsTo } = access;
  if (mayCompare(role) && sees(caller, access, { editor: reader, reviewer: null, blind, pass: 1 }))
    return { seen: 'cases', showsBias: true };
  const hasCharts = reader === caller.user.person.email || project.open_charts === true;
  if (maySave(role) && blind === isBlind(role) && hasCharts) return { seen: 'groups', showsBias: !blind };
  const readsWork = visibilityOf(role) === 'shared' ? !blind : visibilityOf(role) === 'assigned' && reviewsTo.includes(reader);
  return readsWork ? { seen: 'none', showsBias: true } : null;
}

/** The variability of readers, for the intervals in reports. */
export function variabilityHandlers(services: StatisticsServices): Pick<Handlers, 'readersVariability'> {
  const { db, now } = services;
  return {
    readersVariability: async ({ body: { db_name, ...asked }, caller }) => {
      const access = await projectByName(services, caller, db_name);
      const seen = seenBy(caller, access, asked);
      if (seen === null) return { measurements: [] };
      const today = dayOf(now());
      const certificates = (await certificatesOfProject(db.query, access.id)).filter(
        ({ reader, blind, expires_on }) => reader === asked.reader && blind === asked.blind && expires_on >= today,
      );
      const reports = [];
      for (const standard of STANDARDS) {
        const report = await readReaderReport(db.query, access.id, { ...asked, standard });
        if (report !== null) reports.push({ standard, report });
      }
      return { measurements: variabilityOf({ ...seen, reports, certificates }) };
    },
  };
}
