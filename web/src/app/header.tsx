import { IconFlask } from '@tabler/icons-react';
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

/** The bar of 55 px: logo to the studies list, tabs of the page, its title, what it wants to show, the person. */
export function Header({ tabs = [], title, children }: { tabs?: readonly HeaderTab[]; title?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <header className={classes.header}>
        <Link href="/studies" className={classes.logo ?? ''}><LogoName /><span className="visually-hidden">, to the studies list</span></Link>
        <nav className={classes.tabs} aria-label="Pages of the study">
          {tabs.map((tab) => (
            <Link key={tab.href} href={tab.href} className={classes.tab ?? ''} aria-current={tab.current ? 'page' : undefined}>{tab.label}</Link>
          ))}
        </nav>
        <div className={classes.title}>{title}</div>
        {children}
        <span className={classes.version} title="Version of the product">{VERSION_LABEL}</span>
        <UserMenu />
      </header>
    </>
  );
}

/** Says at the top of the lists that nothing here is real. */
export function DemoBar() {
  return (
    <div className={classes.demo}>
      <IconFlask size={18} stroke={1.6} aria-hidden="true" />
      <span>Demo workspace: synthetic images, sign-in without password, this computer only.</span>
    </div>
  );
}
