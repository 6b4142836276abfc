import { Menu } from '@mantine/core';
import {
  IconChartBar,
  IconChecklist,
  IconChevronDown,
  IconFlask,
  IconInbox,
  IconSchool,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { VERSION_LABEL } from '@echometry/contract/rules/session.ts';
import { LogoName } from '../ui/logo.tsx';
import kit from '../ui/kit.module.css';
import classes from './app.module.css';
import { messages } from './messages.ts';
import { UserMenu } from './user-menu.tsx';

/** A list of the project. */
export interface HeaderList {
  kind: 'inbox' | 'patients' | 'tasks' | 'courses' | 'statistics' | 'administration';
  href: string;
  current: boolean;
  /** Studies with something to do; shown where there are some. */
  count?: number;
}

export interface HeaderTab {
  label: string;
  href: string;
  current: boolean;
  /** A page of another application. */
  newTab?: boolean;
}

/** The bar of 55 px: logo to the list, tabs of the study or icons of the lists, title, what the page wants to show, the person. */
export function Header({
  home,
  tabs = [],
  lists = [],
  title,
  onPlace,
  children,
}: {
  /** Where the logo leads. */
  home: string;
  tabs?: readonly HeaderTab[];
  /** Lists of the project; pages of a study have tabs instead. */
  lists?: readonly HeaderList[];
  title?: ReactNode;
  /** Is given the place of the page's own icons. */
  onPlace: (place: HTMLElement | null) => void;
  children?: ReactNode;
}) {
  return (
    <>
      <header className={classes.header}>
        <Link href={home} className={classes.logo ?? ''}>
          <LogoName />
          <span className="visually-hidden">{messages.header.toStudies}</span>
        </Link>
        {tabs.length > 0 && <Tabs tabs={tabs} />}
        {lists.length > 0 && (
          <nav className={classes.icons} aria-label={messages.header.projectPages}>
            {lists.map((list) => (
              <ListLink key={list.kind} {...list} />
            ))}
          </nav>
        )}
        <div ref={onPlace} className={classes.icons} />
        <div className={classes.title}>{title}</div>
        {children}
        <span className={classes.version} title={messages.header.version}>
          {VERSION_LABEL}
        </span>
        <UserMenu />
      </header>
    </>
  );
}

const LIST_ICONS = {
  inbox: IconInbox,
  patients: IconUsers,
  tasks: IconChecklist,
  courses: IconSchool,
  statistics: IconChartBar,
  administration: IconSettings,
} as const;

/** Largest number beside an icon. */
const MAX_SHOWN = 99;

function ListLink({ kind, href, current, count = 0 }: HeaderList) {
  const Icon = LIST_ICONS[kind];
  const name = `${messages.lists[kind]}${count > 0 ? messages.inboxCount(count) : ''}`;
  return (
    <Link href={href} className={classes.icon ?? ''} aria-label={name} title={name} aria-current={current ? 'page' : undefined}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      {count > 0 && <span className={classes.count}>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>}
    </Link>
  );
}

/** Pages of the study: next to each other, or in a menu where the window is too narrow for them. */
function Tabs({ tabs }: { tabs: readonly HeaderTab[] }) {
  const current = tabs.find((tab) => tab.current);
  return (
    <nav className={classes.nav} aria-label={messages.header.studyPages}>
      <div className={classes.tabs}>
        {tabs.map((tab) =>
          tab.newTab ? (
            <a key={tab.label} href={tab.href} className={`${kit.tabLink} ${classes.tab}`} target="_blank" rel="noopener">
              {tab.label}
            </a>
          ) : (
            <Link
              key={tab.label}
              href={tab.href}
              className={`${kit.tabLink} ${classes.tab}`}
              aria-current={tab.current ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          ),
        )}
      </div>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={classes.pages}>
            <span className="visually-hidden">{messages.header.page}</span>
            {current?.label}
            <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {tabs.map((tab) =>
            tab.newTab ? (
              <Menu.Item key={tab.label} component="a" href={tab.href} target="_blank" rel="noopener">
                {tab.label}
              </Menu.Item>
            ) : (
              <Menu.Item key={tab.label} component={Link} href={tab.href} data-current={tab.current}>
                {tab.label}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

/** Explains a demo workspace at the top of the lists; files may have been imported into it. */
export function DemoBar() {
  return (
    <aside className={classes.demo} aria-label={messages.demo.title}>
      <IconFlask size={18} stroke={1.6} aria-hidden="true" />
      <span>{messages.demo.text}</span>
    </aside>
  );
}
