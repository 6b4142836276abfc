import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { clinicalDataAddress } from '@echometry/contract/rules/clinical-data.ts';
import { ADMINISTRATION_SECTIONS } from '@echometry/contract/rules/administration-sections.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { homePage, mayOpenPage, STATISTICS_TAB } from '@echometry/contract/rules/pages.ts';
import { dateCell } from '../lib/format.ts';
import { firstPicture } from '../lib/first-picture.ts';
import { useToDo } from '../lib/inbox.ts';
import { session } from '../lib/session.ts';
import { settingsDialog } from '../lib/settings.ts';
import { readStudyLink, studyPath, type StudyLink, type StudyPage } from '../lib/study-link.ts';
import { InactivityDialog } from '../study/react/inactivity-dialog.tsx';
import { StudyNotices } from '../study/react/study-notices.tsx';
import { RawDownload } from '../study/react/raw-download.tsx';
import { StudyFacts } from '../study/react/study-facts.tsx';
import { useStudy } from '../study/react/use-study.ts';
import { SavedChip } from '../study/react/saved-chip.tsx';
import { Chip } from '../ui/chip.tsx';
import { HeaderPlace } from '../ui/header-tools.tsx';
import kit from '../ui/kit.module.css';
import classes from './app.module.css';
import { DemoBar, Header, type HeaderList, type HeaderTab } from './header.tsx';
import { demoState } from './demo.ts';
import { messages } from './messages.ts';

const loadSettings = async () => ({ default: (await import('../features/settings/settings-dialog.tsx')).SettingsDialog });
const SettingsDialog = lazy(loadSettings);
// No picture waits for it.
firstPicture.then(loadSettings).catch(() => undefined);

const STUDY_PAGES: readonly StudyPage[] = [
  'preview',
  'selection',
  'overview',
  'reference',
  'cycletiming',
  'segmentation',
  'validation',
  'measurements',
  'prisma-review',
  'feedback',
];
/** Pages that write their heading themselves. */
const OWN_HEADING: readonly string[] = ['/preview', '/export', '/prisma-review', '/prisma-data'];
const PAGE_NAMES: Readonly<Record<string, string>> = {
  ...messages.pages,
  ...Object.fromEntries(ADMINISTRATION_SECTIONS.map(({ href, label }) => [href, label])),
};
/** Name of the first tab of a study: it leads to the list. */
const HOME_NAMES: Readonly<Record<string, string>> = { '/review': messages.reviewTab, '/prisma-review': messages.pages['/prisma-review'] };
/** Pages that show a list of patients; they have icons instead of tabs. */
const LISTS: readonly string[] = ['/studies', '/review', '/tasks', '/inbox', '/courses'];

const LISTS_BY_PAGE: Readonly<Record<string, HeaderList['kind']>> = { '/tasks': 'tasks', '/inbox': 'inbox', '/courses': 'courses' };

/** Lists next to the current one, of the same project. */
function listsOf(location: string, search: string, role: RoleName | null, toDo: number): HeaderList[] {
  if (!LISTS.includes(location)) return [];
  const asked = new URLSearchParams(search);
  const shown = asked.get('tab') === STATISTICS_TAB ? 'statistics' : (LISTS_BY_PAGE[location] ?? 'patients');
  const address = (page: string, tab?: string): string => {
    const query = new URLSearchParams(asked);
    query.delete('tab');
    if (tab !== undefined) query.set('tab', tab);
    return query.size === 0 ? page : `${page}?${query}`;
  };
  const home = homePage(role);
  const lists: HeaderList[] = [];
  if (role !== null && mayOpenPage(role, '/inbox'))
    lists.push({ kind: 'inbox', href: address('/inbox'), current: shown === 'inbox', count: toDo });
  lists.push({ kind: 'patients', href: address(home), current: shown === 'patients' });
  if (role !== null && mayOpenPage(role, '/tasks')) lists.push({ kind: 'tasks', href: address('/tasks'), current: shown === 'tasks' });
  if (role !== null && mayOpenPage(role, '/courses'))
    lists.push({ kind: 'courses', href: address('/courses'), current: shown === 'courses' });
  lists.push({ kind: 'statistics', href: address(home, STATISTICS_TAB), current: shown === 'statistics' });
  const administration = ADMINISTRATION_SECTIONS[0];
  if (role !== null && administration !== undefined && mayOpenPage(role, administration.href))
    lists.push({ kind: 'administration', href: administration.href, current: false });
  return lists;
}

/** Feedback is of course cases only, and has a tab while it is shown. */
const hasTab = (name: StudyPage, role: RoleName | null, current: StudyPage): boolean =>
  role !== null && mayOpenPage(role, `/${name}`) && (name !== 'feedback' || name === current);

/** The value that an address names belongs only to its page. */
const tabPath = (page: StudyPage, { measurement: _named, ...link }: StudyLink): string => studyPath(page, link);

/** Names page and patient in the tab of the browser. */
function useTitle(page: string, patient: string | null): void {
  useEffect(() => {
    document.title = [patient, page, messages.product].filter((part) => part !== null && part !== '').join(' · ');
    return () => {
      document.title = messages.product;
    };
  }, [page, patient]);
}

/** After a link of the header the keyboard belongs to the page that it opened. */
function useFocusOfPage(location: string): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.closest('header') !== null) focused.blur();
  }, [location]);
}

/** Header and page: tabs and title come from the address, so that they are there before the study is. */
export function Frame({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const { login } = useSnapshot(session);
  const { demo } = useSnapshot(demoState);
  const search = useSearch();
  const role = login?.role ?? null;
  const { study } = useStudy();
  const link = readStudyLink(search);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const toDo = useToDo(LISTS.includes(location) ? role : null);
  const page = STUDY_PAGES.find((name) => location === `/${name}`);
  const inStudy = page !== undefined && link !== null;
  const tabs: HeaderTab[] = inStudy
    ? [
        {
          label: HOME_NAMES[homePage(role)] ?? messages.pages['/studies'],
          href: `${homePage(role)}?project=${encodeURIComponent(link.project)}`,
          current: false,
        },
        ...STUDY_PAGES.filter((name) => hasTab(name, role, page)).map((name) => ({
          label: messages.studyPages[name],
          href: tabPath(name, link),
          current: location === `/${name}`,
        })),
      ]
    : [];
  const clinicalData = inStudy && study?.link.study_id === link.study_id ? clinicalDataAddress(role, study.project, link) : null;
  if (clinicalData !== null) tabs.push({ label: messages.clinicalData, href: clinicalData, current: false, newTab: true });
  const heading = inStudy ? messages.studyPages[page] : (PAGE_NAMES[location] ?? messages.product);
  useFocusOfPage(location);
  useTitle(heading, inStudy ? link.patient_id_show : null);
  const shownRole = login?.user_roles.find((known) => known.role === role);
  const title = inStudy ? (
    <>
      {messages.header.patient} <strong>{link.patient_id_show}</strong>
      <span data-spare>
        &ensp;{messages.header.date} <strong>{dateCell(link.study_date)}</strong>
      </span>
      {location === '/validation' && link.editor && <span data-spare>&ensp;{messages.header.by(link.editor)}</span>}
    </>
  ) : (
    messages.header.research
  );
  return (
    <HeaderPlace value={place}>
      <div className={kit.wholePage}>
        <Header
          home={homePage(login?.role ?? null)}
          tabs={tabs}
          lists={listsOf(location, search, role, toDo)}
          title={title}
          onPlace={setPlace}
        >
          {inStudy ? (
            <>
              <RawDownload page={location} />
              <StudyFacts />
              <SavedChip />
            </>
          ) : (
            shownRole && <Chip>{shownRole.name_to_show}</Chip>
          )}
        </Header>
        {demo && !inStudy && <DemoBar />}
        {inStudy && <StudyNotices />}
        <main className={classes.page}>
          {!OWN_HEADING.includes(location) && <h1 className="visually-hidden">{heading}</h1>}
          {children}
        </main>
        {inStudy && <InactivityDialog />}
        <Settings />
      </div>
    </HeaderPlace>
  );
}

/** The dialog of settings, from the first time it is opened. */
function Settings() {
  const { page } = useSnapshot(settingsDialog);
  const [isAsked, setIsAsked] = useState(false);
  if (page !== null && !isAsked) setIsAsked(true);
  if (!isAsked) return null;
  return (
    <Suspense>
      <SettingsDialog />
    </Suspense>
  );
}
