import { useAttempt } from '../../lib/use-attempt.ts';
import { canUndo, type Decision, undo } from './decide.ts';
import { messages } from './messages.ts';
import classes from './page.module.css';

/** Decisions on this page, the last first, and the way to take them back. */
export function Decided({ decisions, onUndone }: { decisions: readonly Decision[]; onUndone: (decision: Decision) => void }) {
  const { busy, attempt } = useAttempt();
  if (decisions.length === 0) return null;
  const takeBack = (decision: Decision) =>
    attempt(async () => {
      await undo(decision);
      onUndone(decision);
    }, messages.notUndone);
  return (
    <ul className={classes.decided} aria-label={messages.decided}>
      {decisions.toReversed().map((decision) => (
        <li key={decision.study.study_id}>
          {decision.study.patient_show}, {decision.study.date}: {messages.outcomes[decision.outcome]}
          {canUndo(decision) && (
            <button type="button" disabled={busy} onClick={() => void takeBack(decision)}>
              {messages.undo}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
