import { Button } from '@mantine/core';
import { Link, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import type { ProjectFile } from '@echometry/contract/records/project-files.ts';
import { DataAnomalies, DataStatistics } from '@echometry/contract/records/statistics.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { projectFileAddress, projectOfAddress, useProjectFile } from '../../lib/project-file.ts';
import { session } from '../../lib/session.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import { Failure } from '../../ui/failure.tsx';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { TableCard } from './table.tsx';
import { useComputing } from './use-computing.ts';

/** Date and time in UTC, as the statistics are dated. */
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} (UTC+0)`;

/** Statistics of a project's data, and the files they come in. */
export function PrismaDataPage() {
  useSnapshot(session);
  const project = projectOfAddress(useSearch());
  const { content, missing, failure, reload } = useProjectFile(project, 'data_statistics.json', DataStatistics);
  const odd = useProjectFile(project, 'data_anomalies.json', DataAnomalies);
  const anomalies = odd.content;
  const computing = useComputing(project, () => {
    reload();
    odd.reload();
  });
  return (
    <div className={layout.paddedPage}>
      <header className={`${layout.pageHead} ${layout.headed} ${classes.head}`}>
        <h1>{messages.title}</h1>
        <Link href="/user-page?stay=true">{messages.back}</Link>
      </header>
      <ProjectStrip page="prisma-data" current={project} count={null} />
      <div className={`${layout.row} ${classes.bar}`}>
        <p>{messages.lastUpdate(content ? utc(content.date) : missing ? messages.never : '…')}</p>
        <Button size="xs" variant="default" loading={computing.computing} disabled={project === null} onClick={computing.compute}>
          {messages.compute}
        </Button>
        {computing.failure !== null && <p role="alert">{messages.notComputed(computing.failure)}</p>}
        <Download project={project} file="data_statistics.json" label={messages.downloadStatistics} able={content !== null} />
        <Download project={project} file="data_anomalies.json" label={messages.downloadAnomalies} able={anomalies !== null} />
      </div>
      <div className={`${layout.fills} ${classes.content}`} role="region" aria-label={messages.content} tabIndex={0}>
        {content?.stats.map((table) => (
          <TableCard key={table.name} table={table} />
        ))}
        {anomalies && (
          <TableCard
            table={{
              name: messages.anomalies,
              columns: messages.anomalyColumns,
              data: anomalies.anomalies.map(({ patient_show, text }) => [patient_show, text]),
            }}
            empty={messages.noAnomalies}
          />
        )}
        {missing && <p>{messages.none}</p>}
        {!content && !missing && failure === null && <LoadingLine text={messages.loading} look="spinner" />}
        {failure !== null && <Failure text={failure} onRetry={reload} />}
      </div>
    </div>
  );
}

/** Goes to the address of the file, which the browser then keeps. */
function Download({ project, file, label, able }: { project: string | null; file: ProjectFile; label: string; able: boolean }) {
  const { busy, attempt } = useAttempt();
  const go = async () => {
    if (project !== null)
      await attempt(async () => window.location.assign(await projectFileAddress(project, file)), messages.downloadFailed);
  };
  return (
    <Button size="xs" variant="default" loading={busy} disabled={!able} onClick={() => void go()}>
      {label}
    </Button>
  );
}
