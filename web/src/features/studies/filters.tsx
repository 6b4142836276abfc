import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { MAX_NAME_LENGTH } from '@echometry/contract/records/strict.ts';
import type { ListStatus, StudyListSummary } from '@echometry/contract/records/study-list.ts';
import { SEARCH_METHODS, SEARCH_METHOD_LABELS, SEARCH_PLACEHOLDER } from '@echometry/contract/rules/search.ts';
import { STATUS_LABELS } from '../../ui/status-labels.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import type { List } from './use-list.ts';

/** One line of filters, and what of the studies passes them. */
export function Filters({ list, box }: { list: List; box: RefObject<HTMLInputElement | null> }) {
  const { view, look, summary } = list;
  return (
    <div className={`${layout.wraps} ${classes.filters}`}>
      <TextInput
        ref={box}
        w={240}
        aria-label={messages.filters.search}
        placeholder={SEARCH_PLACEHOLDER}
        maxLength={MAX_NAME_LENGTH}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        value={view.query}
        onChange={(event) => {
          look({ query: event.currentTarget.value });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <SegmentedControl
        value={view.method}
        onChange={(value) => {
          look({ method: value });
        }}
        aria-label={messages.filters.method}
        data={SEARCH_METHODS.map((value) => ({ value, label: SEARCH_METHOD_LABELS[value] }))}
      />
      <StatusSelect list={list} />
      <EditorSelect list={list} />
      <Switch
        checked={view.hideCompleted}
        onChange={(event) => {
          look({ hideCompleted: event.currentTarget.checked });
        }}
        label={messages.filters.hideCompleted}
      />
      {list.mayBeByChance && (
        <Switch
          checked={view.byChance}
          onChange={(event) => {
            look({ byChance: event.currentTarget.checked });
          }}
          label={messages.filters.byChance}
        />
      )}
      <span className={`${layout.small} ${classes.counts}`}>{summary && <Counts summary={summary} />}</span>
    </div>
  );
}

function StatusSelect({ list: { view, look, summary } }: { list: List }) {
  const steps = summary?.steps ?? [];
  return (
    <Select
      w={164}
      aria-label={messages.columns.status}
      placeholder={messages.filters.anyStatus}
      clearable
      value={view.status}
      onChange={(value) => {
        look({ status: value as ListStatus | null });
      }}
      data={[
        { value: 'in work', label: messages.filters.inProgress },
        ...steps.flatMap((name) => [
          { value: `${name} done`, label: STATUS_LABELS[name] },
          { value: `${name} open`, label: messages.filters.notDone(STATUS_LABELS[name]) },
        ]),
      ]}
    />
  );
}

function EditorSelect({ list: { view, look, summary } }: { list: List }) {
  const editors = summary?.editors ?? [];
  if (editors.length < 2 && view.editor === null) return null;
  return (
    <Select
      w={176}
      aria-label={messages.columns.editor}
      placeholder={messages.filters.anyEditor}
      clearable
      searchable
      value={view.editor}
      onChange={(editor) => {
        look({ editor });
      }}
      data={[...editors]}
    />
  );
}

/** Counts of what is found, not of what there is. */
function Counts({ summary: { found, total, validated, open } }: { summary: StudyListSummary }) {
  return (
    <>
      {messages.filters.studies(found, total)}
      <i data-tone="ok" />
      {messages.filters.validated(validated)}
      <i data-tone="warn" />
      {messages.filters.open(open)}
    </>
  );
}
