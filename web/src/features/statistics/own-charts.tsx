import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { OwnChart } from '@echometry/contract/records/reader-report.ts';
import { chartState } from '@echometry/contract/rules/chart-state.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { STANDARD_READERS } from '@echometry/contract/rules/standards.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { call } from '../../lib/api.ts';
import { signed } from '../../lib/format.ts';
import { StateIcon } from './agreement-tables.tsx';
import { casesAxis, Charts } from './chart-tracks.tsx';
import { messages } from './messages.ts';
import { readerName } from './readers.ts';
import { Table } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

const keyOf = ({ reader, standard, image_type, name, units }: OwnChart): string =>
  JSON.stringify([reader, standard, image_type, name, units]);

/** Whether the signed-in reader measures as before: without studies, days and single values (docs/readers.md#who-sees-what). */
export function OwnCharts({ db }: { db: string }) {
  const [charts, setCharts] = useState<readonly OwnChart[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    const request = new AbortController();
    call(CALLS.readersOwn, { db_name: db }, { signal: request.signal }).then(
      (answer) => setCharts(answer.charts),
      (error: unknown) => request.signal.aborted || setFailure(messageOf(error)),
    );
    return () => request.abort();
  }, [db]);
  const words = messages.readers;
  const chosen = charts?.find((one) => keyOf(one) === key) ?? charts?.[0];
  if (failure !== null) return <p role="alert">{failure}</p>;
  return (
    <>
      <p className={classes.quiet}>{words.ownHint}</p>
      {charts?.length === 0 && <p className={classes.quiet}>{words.ownNone}</p>}
      {charts && chosen && (
        <div className={classes.overTimes}>
          <div className={classes.tracks}>
            <Charts points={chosen.chart.points} x={casesAxis(chosen.chart.points.length)} />
          </div>
          <Table label={words.measurements} columns={words.ownColumns} right={[3, 5]}>
            {charts.map((one) => (
              <OwnRow key={keyOf(one)} own={one} chosen={one === chosen} onChoose={() => setKey(keyOf(one))} />
            ))}
          </Table>
        </div>
      )}
    </>
  );
}

function OwnRow({ own, chosen, onChoose }: { own: OwnChart; chosen: boolean; onChoose: () => void }) {
  const state = chartState(own.chart) ?? 'too-few';
  return (
    <tr data-current={chosen}>
      <td>{readerName({ editor: own.reader, reviewer: null, blind: own.blind, pass: 1 })}</td>
      <td>
        <button type="button" className={layout.textButton} aria-pressed={chosen} onClick={onChoose}>
          {own.name}
        </button>{' '}
        <small>{own.image_type}</small>
      </td>
      <td>{readerName(STANDARD_READERS[own.standard])}</td>
      <td>
        {signed(own.bias)} <small>{unitShown(own.units)}</small>
      </td>
      <td className={classes.drift} data-state={state}>
        <StateIcon state={state} /> {messages.overTime.states[state]}
      </td>
      <td>{own.chart.points.length}</td>
    </tr>
  );
}
