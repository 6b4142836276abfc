import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { mayOpenPage, STATISTICS_TAB } from '@echometry/contract/rules/pages.ts';
import { mayHoldOpen, mayReview } from '@echometry/contract/rules/permissions.ts';
import { downloadText } from '../../lib/csv.ts';
import { useKeys } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { closeStudy } from '../../study/store/current-study.ts';
import { HeaderTools } from '../../ui/header-tools.tsx';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { Message } from '../../ui/message.tsx';
import { useStudies } from './api.ts';
import { Filters } from './filters.tsx';
import { listName } from './list-view.ts';
import classes from './page.module.css';
import { Pager } from './pager.tsx';
import { RoleNote, emptyText } from './role-note.tsx';
import { studiesCsv } from './studies-csv.ts';
import { copyPatient, StudyRows } from './study-rows.tsx';
import { ProjectStatistics, type StatisticsContent } from './project-statistics.tsx';
import { placeOf } from './study-path.ts';
import type { Site } from './site.ts';
import { StudyTable } from './table.tsx';
import { COLUMNS, taskColumns } from './columns.ts';
import { NO_TASKS, useTasks } from './tasks.ts';
import { useGoTo } from './use-go-to.ts';
import { useList, type List } from './use-list.ts';
import { useRefusal } from './use-refusal.ts';

/** The list of studies of a project, or of the analyses a Reviewer was given. */
export function StudiesPage({ site, Statistics }: { site: Site; Statistics: StatisticsContent }) {
  const { login, user } = useSnapshot(session);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const wanted = asked.get('project');
  const projects = user?.projects ?? [];
  const current = wanted === null ? projects[0] : projects.find((project) => project._id === wanted);
  useEffect(() => {
    void closeStudy();
  }, []);
  if (wanted !== null && !current)
    return (
      <Message
        framed
        title="This project is not known"
        text={`There is no project “${wanted}”, or you are not a member of it. Ask its administrator, or go to a project of yours.`}
        action={{
          label: 'My projects',
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
  const { rows: all, failure: unread, refused, reload } = useStudies(project?.db ?? null);
  const { tasks, failure: unknown } = useTasks(site === 'tasks' ? (project?.db ?? null) : null, mayReview(login?.role ?? null));
  const failure = unread ?? unknown;
  const [rows, columns] = useMemo(
    () =>
      site === 'tasks'
        ? [tasks && (all?.filter((row) => tasks(row) !== undefined) ?? null), taskColumns(tasks ?? NO_TASKS)]
        : [all, COLUMNS],
    [site, all, tasks],
  );
  const list = useList(name, site, rows, columns);
  const box = useRef<HTMLInputElement>(null);
  const role = login?.role ?? null;
  // Whose tabs are not those of a study opens none from here.
  const opens = role !== null && (mayOpenPage(role, '/selection') || mayReview(role));
  const goTo = useGoTo();
  const open = (row: StudyRow) => goTo(row, ...placeOf(row, role, tasks?.(row)));
  useRefusal(refused, site);
  return (
    <div className={classes.page}>
      {site === 'studies' && project && list.found.length > 0 && <Download project={project.id} list={list} />}
      <div className={classes.main}>
        <ProjectStrip page={site} current={project?.id ?? null} count={rows?.length ?? null} />
        <Filters list={list} rows={rows} box={box} />
        {role && <RoleNote role={role} />}
        <div className={classes.scroll}>
          <StudyTable list={list} loading={!rows && failure === null}>
            <StudyRows
              rows={list.shown}
              focused={list.view.focused}
              me={login?.email ?? ''}
              role={role}
              tellsOpen={mayHoldOpen(role)}
              onOpen={opens ? open : null}
              onStep={(row, step) => goTo(row, step)}
              tasks={site === 'tasks' ? tasks : null}
              onFocus={(focused) => {
                list.look({ page: list.at, focused });
              }}
            />
          </StudyTable>
          {rows && list.found.length === 0 && (
            <p className={classes.empty}>
              {rows.length === 0
                ? emptyText(site !== 'tasks' ? role : mayReview(role) ? 'reviews' : 'tasks')
                : 'No study matches this search. Clear the search or the filters, or show completed studies.'}
            </p>
          )}
          {failure !== null && refused === null && (
            <p className={classes.empty} role="alert">
              {failure}{' '}
              <button type="button" onClick={reload}>
                Try again
              </button>
            </p>
          )}
        </div>
        <Pager list={list} rows={rows} />
      </div>
      <Keys site={site} list={list} open={opens ? open : null} box={box} />
    </div>
  );
}

function Download({ project, list }: { project: string; list: List }) {
  return (
    <HeaderTools>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Download studies list"
        title="Download studies list"
        onClick={() => {
          const { name, text } = studiesCsv(project, list.found);
          downloadText(name, text, 'text/csv');
        }}
      >
        <IconDownload size={18} stroke={1.6} />
      </ActionIcon>
    </HeaderTools>
  );
}

const MODES: Readonly<Record<Site, string>> = { studies: 'Studies', review: 'Reviews', tasks: 'Tasks' };

const OPEN_HINT: readonly KeyHint[] = [{ actions: ['studies.open'], does: 'open' }];

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
        mode={MODES[site]}
        hints={[
          { actions: ['studies.previous', 'studies.next'], does: 'row' },
          ...(open ? OPEN_HINT : []),
          { actions: ['studies.search'], does: 'search' },
          { actions: ['studies.previous-page', 'studies.next-page'], does: 'page' },
          { actions: ['studies.copy'], does: 'copy patient' },
        ]}
        more={{ actions: ['studies.help'], does: 'all keys', onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
