import { Suspense, type ComponentType } from 'react';
import { useSnapshot } from 'valtio';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { mayReview } from '@echometry/contract/rules/permissions.ts';
import { session } from '../../lib/session.ts';
import { useStudies } from './api.ts';
import classes from './page.module.css';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import type { Site } from './site.ts';
import { firstPage } from './study-path.ts';
import { useGoTo } from './use-go-to.ts';
import { useRefusal } from './use-refusal.ts';

/** Where in a study something of the statistics shows. */
export interface StatisticsPlace {
  page: string;
  instance_id: string | null;
  measurement: string | null;
}

/** The statistics of a project, which the application hands in: features do not know each other. */
export type StatisticsContent = ComponentType<{
  project: { id: string; db: string };
  rows: readonly StudyRow[] | null;
  onOpen: ((row: StudyRow, place: StatisticsPlace) => void) | null;
}>;

/** The strip of projects with the statistics of one in place of its list. */
export function ProjectStatistics({
  site,
  project,
  Content,
}: {
  site: Site;
  project: { id: string; db: string };
  Content: StatisticsContent;
}) {
  const { login } = useSnapshot(session);
  const { rows, refused } = useStudies(project.db);
  const goTo = useGoTo();
  useRefusal(refused, site);
  const role = login?.role ?? null;
  const opens = role !== null && (mayOpenPage(role, '/measurements') || mayReview(role));
  const open = (row: StudyRow, { page, instance_id, measurement }: StatisticsPlace) => {
    const allowed = role !== null && mayOpenPage(role, `/${page}`);
    if (allowed) goTo(row, page, instance_id, measurement);
    else goTo(row, firstPage(row, role), instance_id);
  };
  return (
    <div className={classes.page}>
      <div className={classes.main} data-whole>
        <ProjectStrip page={site} current={project.id} count={rows?.length ?? null} />
        <Suspense fallback={<p role="status">Loading statistics...</p>}>
          <Content key={project.id} project={project} rows={rows} onOpen={opens ? open : null} />
        </Suspense>
      </div>
    </div>
  );
}
