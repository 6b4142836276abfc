import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { signed } from '../../lib/format.ts';
import type { MachineValue } from '@echometry/contract/records/machine.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { differenceOf, type Machine } from './machine.ts';
import classes from './sections.module.css';
import { machineWords } from './messages.ts';
import { Table } from '../../ui/table.tsx';

/** Decimals of a difference: as many as values have. */
const DECIMALS = 2;

/** The machine's value in the card of our value. */
export function MachineLine({ value, machine }: { value: ReportValue; machine: MachineValue | null }) {
  if (machine === null) return null;
  const difference = differenceOf(machine, value);
  return (
    <span className={classes.line} data-testid="machine-value" title={machineWords.title(machine.meaning)}>
      <b>{machineWords.rater}</b>{' '}
      <span>
        {shownValue(machine.value)} {unitShown(machine.units)}
      </span>{' '}
      {difference !== null && <span>{machineWords.difference(signed(difference, DECIMALS))}</span>}
    </span>
  );
}

/** Numbers of the machine without a value of the report next to them, each with the reason. */
export function MachineSection({ machine: { alone, failure } }: { machine: Machine }) {
  if (failure !== null)
    return (
      <p role="alert" className={classes.failure}>
        {machineWords.failed(failure)}
      </p>
    );
  if (alone.length === 0) return null;
  return (
    <section aria-labelledby="report-machine" className={classes.section}>
      <h2 id="report-machine" className={classes.title}>
        {machineWords.section}
      </h2>
      <Table kind="lines" scrolls={machineWords.section} columns={machineWords.columns} right={[2]}>
        {alone.map(({ key, name, code, value, units, why }) => (
          <tr key={key} data-testid="machine-alone">
            <th scope="row">{name}</th>
            <td>{code}</td>
            <td>
              {shownValue(value)} {unitShown(units)}
            </td>
            <td>{why}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
