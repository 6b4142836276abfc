import { Menu } from '@mantine/core';
import { IconChevronDown, IconFlask, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { VERSION_LABEL } from '@echometry/contract/rules/session.ts';
import { LogoName } from '../ui/logo.tsx';
import classes from './header.module.css';
import { UserMenu } from './user-menu.tsx';

export interface HeaderTab {
  label: string;
  href: string;
  current: boolean;
}

/** The bar of 55 px: logo to the list, tabs of the study or icons of the lists, title, what the page wants to show, the person. */
export function Header({
  home,
  tabs = [],
  list = null,
  title,
  onPlace,
  children,
}: {
  /** Where the logo leads. */
  home: string;
  tabs?: readonly HeaderTab[];
  /** Address of the list of patients where it is shown; pages of a study have tabs instead. */
  list?: string | null;
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
          <span className="visually-hidden">, to the studies list</span>
        </Link>
        {tabs.length > 0 && <Tabs tabs={tabs} />}
        {list !== null && (
          <nav className={classes.icons} aria-label="Pages of the project">
            <Link href={list} className={classes.icon ?? ''} aria-label="Patient list" title="Patient list" aria-current="page">
              <IconUsers size={18} stroke={1.6} aria-hidden="true" />
            </Link>
          </nav>
        )}
        <div ref={onPlace} className={classes.icons} />
        <div className={classes.title}>{title}</div>
        {children}
        <span className={classes.version} title="Version of the product">
          {VERSION_LABEL}
        </span>
        <UserMenu />
      </header>
    </>
  );
}

/** Pages of the study: next to each other, or in a menu where the window is too narrow for them. */
function Tabs({ tabs }: { tabs: readonly HeaderTab[] }) {
  const current = tabs.find((tab) => tab.current);
  return (
    <nav className={classes.nav} aria-label="Pages of the study">
      <div className={classes.tabs}>
        {tabs.map((tab) => (
          <Link key={tab.href} href={tab.href} className={classes.tab ?? ''} aria-current={tab.current ? 'page' : undefined}>
            {tab.label}
          </Link>
        ))}
      </div>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={classes.pages}>
            <span className="visually-hidden">Page: </span>
            {current?.label}
            <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {tabs.map((tab) => (
            <Menu.Item key={tab.href} component={Link} href={tab.href} data-current={tab.current}>
              {tab.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

/** Says at the top of the lists what a demo workspace is; files may have been imported into it. */
export function DemoBar() {
  return (
    <div className={classes.demo}>
      <IconFlask size={18} stroke={1.6} aria-hidden="true" />
      <span>Demo workspace: sign-in without password, on this computer only. Not for the data of patients.</span>
    </div>
  );
}
