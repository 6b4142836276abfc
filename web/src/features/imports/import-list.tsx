import { Button, Progress } from '@mantine/core';
import type { ImportRecord } from '@echometry/contract/records/import.ts';
import classes from './imports.module.css';
import { useNow } from './use-now.ts';
import { isUnderWay, outcomeCounts, OUTCOME_WORDS, sourceText, stateText, timeText, underWayText, whenText } from './messages.ts';

/** An import that waits or runs: how far it is, and the way to end it. */
export function ImportUnderWay({ record, onCancel }: { record: ImportRecord; onCancel: () => void }) {
  const now = useNow();
  const share = record.total === null || record.total === 0 ? 0 : record.done / record.total;
  return (
    <section className={classes.part} aria-label="Import under way" data-testid="import-under-way">
      <h2>
        {underWayText(record)}
        <small>
          {sourceText(record)} into {record.project_name}
        </small>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </h2>
      {record.waits_for_mask ? (
        <p className={classes.hint}>
          Files of an earlier import wait for the mask of their device. They are imported as soon as it is approved under Masks.
        </p>
      ) : (
        <>
          <div className={classes.progress}>
            <strong>{Math.floor(100 * share)} %</strong>
            <Progress value={100 * share} aria-label="Progress of the import" />
            <span>
              {record.total === null
                ? 'counting files'
                : `${record.done.toLocaleString('en-GB')} of ${record.total.toLocaleString('en-GB')} files · `}
              {timeText(record.started_at, share, now)}
            </span>
          </div>
          <p className={classes.hint}>You can close this page: the import continues. Images imported before you cancel are kept.</p>
        </>
      )}
    </section>
  );
}

/** Imports of the installation, the newest first. */
export function ImportList({
  records,
  open,
  onOpen,
}: {
  records: readonly ImportRecord[];
  open: string | null;
  onOpen: (id: string | null) => void;
}) {
  const ended = records.filter((record) => !isUnderWay(record));
  return (
    <section className={classes.part} aria-label="Earlier imports">
      <h2>
        Earlier imports<small>files are named for 30 days</small>
      </h2>
      {ended.length === 0 ? (
        <p className={classes.empty}>No import yet. Start one on the left: it runs in the background and lists every file.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              {['Started', 'From', 'Project', 'By'].map((name) => (
                <th key={name}>{name}</th>
              ))}
              {Object.values(OUTCOME_WORDS).map((name) => (
                <th key={name} data-right="true">
                  {name}
                </th>
              ))}
              <th>State</th>
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ended.map((record) => (
              <tr key={record.id} data-testid="earlier-import" data-state={record.status} aria-current={record.id === open}>
                <td>{whenText(record.created_at)}</td>
                <td>{sourceText(record)}</td>
                <td>{record.project_name}</td>
                <td>{record.by}</td>
                {outcomeCounts(record).map(([outcome, count]) => (
                  <td key={outcome} data-right="true" data-outcome={count === 0 ? 'none' : outcome}>
                    {count.toLocaleString('en-GB')}
                  </td>
                ))}
                <td className={classes.state}>{stateText(record)}</td>
                <td className={classes.actions}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-expanded={record.id === open}
                    onClick={() => onOpen(record.id === open ? null : record.id)}
                  >
                    {record.id === open ? 'Close report' : 'Report'}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
