import { messages } from './messages.ts';
import classes from './status-dots.module.css';

export interface StatusStep {
  name: string;
  done: boolean;
  /** Null when the step cannot be opened (yet). */
  onOpen: (() => void) | null;
}

/** Steps of a study joined by a line; a step opens its page when it is done or the one before it is. */
export function StatusDots({ steps }: { steps: readonly StatusStep[] }) {
  return (
    <span className={classes.steps} role="group" aria-label={steps.map((step) => messages.step(step.name, step.done)).join(', ')}>
      {steps.map((step) => (
        <Step key={step.name} {...step} />
      ))}
    </span>
  );
}

/** A step that cannot be opened is not a control: a click on it belongs to its row. */
function Step({ name, done, onOpen }: StatusStep) {
  const title = messages.step(name, done);
  if (!onOpen)
    return (
      <span className={classes.step} data-done={done} title={title}>
        <span />
      </span>
    );
  return (
    <button
      type="button"
      className={classes.step}
      data-done={done}
      title={title}
      aria-label={name}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <span />
    </button>
  );
}
