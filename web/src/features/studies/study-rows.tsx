import { IconChecks, IconCopy, IconLock } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { ReviewSummary, StudyRow } from '@echometry/contract/records/study.ts';
import type { TriageEntry } from '@echometry/contract/records/triage.ts';
import { STATUS_ORDER, type StatusName } from '@echometry/contract/records/status.ts';
import { OPEN_BY_ANOTHER } from '@echometry/contract/rules/open-study.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { taskWords } from '@echometry/contract/rules/review-task.ts';
import { isValidated } from '@echometry/contract/rules/study-list.ts';
import { displayState } from '@echometry/contract/rules/study-state.ts';
import { isStepOpen, tabOfStatus } from '@echometry/contract/rules/step-tabs.ts';
import { alertUser } from '../../lib/alerts.ts';
import { DASH, ago, dateCell, gestationalAge } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { StatusDots } from '../../ui/status-dots.tsx';
import { STATUS_LABELS } from '../../ui/status-labels.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { pathOfRow, placeOf } from '../../image-page/study-path.ts';
import { entryOf, type Queue } from './queue.ts';
import { MainReason } from './reasons.tsx';
import type { ShownTask, Tasks } from './tasks.ts';
import { UnsentChip } from './unsent-chip.tsx';

const heldByAnother = (row: StudyRow, me: string): boolean => row.is_open && row.open_by !== me;

/** Button of a mouse wheel that is pressed. */
const MIDDLE = 1;

export function copyPatient({ patient_show }: StudyRow): void {
  navigator.clipboard
    .writeText(patient_show)
    .then(() => {
      alertUser(messages.rows.copied(patient_show));
    })
    .catch(() => {
      alertUser(messages.rows.notCopied, 'hard');
    });
}

interface RowsProps {
  rows: readonly StudyRow[];
  focused: number;
  me: string;
  role: RoleName | null;
  /** Editors see which studies another editor works in. */
  tellsOpen: boolean;
  /** Null when the role opens no studies. */
  onOpen: ((row: StudyRow) => void) | null;
  onStep: (row: StudyRow, step: StatusName) => void;
  onFocus: (index: number) => void;
  /** Next steps, on the list of tasks. */
  tasks?: Tasks | null;
  /** Why a row is in its place, on the list with likely changes first. */
  queue: Queue | null;
}

/** Rows at the press of a pointer, until it is released: a row that moved in between would lose the click. */
function useStill<Value>(value: Value): Value {
  const [held, setHeld] = useState<{ value: Value } | null>(null);
  useEffect(() => {
    const hold = (): void => setHeld({ value });
    // The click comes after the release.
    const release = (): void => void setTimeout(() => setHeld(null));
    document.addEventListener('pointerdown', hold);
    document.addEventListener('pointerup', release);
    document.addEventListener('pointercancel', release);
    return () => {
      document.removeEventListener('pointerdown', hold);
      document.removeEventListener('pointerup', release);
      document.removeEventListener('pointercancel', release);
    };
  }, [value]);
  return held === null ? value : held.value;
}

/** One page of the list as rows of its table. A row is a link: a middle click or Ctrl opens it in a separate tab. */
export function StudyRows({ rows, focused, onFocus, ...more }: RowsProps) {
  return useStill(rows).map((row, index) => (
    <StudyRowLine
      key={`${row.study_id} ${row.editor} ${row.blind} ${row.pass}`}
      row={row}
      focused={index === focused}
      onFocus={() => onFocus(index)}
      {...more}
    />
  ));
}

function StudyRowLine({
  row,
  focused,
  me,
  role,
  tellsOpen,
  onOpen,
  onStep,
  onFocus,
  tasks,
  queue,
}: Omit<RowsProps, 'rows' | 'focused' | 'onFocus'> & { row: StudyRow; focused: boolean; onFocus: () => void }) {
  const held = heldByAnother(row, me);
  const task = tasks?.(row);
  const path = onOpen ? pathOfRow(row, ...placeOf(row, role, task)) : null;
  const onClick = (event: MouseEvent) => {
    if (!onOpen || event.defaultPrevented || window.getSelection()?.toString()) return;
    if (path !== null && (event.ctrlKey || event.metaKey || event.button === MIDDLE)) window.open(path, '_blank', 'noopener');
    else if (event.button !== MIDDLE) onOpen(row);
  };
  return (
    <tr
      data-validated={isValidated(row)}
      data-open={held}
      data-focused={focused}
      data-opens={onOpen !== null}
      tabIndex={0}
      data-testid="study-row"
      onClick={onClick}
      onAuxClick={onClick}
      onFocus={onFocus}
    >
      <td className={row.date === null ? classes.quiet : undefined}>{dateCell(row.date)}</td>
      <td className={classes.patient}>
        <Patient row={row} path={path} />
      </td>
      <td className={classes.quiet}>
        {row.data_type}
        {row.data_type === 'fetal' && row.gestational_age_days !== null && <small>{gestationalAge(row.gestational_age_days)}</small>}
      </td>
      <td>
        <Steps row={row} role={onOpen === null ? null : role} onStep={onStep} />
      </td>
      <td className={classes.quiet}>
        {held && tellsOpen ? <OpenByAnother row={row} /> : (row.editor ?? DASH)}
        {row.blind && <small>{messages.rows.blind}</small>}
        {row.pass !== undefined && <small>{messages.rows.pass(row.pass)}</small>}
        <UnsentChip row={row} />
      </td>
      <td
        className={classes.quiet}
        data-column="updated"
        title={row.updated_at === null ? undefined : new Date(row.updated_at).toLocaleString('en-GB')}
      >
        {ago(row.updated_at, Date.now())}
      </td>
      <td>
        {tasks ? (
          <NextStep task={task} entry={queue === null ? undefined : entryOf(queue, row)} />
        ) : (
          <div className={`${layout.wraps} ${classes.chips}`}>
            {row.review && <ReviewChip review={row.review} />}
            <ValidatedBy by={row.validated_by} />
          </div>
        )}
      </td>
    </tr>
  );
}

/** The code of the patient: a link where the row opens its study, and the way to copy it. */
function Patient({ row, path }: { row: StudyRow; path: string | null }) {
  // A click on the link opens the study; the row must not open it a second time.
  const alone = (event: MouseEvent) => event.stopPropagation();
  return (
    <>
      {path === null ? (
        row.patient_show
      ) : (
        <Link href={path} tabIndex={-1} draggable={false} onClick={alone} onAuxClick={alone}>
          {row.patient_show}
        </Link>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        title={messages.rows.copy(row.patient_show)}
        onClick={(event) => {
          event.stopPropagation();
          copyPatient(row);
        }}
      >
        <IconCopy size={14} stroke={1.6} />
      </button>
      {row.course && <Chip>{messages.rows.course(row.course)}</Chip>}
    </>
  );
}

const OpenByAnother = ({ row: { open_by } }: { row: StudyRow }) => (
  <Chip tone="warn" icon={<IconLock size={14} stroke={1.6} />} {...(open_by ? { title: open_by } : {})}>
    {OPEN_BY_ANOTHER}
  </Chip>
);

/** True for steps whose page the role has. */
const leads = (name: StatusName, role: RoleName | null): boolean => role !== null && mayOpenPage(role, `/${tabOfStatus(name)}`);

/** @param role null where no study is opened from the list */
function Steps({ row, role, onStep }: { row: StudyRow; role: RoleName | null; onStep: RowsProps['onStep'] }) {
  const names = STATUS_ORDER.filter((name) => row.status[name] !== undefined);
  return (
    <StatusDots
      steps={names.map((name, step) => ({
        name: STATUS_LABELS[name],
        done: row.status[name] === true,
        onOpen:
          leads(name, role) && isStepOpen(names, step, row.status)
            ? () => {
                onStep(row, name);
              }
            : null,
      }))}
    />
  );
}

/** Of an ISO date and time. */
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The Reviewer's own review of the row: its progress, its outcome, and whether the editor continued. */
function ReviewChip({
  review: { state, study_state, changed_since, finish_reason, open_points, incomplete_since, consensus, settled },
}: {
  review: ReviewSummary;
}) {
  return (
    <>
      <Chip tone={state === 'finished' ? 'ok' : 'accent'}>
        {messages.review.states[state]}
        {study_state !== null && ` · ${displayState(study_state, true)}`}
      </Chip>
      {changed_since && (
        <Chip tone="warn" title={messages.review.changedSinceHint}>
          {messages.review.changedSince}
        </Chip>
      )}
      {consensus && <Chip tone="accent">{messages.review.consensus}</Chip>}
      {settled && <Chip title={messages.review.replacedHint}>{messages.review.replaced}</Chip>}
      {incomplete_since !== null && (
        <Chip tone="bad" title={messages.review.incompleteHint}>
          {messages.review.incomplete(new Date(incomplete_since).toISOString().slice(0, DAY_LENGTH))}
        </Chip>
      )}
      {open_points > 0 && (
        <Chip tone="warn" title={finish_reason ?? messages.review.noReason}>
          {messages.review.open(open_points, finish_reason)}
        </Chip>
      )}
    </>
  );
}

function NextStep({ task, entry }: { task: ShownTask | undefined; entry: TriageEntry | undefined }) {
  if (!task) return DASH;
  if (entry !== undefined)
    return (
      <span className={`${layout.column} ${classes.next}`}>
        <span>
          {taskWords(task)} <small>{task.brief}</small>
        </span>
        <MainReason entry={entry} />
      </span>
    );
  return (
    <span className={`${layout.column} ${classes.next}`}>
      {taskWords(task)}
      <small>
        {task.brief}
        {task.left !== undefined && task.left > 1 && messages.rows.more(task.left - 1)}
      </small>
    </span>
  );
}

function ValidatedBy({ by }: { by: StudyRow['validated_by'] }) {
  const icon = <IconChecks size={14} stroke={1.6} color="var(--ok)" />;
  if (!Array.isArray(by)) return by > 0 && <Chip icon={icon}>{messages.rows.validatedSteps(by)}</Chip>;
  return by.map((text) => (
    <Chip key={text} icon={icon}>
      {text}
    </Chip>
  ));
}
