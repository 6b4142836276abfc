import { Suspense, type ComponentType } from 'react';
import { useSnapshot } from 'valtio';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { mayReview } from '@echometry/contract/rules/permissions.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { session } from '../../lib/session.ts';
import { alertUser } from '../../lib/alerts.ts';
import { readStudyPage, useStudyPage } from './api.ts';
import { listName } from './list-view.ts';
import { messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import classes from './page.module.css';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import type { Site } from './site.ts';
import { firstPage } from '../../image-page/study-path.ts';
import { useGoTo } from './use-go-to.ts';
import { useRefusal } from './use-refusal.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Where in a study something of the statistics shows. */
export interface StatisticsPlace {
  page: string;
  instance_id: string | null;
  measurement: string | null;
}

/** The statistics of a project, which the application hands in: features do not know each other. */
export type StatisticsContent = ComponentType<{
  project: { id: string; db: string };
  onOpen: ((study_id: string, place: StatisticsPlace) => void) | null;
}>;

/** Only the list is counted here. */
const COUNTED = { offset: 0, limit: 1 } as const;

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
  const { page: first, refused } = useStudyPage(listName(login?.email, login?.role, project.id, 'statistics'), project.db, COUNTED);
  const goTo = useGoTo();
  useRefusal(refused, site);
  const role = login?.role ?? null;
  const opens = role !== null && (mayOpenPage(role, '/measurements') || mayReview(role));
  const open = async (study_id: string, { page, instance_id, measurement }: StatisticsPlace) => {
    const found = await readStudyPage(project.db, { ...COUNTED, study_id }, new AbortController().signal);
    const [row] = found.rows;
    if (row === undefined) return alertUser(messages.studyGone, 'hard');
    const allowed = role !== null && mayOpenPage(role, `/${page}`);
    if (allowed) goTo(row, page, instance_id, measurement);
    else goTo(row, firstPage(row, role), instance_id);
  };
  const onOpen = (study_id: string, place: StatisticsPlace) => {
    open(study_id, place).catch((error: unknown) => {
      alertUser(messageOf(error), 'hard');
    });
  };
  return (
    <div className={kit.wholePage}>
      <div className={classes.main} data-whole>
        <ProjectStrip page={site} current={project.id} count={first?.list.total ?? null} />
        <Suspense fallback={<LoadingLine text={messages.loadingStatistics} />}>
          <Content key={project.id} project={project} onOpen={opens ? onOpen : null} />
        </Suspense>
      </div>
    </div>
  );
}
