import { Checkbox } from '@mantine/core';
import classes from './imports.module.css';
import type { PacsState } from './use-pacs.ts';
import { counted, dayText } from './messages.ts';

const COLUMNS = ['Day', 'Patient', 'Patient ID', 'Description', 'Accession', 'Modality'] as const;

/** Studies that a PACS offers, to choose from. Names are shown here and stored nowhere. */
export function PacsResults({ state }: { state: PacsState }) {
  const { found, failure, chosen, choose } = state;
  if (failure !== null)
    return (
      <section className={classes.part} aria-label="Found in the PACS">
        <h2>Found in the PACS</h2>
        <p className={classes.fault} role="alert">
          {failure}{' '}
          <button type="button" onClick={state.find}>
            Search again
          </button>
        </p>
      </section>
    );
  if (found === null) return null;
  const uids = found.studies.map((study) => study.study_uid);
  const images = found.studies.reduce((sum, study) => sum + (chosen.has(study.study_uid) ? (study.instances ?? 0) : 0), 0);
  return (
    <section className={classes.part} aria-label="Found in the PACS">
      <h2>
        Found in the PACS
        <small>
          {counted(uids.length, 'study', 'studies')}
          {found.more && ', and more: narrow the search'}
          {found.others > 0 && `; ${found.others} that do not fit were left out`}
          {chosen.size > 0 && ` · ${counted(chosen.size, 'study', 'studies')} chosen, ${counted(images, 'image')}`}
        </small>
      </h2>
      {uids.length === 0 ? (
        <p className={classes.empty}>The PACS has no such study. Check patient ID and days.</p>
      ) : (
        <div className={classes.rows}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>
                  <Checkbox
                    aria-label="All studies"
                    checked={chosen.size === uids.length}
                    indeterminate={chosen.size > 0 && chosen.size < uids.length}
                    onChange={(event) => choose(uids, event.currentTarget.checked)}
                  />
                </th>
                {COLUMNS.map((name) => (
                  <th key={name}>{name}</th>
                ))}
                <th data-right="true">Images</th>
              </tr>
            </thead>
            <tbody>
              {found.studies.map((study) => (
                <tr key={study.study_uid} data-testid="pacs-study">
                  <td>
                    <Checkbox
                      aria-label={`Study of ${dayText(study.study_date)}, patient ${study.patient_id}`}
                      checked={chosen.has(study.study_uid)}
                      onChange={(event) => choose([study.study_uid], event.currentTarget.checked)}
                    />
                  </td>
                  <td>{dayText(study.study_date)}</td>
                  <td>{study.patient_name.replaceAll('^', ' ').trim() || '—'}</td>
                  <td>{study.patient_id || '—'}</td>
                  <td>{study.description || '—'}</td>
                  <td>{study.accession_number || '—'}</td>
                  <td>{study.modalities.join(', ') || '—'}</td>
                  <td data-right="true">{study.instances ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
