import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { STATUS_ORDER } from '@echometry/contract/records/status.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { SEARCH_METHODS, SEARCH_METHOD_LABELS, SEARCH_PLACEHOLDER } from '@echometry/contract/rules/search.ts';
import { STATUS_LABELS } from './columns.ts';
import { editorsOf, isValidated, type StatusFilter } from './filter-rows.ts';
import classes from './page.module.css';
import type { List } from './use-list.ts';

/** One line of filters, and what of the studies passes them. */
export function Filters({ list, rows, box }: { list: List; rows: readonly StudyRow[] | null; box: RefObject<HTMLInputElement | null> }) {
  const { view, look } = list;
  return (
    <div className={classes.filters}>
      <TextInput
        ref={box}
        w={240}
        aria-label="Search patient by ID"
        placeholder={SEARCH_PLACEHOLDER}
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
        aria-label="Search method"
        data={SEARCH_METHODS.map((value) => ({ value, label: SEARCH_METHOD_LABELS[value] }))}
      />
      <StatusSelect list={list} rows={rows ?? []} />
      <EditorSelect list={list} rows={rows ?? []} />
      <Switch
        checked={view.hideCompleted}
        onChange={(event) => {
          look({ hideCompleted: event.currentTarget.checked });
        }}
        label="Hide completed studies"
      />
      <span className={classes.counts}>{rows && <Counts found={list.found} all={rows.length} />}</span>
    </div>
  );
}

function StatusSelect({ list: { view, look }, rows }: { list: List; rows: readonly StudyRow[] }) {
  const steps = STATUS_ORDER.filter((name) => rows.some(({ status }) => status[name] !== undefined));
  return (
    <Select
      w={164}
      aria-label="Status"
      placeholder="Any status"
      clearable
      value={view.status}
      onChange={(value) => {
        look({ status: value as StatusFilter });
      }}
      data={[
        { value: 'in work', label: 'somebody works in it' },
        ...steps.flatMap((name) => [
          { value: `${name} done`, label: STATUS_LABELS[name] },
          { value: `${name} open`, label: `not ${STATUS_LABELS[name]}` },
        ]),
      ]}
    />
  );
}

function EditorSelect({ list: { view, look }, rows }: { list: List; rows: readonly StudyRow[] }) {
  const editors = editorsOf(rows);
  if (editors.length < 2 && view.editor === null) return null;
  return (
    <Select
      w={176}
      aria-label="Editor"
      placeholder="Any editor"
      clearable
      searchable
      value={view.editor}
      onChange={(editor) => {
        look({ editor });
      }}
      data={editors}
    />
  );
}

/** Counts of what is found, not of what there is. */
function Counts({ found, all }: { found: readonly StudyRow[]; all: number }) {
  return (
    <>
      {found.length === all ? `${all} studies` : `${found.length} of ${all} studies`}
      <i data-tone="ok" />
      {found.filter(isValidated).length} validated
      <i data-tone="warn" />
      {found.filter(({ is_open }) => is_open).length} open
    </>
  );
}
