import { Checkbox } from '@mantine/core';
import classes from './imports.module.css';
import { dayText } from './format.ts';
import { messages } from './messages.ts';
import type { PacsState } from './use-pacs.ts';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** Studies that a PACS offers, to choose from. Names are shown here and stored nowhere. */
export function PacsResults({ state }: { state: PacsState }) {
  const { found, failure, chosen, choose } = state;
  if (failure !== null)
    return (
      <Section title={messages.pacs.found}>
        <p className={classes.fault} role="alert">
          {failure}{' '}
          <button type="button" onClick={state.find}>
            {messages.pacs.searchAgain}
          </button>
        </p>
      </Section>
    );
  if (found === null) return null;
  const uids = found.studies.map((study) => study.study_uid);
  const images = found.studies.reduce((sum, study) => sum + (chosen.has(study.study_uid) ? (study.instances ?? 0) : 0), 0);
  return (
    <Section
      title={messages.pacs.found}
      note={
        <>
          {messages.pacs.studies(uids.length)}
          {found.more && messages.pacs.more}
          {found.others > 0 && messages.pacs.others(found.others)}
          {chosen.size > 0 && messages.pacs.chosen(chosen.size, images)}
        </>
      }
    >
      <Table
        columns={[
          {
            text: (
              <Checkbox
                aria-label={messages.pacs.allStudies}
                checked={chosen.size === uids.length}
                indeterminate={chosen.size > 0 && chosen.size < uids.length}
                onChange={(event) => choose(uids, event.currentTarget.checked)}
              />
            ),
          },
          ...messages.pacs.columns,
          messages.pacs.images,
        ]}
        right={[1 + messages.pacs.columns.length]}
        scrolls={messages.pacs.found}
        empty={messages.pacs.noStudy}
      >
        {found.studies.map((study) => (
          <tr key={study.study_uid} data-testid="pacs-study">
            <td>
              <Checkbox
                aria-label={messages.pacs.study(dayText(study.study_date), study.patient_id)}
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
            <td>{study.instances ?? '—'}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
