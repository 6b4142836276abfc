import { ActionIcon, SegmentedControl, Select, Skeleton, Switch, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight, IconDownload, IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { STATUS_ORDER } from '@echometry/contract/records/status.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { isHiddenAsCompleted } from '@echometry/contract/rules/completed.ts';
import { PAGE_SIZES } from '@echometry/contract/rules/paging.ts';
import { SEARCH_METHODS, SEARCH_METHOD_LABELS, SEARCH_PLACEHOLDER, matchesSearch, type SearchMethod } from '@echometry/contract/rules/search.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { mayHoldOpen } from '@echometry/contract/rules/permissions.ts';
import { sortRows } from '@echometry/contract/rules/sort.ts';
import { alertUser } from '../../lib/alerts.ts';
import { downloadText } from '../../lib/csv.ts';
import { URL_NOT_COMPATIBLE, pathOfPage } from '../../lib/go-to-page.ts';
import { useKeys } from '../../lib/keys.ts';
import { dropSession, session } from '../../lib/session.ts';
import { HeaderTools } from '../../ui/header-tools.tsx';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { closeStudy } from '../../study/open-study.ts';
import { useStudies } from './api.ts';
import { COLUMNS, STATUS_LABELS } from './columns.ts';
import { keepView, listName, viewOf } from './list-view.ts';
import classes from './page.module.css';
import { RoleNote, emptyText } from './role-note.tsx';
import { studiesCsv } from './studies-csv.ts';
import { StudyRows, isValidated } from './study-rows.tsx';

/** The list of studies of a project, or of the analyses a Reviewer was given: search, sort, hide completed, pages (platform 2). */
export function StudiesPage({ site }: { site: 'studies' | 'review' }) {
  const { login, user } = useSnapshot(session);
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const projects = user?.projects ?? [];
  const current = projects.find((project) => project._id === search.get('project')) ?? projects[0];
  const { rows, failure, refused, reload } = useStudies(current?.db_name ?? null);
  const list = listName(login?.email, login?.role, current?._id);
  const [before] = useState(() => viewOf(list, site));
  const [query, setQuery] = useState(before.query);
  const [method, setMethod] = useState<SearchMethod>(before.method);
  const [hideCompleted, setHideCompleted] = useState(before.hideCompleted);
  const [sort, setSort] = useState(before.sort);
  const [pageSize, setPageSize] = useState(before.pageSize);
  const [page, setPage] = useState(before.page);
  const [focused, setFocused] = useState(before.focused);
  useEffect(() => { keepView(list, { query, method, hideCompleted, sort, pageSize, page, focused }); });
  const [help, setHelp] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const me = login?.email ?? '';

  // Whose tabs are not those of a study opens none from here.
  const opens = login?.role != null && mayOpenPage(login.role, '/selection');

  useEffect(() => { void closeStudy(); }, []);
  useEffect(() => {
    if (refused === null) return;
    // Any answer but 200 is UNAUTHORIZED: the person is removed and signs in again (platform 8).
    alertUser(refused, 'hard');
    dropSession();
    navigate(`/login?${new URLSearchParams({ location: site, params: window.location.search.slice(1) })}`, { replace: true });
  }, [refused, site, navigate]);

  // Sorted once for each order; a search then only leaves rows out.
  const sorted = useMemo(() => {
    const column = COLUMNS.find(({ key }) => key === sort.key) ?? COLUMNS[0];
    return column ? sortRows(rows ?? [], column.value, sort.direction) : (rows ?? []);
  }, [rows, sort]);
  const found = useMemo(
    () => sorted.filter((row) => matchesSearch(row.patient_show, query, method) && !(hideCompleted && isHiddenAsCompleted(row, row.project))),
    [sorted, query, method, hideCompleted],
  );
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const at = Math.min(page, pages - 1);
  const shown = found.slice(at * pageSize, (at + 1) * pageSize);

  const goTo = (row: StudyRow, to: string) => {
    const path = pathOfPage({
      page: to, from: 'studies', project: row.project, id_study: row.study_id, id_patient: row.patient, id_patient_show: row.patient_show, date: row.date,
      study_instance_id: row.study_instance_id, type: row.data_type,
    });
    if (path === null) alertUser(URL_NOT_COMPATIBLE, 'hard');
    else navigate(path);
  };
  const open = (row: StudyRow) => { goTo(row, row.analysis === null && !row.status.selected ? 'preview' : 'selection'); };
  const download = () => {
    if (!current) return;
    const { name, text } = studiesCsv(current._id, found);
    downloadText(name, text, 'text/csv');
  };
  const switchTo = (project: string) => {
    setQuery('');
    setPage(0);
    setFocused(0);
    navigate(`/${site}?project=${encodeURIComponent(project)}`);
  };
  const move = (by: number) => { setFocused((row) => Math.min(Math.max(row + by, 0), Math.max(shown.length - 1, 0))); };

  useKeys({
    'studies.next': () => { move(1); },
    'studies.previous': () => { move(-1); },
    ...(opens ? { 'studies.open': () => { const row = shown[focused]; if (row) open(row); } } : {}),
    'studies.next-page': () => { setPage(Math.min(at + 1, pages - 1)); setFocused(0); },
    'studies.previous-page': () => { setPage(Math.max(at - 1, 0)); setFocused(0); },
    'studies.search': () => { box.current?.focus(); },
    'studies.help': () => { setHelp(true); },
  });

  const [openCount, validatedCount] = useMemo(() => [rows?.filter((row) => row.is_open).length ?? 0, rows?.filter(isValidated).length ?? 0], [rows]);
  const steps = rows?.[0] ? STATUS_ORDER.filter((name) => rows[0]?.status[name] !== undefined) : [];

  return (
    <div className={classes.page}>
      {site === 'studies' && found.length > 0 && (
        <HeaderTools><ActionIcon variant="subtle" color="gray" size={32} aria-label="Download studies list" title="Download studies list" onClick={download}><IconDownload size={18} stroke={1.6} /></ActionIcon></HeaderTools>
      )}
      <main className={classes.main}>
        <div className={classes.projects} role="tablist" aria-label="Projects">
          {projects.map((project) => (
            <button key={project._id} type="button" role="tab" aria-selected={project._id === current?._id} className={classes.project} title={project.description} onClick={() => { switchTo(project._id); }}>
              {project.name_to_show}
              {project._id === current?._id && rows && <span>{rows.length}</span>}
            </button>
          ))}
        </div>
        <div className={classes.filters}>
          <TextInput
            ref={box} w={300} aria-label="Search patient by ID" placeholder={SEARCH_PLACEHOLDER} leftSection={<IconSearch size={18} stroke={1.6} />} value={query}
            onChange={(event) => { setQuery(event.currentTarget.value); setPage(0); setFocused(0); }}
            onKeyDown={(event) => { if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur(); }}
          />
          <SegmentedControl
            value={method} onChange={(value) => { setMethod(value as SearchMethod); setPage(0); }} aria-label="Search method"
            data={SEARCH_METHODS.map((value) => ({ value, label: SEARCH_METHOD_LABELS[value] }))}
          />
          <Switch checked={hideCompleted} onChange={(event) => { setHideCompleted(event.currentTarget.checked); setPage(0); }} label="Hide completed studies" />
          <span className={classes.counts}>
            {rows && <>{found.length === rows.length ? `${rows.length} studies` : `${found.length} of ${rows.length} studies`}<i data-tone="ok" />{validatedCount} validated<i data-tone="warn" />{openCount} open</>}
          </span>
        </div>
        {login?.role && <RoleNote role={login.role} />}
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                {COLUMNS.map(({ key, label, sortable }) => (
                  <th key={key} data-column={key} aria-sort={sort.key === key ? sort.direction : 'none'}>
                    {sortable
                      ? <button type="button" onClick={() => { setSort({ key, direction: sort.key === key && sort.direction === 'descending' ? 'ascending' : 'descending' }); setPage(0); }}>
                          {label} {sort.key === key && (sort.direction === 'descending' ? <IconArrowDown size={14} stroke={1.6} /> : <IconArrowUp size={14} stroke={1.6} />)}
                        </button>
                      : label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {!rows && !failure && Array.from({ length: pageSize }, (_, index) => (
                <tr key={index}>{COLUMNS.map(({ key }) => <td key={key}><Skeleton height={12} width={key === 'status' ? 140 : 84} /></td>)}</tr>
              ))}
              <StudyRows rows={shown} focused={focused} me={me} tellsOpen={mayHoldOpen(login?.role ?? null)} onOpen={opens ? open : null} onStep={(row, step) => { goTo(row, step); }} onFocus={setFocused} />
            </tbody>
          </table>
          {rows && found.length === 0 && (
            <p className={classes.empty}>{rows.length === 0 ? emptyText(login?.role ?? null) : 'No study answers this search. Clear the search or show completed studies.'}</p>
          )}
          {failure && refused === null && <p className={classes.empty} role="alert">{failure} <button type="button" onClick={reload}>Try again</button></p>}
        </div>
        <footer className={classes.footer}>
          <span className={classes.legend}>{steps.length > 0 && <>Status steps&ensp;{steps.map((name) => STATUS_LABELS[name]).join(' · ')}</>}</span>
          <span>Rows</span>
          <Select
            w={84} aria-label="Rows of a page" allowDeselect={false} value={String(pageSize)} onChange={(value) => { if (value) { setPageSize(Number(value)); setPage(0); } }}
            data={[...new Set([...PAGE_SIZES, pageSize])].sort((a, b) => a - b).map(String)}
          />
          <span className={classes.range}>{found.length === 0 ? '0' : `${at * pageSize + 1}–${Math.min((at + 1) * pageSize, found.length)}`} of {found.length}</span>
          <button type="button" className={classes.turn} aria-label="Previous page" disabled={at === 0} onClick={() => { setPage(at - 1); }}><IconChevronLeft size={18} stroke={1.6} /></button>
          <button type="button" className={classes.turn} aria-label="Next page" disabled={at >= pages - 1} onClick={() => { setPage(at + 1); }}><IconChevronRight size={18} stroke={1.6} /></button>
        </footer>
      </main>
      <KeyStrip
        mode={site === 'review' ? 'Reviews' : 'Studies'}
        hints={[
          { actions: ['studies.previous', 'studies.next'], does: 'row' }, ...(opens ? OPEN_HINT : []), { actions: ['studies.search'], does: 'search' },
          { actions: ['studies.previous-page', 'studies.next-page'], does: 'page' },
        ]}
        more={{ actions: ['studies.help'], does: 'all keys', onClick: () => { setHelp(true); } }}
      />
      <KeyHelp opened={help} onClose={() => { setHelp(false); }} />
    </div>
  );
}

const OPEN_HINT: readonly KeyHint[] = [{ actions: ['studies.open'], does: 'open' }];
