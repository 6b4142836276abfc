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
    <span className={classes.steps} role="group" aria-label={steps.map((step) => `${step.name}: ${step.done ? 'done' : 'open'}`).join(', ')}>
      {steps.map((step) => (
        <button
          key={step.name} type="button" className={classes.step} data-done={step.done} disabled={!step.onOpen} tabIndex={step.onOpen ? 0 : -1}
          title={`${step.name}: ${step.done ? 'done' : 'open'}`} aria-label={step.name}
          onClick={(event) => { event.stopPropagation(); step.onOpen?.(); }}
        >
          <span />
        </button>
      ))}
    </span>
  );
}
