import { seesMachine } from '@echometry/contract/rules/machine.ts';
import type { Handlers } from '../../access/call-route.ts';
import { projectByName, studyIn } from '../../access/project-access.ts';
import type { ExportServices } from '../services.ts';
import { definitionsOf, machineValuesOf } from './machine-values.ts';

export const machineHandlers = (services: Pick<ExportServices, 'db' | 'cloud' | 'now' | 'aliases'>): Pick<Handlers, 'machineGet'> => ({
  machineGet: async ({ body, caller }) => {
    const { query } = services.db;
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    if (!seesMachine(caller.role)) return { mapped: [], unmapped: [] };
    return machineValuesOf(query, study.id, await definitionsOf(query, access.id));
  },
});
