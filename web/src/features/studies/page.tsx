import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { mayOpenPage, STATISTICS_TAB } from '@echometry/contract/rules/pages.ts';
import { mayHoldOpen, mayReview } from '@echometry/contract/rules/permissions.ts';
import { useKeys } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { useLate } from '../../lib/use-late.ts';
import { closeStudy, lookForUnsent } from '../../study/store/current-study.ts';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { Message } from '../../ui/message.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Download } from './download.tsx';
import { Filters } from './filters.tsx';
import { listName } from './list-view.ts';
import { emptyText, messages } from './messages.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { Pager } from './pager.tsx';
import { entryOf } from './queue.ts';
import { ReasonsPanel } from './reasons.tsx';
import { RoleNote } from './role-note.tsx';
import { copyPatient, StudyRows } from './study-rows.tsx';
import { ProjectStatistics, type StatisticsContent } from './project-statistics.tsx';
import { placeOf } from '../../image-page/study-path.ts';
import type { Site } from './site.ts';
import { StudyTable } from './table.tsx';
import { tasksOf } from './tasks.ts';
import { useGoTo } from './use-go-to.ts';
import { useList, type List } from './use-list.ts';
import { useRefusal } from './use-refusal.ts';

/** A list that comes sooner than this shows no skeletons of its rows before, in ms. */
const SKELETONS_AFTER_MS = 150;

/** The list of studies of a project, or of the analyses a Reviewer was given. */
export function StudiesPage({ site, Statistics }: { site: Site; Statistics: StatisticsContent }) {
  const { login, user } = useSnapshot(session);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const wanted = asked.get('project');
  const projects = user?.projects ?? [];
  const current = wanted === null ? projects[0] : projects.find((project) => project._id === wanted);
  useEffect(() => {
    void closeStudy().then(lookForUnsent);
  }, []);
  if (wanted !== null && !current)
    return (
      <Message
        framed
        title={messages.unknownProject}
        text={messages.unknownProjectHint(wanted)}
        action={{
          label: messages.myProjects,
          onClick: () => {
            navigate(`/${site}`);
          },
        }}
      />
    );
  if (current && site !== 'tasks' && asked.get('tab') === STATISTICS_TAB)
    return <ProjectStatistics site={site} project={{ id: current._id, db: current.db_name }} Content={Statistics} />;
  const name = listName(login?.email, login?.role, current?._id, site);
  return <ProjectList key={name} name={name} site={site} project={current ? { id: current._id, db: current.db_name } : null} />;
}

function ProjectList({ name, site, project }: { name: string; site: Site; project: { id: string; db: string } | null }) {
  const { login } = useSnapshot(session);
  const role = login?.role ?? null;
  const list = useList(name, site, project?.db ?? null, site === 'tasks' && mayReview(role));
  const { page, summary, failure, refused, reload, queue } = list;
  const tasks = useMemo(() => (site === 'tasks' && page ? tasksOf(page.tasks) : null), [site, page]);
  const box = useRef<HTMLInputElement>(null);
  // A role without tabs of a study opens none from here.
  const opens = role !== null && (mayOpenPage(role, '/selection') || mayReview(role));
  const goTo = useGoTo();
  const open = (row: StudyRow) => goTo(row, ...placeOf(row, role, tasks?.(row)));
  const isLate = useLate(name, summary === null && failure === null, SKELETONS_AFTER_MS);
  useRefusal(refused, site);
  return (
    <div className={kit.wholePage}>
      {site === 'studies' && project && summary !== null && summary.found > 0 && <Download project={project} view={list.view} />}
      <div className={classes.main}>
        <ProjectStrip page={site} current={project?.id ?? null} count={summary?.total ?? null} />
        <Filters list={list} box={box} />
        {role && <RoleNote role={role} />}
        <div className={`${layout.columns} ${classes.columns}`}>
          <div className={classes.scroll}>
            <StudyTable list={list} loading={isLate}>
              <StudyRows
                rows={list.shown}
                focused={list.view.focused}
                me={login?.email ?? ''}
                role={role}
                tellsOpen={mayHoldOpen(role)}
                onOpen={opens ? open : null}
                onStep={(row, step) => goTo(row, step)}
                tasks={tasks}
                queue={queue}
                onFocus={(focused) => {
                  list.look({ page: list.at, focused });
                }}
              />
            </StudyTable>
            {summary?.found === 0 && (
              <p className={layout.empty}>
                {summary.total === 0 ? emptyText(site !== 'tasks' ? role : mayReview(role) ? 'reviews' : 'tasks') : messages.noMatch}
              </p>
            )}
            {failure !== null && refused === null && <Failure className={layout.empty} text={failure} onRetry={reload} />}
          </div>
          {list.byChance && <Reasons list={list} />}
        </div>
        <Pager list={list} />
      </div>
      <Keys site={site} list={list} open={opens ? open : null} box={box} />
    </div>
  );
}

function Reasons({ list: { shown, view, queue } }: { list: List }) {
  const row = shown[view.focused];
  return <ReasonsPanel row={row} entry={row && queue ? entryOf(queue, row) : undefined} />;
}

const OPEN_HINT: readonly KeyHint[] = [{ actions: ['studies.open'], does: messages.keys.open }];

function Keys({
  site,
  list,
  open,
  box,
}: {
  site: Site;
  list: List;
  open: ((row: StudyRow) => void) | null;
  box: { readonly current: HTMLInputElement | null };
}) {
  const [help, setHelp] = useState(false);
  const focused = list.shown[list.view.focused];
  useKeys({
    'studies.next': () => list.move(1),
    'studies.previous': () => list.move(-1),
    ...(open ? { 'studies.open': () => focused && open(focused) } : {}),
    'studies.next-page': () => list.turn(1),
    'studies.previous-page': () => list.turn(-1),
    'studies.search': () => box.current?.focus(),
    'studies.copy': () => focused && copyPatient(focused),
    'studies.help': () => setHelp(true),
  });
  return (
    <>
      <KeyStrip
        mode={messages.modes[site]}
        hints={[
          { actions: ['studies.previous', 'studies.next'], does: messages.keys.row },
          ...(open ? OPEN_HINT : []),
          { actions: ['studies.search'], does: messages.keys.search },
          { actions: ['studies.previous-page', 'studies.next-page'], does: messages.keys.page },
          { actions: ['studies.copy'], does: messages.keys.copy },
        ]}
        more={{ actions: ['studies.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
