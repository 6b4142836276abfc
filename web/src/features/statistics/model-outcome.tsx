import { Button } from '@mantine/core';
import type { PredictionsOutcome } from '@echometry/contract/records/predictions.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';
import { reasonsOf } from './refused-lines.ts';

interface Props {
  outcome: PredictionsOutcome;
  isCheck: boolean;
  onStore: () => void;
  onAgain: () => void;
}

/** Matching and refused lines, with the button that stores the matching ones. */
export function ModelOutcome({ outcome, isCheck, onStore, onAgain }: Props) {
  const { rater, lines, images, studies, refused, refused_in_all } = outcome;
  return (
    <div className={classes.outcome}>
      <p role="status">{messages.model.found(rater, lines, images, studies.length, isCheck)}</p>
      <p className={`${layout.small} ${layout.line} ${classes.end}`}>
        {isCheck && lines > 0 && (
          <Button size="xs" onClick={onStore}>
            {messages.model.store(lines)}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onAgain}>
          {messages.model.another}
        </Button>
      </p>
      <div className={classes.modelTables}>
        {studies.length > 0 && <Studies studies={studies} />}
        {refused_in_all > 0 && <Refused refused={refused} all={refused_in_all} />}
      </div>
    </div>
  );
}

const Head = ({ columns, numbers }: { columns: readonly string[]; numbers: readonly number[] }) => (
  <thead>
    <tr>
      {columns.map((column, at) => (
        <th key={column} scope="col" data-number={numbers.includes(at)}>
          {column}
        </th>
      ))}
    </tr>
  </thead>
);

function Studies({ studies }: Pick<PredictionsOutcome, 'studies'>) {
  return (
    <div className={classes.rows}>
      <table className={classes.table} aria-label={messages.model.studies}>
        <Head columns={messages.model.studyColumns} numbers={[1, 2]} />
        <tbody>
          {studies.map(({ code, images, lines }, at) => (
            <tr key={`${code} ${at}`}>
              <td>{code}</td>
              <td data-number="true">{images}</td>
              <td data-number="true">{lines}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Refused({ refused, all }: { refused: PredictionsOutcome['refused']; all: number }) {
  const left = all - refused.length;
  return (
    <div className={classes.rows}>
      <table className={classes.table} aria-label={messages.model.refused(all)}>
        <caption>{messages.model.refused(all)}</caption>
        <Head columns={messages.model.refusedColumns} numbers={[1]} />
        <tbody>
          {reasonsOf(refused).map(({ reason, count, first }) => (
            <tr key={reason}>
              <td>{reason}</td>
              <td data-number="true">{count}</td>
              <td>{messages.model.entry(first.file, first.entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className={classes.quiet}>{messages.model.notNamed(left)}</p>}
    </div>
  );
}
