import { TextInput } from '@mantine/core';
import {
  IconClockExclamation,
  IconClockPause,
  IconMessageQuestion,
  IconSearch,
  IconUserCheck,
  IconHourglass,
  IconChecks,
} from '@tabler/icons-react';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import type { InboxGroup } from '@echometry/contract/rules/inbox.ts';
import { STATUS_ORDER } from '@echometry/contract/records/status.ts';
import { MAX_NAME_LENGTH } from '@echometry/contract/records/strict.ts';
import { SEARCH_PLACEHOLDER } from '@echometry/contract/rules/search.ts';
import type { ActionName } from '../../lib/actions.ts';
import { studyDate } from '../../lib/format.ts';
import { useKeys } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { closeStudy, lookForUnsent } from '../../study/store/current-study.ts';
import { Failure } from '../../ui/failure.tsx';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Segments } from '../../ui/segments.tsx';
import { StatusDots } from '../../ui/status-dots.tsx';
import { STATUS_LABELS } from '../../ui/status-labels.ts';
import { dueOf, nextOf, pathOfEntry, showQuestions, whyOf } from './entries.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './inbox.module.css';
import { messages } from './messages.ts';
import { ReplyDialog } from './reply-dialog.tsx';
import { Side } from './side.tsx';
import type { Question } from './subject.ts';
import { type InboxPageState, useInboxPage, VIEWS } from './use-inbox-page.ts';
import { Table } from '../../ui/table.tsx';

const ICONS: Readonly<Record<InboxGroup, typeof IconChecks>> = {
  overdue: IconClockExclamation,
  returned: IconMessageQuestion,
  assigned: IconUserCheck,
  'put-off': IconClockPause,
  waiting: IconHourglass,
  done: IconChecks,
};

/** Keys of the first questions of a study. */
const QUESTION_KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `inbox.question-${at}` as ActionName);

/** Everything that waits for a person, in all their projects. */
export function InboxPage() {
  const state = useInboxPage();
  const { login } = useSnapshot(session);
  const [, navigate] = useLocation();
  const box = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const [replying, setReplying] = useState(false);
  const role = login?.role ?? null;
  useEffect(() => {
    void closeStudy().then(lookForUnsent);
  }, []);
  const open = (entry: InboxEntry | null, question: Question | null = null): void => {
    const path = entry && pathOfEntry(entry, role, question ?? undefined);
    if (entry === null || path === null) return;
    showQuestions(entry);
    navigate(path);
  };
  const nextProject = (): void => {
    const at = state.tabs.findIndex(({ key }) => key === state.project);
    state.setProject(state.tabs[(at + 1) % state.tabs.length]?.key ?? null);
  };
  const reply = (): void => setReplying(state.question !== null);
  const choices = Object.fromEntries(QUESTION_KEYS.map((key, at) => [key, () => state.chooseQuestion(at + 1)]));
  useKeys({
    ...choices,
    'inbox.reply': reply,
    'inbox.put-off': () => {
      if (state.chosen !== null && state.mayPutOff(state.chosen)) state.changePutOff(state.chosen);
    },
    'inbox.next': () => state.move(1),
    'inbox.previous': () => state.move(-1),
    'inbox.open': () => open(state.chosen, state.question),
    'inbox.next-group': () => state.moveGroup(1),
    'inbox.previous-group': () => state.moveGroup(-1),
    'inbox.project': nextProject,
    'inbox.search': () => box.current?.focus(),
    'inbox.help': () => setHelp(true),
  });
  return (
    <div className={kit.wholePage}>
      <div className={layout.columns}>
        <div className={classes.main}>
          <ProjectTabs state={state} />
          <Choices state={state} box={box} />
          <div className={classes.scroll}>
            {state.isLoading && <Loading />}
            {state.failure !== null && <Failure className={layout.empty} text={state.failure} onRetry={state.reload} />}
            {state.rows.length > 0 && <Rows state={state} onOpen={open} />}
            {!state.isLoading && state.failure === null && state.rows.length === 0 && (
              <p className={layout.empty}>{state.words.trim() === '' ? messages.empty[state.view] : messages.noMatch}</p>
            )}
            {state.more && <p className={classes.quiet}>{messages.more}</p>}
          </div>
        </div>
        <Side entry={state.chosen} state={state} role={role} onOpen={open} onReply={reply} />
      </div>
      <KeyStrip
        mode={messages.title}
        hints={[
          { actions: ['inbox.previous', 'inbox.next'], does: messages.keys.row },
          { actions: ['inbox.open'], does: messages.keys.open },
          { actions: ['inbox.previous-group', 'inbox.next-group'], does: messages.keys.group },
          { actions: ['inbox.question-1', 'inbox.question-9'], does: messages.keys.question },
          { actions: ['inbox.project'], does: messages.keys.project },
          { actions: ['inbox.reply'], does: messages.keys.reply },
          { actions: ['inbox.put-off'], does: messages.keys.putOff },
          { actions: ['inbox.search'], does: messages.keys.search },
        ]}
        more={{ actions: ['inbox.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
      />
      {state.chosen && (
        <ReplyDialog opened={replying} row={state.chosen.row} question={state.question} onClose={() => setReplying(false)} />
      )}
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

function ProjectTabs({ state: { tabs, project, setProject, nameOf } }: { state: InboxPageState }) {
  return (
    <div className={`${layout.chosen} ${classes.tabs}`} role="tablist" aria-label={messages.projects}>
      {tabs.map(({ key, toDo, late }) => (
        <button key={key ?? ''} type="button" role="tab" aria-selected={key === project} onClick={() => setProject(key)}>
          <b>{key === null ? messages.allProjects : nameOf(key)}</b>
          <span>{toDo}</span>
          {late > 0 && <em>{messages.late(late)}</em>}
        </button>
      ))}
    </div>
  );
}

function Choices({ state, box }: { state: InboxPageState; box: RefObject<HTMLInputElement | null> }) {
  return (
    <div className={`${layout.wraps} ${classes.choices}`}>
      <TextInput
        ref={box}
        w={220}
        aria-label={messages.search}
        placeholder={SEARCH_PLACEHOLDER}
        maxLength={MAX_NAME_LENGTH}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        value={state.words}
        onChange={(event) => state.setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <Segments
        label={messages.views.label}
        value={state.view}
        onChange={state.setView}
        segments={VIEWS.map((view) => ({
          value: view,
          label: (
            <>
              {messages.views[view]} <span className={classes.count}>{state.counts[view]}</span>
            </>
          ),
        }))}
      />
      <span className={classes.sorted}>{messages.sorted}</span>
    </div>
  );
}

function Rows({ state, onOpen }: { state: InboxPageState; onOpen: (entry: InboxEntry) => void }) {
  const steps = STATUS_ORDER.filter((name) => state.rows.some(({ row }) => row.status[name] !== undefined));
  return (
    <>
      <Table kind="list" className={`${layout.cutLines} ${classes.table}`} columns={Object.values(messages.columns)}>
        {state.shown.map(({ group, entries }) => (
          <Fragment key={group}>
            <GroupRow group={group} count={entries.length} />
            {entries.map((entry) => (
              <EntryRow key={`${entry.row.project} ${entry.row.study_id}`} entry={entry} group={group} state={state} onOpen={onOpen} />
            ))}
          </Fragment>
        ))}
      </Table>
      <p className={classes.legend}>
        {messages.shown(state.rows.length, state.inView)}. {messages.legend(steps.map((name) => STATUS_LABELS[name]))}
      </p>
    </>
  );
}

function GroupRow({ group, count }: { group: InboxGroup; count: number }) {
  const Icon = ICONS[group];
  return (
    <tr className={classes.group} data-group={group}>
      <th colSpan={Object.keys(messages.columns).length} scope="rowgroup">
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        <b>{messages.groups[group]}</b>
        <span>{count}</span>
        <small>{messages.orders[group]}</small>
      </th>
    </tr>
  );
}

interface EntryProps {
  entry: InboxEntry;
  group: InboxGroup;
  state: InboxPageState;
  onOpen: (entry: InboxEntry) => void;
}

function EntryRow({ entry, group, state, onOpen }: EntryProps) {
  const { row } = entry;
  const line = useRef<HTMLTableRowElement>(null);
  const isChosen = state.chosen === entry;
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const why = whyOf(entry, group, state.now);
  const due = dueOf(entry, state.now);
  return (
    <tr
      ref={line}
      data-testid="inbox-row"
      data-current={isChosen}
      aria-current={isChosen}
      onClick={() => state.choose(entry)}
      onDoubleClick={() => onOpen(entry)}
    >
      <td>
        <b>{row.patient_show}</b>
        <small>{studyDate(row.date)}</small>
      </td>
      <td>{state.nameOf(row.project)}</td>
      <td>
        <StatusDots
          steps={STATUS_ORDER.filter((name) => row.status[name] !== undefined).map((name) => ({
            name: STATUS_LABELS[name],
            done: row.status[name] === true,
            onOpen: null,
          }))}
        />
      </td>
      <td data-column="why">
        <span>{why.what}</span>
        <small>{why.note}</small>
      </td>
      <td data-tone={due.tone} title={entry.assignment?.due_on ?? undefined}>
        {due.words}
      </td>
      <td>
        <button
          type="button"
          className={classes.next}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(entry);
          }}
        >
          {nextOf(entry)} <span aria-hidden="true">→</span>
        </button>
      </td>
    </tr>
  );
}
