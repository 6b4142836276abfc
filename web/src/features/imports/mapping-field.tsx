import { Button, FileButton } from '@mantine/core';
import type { MappingRow } from '@echometry/contract/records/import.ts';
import { readMapping } from '@echometry/contract/rules/import-mapping.ts';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { messages } from './messages.ts';

/** A mapping that was chosen; with faults, nothing of it is used. */
export interface ChosenMapping {
  name: string;
  rows: readonly MappingRow[];
  faults: readonly string[];
}

const FAULTS_SHOWN = 5;

/** The table with facts about the studies. */
export function MappingField({ mapping, onChange }: { mapping: ChosenMapping | null; onChange: (mapping: ChosenMapping | null) => void }) {
  const read = (file: File | null): void => {
    if (file === null) return;
    void file.text().then((text) => onChange({ name: file.name, ...readMapping(text) }));
  };
  return (
    <>
      <div className={classes.field}>
        <span>{messages.mapping.label}</span>
        {mapping === null ? (
          <FileButton onChange={read} accept=".csv,.json,text/csv,application/json" inputProps={{ 'aria-label': messages.mapping.file }}>
            {(props) => (
              <Button variant="default" size="xs" {...props}>
                {messages.mapping.choose}
              </Button>
            )}
          </FileButton>
        ) : (
          <Button variant="default" size="xs" onClick={() => onChange(null)}>
            {messages.mapping.remove}
          </Button>
        )}
      </div>
      {mapping === null ? (
        <p className={`${layout.hint} ${classes.hint}`}>{messages.mapping.hint}</p>
      ) : mapping.faults.length === 0 ? (
        <p className={`${layout.hint} ${classes.hint}`}>{messages.mapping.rows(mapping.name, mapping.rows.length)}</p>
      ) : (
        <ul className={classes.faults} role="alert">
          {mapping.faults.slice(0, FAULTS_SHOWN).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {mapping.faults.length > FAULTS_SHOWN && <li>{messages.mapping.moreFaults(mapping.faults.length - FAULTS_SHOWN)}</li>}
        </ul>
      )}
    </>
  );
}
