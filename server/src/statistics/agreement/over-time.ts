import type { ReaderSummary } from '@echometry/contract/records/reader-report.ts';
import { ownCharts } from '@echometry/contract/rules/reader-measurements.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { Handlers } from '../../access/call-route.ts';
import type { Caller } from '../../access/caller.ts';
import { type ProjectAccess, projectByName } from '../../access/project-access.ts';
import { newestJob } from '../../db/jobs.ts';
import { readerSummaries, readReaderReport } from '../../db/reader-reports.ts';
import { notFound } from '../../errors.ts';
import { makingOf } from '../making.ts';
import { READERS_KIND } from '../project-kinds.ts';
import type { StatisticsServices } from '../services.ts';
import { queueMaking } from '../statistics.ts';
import { sees } from './agreement.ts';

type Calls = 'readersGet' | 'readersReport' | 'readersOwn' | 'readersUpdate';

const readerOf = ({ reader, blind }: Pick<ReaderSummary, 'reader' | 'blind'>) => ({ editor: reader, reviewer: null, blind, pass: 1 });

/** Readers over time (docs/readers.md#readers-over-time). */
export function overTimeHandlers(services: StatisticsServices): Pick<Handlers, Calls> {
  const { query } = services.db;

  /** Whose charts a reader sees: work of the role, the own or everybody's. */
  const shownTo = (caller: Caller, { role, project }: ProjectAccess) => {
    const { email } = caller.user.person;
    return ({ reader, blind }: ReaderSummary): boolean => blind === isBlind(role) && (reader === email || project.open_charts === true);
  };

  return {
    readersGet: async ({ body, caller }) => {
      const access = await projectByName(services, caller, body.db_name);
      const [summaries, newest] = await Promise.all([readerSummaries(query, access.id), newestJob(query, access.id, READERS_KIND)]);
      return {
        readers: summaries.filter((summary) => sees(caller, access, readerOf(summary))),
        making: newest === undefined ? null : makingOf(newest),
      };
    },
    readersReport: async ({ body: { db_name, ...asked }, caller }) => {
      const access = await projectByName(services, caller, db_name);
      const report = sees(caller, access, readerOf(asked)) ? await readReaderReport(query, access.id, asked) : null;
      if (report === null) throw notFound('reader', 'This reader has not been compared yet');
      return { report };
    },
    readersOwn: async ({ body, caller }) => {
      const access = await projectByName(services, caller, body.db_name);
      const shown = (await readerSummaries(query, access.id)).filter(shownTo(caller, access));
      const reports = await Promise.all(shown.map((of) => readReaderReport(query, access.id, of)));
      const charts = shown.flatMap(({ reader, blind, standard }, at) => {
        const report = reports[at];
        return report == null
          ? []
          : ownCharts(report).map((chart) => ({ reader, blind, standard, ...chart, bias: blind ? null : chart.bias }));
      });
      return { charts };
    },
    readersUpdate: async ({ body, caller }) =>
      makingOf(await queueMaking(services, caller, await projectByName(services, caller, body.db_name), READERS_KIND)),
  };
}
