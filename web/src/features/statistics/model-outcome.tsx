import { Button } from '@mantine/core';
import type { PredictionsOutcome } from '@echometry/contract/records/predictions.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import { Table } from '../../ui/table.tsx';
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

function Studies({ studies }: Pick<PredictionsOutcome, 'studies'>) {
  return (
    <Table label={messages.model.studies} columns={messages.model.studyColumns} right={[1, 2]} scrolls={messages.model.studies}>
      {studies.map(({ code, images, lines }, at) => (
        <tr key={`${code} ${at}`}>
          <td>{code}</td>
          <td>{images}</td>
          <td>{lines}</td>
        </tr>
      ))}
    </Table>
  );
}

function Refused({ refused, all }: { refused: PredictionsOutcome['refused']; all: number }) {
  const left = all - refused.length;
  return (
    <div>
      <Table
        scrolls={messages.model.refused(all)}
        caption={messages.model.refused(all)}
        columns={messages.model.refusedColumns}
        right={[1]}
      >
        {reasonsOf(refused).map(({ reason, count, first }) => (
          <tr key={reason}>
            <td>{reason}</td>
            <td>{count}</td>
            <td>{messages.model.entry(first.file, first.entry)}</td>
          </tr>
        ))}
      </Table>
      {left > 0 && <p className={classes.quiet}>{messages.model.notNamed(left)}</p>}
    </div>
  );
}
