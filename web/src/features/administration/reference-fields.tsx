import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { DATA_TYPES, type DataType } from '@echometry/contract/records/data-type.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { DEFAULT_Z_LIMIT, MAX_Z_LIMIT, NO_REFERENCE_CHOICE, type ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import { populationText, predictorText } from '@echometry/contract/rules/reference-words.ts';
import { session } from '../../lib/session.ts';
import { NotYet } from './loaded.tsx';
import { judgedBy, matching, type JudgedMeasurement, type Source } from './reference-sources.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { useReferences } from './use-references.ts';
import type { FieldsProps, Projects } from './use-projects.ts';
import { messages } from './messages.ts';

const texts = messages.references;

/** Which reference values a project uses: sources seen once are activated here, and one source of each measurement comes first. */
export function ReferenceFields({ projects: { project, edit }, onClose }: { projects: Projects; onClose: () => void }) {
  return (
    <aside className={`${classes.panel ?? ''} ${classes.wide ?? ''}`} aria-label={texts.title}>
      <div className={classes.head}>
        <h2>{texts.title}</h2>
        <small>{texts.hint}</small>
        <span className={classes.space} />
        <button type="button" className={layout.textButton} aria-label={messages.shared.close} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      {project && <Choices key={project._id} project={project} edit={edit} />}
    </aside>
  );
}

function Choices({ project, edit }: FieldsProps) {
  const [words, setWords] = useState('');
  const [dataType, setDataType] = useState<DataType>(project.data_type);
  const references = useReferences(project.db_name);
  const choice = project.references ?? NO_REFERENCE_CHOICE;
  const put = (change: Partial<ReferenceChoice>): void => edit({ references: { ...choice, ...change } });
  const judged = references.data === null ? [] : judgedBy(references.data.packs, choice, dataType);
  const shown = matching(judged, words);
  return (
    <>
      <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
        <NumberInput
          label={texts.limit}
          description={texts.limitHint(DEFAULT_Z_LIMIT)}
          min={0.5}
          max={MAX_Z_LIMIT}
          step={0.5}
          value={choice.z_limit}
          onChange={(value) => {
            if (typeof value === 'number' && value > 0 && value <= MAX_Z_LIMIT) put({ z_limit: value });
          }}
        />
        <div className={classes.row}>
          <TextInput
            className={classes.grow}
            aria-label={texts.search}
            placeholder={texts.search}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Select
            aria-label={messages.projectStrip.dataType}
            data={[...DATA_TYPES]}
            value={dataType}
            allowDeselect={false}
            onChange={(value) => value && setDataType(value)}
          />
        </div>
      </div>
      <NotYet state={references} />
      {references.data && shown.length === 0 && <p className={layout.empty}>{texts.nothing}</p>}
      {shown.map((one) => (
        <Measurement key={`${one.image_type} ${one.name}`} one={one} project={project} put={put} choice={choice} />
      ))}
    </>
  );
}

interface MeasurementProps {
  one: JudgedMeasurement;
  project: Project;
  choice: ReferenceChoice;
  put: (change: Partial<ReferenceChoice>) => void;
}

function Measurement({ one, choice, put }: MeasurementProps) {
  const { image_type, name, data_type, sources } = one;
  const isThis = (source: ReferenceChoice['sources'][number]): boolean =>
    source.image_type === image_type && source.name === name && source.data_type === data_type;
  const first = (source: Source): void =>
    put({ sources: [...choice.sources.filter((other) => !isThis(other)), { image_type, name, data_type, pack: source.pack.id }] });
  const use = (source: Source, isUsed: boolean): void => {
    const rows = source.rows.filter(({ status }) => status !== 'two sources').map(({ id }) => id);
    const others = choice.active.filter(({ row }) => !rows.includes(row));
    // The server writes its own: who saves, and when.
    const by = session.login?.email ?? '';
    put({ active: isUsed ? [...others, ...rows.map((row) => ({ row, by, at: Date.now() }))] : others });
  };
  return (
    <section className={classes.part} aria-label={texts.judged(name, image_type)}>
      <h3>
        {name}
        <small>{image_type}</small>
      </h3>
      {sources.map((source) => (
        <SourceRow
          key={source.pack.id}
          source={source}
          group={`${image_type} ${name}`}
          onFirst={() => first(source)}
          onUse={(isUsed) => use(source, isUsed)}
        />
      ))}
    </section>
  );
}

interface SourceRowProps {
  source: Source;
  /** Unique name of the measurement. */
  group: string;
  onFirst: () => void;
  onUse: (isUsed: boolean) => void;
}

function SourceRow({ source, group, onFirst, onUse }: SourceRowProps) {
  const { pack, rows, isUsed, isFirst, activated } = source;
  const facts = [...new Set(rows.map(({ population }) => populationText(population))), ...new Set(rows.map(predictorText))];
  const isSeenOnce = rows.some(({ status }) => status !== 'two sources');
  return (
    <div className={`${layout.rows} ${classes.source}`} data-off={!isUsed}>
      <label>
        <input type="radio" name={`first ${group}`} title={texts.first} checked={isFirst} disabled={!isUsed} onChange={onFirst} />
        <b>{pack.source.name}</b>
      </label>
      <span>{texts.status(rows.map(({ status }) => status))}</span>
      <small>
        {texts.facts(
          facts.filter((fact) => fact !== ''),
          rows.length,
          pack.source.doi,
          pack.source.doi_verified,
        )}
      </small>
      {isSeenOnce && (
        <Switch
          size="xs"
          label={isUsed && activated !== null ? texts.activated(activated.by, activated.at, Date.now()) : texts.activate}
          checked={isUsed}
          onChange={(event) => onUse(event.currentTarget.checked)}
        />
      )}
      {rows
        .flatMap((one) => (one.disagreement === null ? [] : [one]))
        .map(({ id, disagreement }) => (
          <small key={id} className={classes.warn}>
            {texts.disagree(disagreement?.found ?? [], disagreement?.chosen ?? '')}
          </small>
        ))}
    </div>
  );
}
