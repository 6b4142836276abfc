import type { StudyRow } from '@echometry/contract/records/study.ts';
import type { TriageEntry } from '@echometry/contract/records/triage.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';

const percent = (chance: number): string => (chance < 0.01 ? messages.reasons.belowOne : `${Math.round(chance * 100)} %`);

/** All reasons of an entry in lines. */
export const reasonLines = ({ reasons, drawn }: TriageEntry): string =>
  [
    ...(drawn ? [messages.reasons.drawn] : []),
    ...reasons.map(({ image_type, text }) => (image_type === null ? text : `${image_type}: ${text}`)),
  ].join('\n');

/** The main reason of a row, in a short line. */
export function MainReason({ entry }: { entry: TriageEntry }) {
  const [first] = entry.reasons;
  const words = [...(entry.drawn ? [messages.reasons.drawn] : []), ...(first === undefined ? [] : [first.text])];
  if (words.length === 0) return <small>{messages.reasons.none}</small>;
  return (
    <small className={layout.cutLine} title={reasonLines(entry)} data-testid="main-reason">
      {words.join(' · ')}
    </small>
  );
}

/** All reasons of the row that keys work on. */
export function ReasonsPanel({ row, entry }: { row: StudyRow | undefined; entry: TriageEntry | undefined }) {
  return (
    <aside className={classes.panel} aria-label={messages.reasons.label} aria-live="polite">
      <h2>{messages.reasons.label}</h2>
      {row && entry ? <Reasons row={row} entry={entry} /> : <p>{messages.reasons.unknown}</p>}
    </aside>
  );
}

function Reasons({ row, entry: { chance, reasons, drawn } }: { row: StudyRow; entry: TriageEntry }) {
  return (
    <>
      <p className={classes.whose}>
        {row.patient_show} · {row.editor}
      </p>
      <p className={classes.chance}>
        <b>{percent(chance)}</b> {messages.reasons.chance}
      </p>
      {drawn && <p>{messages.reasons.drawnHint}</p>}
      {reasons.length === 0 && <p>{messages.reasons.none}</p>}
      <ul>
        {reasons.map(({ kind, image_type, text, chance: of }) => (
          <li key={`${kind} ${image_type} ${text}`}>
            <span>{percent(of)}</span>
            <div>
              {text}
              {image_type !== null && !text.includes(image_type) && <small>{image_type}</small>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
