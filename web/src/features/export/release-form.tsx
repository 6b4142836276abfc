import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { MAX_FURTHER_PROJECTS, MAX_LICENCE_TEXT, MAX_RELEASE_DESCRIPTION, MAX_RELEASE_NAME } from '@echometry/contract/records/release.ts';
import { RELEASE_LICENCES } from '@echometry/contract/rules/release-licences.ts';
import { DataChoice, Filters } from './form.tsx';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import type { Draft } from './release-draft.ts';
import { messages } from './release-messages.ts';

interface ReleaseFormProps {
  draft: Draft;
  imageTypes: readonly string[];
  studyTypes: readonly string[];
  /** Further projects of this person. */
  otherProjects: readonly { _id: string; name_to_show: string }[];
  change: (part: Partial<Draft>) => void;
}

const OWN = 'own';

/** Name, selection and terms of a release. */
export function ReleaseForm({ draft, imageTypes, studyTypes, otherProjects, change }: ReleaseFormProps) {
  const { selection } = draft;
  const select = (part: Partial<Draft['selection']>): void => change({ selection: { ...selection, ...part } });
  return (
    <div className={layout.scroll}>
      <div className={classes.field}>
        <span aria-hidden="true">{messages.form.name}</span>
        <TextInput
          w={216}
          aria-label={messages.form.name}
          placeholder={messages.form.nameHint}
          maxLength={MAX_RELEASE_NAME}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value.trim() })}
        />
      </div>
      {otherProjects.length > 0 && (
        <div className={classes.text}>
          <MultiSelect
            label={messages.form.furtherProjects}
            placeholder={draft.furtherProjects.length === 0 ? messages.form.noFurtherProjects : ''}
            data={otherProjects.map(({ _id, name_to_show }) => ({ value: _id, label: name_to_show }))}
            value={draft.furtherProjects}
            maxValues={MAX_FURTHER_PROJECTS}
            clearable
            onChange={(furtherProjects) => change({ furtherProjects })}
          />
        </div>
      )}
      <DataChoice data={selection.data} onChange={(data) => select({ data })} />
      <Filters request={selection} imageTypes={imageTypes} studyTypes={studyTypes} change={select} />
      <div className={classes.options}>
        <Switch
          labelPosition="left"
          label={messages.form.allFiles}
          description={messages.form.allFilesHint}
          checked={selection.all_files}
          onChange={(event) => select({ all_files: event.currentTarget.checked })}
        />
        <Switch
          labelPosition="left"
          label={messages.form.validated}
          description={messages.form.validatedHint}
          disabled={selection.data === 'analysis'}
          checked={selection.validated_only}
          onChange={(event) => select({ validated_only: event.currentTarget.checked })}
        />
      </div>
      <Terms draft={draft} change={change} />
    </div>
  );
}

function Terms({ draft, change }: Pick<ReleaseFormProps, 'draft' | 'change'>) {
  return (
    <div className={classes.formats}>
      <div className={classes.field}>
        <span aria-hidden="true">{messages.form.licence}</span>
        <Select
          w={216}
          aria-label={messages.form.licence}
          allowDeselect={false}
          data={[
            ...RELEASE_LICENCES.map(({ spdx }) => ({ value: spdx as string, label: spdx as string })),
            { value: OWN, label: messages.form.ownLicence },
          ]}
          value={draft.spdx ?? OWN}
          onChange={(chosen) => change({ spdx: RELEASE_LICENCES.find(({ spdx }) => spdx === chosen)?.spdx ?? null })}
        />
      </div>
      {draft.spdx === null && (
        <div className={classes.text}>
          <Textarea
            label={messages.form.licenceText}
            rows={4}
            maxLength={MAX_LICENCE_TEXT}
            value={draft.licenceText}
            onChange={(event) => change({ licenceText: event.currentTarget.value })}
          />
        </div>
      )}
      <div className={classes.field}>
        <span aria-hidden="true">{messages.form.publisher}</span>
        <TextInput
          w={216}
          aria-label={messages.form.publisher}
          placeholder={messages.form.publisherHint}
          maxLength={256}
          value={draft.publisher}
          onChange={(event) => change({ publisher: event.currentTarget.value })}
        />
      </div>
      <div className={classes.text}>
        <Textarea
          label={messages.form.creators}
          rows={2}
          value={draft.creators}
          onChange={(event) => change({ creators: event.currentTarget.value })}
        />
      </div>
      <div className={classes.text}>
        <Textarea
          label={messages.form.description}
          rows={3}
          maxLength={MAX_RELEASE_DESCRIPTION}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
