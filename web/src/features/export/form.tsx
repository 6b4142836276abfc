import { Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import { MODALITIES } from '@echometry/contract/records/project.ts';
import { EXPORT_FORMATS, type ExportFormatName } from '@echometry/contract/rules/export-formats.ts';
import { defaultExport, exportFault, INCORRECT_EDITOR, isEditorFilter } from '@echometry/contract/rules/export-request.ts';
import { Segments } from '../../ui/segments.tsx';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';

export interface FormProps {
  request: ExportRequest;
  imageTypes: readonly string[];
  studyTypes: readonly string[];
  change: (part: Partial<ExportRequest>) => void;
}

/** Options of an export. Options of the other kind of export stay in sight and are dimmed. */
export function ExportForm(props: FormProps) {
  return (
    <div className={layout.scroll}>
      <Kind {...props} />
      <Filters {...props} />
      <Options {...props} />
      <Formats {...props} />
    </div>
  );
}

function Kind({ request, change }: FormProps) {
  return (
    <>
      <div className={classes.field}>
        <span>{messages.title}</span>
        <Segments
          label={messages.title}
          value={request.type}
          segments={[
            { value: 'segmentations', label: messages.types.segmentations },
            { value: 'measurements', label: messages.types.measurements },
          ]}
          onChange={(type) => change({ type, formats: defaultExport(type).formats })}
        />
      </div>
      <DataChoice data={request.data} onChange={(data) => change({ data })} />
    </>
  );
}

/** Whose work: that of editors, or the copies of reviewers. */
export function DataChoice({ data, onChange }: { data: ExportRequest['data']; onChange: (data: ExportRequest['data']) => void }) {
  return (
    <div className={classes.field}>
      <span>{messages.form.data}</span>
      <Segments
        label={messages.form.data}
        value={data}
        segments={[
          { value: 'analysis', label: messages.form.analysis },
          { value: 'review', label: messages.form.review },
        ]}
        onChange={onChange}
      />
    </div>
  );
}

/** A choice whose first entry is everything. */
function Choice({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}) {
  return (
    <div className={classes.field}>
      <span aria-hidden="true">{label}</span>
      <Select
        w={216}
        aria-label={label}
        allowDeselect={false}
        searchable={options.length > 8}
        data={[{ value: ALL, label: all }, ...options.map((option) => ({ value: option, label: option }))]}
        value={value}
        onChange={(chosen) => onChange(chosen ?? ALL)}
      />
    </div>
  );
}

type Filtered = Pick<ExportRequest, 'editor' | 'image_type' | 'mode' | 'study_type'>;

/** Filters of an export, and of a release. */
export function Filters({
  request,
  imageTypes,
  studyTypes,
  change,
}: Pick<FormProps, 'imageTypes' | 'studyTypes'> & { request: Filtered; change: (part: Partial<Filtered>) => void }) {
  const wrong = isEditorFilter(request.editor) ? null : INCORRECT_EDITOR;
  return (
    <>
      <div className={classes.field}>
        <span aria-hidden="true">{messages.form.editor}</span>
        <TextInput
          w={216}
          aria-label={messages.form.editor}
          placeholder={messages.form.editorHint}
          value={request.editor}
          error={wrong !== null}
          aria-describedby={wrong === null ? undefined : 'export-editor-fault'}
          onChange={(event) => change({ editor: event.currentTarget.value.trim() })}
        />
      </div>
      {wrong !== null && (
        <p id="export-editor-fault" className={classes.fault}>
          {wrong}
        </p>
      )}
      <Choice
        label={messages.form.imageType}
        all={messages.form.allImageTypes(imageTypes.length)}
        value={request.image_type}
        options={imageTypes}
        onChange={(image_type) => change({ image_type })}
      />
      <Choice
        label={messages.form.mode}
        all={messages.form.allModes}
        value={request.mode}
        options={MODALITIES}
        onChange={(mode) => change({ mode: MODALITIES.find((one) => one === mode) ?? ALL })}
      />
      <Choice
        label={messages.form.studyType}
        all={messages.form.allStudyTypes}
        value={request.study_type}
        options={studyTypes}
        onChange={(study_type) => change({ study_type })}
      />
    </>
  );
}

const OPTIONS = [
  { field: 'include_normal', label: messages.form.normal, of: ['measurements'] },
  { field: 'include_caliper', label: messages.form.caliper, of: ['measurements'] },
  { field: 'view_header', label: messages.form.viewHeader, of: ['measurements'] },
  { field: 'all_files', label: messages.form.allFiles, hint: messages.form.allFilesHint, of: ['measurements', 'segmentations'] },
  {
    field: 'validated_only',
    label: messages.form.validated,
    hint: messages.form.validatedHint,
    of: ['measurements', 'segmentations'],
    data: 'review',
  },
  { field: 'single_file', label: messages.form.singleFile, hint: messages.form.singleFileHint, of: ['segmentations'] },
  { field: 'images', label: messages.form.images, hint: messages.form.imagesHint, of: ['segmentations'] },
] as const;

function Options({ request, change }: FormProps) {
  const fault = exportFault(request);
  return (
    <div className={classes.options}>
      {OPTIONS.map((option) => {
        const open = option.of.some((type) => type === request.type) && (!('data' in option) || option.data === request.data);
        return (
          <Switch
            key={option.field}
            labelPosition="left"
            label={option.label}
            description={'hint' in option ? option.hint : undefined}
            disabled={!open}
            checked={request[option.field] ?? false}
            onChange={(event) => change({ [option.field]: event.currentTarget.checked })}
          />
        );
      })}
      {fault?.field === 'include_normal' && <p className={classes.fault}>{fault.message}</p>}
    </div>
  );
}

function Formats({ request, change }: FormProps) {
  const toggle = (name: ExportFormatName, on: boolean) =>
    change({ formats: EXPORT_FORMATS.map((format) => format.name).filter((one) => (one === name ? on : request.formats.includes(one))) });
  return (
    <div className={classes.formats}>
      <div className={classes.field}>
        <span>{messages.form.formats}</span>
        <small>{messages.form.formatsHint}</small>
      </div>
      <div className={classes.boxes}>
        {EXPORT_FORMATS.map(({ name, title, type, about }) => (
          <Checkbox
            key={name}
            label={title}
            title={about}
            disabled={type !== request.type}
            checked={request.formats.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        ))}
      </div>
      <p className={`${layout.smallNote} ${classes.hint}`}>{messages.form.dimmed(request.type)}</p>
    </div>
  );
}
