import { Button, Checkbox, Select } from '@mantine/core';
import { DATA_TYPES } from '@echometry/contract/records/data-type.ts';
import { Segments } from '../../ui/segments.tsx';
import { FolderSource } from './folder-source.tsx';
import layout from '../../ui/layout.module.css';
import classes from './imports.module.css';
import { MappingField } from './mapping-field.tsx';
import { messages } from './messages.ts';
import { PacsSearchForm } from './pacs-search-form.tsx';
import { UploadSource } from './upload-source.tsx';
import type { Sources } from './use-imports.ts';
import type { NewImportState, SourceKind } from './use-new-import.ts';

const KINDS: readonly SourceKind[] = ['folder', 'upload', 'pacs'];
const OF_PROJECT = 'project';

/** Source, destination and mapping of the files. */
export function NewImportForm({ sources, state }: { sources: Sources | null; state: NewImportState }) {
  const { form, change, why } = state;
  return (
    <aside className={classes.side} aria-label={messages.form.title}>
      <h2>{messages.form.title}</h2>
      <div className={`${layout.scroll} ${classes.form}`}>
        <div className={classes.field}>
          <span>{messages.form.from}</span>
          <Segments
            label={messages.form.from}
            value={form.kind}
            segments={KINDS.filter((kind) => kind !== 'upload' || sources?.uploads !== false).map((kind) => ({
              value: kind,
              label: messages.form.kinds[kind],
            }))}
            onChange={(kind) => change({ kind })}
          />
        </div>
        {sources !== null && <Source sources={sources} state={state} />}
        <div className={classes.group}>
          <Into sources={sources} state={state} />
        </div>
        <div className={classes.group}>
          <MappingField mapping={form.mapping} onChange={(mapping) => change({ mapping })} />
          <Checkbox
            className={classes.check ?? ''}
            label={messages.form.byStudy}
            checked={form.byStudy}
            onChange={(event) => change({ byStudy: event.currentTarget.checked })}
          />
          {sources?.demo && (
            <Checkbox
              className={classes.check ?? ''}
              label={messages.form.intoDemo}
              checked={form.intoDemo}
              onChange={(event) => change({ intoDemo: event.currentTarget.checked })}
            />
          )}
        </div>
      </div>
      <div className={classes.create}>
        <Button onClick={state.start} disabled={why !== null} loading={state.isStarting}>
          {messages.form.start}
        </Button>
        <span>{why ?? messages.form.deidentified}</span>
      </div>
    </aside>
  );
}

function Source({ sources, state }: { sources: Sources; state: NewImportState }) {
  switch (state.form.kind) {
    case 'folder':
      return <FolderSource folders={sources.folders} choice={state.form.folder} onChange={(folder) => state.change({ folder })} />;
    case 'upload':
      return <UploadSource state={state.upload} />;
    case 'pacs':
      return <PacsSearchForm pacs={sources.pacs} state={state.pacs} />;
  }
}

function Into({ sources, state: { form, change } }: { sources: Sources | null; state: NewImportState }) {
  const chosen = sources?.projects.find((project) => project._id === form.project);
  return (
    <>
      <div className={classes.field}>
        <span aria-hidden="true">{messages.form.project}</span>
        <Select
          w={196}
          aria-label={messages.form.project}
          allowDeselect={false}
          placeholder={messages.form.choose}
          searchable={(sources?.projects.length ?? 0) > 8}
          data={(sources?.projects ?? []).map((project) => ({ value: project._id, label: project.name_to_show }))}
          value={form.project}
          onChange={(project) => change({ project })}
        />
      </div>
      <div className={classes.field}>
        <span aria-hidden="true">{messages.form.dataType}</span>
        <Select
          w={196}
          aria-label={messages.form.dataType}
          allowDeselect={false}
          data={[
            { value: OF_PROJECT, label: messages.form.asProject(chosen?.data_type) },
            ...DATA_TYPES.map((type) => ({ value: type, label: type })),
          ]}
          value={form.dataType ?? OF_PROJECT}
          onChange={(type) => change({ dataType: type === OF_PROJECT ? null : type })}
        />
      </div>
    </>
  );
}
