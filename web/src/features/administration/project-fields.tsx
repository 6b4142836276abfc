import { GatesFields } from './gates-fields.tsx';
import { Checkbox, MultiSelect, Select, Switch } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { DATA_TYPES } from '@echometry/contract/records/data-type.ts';
import { type Blinding, MODALITIES, type Project } from '@echometry/contract/records/project.ts';
import { ClinicalFields } from './clinical-fields.tsx';
import { CyclesField } from './cycles-field.tsx';
import { PlausibilityFields } from './plausibility-fields.tsx';
import { CommittedText } from './committed-text.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { FieldsProps, Projects } from './use-projects.ts';
import { useTypeNames } from './use-type-names.ts';
import { messages } from './messages.ts';

/** Every field of a project; what is changed here is saved with the table, as one version. */
export function ProjectFields({ projects: { project, edit, list }, onClose }: { projects: Projects; onClose: () => void }) {
  if (project === null) return null;
  const props = { project, edit };
  return (
    <aside className={classes.panel} aria-label={messages.fields.label}>
      <div className={classes.head}>
        <h2>{messages.fields.title}</h2>
        <small>
          {project._id}, {project.db_name}
        </small>
        <span className={classes.space} />
        <button type="button" className={layout.textButton} aria-label={messages.shared.close} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
        <CommittedText label={messages.newProject.name} value={project.name_to_show} onCommit={(name_to_show) => edit({ name_to_show })} />
        <CommittedText label={messages.fields.description} value={project.description} onCommit={(description) => edit({ description })} />
        <CommittedText label={messages.fields.area} value={project.area} onCommit={(area) => edit({ area })} />
        <Select
          label={messages.newProject.dataType}
          data={[...DATA_TYPES]}
          value={project.data_type}
          allowDeselect={false}
          onChange={(data_type) => data_type && edit({ data_type })}
        />
        <Switch
          label={messages.fields.blackOut}
          description={messages.fields.blackOutHint}
          checked={project.black_out === true}
          onChange={(event) => edit({ black_out: event.currentTarget.checked })}
        />
      </div>
      <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
        <CyclesField {...props} />
        <Switch
          label={messages.fields.uniqueReference}
          checked={project.unique_reference}
          onChange={(event) => edit({ unique_reference: event.currentTarget.checked })}
        />
      </div>
      <ReaderFields {...props} />
      <QualityFields {...props} />
      <GatesFields {...props} />
      <ImageFields {...props} />
      <ClinicalFields {...props} />
      <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
        <CommittedText
          label={messages.projectStrip.bucket}
          description={messages.fields.bucketHint}
          value={project.bucket ?? ''}
          onCommit={(bucket) => edit({ bucket: bucket === '' ? null : bucket })}
        />
        <CommittedText
          label={messages.projectStrip.cloud}
          description={messages.fields.cloudHint(list.data?.cloud ?? '')}
          value={project.cloud_system}
          onCommit={(cloud_system) => edit({ cloud_system })}
        />
      </div>
      <PlausibilityFields {...props} />
    </aside>
  );
}

/** Who is given what to read, and what readers see of each other. */
function ReaderFields({ project, edit }: FieldsProps) {
  const blind = (change: Blinding): void => edit({ blinding: { ...project.blinding, ...change } });
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <Switch
        label={messages.fields.assignment}
        description={messages.fields.assignmentHint}
        checked={project.assignment === true}
        onChange={(event) => edit({ assignment: event.currentTarget.checked })}
      />
      <CertificatesField project={project} edit={edit} />
      <Switch
        label={messages.fields.hideClinical}
        description={messages.fields.hideClinicalHint}
        checked={project.blinding?.clinical_values === true}
        onChange={(event) => blind({ clinical_values: event.currentTarget.checked })}
      />
      <Switch
        label={messages.fields.hideOrder}
        description={messages.fields.hideOrderHint}
        checked={project.blinding?.order === true}
        onChange={(event) => blind({ order: event.currentTarget.checked })}
      />
      <Switch
        label={messages.fields.openCharts}
        description={messages.fields.openChartsHint}
        checked={project.open_charts === true}
        onChange={(event) => edit({ open_charts: event.currentTarget.checked })}
      />
      <Switch
        label={messages.fields.readerNames}
        description={messages.fields.readerNamesHint}
        checked={project.consensus_names === true}
        onChange={(event) => edit({ consensus_names: event.currentTarget.checked })}
      />
    </div>
  );
}

/** Image types for which readers need a certificate. */
function CertificatesField({ project, edit }: FieldsProps) {
  const types = useTypeNames(project.db_name);
  const chosen = project.certificates ?? [];
  return (
    <MultiSelect
      label={messages.fields.certificates}
      description={messages.fields.certificatesHint}
      placeholder={chosen.length === 0 ? messages.shared.none : ''}
      data={[...new Set([...types, ...chosen])]}
      value={chosen}
      onChange={(certificates) => edit({ certificates })}
      searchable
      hidePickedOptions
    />
  );
}

function QualityFields({ project: { qc }, edit }: FieldsProps) {
  const put = (change: Partial<Project['qc']>): void => edit({ qc: { ...qc, ...change } });
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <h3>{messages.projectStrip.quality}</h3>
      {(['quick', 'complete'] as const).map((type) => (
        <Checkbox
          key={type}
          label={messages.fields.qualityTypes[type]}
          checked={qc.type.includes(type)}
          onChange={(event) => put({ type: event.currentTarget.checked ? [...qc.type, type] : qc.type.filter((one) => one !== type) })}
        />
      ))}
      <Switch
        label={messages.fields.qualityStatus}
        checked={qc.show_status}
        onChange={(event) => put({ show_status: event.currentTarget.checked })}
      />
      <Switch
        label={messages.fields.gaFilter}
        checked={qc.ga_filter}
        onChange={(event) => put({ ga_filter: event.currentTarget.checked })}
      />
    </div>
  );
}

/** Colour of a newly offered modality. */
const FRESH_COLOR = '#86B2F5';

function ImageFields({ project, edit }: FieldsProps) {
  const types = useTypeNames(project.db_name);
  const { modalities } = project;
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <h3>{messages.fields.images}</h3>
      <MultiSelect
        label={messages.fields.imageTypes}
        placeholder={project.image_types.length === 0 ? messages.fields.allTypes : ''}
        data={[...new Set([...types, ...project.image_types])]}
        value={project.image_types}
        onChange={(image_types) => edit({ image_types })}
        searchable
        hidePickedOptions
      />
      {MODALITIES.map((type) => {
        const offered = modalities.find((one) => one.type === type);
        return (
          <div key={type} className={classes.row}>
            <span className={classes.grow}>
              <Checkbox
                label={type}
                checked={offered !== undefined}
                onChange={(event) =>
                  edit({
                    modalities: event.currentTarget.checked
                      ? [...modalities, { type, color: FRESH_COLOR }]
                      : modalities.filter((one) => one.type !== type),
                  })
                }
              />
            </span>
            {offered && (
              <CommittedText
                label={messages.fields.colour(type)}
                hidden
                value={offered.color}
                swatch={offered.color}
                onCommit={(color) => edit({ modalities: modalities.map((one) => (one.type === type ? { type, color } : one)) })}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
