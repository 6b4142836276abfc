import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { session } from './session.ts';
import { studyPath, type StudyLink, type StudyPage } from './study-link.ts';

/** True for pages that the role in use may open. */
export const mayGo = (page: StudyPage): boolean => session.login?.role != null && mayOpenPage(session.login.role, `/${page}`);

/** A link to a page of a study; nothing for a role without that page. */
export const PageLink = ({ to, link, children }: { to: StudyPage; link: StudyLink; children: ReactNode }) =>
  mayGo(to) ? <Link href={studyPath(to, link)}>{children}</Link> : null;
