import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ADMINISTRATION_SECTIONS, type AdministrationSection } from '@echometry/contract/rules/administration-sections.ts';
import { HeaderTools } from '../../ui/header-tools.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './administration-frame.module.css';
import { messages } from './messages.ts';

/** A section of the administration, with the links to all sections that have a page in the header. */
export function AdministrationFrame({ section, children }: { section: AdministrationSection; children: ReactNode }) {
  return (
    <div className={`${layout.column} ${classes.frame}`}>
      <HeaderTools>
        <nav className={classes.sections} aria-label={messages.frame.label}>
          <Link href="/studies" className={`${kit.tabLink} ${classes.section}`}>
            {messages.frame.studies}
          </Link>
          {ADMINISTRATION_SECTIONS.map((link) => (
            <Link
              key={link.section}
              href={link.href}
              className={`${kit.tabLink} ${classes.section}`}
              aria-current={link.section === section ? 'page' : undefined}
            >
              {link.label}
            </Link>
          ))}
        </nav>
      </HeaderTools>
      {children}
    </div>
  );
}
