import { Button, Switch } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ComparedValue } from '@echometry/contract/rules/compare-reports.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { signed } from '../../lib/format.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { copyRows } from './clipboard.ts';
import classes from './report.module.css';
import { messages, STATE_WORDS } from './messages.ts';
import type { Comparison } from './use-counterparts.ts';
import { Table } from '../../ui/table.tsx';

/** Decimals of a difference: as many as values have. */
const DECIMALS = 2;

/** Both have the value, and no digit that is shown differs. */
const isSame = ({ difference }: ComparedValue): boolean => difference !== null && Number(signed(difference, DECIMALS)) === 0;

const cellsOf = ({ anatomy, name, from, first, second, units, difference, percent }: ComparedValue): string[] => [
  anatomy,
  name,
  from,
  shownValue(first?.measurement.aggregate),
  shownValue(second?.measurement.aggregate),
  unitShown(units),
  signed(difference, DECIMALS),
  signed(percent, DECIMALS),
];

/** The open report next to another: each value of both, and their difference. */
export function CompareTable({ comparison, own }: { comparison: Comparison; own: string }) {
  const { rows, failure, unreadable, with: counterpart } = comparison;
  const [only, setOnly] = useState(false);
  if (failure !== null)
    return (
      <p className={classes.note} role="alert">
        {messages.compare.failed(failure)}
      </p>
    );
  if (!rows)
    return (
      <p className={classes.note} role="status">
        {messages.compare.measuring(counterpart.label)}
      </p>
    );
  const columns = messages.compare.columns(own, counterpart.label);
  const differing = rows.filter((row) => !isSame(row));
  const shown = only ? differing : rows;
  return (
    <div className={classes.board} data-testid="comparison">
      <div className={classes.head}>
        <span>
          {messages.compare.summary(rows.length, differing.length)} {messages.compare.difference(own, counterpart.label)}{' '}
          {unreadable > 0 && messages.compare.unreadable(unreadable, counterpart.label)}
        </span>
        <Switch
          size="xs"
          label={messages.compare.onlyDifferences}
          checked={only}
          onChange={(event) => setOnly(event.currentTarget.checked)}
        />
        <Button
          variant="default"
          size="compact-sm"
          h={28}
          leftSection={<IconCopy size={16} stroke={1.6} />}
          onClick={() => void copyRows(columns, shown.map(cellsOf), messages.copied.comparison)}
        >
          {messages.compare.copy}
        </Button>
      </div>
      <Table className={classes.table} columns={columns} right={[3, 4, 6, 7]}>
        {shown.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </Table>
    </div>
  );
}

function Row({ row }: { row: ComparedValue }) {
  const [anatomy, name, from, , , unit, difference, percent] = cellsOf(row);
  return (
    <tr data-testid="compared" data-same={isSame(row)}>
      <td className={classes.quiet}>{anatomy}</td>
      <th scope="row">{name}</th>
      <td className={classes.quiet}>{from}</td>
      <Amount value={row.first} />
      <Amount value={row.second} />
      <td className={classes.quiet}>{unit}</td>
      <td className={classes.difference}>{difference}</td>
      <td className={classes.quiet}>{percent}</td>
    </tr>
  );
}

function Amount({ value }: { value: ReportValue | null }) {
  return (
    <td data-range={value?.color}>
      {shownValue(value?.measurement.aggregate)}
      {value && value.color !== 'undefined' && <span className="visually-hidden">, {STATE_WORDS[value.color]}</span>}
    </td>
  );
}
