import { AUDIT_PAGE } from '@echometry/contract/calls/administration.ts';
import { withNames } from '../db/audit-names.ts';
import { auditSize, recordedActs, searchAudit } from '../db/audit-search.ts';
import type { Handlers } from '../access/call-route.ts';
import type { AdministrationServices } from './services.ts';

export function auditHandlers(services: AdministrationServices): Pick<Handlers, 'auditSearch' | 'auditVerify'> {
  const { query } = services.db;
  return {
    auditSearch: async ({ body }) => {
      const found = await searchAudit(query, body, AUDIT_PAGE + 1);
      return {
        entries: await withNames(query, found.slice(0, AUDIT_PAGE)),
        more: found.length > AUDIT_PAGE,
        acts: await recordedActs(query),
      };
    },
    auditVerify: async () => ({ ...(await auditSize(query)), faults: await services.upkeep.auditFaults() }),
  };
}
