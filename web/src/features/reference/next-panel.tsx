import { Button } from '@mantine/core';
import type { NextAction } from '@echometry/contract/rules/next-action.ts';
import { IMAGE_STEPS, stepProgress, type Slot } from '@echometry/contract/rules/reference-slots.ts';
import { noAction, workPlace } from '../../image-page/next-step.ts';
import { keysOf } from '../../lib/actions.ts';
import { settings } from '../../lib/settings.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { messages } from './messages.ts';
import classes from './page.module.css';
import { StepIcon } from './step-icons.tsx';
import { nameOfType } from './type-name.tsx';
import type { Next } from './use-next.ts';

/** The next action with its reason, the actions after it, and the progress of each step. */
export function NextPanel({ study, slots, next }: { study: OpenStudy; link: StudyLink; slots: readonly Slot[]; next: Next }) {
  const { actions, action } = next;
  const others = actions.filter((one) => one !== action);
  return (
    <aside className={classes.panel} aria-label={messages.next.label}>
      {action ? <Card study={study} action={action} count={actions.length} next={next} /> : <Nothing study={study} left={actions.length} />}
      {others.length > 0 && (
        <section className={classes.section}>
          <h2>
            {action ? messages.next.following : messages.next.leftToDo}{' '}
            <small>{action ? messages.next.more(others.length) : others.length}</small>
          </h2>
          <ol className={classes.list} start={action ? 2 : 1}>
            {others.map((one) => (
              <li key={`${one.step} ${one.instance_id ?? one.type}`}>
                <button type="button" onClick={() => next.go(one)}>
                  <span>
                    <b>{one.verb}</b> {nameOfType(study, one.type)}
                  </span>
                  <small>{one.brief}</small>
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Steps study={study} slots={slots} />
      <ul className={classes.legend} aria-label={messages.next.icons}>
        {(['done', 'required', 'free'] as const).map((state) => (
          <li key={state}>
            <StepIcon state={state} /> {messages.card.states[state]}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Card({ study, action, count, next }: { study: OpenStudy; action: NextAction; count: number; next: Next }) {
  const [key] = keysOf('reference.next-action', settings.own.keys);
  return (
    <section className={classes.card} data-testid="next-action">
      <h2>
        {messages.next.title} <small>{messages.next.first(count)}</small>
      </h2>
      <p className={classes.what}>
        {action.verb} {nameOfType(study, action.type)}
        {action.view && <small> {action.view}</small>}
      </p>
      <p className={classes.why}>{action.why}</p>
      <div className={classes.buttons}>
        <Button onClick={() => next.go()} rightSection={key === undefined ? undefined : <Keys text={key} />}>
          {workPlace(action, study).open}
        </Button>
        {count > 1 && (
          <Button variant="subtle" color="gray" onClick={next.skip}>
            {messages.next.skip}
          </Button>
        )}
      </div>
    </section>
  );
}

function Nothing({ study, left }: { study: OpenStudy; left: number }) {
  return (
    <section className={classes.card} data-testid="next-action">
      <h2>{messages.next.title}</h2>
      <p className={classes.what}>{study.readOnly || left === 0 ? noAction(study) : messages.next.nothingNow}</p>
      <p className={classes.why}>
        {study.project.image_requirements.length === 0
          ? messages.next.requiresNone(study.project.name_to_show)
          : left === 0
            ? messages.next.allDone
            : messages.next.leftToEditors}
      </p>
    </section>
  );
}

function Steps({ study, slots }: { study: OpenStudy; slots: readonly Slot[] }) {
  const bars = IMAGE_STEPS.map((step) => ({ step, ...stepProgress(slots, study.project.image_requirements, step) })).filter(
    ({ of }) => of > 0,
  );
  if (bars.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>
        {messages.progress.title} <small>{messages.progress.ofRequired}</small>
      </h2>
      {bars.map(({ step, done, of }) => (
        <div key={step} className={classes.nextBar}>
          <span id={`bar-${step}`}>{messages.progress.steps[step]}</span>
          <progress aria-labelledby={`bar-${step}`} value={done} max={of} />
          <span>
            <b>{done}</b> {messages.progress.of(of)}
          </span>
        </div>
      ))}
    </section>
  );
}
