import type { EventAgreementRow, LineAgreementRow, Spread, ValueAgreementRow } from '@echometry/contract/records/agreement.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconEye } from '@tabler/icons-react';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { DASH, fixed, signed } from '../../lib/format.ts';
import { type ChartState, chartState, recentBias } from '@echometry/contract/rules/chart-state.ts';
import { differenceDecimals } from './differences.ts';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

/** An ICC below this is less than good (Koo and Li 2016, doi 10.1016/j.jcm.2016.02.012). */
const GOOD_ICC = 0.75;
const ICC_DECIMALS = 3;

const eventName = (event: string): string => messages.agreement.events[event] ?? event;

export const rowKey = ({ image_type, name, units }: ValueAgreementRow): string => JSON.stringify([image_type, name, units]);

interface ValuesProps {
  rows: readonly ValueAgreementRow[];
  chosen: string | null;
  onChoose: (key: string) => void;
}

/** Bias, limits and reliability by measurement; the chosen row is plotted. */
export function ValuesTable({ rows, chosen, onChoose }: ValuesProps) {
  return (
    <Table label={messages.agreement.values} columns={messages.agreement.valueColumns} right={[1, 2, 3, 4, 5]}>
      {rows.map((row) => (
        <tr key={rowKey(row)} data-current={rowKey(row) === chosen}>
          <td>
            <button type="button" className={layout.textButton} aria-pressed={rowKey(row) === chosen} onClick={() => onChoose(rowKey(row))}>
              {row.name}
            </button>{' '}
            <small>{row.image_type}</small>
          </td>
          <td>{row.n}</td>
          <td title={row.bias.reason ?? undefined}>
            {fixed(row.bias.value, differenceDecimals(row))} <small>{unitShown(row.units)}</small>
          </td>
          <td title={row.lower.reason ?? undefined}>
            {row.lower.value === null
              ? DASH
              : messages.agreement.range(fixed(row.lower.value, differenceDecimals(row)), fixed(row.upper.value, differenceDecimals(row)))}
          </td>
          <td data-low={row.icc.value !== null && row.icc.value < GOOD_ICC} title={row.icc.reason ?? undefined}>
            <b>{fixed(row.icc.value, ICC_DECIMALS)}</b>
          </td>
          <td>{row.icc.low === null ? DASH : messages.agreement.range(fixed(row.icc.low, 2), fixed(row.icc.high, 2))}</td>
          <Drift row={row} />
        </tr>
      ))}
    </Table>
  );
}

const STATE_ICONS = { alarm: IconAlertTriangle, watch: IconEye, steady: IconCircleCheck, 'too-few': IconCircleDashed } as const;

/** A sign of the state of charts, next to its word. */
export function StateIcon({ state }: { state: ChartState }) {
  const Icon = STATE_ICONS[state];
  return <Icon size={14} stroke={1.6} aria-hidden="true" />;
}

/** Whether the second reader measures as before, and how far the last cases are from the first reader. */
function Drift({ row }: { row: ValueAgreementRow }) {
  const state = chartState(row.over_time);
  if (state === null) return <td className={classes.drift}>{DASH}</td>;
  const alarm = row.over_time?.alarm ?? null;
  const bias = recentBias(row);
  return (
    <td
      className={classes.drift}
      data-state={state}
      title={bias === null ? undefined : messages.overTime.recent(signed(bias, differenceDecimals(row)), unitShown(row.units))}
    >
      <StateIcon state={state} /> {messages.overTime.states[state]}
      {alarm !== null && <small> {messages.overTime.direction(alarm.deviation)}</small>}
    </td>
  );
}

const spread = ({ mean, sd }: Spread, decimals: number): string =>
  mean === null ? DASH : sd === null ? fixed(mean, decimals) : `${fixed(mean, decimals)} ± ${fixed(sd, decimals)}`;
const eventOf = ({ event }: LineAgreementRow): string => (event === null ? '' : ` ${eventName(event)}`);
const reasonsOf = ({ reasons }: LineAgreementRow): string | undefined =>
  reasons.length === 0 ? undefined : messages.agreement.reasons(reasons.map(({ reason, count }) => `${reason} ${count}`).join(', '));

export function LinesTable({ rows }: { rows: readonly LineAgreementRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Table label={messages.agreement.lines} columns={messages.agreement.lineColumns} right={[1, 2, 3, 4]}>
      {rows.map((row) => (
        <tr key={`${row.image_type} ${row.line} ${row.event}`} title={reasonsOf(row)}>
          <td>
            {row.line}
            {eventOf(row)} <small>{row.image_type}</small>
          </td>
          <td>{row.n}</td>
          <td>{spread(row.dice, 3)}</td>
          <td>{spread(row.hausdorff, 2)}</td>
          <td>{spread(row.mean_distance, 2)}</td>
        </tr>
      ))}
    </Table>
  );
}

export function EventsTable({ rows }: { rows: readonly EventAgreementRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Table label={messages.agreement.marks} columns={messages.agreement.markColumns} right={[1, 2, 3, 4]}>
      {rows.map((row) => (
        <tr key={`${row.image_type} ${row.event} ${row.unit}`}>
          <td>
            {eventName(row.event)} <small>{row.image_type}</small>
          </td>
          <td>{row.n}</td>
          <td>
            {spread(row.steps, 1)} <small>{row.unit === 'frame' ? messages.agreement.frames : 'px'}</small>
          </td>
          <td>{spread(row.ms, 1)}</td>
          <td>{row.left_out}</td>
        </tr>
      ))}
    </Table>
  );
}
