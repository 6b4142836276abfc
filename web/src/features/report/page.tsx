import { useLocation } from 'wouter';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { session } from '../../lib/session.ts';
import { useStudyLink } from '../../lib/use-study-link.ts';
import { useOpenStudy } from '../../study/react/use-study.ts';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { Report } from './report.tsx';

/** What the study measures: every value with its range, what it was computed from, and the way to its points. */
export function ReportPage() {
  const link = useStudyLink();
  const [, navigate] = useLocation();
  const { study, failure } = useOpenStudy(link);
  const home = homePage(session.login?.role ?? null);
  const list = { label: 'Go to the list', href: home };
  if (!link) return <Message framed title="This address names no study" text="Open a study from the list." action={list} />;
  if (failure) return <Message framed title="The study could not be opened" text={failure} action={list} />;
  if (!study)
    return (
      <Loading
        what="Opening the study"
        onCancel={() => {
          navigate(home);
        }}
      />
    );
  return <Report key={link.study_id} link={link} study={study} />;
}
