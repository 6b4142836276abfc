import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Cohort } from '@echometry/contract/generated/references.ts';
import type { ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { GuidelineCohort } from '@echometry/contract/records/statistics.ts';
import { isClassed } from '@echometry/contract/rules/guidelines.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { downloadText } from '../../lib/csv.ts';
import { Segments } from '../../ui/segments.tsx';
import {
  classesOf,
  chosenTables,
  mostMissing,
  partnersOf,
  rowsOf,
  studiesFor,
  type ChosenTables,
  type CohortRow,
  type KnownTable,
} from './cohort.ts';
import { cohortCsv } from './cohort-csv.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import { Table } from '../../ui/table.tsx';
import classes from './statistics.module.css';
import { useComparableTables, useGradedCohort } from './use-cohort.ts';

const texts = messages.guidelines;

interface Props {
  project: { id: string; db: string };
  choice: ReferenceChoice | undefined;
  /** Null where the statistics were made before it was kept. */
  cohort: GuidelineCohort | null;
  /** Null for a role that opens no studies. */
  onOpen: ((study_id: string) => void) | null;
}

/** The studies of a project by two guidelines: which change class, and why (docs/references.md#decision-tables). */
export function GuidelinesBlock({ cohort, ...props }: Props) {
  return (
    <div className={classes.guidelines}>
      {cohort === null ? <p className={classes.quiet}>{texts.notKept}</p> : <Compared cohort={cohort} {...props} />}
    </div>
  );
}

function Compared({ project, choice, cohort, onOpen }: Props & { cohort: GuidelineCohort }) {
  const { tables, failure } = useComparableTables(project.db, choice, cohort);
  const [names, setNames] = useState<ChosenTables>([null, null]);
  const chosen = useMemo(() => tables && chosenTables(tables, names), [tables, names]);
  const { result, failure: failed } = useGradedCohort(cohort, chosen);
  const fault = failure ?? failed;
  if (fault !== null) return <p role="alert">{texts.failed(fault)}</p>;
  if (tables === null) return <LoadingLine text={messages.loading} />;
  if (chosen === null) return <p className={classes.quiet}>{texts.noTables}</p>;
  const studies = studiesFor(cohort, chosen);
  return (
    <>
      <TableChoice tables={tables} chosen={chosen} onChange={setNames} />
      {result === null && <p role="status">{texts.grading(studies.length)}</p>}
      {result && (
        <Result
          key={chosen.map(({ table }) => table.id).join(' ')}
          project={project.id}
          result={result}
          studies={studies}
          chosen={chosen}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

const optionOf = ({ table, pack, inUse }: KnownTable) => ({ value: table.id, label: texts.table(table.title, pack.source.name, inUse) });

/** The table before and the one after. */
function TableChoice({
  tables,
  chosen: [before, after],
  onChange,
}: {
  tables: readonly KnownTable[];
  chosen: readonly [KnownTable, KnownTable];
  onChange: (names: ChosenTables) => void;
}) {
  return (
    <>
      <div className={`${layout.wraps} ${layout.small} ${classes.readers}`} role="group" aria-label={texts.compared}>
        {texts.from}
        <Select
          aria-label={texts.before}
          classNames={{ root: classes.guideline ?? '', input: classes.clipped ?? '' }}
          size="xs"
          allowDeselect={false}
          data={tables.map(optionOf)}
          value={before.table.id}
          onChange={(id) => onChange([id, after.table.id])}
        />
        {texts.to}
        <Select
          aria-label={texts.after}
          classNames={{ root: classes.guideline ?? '', input: classes.clipped ?? '' }}
          size="xs"
          allowDeselect={false}
          data={partnersOf(before, tables).map(optionOf)}
          value={after.table.id}
          onChange={(id) => onChange([before.table.id, id])}
        />
      </div>
      <p className={classes.quiet}>
        {texts.premises(before.table.premise, after.table.premise)}
        {!(isClassed(before.table) && isClassed(after.table)) && ` ${texts.ownWords}`}
      </p>
    </>
  );
}

/** Quantities that are named as missing most often. */
const MOST_MISSING = 6;

type Shown = 'changed' | 'open';

function Result({
  project,
  result,
  studies,
  chosen,
  onOpen,
}: {
  project: string;
  result: Cohort;
  studies: GuidelineCohort['studies'];
  chosen: readonly [KnownTable, KnownTable];
  onOpen: Props['onOpen'];
}) {
  const [shown, setShown] = useState<Shown>('changed');
  const rows = useMemo(() => rowsOf(result, { studies }, chosen), [result, studies, chosen]);
  if (studies.length === 0) return <p className={classes.quiet}>{texts.noStudies}</p>;
  const missing = mostMissing(rows.open).slice(0, MOST_MISSING);
  return (
    <>
      <p>{texts.counted(studies.length, rows.changed.length, rows.open.length)}</p>
      <CrossTable result={result} chosen={chosen} />
      <div className={`${layout.between} ${classes.cohortBar}`}>
        <Segments
          label={texts.list}
          value={shown}
          segments={[
            { value: 'changed' as const, label: texts.lists.changed(rows.changed.length) },
            { value: 'open' as const, label: texts.lists.open(rows.open.length) },
          ]}
          onChange={setShown}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          disabled={rows.changed.length + rows.open.length === 0}
          onClick={() => {
            const { name, text } = cohortCsv(project, chosen, [...rows.changed, ...rows.open]);
            downloadText(name, text, 'text/csv');
          }}
        >
          {texts.csv}
        </Button>
      </div>
      {shown === 'open' && missing.length > 0 && <p className={classes.quiet}>{texts.mostMissing(missing)}</p>}
      <Studies rows={rows[shown]} shown={shown} onOpen={onOpen} />
    </>
  );
}

const className = (name: string | null): string => name ?? texts.none;

/** Numbers of studies by both tables: rows before, columns after. */
function CrossTable({ result: { counts }, chosen: [before, after] }: { result: Cohort; chosen: readonly [KnownTable, KnownTable] }) {
  const rows = classesOf(
    before.table,
    counts.map((count) => count.before),
  );
  const columns = classesOf(
    after.table,
    counts.map((count) => count.after),
  );
  const at = (row: string | null, column: string | null): number =>
    counts.find((count) => count.before === row && count.after === column)?.studies ?? 0;
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return (
    <Table grouped label={texts.cross} className={classes.cross} right={[...columns.keys(), columns.length].map((at) => at + 1)}>
      <thead>
        <tr>
          <td />
          <th scope="colgroup" colSpan={columns.length + 1}>
            {after.table.title}
          </th>
        </tr>
        <tr>
          <th scope="col">{before.table.title}</th>
          {[...columns.map(className), texts.all].map((name) => (
            <th key={name} scope="col" data-right="true">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={className(row)}>
            <th scope="row">{className(row)}</th>
            {columns.map((column) => (
              <td key={className(column)} data-cell={cellKind(row, column, at(row, column))}>
                {at(row, column)}
              </td>
            ))}
            <td>{sum(columns.map((column) => at(row, column)))}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{texts.all}</th>
          {columns.map((column) => (
            <td key={className(column)}>{sum(rows.map((row) => at(row, column)))}</td>
          ))}
          <td>{sum(counts.map(({ studies }) => studies))}</td>
        </tr>
      </tbody>
    </Table>
  );
}

function cellKind(before: string | null, after: string | null, studies: number): 'changed' | 'same' | 'none' {
  if (studies === 0 || before === null || after === null) return 'none';
  return before === after ? 'same' : 'changed';
}

/** Rows on the screen; the file has all. */
const MAX_ROWS = 200;

function Studies({ rows, shown, onOpen }: { rows: readonly CohortRow[]; shown: Shown; onOpen: Props['onOpen'] }) {
  if (rows.length === 0) return <p className={classes.quiet}>{texts.empty[shown]}</p>;
  return (
    <>
      <Table label={texts.list} className={classes.cohort} columns={texts.columns[shown]}>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <tr key={row.study_id}>
            <td>
              {onOpen ? (
                <button
                  type="button"
                  className={layout.textButton}
                  title={messages.anomalies.open(row.patient_show)}
                  onClick={() => onOpen(row.study_id)}
                >
                  {row.patient_show}
                </button>
              ) : (
                row.patient_show
              )}
            </td>
            <td>{className(row.before)}</td>
            <td>{className(row.after)}</td>
            {shown === 'changed' ? (
              <>
                <td>{texts.because(row.becauseBefore)}</td>
                <td>{texts.because(row.becauseAfter)}</td>
              </>
            ) : (
              <td>{row.missing.join(', ')}</td>
            )}
          </tr>
        ))}
      </Table>
      {rows.length > MAX_ROWS && <p className={classes.quiet}>{texts.more(MAX_ROWS, rows.length)}</p>}
    </>
  );
}
