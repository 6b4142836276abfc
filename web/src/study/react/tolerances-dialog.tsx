import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { Button, Group, NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MAX_TOLERANCE, type OfferedTolerances, type Tolerances } from '@echometry/contract/records/gold.ts';
import { EVENT_NAMES } from '@echometry/contract/rules/cardiac-events.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';
import { DASH, number } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { messages } from '../messages.ts';
import layout from '../../ui/layout.module.css';
import { Table } from '../../ui/table.tsx';

type GoldReview = BodyOf<typeof CALLS.goldTolerances>;

interface Row {
  part: keyof Tolerances;
  image_type: string;
  name: string;
  unit: string;
  gold: number | null;
  most: number | null;
  why: string | null;
  /** Fields that name it in the call. */
  of: object;
}

const whyOf = ({ reason, source }: { reason: string | null; source: string | null }): string | null =>
  reason === null ? null : `${reason} (${source})`;

/** The rows of a case; tolerances that it has already win over the shipped ones. */
function rowsOf({ values, lines, marks }: OfferedTolerances, kept: Tolerances | null): Row[] {
  const rows: Row[] = [
    ...values.map(({ image_type, name, units, gold, most, ...why }) => {
      const known = kept?.values.find((one) => one.image_type === image_type && one.name === name && one.units === units);
      const of = { image_type, name, units };
      return {
        part: 'values' as const,
        image_type,
        name,
        unit: units,
        gold,
        most: kept ? (known?.most ?? null) : most,
        why: whyOf(why),
        of,
      };
    }),
    ...lines.map(({ image_type, name, most, ...why }) => {
      const known = kept?.lines.find((one) => one.image_type === image_type && one.name === name);
      const shown = messages.tolerances.line(name);
      return {
        part: 'lines' as const,
        image_type,
        name: shown,
        unit: 'mm',
        gold: null,
        most: kept ? (known?.most ?? null) : most,
        why: whyOf(why),
        of: { image_type, name },
      };
    }),
    ...marks.map(({ image_type, event, most, ...why }) => {
      const known = kept?.marks.find((one) => one.image_type === image_type && one.event === event);
      const name = messages.tolerances.mark(EVENT_NAMES[event]);
      return {
        part: 'marks' as const,
        image_type,
        name,
        unit: 'ms',
        gold: null,
        most: kept ? (known?.most ?? null) : most,
        why: whyOf(why),
        of: { image_type, event },
      };
    }),
  ];
  return rows.toSorted((a, b) => a.image_type.localeCompare(b.image_type, 'en'));
}

/** The chosen tolerances; rows without one give no verdict. */
function chosen(rows: readonly Row[]): Tolerances {
  const of = (part: Row['part']) => rows.flatMap((row) => (row.part === part && row.most !== null ? [{ ...row.of, most: row.most }] : []));
  return { values: of('values'), lines: of('lines'), marks: of('marks') } as Tolerances;
}

interface DialogProps {
  /** Null while the dialog is closed. */
  review: GoldReview | null;
  /** Tolerances that the case has; null for the shipped ones. */
  kept: Tolerances | null;
  label: string;
  onChoose: (tolerances: Tolerances) => Promise<void>;
  onClose: () => void;
}

/** Chooses how far readings may differ from a gold case, beginning with the shipped tolerances. */
export function TolerancesDialog({ review, ...props }: DialogProps) {
  return (
    <Dialog opened={review !== null} onClose={props.onClose} title={messages.tolerances.title} size="xl">
      {review && <Form key={JSON.stringify(review)} review={review} {...props} />}
    </Dialog>
  );
}

function Form({ review, kept, label, onChoose, onClose }: DialogProps & { review: GoldReview }) {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    call(CALLS.goldTolerances, review, { signal: stop.signal }).then(
      (offered) => setRows(rowsOf(offered, kept)),
      (error: unknown) => !stop.signal.aborted && setFailure(messageOf(error)),
    );
    return () => stop.abort();
    // The review is another one with another key.
  }, [review, kept]);
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (rows === null) return <Loading />;
  const choose = (): void => {
    setWorking(true);
    void onChoose(chosen(rows)).finally(() => setWorking(false));
  };
  return (
    <>
      <p className={layout.hint}>{rows.length === 0 ? messages.tolerances.nothing : messages.tolerances.hint}</p>
      {rows.length > 0 && <Rows rows={rows} onChange={setRows} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {messages.tolerances.cancel}
        </Button>
        <Button loading={working} onClick={choose}>
          {label}
        </Button>
      </Group>
    </>
  );
}

function Rows({ rows, onChange }: { rows: readonly Row[]; onChange: (rows: readonly Row[]) => void }) {
  const { columns } = messages.tolerances;
  return (
    <Table right={[1]} scrolls={messages.tolerances.title} columns={[columns.what, columns.gold, columns.most, columns.why]}>
      {rows.map((row, at) => (
        <tr key={`${row.part} ${row.image_type} ${row.name} ${row.unit}`} data-testid="tolerance">
          <th scope="row">
            {row.name} <small>{row.image_type}</small>
          </th>
          <td>{row.gold === null ? DASH : `${number(row.gold)} ${unitShown(row.unit)}`.trim()}</td>
          <td>
            <NumberInput
              w={120}
              size="xs"
              aria-label={messages.tolerances.of(row.name, row.image_type)}
              placeholder={messages.tolerances.none}
              min={0}
              max={MAX_TOLERANCE}
              hideControls
              suffix={row.unit === '' ? '' : ` ${unitShown(row.unit)}`}
              value={row.most ?? ''}
              onChange={(value) => onChange(rows.with(at, { ...row, most: typeof value === 'number' && value > 0 ? value : null }))}
            />
          </td>
          <td>
            <small>{row.why ?? messages.tolerances.noFigure}</small>
          </td>
        </tr>
      ))}
    </Table>
  );
}
