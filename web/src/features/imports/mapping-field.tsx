import { Button, FileButton } from '@mantine/core';
import type { MappingRow } from '@echometry/contract/records/import.ts';
import { readMapping } from '@echometry/contract/rules/import-mapping.ts';
import classes from './imports.module.css';
import { counted } from './messages.ts';

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
        <span>Study types and codes</span>
        {mapping === null ? (
          <FileButton onChange={read} accept=".csv,.json,text/csv,application/json" inputProps={{ 'aria-label': 'Mapping file' }}>
            {(props) => (
              <Button variant="default" size="xs" {...props}>
                Choose a mapping
              </Button>
            )}
          </FileButton>
        ) : (
          <Button variant="default" size="xs" onClick={() => onChange(null)}>
            Remove mapping
          </Button>
        )}
      </div>
      {mapping === null ? (
        <p className={classes.hint}>CSV or JSON: patient_id, accession_number or study_instance_uid to code, study_type, data_type.</p>
      ) : mapping.faults.length === 0 ? (
        <p className={classes.hint}>
          {mapping.name}: {counted(mapping.rows.length, 'row')}
        </p>
      ) : (
        <ul className={classes.faults} role="alert">
          {mapping.faults.slice(0, FAULTS_SHOWN).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {mapping.faults.length > FAULTS_SHOWN && <li>and {mapping.faults.length - FAULTS_SHOWN} more</li>}
        </ul>
      )}
    </>
  );
}
