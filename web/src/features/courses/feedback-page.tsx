import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { useKeys } from '../../lib/keys.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { WithStudy } from '../../study/react/with-study.tsx';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Failure } from '../../ui/failure.tsx';
import { Keys } from '../../ui/key-strip.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Board } from './board.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './feedback.module.css';
import { messages } from './messages.ts';
import { nextCase } from './next-case.ts';
import type { Overlay } from './overlay.ts';
import { pathOfCase } from './use-courses.ts';
import { useFeedback } from './use-feedback.ts';

/** Feedback on a course case: what differs from the gold case, by how much, and by which rule. */
export const FeedbackPage = ({ overlay }: { overlay: Overlay }) => (
  <WithStudy>{(link, study) => <Opened key={`${link.study_id} ${link.editor}`} link={link} study={study} overlay={overlay} />}</WithStudy>
);

function Opened({ link, study, overlay }: { link: StudyLink; study: OpenStudy; overlay: Overlay }) {
  const state = useFeedback(link);
  const { open, feedback } = state;
  const [, navigate] = useLocation();
  const courses = `/courses?project=${encodeURIComponent(link.project)}`;
  const next = open && nextCase(open.cases, open.one.position);
  const nextPath = open && next && state.isOwn ? pathOfCase(link.project, '', next) : null;
  const canShow = state.isOwn && open?.one.state === 'done' && feedback === null;
  useKeys({
    'feedback.close': () => navigate(courses),
    'feedback.next-case': () => nextPath !== null && navigate(nextPath),
    'feedback.reveal': () => canShow && !state.working && void state.show(),
  });
  return (
    <div className={`${kit.wholePage} ${classes.page}`}>
      <div className={`${layout.boardBar} ${classes.top}`} role="toolbar" aria-label={messages.feedback.label}>
        <Link href={courses}>
          <IconArrowLeft size={16} stroke={1.6} aria-hidden="true" /> {messages.feedback.back} <Keys text="Escape" />
        </Link>
        <span className={classes.place}>
          {open && messages.feedback.place({ course: open.course.name, position: open.one.position, cases: open.cases.length })}
          {!state.isOwn && ` · ${link.editor}`}
        </span>
        {feedback && state.isOwn && next === null && <span className={classes.quiet}>{messages.feedback.last}</span>}
        {feedback && nextPath !== null && (
          <Button size="xs" rightSection={<Keys text="n" />} onClick={() => navigate(nextPath)}>
            {messages.feedback.next}
          </Button>
        )}
      </div>
      {state.failure !== null && <Failure className={layout.empty} text={state.failure} onRetry={state.reload} />}
      {state.failure === null && (state.isLoading || (feedback === null && open?.one.feedback_at != null)) && <Loading />}
      {state.failure === null && !state.isLoading && feedback === null && open?.one.feedback_at == null && (
        <Gate state={state} canShow={canShow} />
      )}
      {feedback && <Board study={study} feedback={feedback} overlay={overlay} />}
    </div>
  );
}

/** Before the feedback is shown: why it is not, or the button that shows it. */
function Gate({ state, canShow }: { state: ReturnType<typeof useFeedback>; canShow: boolean }) {
  const words = messages.feedback;
  if (state.open === null) return <p className={layout.empty}>{words.noCase}</p>;
  if (!canShow) return <p className={layout.empty}>{state.isOwn ? words.notComplete : words.notSeen}</p>;
  return (
    <div className={classes.gate}>
      <p>{words.ask}</p>
      <p className={classes.quiet}>{words.kept}</p>
      <Button loading={state.working} rightSection={<Keys text="Enter" />} onClick={() => void state.show()}>
        {words.show}
      </Button>
    </div>
  );
}
