import { Button, Select, TextInput } from '@mantine/core';
import { searchFault } from '@echometry/contract/rules/pacs-search.ts';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { messages } from './messages.ts';
import type { PacsState } from './use-pacs.ts';

const MODALITIES = [
  { value: 'US', label: messages.pacs.ultrasound },
  { value: 'any', label: messages.pacs.anyModality },
];

/** Search criteria for a PACS. */
export function PacsSearchForm({ pacs, state }: { pacs: readonly string[]; state: PacsState }) {
  if (pacs.length === 0) return <p className={`${layout.hint} ${classes.hint}`}>{messages.pacs.none}</p>;
  const { form, change } = state;
  const fault = searchFault(state.search);
  const isBegun =
    state.search.patient !== null || state.search.description !== null || state.search.from !== null || state.search.to !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        state.find();
      }}
    >
      <div className={classes.field}>
        <span aria-hidden="true">{messages.form.kinds.pacs}</span>
        <Select
          w={196}
          aria-label={messages.form.kinds.pacs}
          allowDeselect={false}
          placeholder={messages.form.choose}
          data={[...pacs]}
          value={form.pacs}
          onChange={(name) => change({ pacs: name })}
        />
      </div>
      <TextField label={messages.pacs.patient} value={form.patient} onChange={(patient) => change({ patient })} />
      <DayField label={messages.pacs.from} value={form.from} onChange={(from) => change({ from })} />
      <DayField label={messages.pacs.to} value={form.to} onChange={(to) => change({ to })} />
      <TextField label={messages.pacs.description} value={form.description} onChange={(description) => change({ description })} />
      <div className={classes.field}>
        <span aria-hidden="true">{messages.pacs.modality}</span>
        <Select
          w={196}
          aria-label={messages.pacs.modality}
          allowDeselect={false}
          data={MODALITIES}
          value={form.modality}
          onChange={(modality) => change({ modality: modality ?? 'US' })}
        />
      </div>
      {fault !== null && isBegun && <p className={classes.fault}>{`${fault.field}: ${fault.message}`}</p>}
      <div className={classes.field}>
        <span className={`${layout.hint} ${classes.hint}`}>{fault !== null && !isBegun ? messages.pacs.emptyHint : ''}</span>
        <Button type="submit" variant="default" size="xs" disabled={form.pacs === null || fault !== null} loading={state.isSearching}>
          {messages.pacs.search}
        </Button>
      </div>
    </form>
  );
}

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function TextField({ label, value, onChange }: TextProps) {
  return (
    <div className={classes.field}>
      <span aria-hidden="true">{label}</span>
      <TextInput w={196} aria-label={label} maxLength={64} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
}

function DayField({ label, value, onChange }: TextProps) {
  return (
    <div className={classes.field}>
      <span aria-hidden="true">{label}</span>
      <TextInput w={196} type="date" aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
}
