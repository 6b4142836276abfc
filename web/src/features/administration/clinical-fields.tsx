import { Switch } from '@mantine/core';
import { Value } from 'typebox/value';
import { ClinicalDataUrl } from '@echometry/contract/records/project.ts';
import { alertUser } from '../../lib/alerts.ts';
import { CommittedText } from './committed-text.tsx';
import type { FieldsProps } from './use-projects.ts';
import classes from './section.module.css';
import { messages } from './messages.ts';

/** Whether clinical data have a tab, and the address they are shown at. */
export function ClinicalFields({ project, edit }: FieldsProps) {
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <h3>{messages.projectStrip.clinicalData}</h3>
      <Switch
        label={messages.fields.clinicalTab}
        checked={project.clinical_data}
        onChange={(event) => edit({ clinical_data: event.currentTarget.checked })}
      />
      <CommittedText
        label={messages.fields.address}
        description={messages.fields.addressHint}
        value={project.clinical_data_url ?? ''}
        onCommit={(url) => {
          const isAddress: boolean = Value.Check(ClinicalDataUrl, url);
          if (url === '' || isAddress) edit({ clinical_data_url: url === '' ? null : url });
          else alertUser(messages.fields.addressFault(url), 'hard');
        }}
      />
    </div>
  );
}
