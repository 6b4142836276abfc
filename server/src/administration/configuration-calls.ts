import { differencesByRow } from '@echometry/contract/rules/config-differences.ts';
import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import { addVersion, chooseVersion } from './choose-version.ts';
import { faultsOfSet, type WithEngine } from './configuration.ts';
import { inTurns } from './in-turns.ts';
import { workReader } from './project-states.ts';
import { type ConfigSet, currentConfigSet, findConfigSet, versionWithContent } from '../db/config-sets.ts';
import { administeredSets } from '../db/config-usage.ts';
import { findProject, listProjects } from '../db/projects.ts';
import type { Handlers } from '../access/call-route.ts';
import { notFound } from '../errors.ts';
import type { AdministrationServices } from './services.ts';

type ConfigurationCalls =
  | 'configurationList'
  | 'configurationGetVersion'
  | 'configurationCompare'
  | 'configurationAdd'
  | 'configurationChoose';

export function configurationHandlers(services: AdministrationServices): Pick<Handlers, ConfigurationCalls> {
  const { db, engine } = services;
  const withEngine: WithEngine = (work) => engine.during(work);
  const tools = { withEngine, readWorks: workReader() };

  const setOf = async (name: ConfigSetName, version: number, field: string): Promise<ConfigSet> => {
    const set = await findConfigSet(db.query, name, version);
    if (set === null) throw notFound(field, 'There is no such version of this set');
    return set;
  };

  const configurationList: Handlers['configurationList'] = async () => ({
    sets: await administeredSets(db.query),
    projects: (await listProjects(db.query)).map(({ project: { _id, name_to_show } }) => ({ _id, name_to_show })),
  });

  const configurationGetVersion: Handlers['configurationGetVersion'] = ({ body }) => setOf(body.name, body.version, 'version');

  const configurationCompare: Handlers['configurationCompare'] = async ({ body }) => ({
    differences: await inTurns(
      differencesByRow((await setOf(body.name, body.from, 'from')).data, (await setOf(body.name, body.to, 'to')).data),
    ),
  });

  const configurationAdd: Handlers['configurationAdd'] = async ({ body: { name, data, dry_run }, caller }) => {
    const current = await currentConfigSet(db.query, name, null);
    if (current === null) throw notFound('name', 'This configuration set was not shipped');
    const known = await versionWithContent(db.query, name, data);
    if (known !== null) return { outcome: 'known', version: known };
    const faults = await faultsOfSet(db.query, tools.withEngine, { name, version: current.version + 1, data }, null);
    if (faults.length > 0) return { outcome: 'refused', faults };
    if (dry_run) return { outcome: 'right', current: current.version, differences: await inTurns(differencesByRow(current.data, data)) };
    const by = { userId: caller.user.id, role: caller.role, now: services.now() };
    return { outcome: 'added', version: await addVersion(db, { name, data }, by) };
  };

  const configurationChoose: Handlers['configurationChoose'] = async ({ body, caller }) => {
    const project = body.project === null ? null : await findProject(db.query, { key: body.project });
    if (body.project !== null && project === null) throw notFound('project', 'There is no such project');
    return chooseVersion(db, tools, {
      name: body.name,
      version: body.version,
      project,
      accepted: body.accepted,
      by: { userId: caller.user.id, role: caller.role },
      now: services.now(),
    });
  };

  return { configurationList, configurationGetVersion, configurationCompare, configurationAdd, configurationChoose };
}
