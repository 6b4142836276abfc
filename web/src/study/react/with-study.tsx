import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { session } from '../../lib/session.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { useStudyLink } from '../../lib/use-study-link.ts';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { messages } from '../messages.ts';
import type { OpenStudy } from '../store/open-study.ts';
import { useOpenStudy } from './use-study.ts';

/**
 * Opens the study that the address names; until it is there, and where it cannot be, shows a message with the way to the list.
 */
export function WithStudy({ children }: { children: (link: StudyLink, study: OpenStudy) => ReactNode }) {
  const link = useStudyLink();
  const { study, failure } = useOpenStudy(link);
  const [, navigate] = useLocation();
  const home = homePage(session.login?.role ?? null);
  const list = { label: messages.open.toList, href: home };
  if (!link) return <Message framed title={messages.open.noStudy} text={messages.open.openFromList} action={list} />;
  if (failure) return <Message framed title={messages.open.failed} text={failure} action={list} />;
  if (!study) return <Loading what={messages.open.opening} onCancel={() => navigate(home)} />;
  return children(link, study);
}
