import { useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { session } from '../lib/session.ts';
import { readStudyLink, studyPath } from '../lib/study-link.ts';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { InactivityDialog } from '../study/inactivity-dialog.tsx';
import { StudyFacts } from '../study/study-facts.tsx';
import { SavedChip } from '../study/saved-chip.tsx';
import { Chip } from '../ui/chip.tsx';
import { HeaderPlace } from '../ui/header-tools.tsx';
import classes from './frame.module.css';
import { DemoBar, Header, type HeaderTab } from './header.tsx';
import { demoState } from './demo.ts';

const STUDY_PAGES = [['preview', 'Preview'], ['selection', 'Selection']] as const;
/** Pages that show a list of patients; they have icons instead of tabs (platform 2). */
const LISTS: readonly string[] = ['/studies', '/review'];

/** Header and page: tabs and title come from the address, so that they are there before the study is. */
export function Frame({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const { login } = useSnapshot(session);
  const { demo } = useSnapshot(demoState);
  const search = useSearch();
  const link = readStudyLink(search);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const page = STUDY_PAGES.find(([name]) => location === `/${name}`);
  const inStudy = page !== undefined && link !== null;
  const tabs: HeaderTab[] = inStudy
    ? [{ label: 'Studies', href: `/studies?project=${encodeURIComponent(link.project)}`, current: false },
      ...STUDY_PAGES.map(([name, label]) => ({ label, href: studyPath(name, link), current: location === `/${name}` }))]
    : [];
  const role = login?.user_roles.find((known) => known.role === login.role);
  const title = inStudy ? <>patient <strong>{link.patient_id_show}</strong>&ensp;date <strong>{link.study_date}</strong>{link.validated && link.editor && <>&ensp;by {link.editor}</>}</> : 'Cardiac ultrasound research';
  return (
    <HeaderPlace value={place}>
      <div className={classes.frame}>
        <Header home={homePage(login?.role ?? null)} tabs={tabs} list={LISTS.includes(location) ? `${location}${search ? `?${search}` : ''}` : null} title={title} onPlace={setPlace}>
          {inStudy ? <><StudyFacts /><SavedChip /></> : role && <Chip>{role.name_to_show}</Chip>}
        </Header>
        {demo && !inStudy && <DemoBar />}
        <div className={classes.page}>{children}</div>
        {inStudy && <InactivityDialog />}
        <SettingsDialog />
      </div>
    </HeaderPlace>
  );
}
