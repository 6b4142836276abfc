import { IconChecks, IconLock } from '@tabler/icons-react';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { STATUS_ORDER, type StatusName } from '@echometry/contract/records/status.ts';
import { OPEN_BY_ANOTHER } from '@echometry/contract/rules/open-study.ts';
import { isStepOpen, tabOfStatus } from '@echometry/contract/rules/step-tabs.ts';
import { DASH, ago, gestationalAge } from '../../lib/format.ts';
import { BUILT_STUDY_PAGES } from '../../lib/navigation.ts';
import { Chip } from '../../ui/chip.tsx';
import { StatusDots } from '../../ui/status-dots.tsx';
import { STATUS_LABELS } from './columns.ts';
import classes from './page.module.css';

const heldByAnother = (row: StudyRow, me: string): boolean => row.is_open && row.open_by !== me;

/** Validated when anybody, or any step, is named (platform 2). */
export const isValidated = ({ validated_by }: Pick<StudyRow, 'validated_by'>): boolean => (Array.isArray(validated_by) ? validated_by.length > 0 : validated_by > 0);

/** One page of the list as rows of its table. */
export function StudyRows({ rows, focused, me, tellsOpen, onOpen, onStep, onFocus }: {
  rows: readonly StudyRow[];
  focused: number;
  me: string;
  /** Editors are told which studies another editor works in. */
  tellsOpen: boolean;
  /** Null when the role opens no studies. */
  onOpen: ((row: StudyRow) => void) | null;
  onStep: (row: StudyRow, step: StatusName) => void;
  onFocus: (index: number) => void;
}) {
  return rows.map((row, index) => {
    const names = STATUS_ORDER.filter((name) => row.status[name] !== undefined);
    const held = heldByAnother(row, me);
    return (
      <tr
        key={row.study_id} data-validated={isValidated(row)} data-open={held} data-focused={index === focused} data-opens={onOpen !== null} tabIndex={0} data-testid="study-row"
        onClick={() => { onOpen?.(row); }} onFocus={() => { onFocus(index); }}
      >
        <td>{row.date}</td>
        <td className={classes.patient}>{row.patient_show}</td>
        <td className={classes.quiet}>{row.data_type}{row.data_type === 'fetal' && row.gestational_age_days !== null && <small>{gestationalAge(row.gestational_age_days)}</small>}</td>
        <td>
          <StatusDots steps={names.map((name, step) => ({
            name: STATUS_LABELS[name], done: row.status[name] === true,
            onOpen: onOpen !== null && isStepOpen(names, step, row.status) && BUILT_STUDY_PAGES.includes(tabOfStatus(name)) ? () => { onStep(row, name); } : null,
          }))} />
        </td>
        <td className={classes.quiet}>{held && tellsOpen ? <Chip tone="warn" icon={<IconLock size={14} stroke={1.6} />} {...(row.open_by ? { title: row.open_by } : {})}>{OPEN_BY_ANOTHER}</Chip> : (row.editor ?? DASH)}</td>
        <td className={classes.quiet} title={row.updated_at === null ? undefined : new Date(row.updated_at).toLocaleString('en-GB')}>{ago(row.updated_at, Date.now())}</td>
        <td>
          {Array.isArray(row.validated_by)
            ? row.validated_by.map((text) => <Chip key={text} icon={<IconChecks size={14} stroke={1.6} color="var(--ok)" />}>{text}</Chip>)
            : row.validated_by > 0 && <Chip icon={<IconChecks size={14} stroke={1.6} color="var(--ok)" />}>step {row.validated_by}</Chip>}
        </td>
      </tr>
    );
  });
}
