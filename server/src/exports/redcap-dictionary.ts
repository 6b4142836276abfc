/** The data dictionary of REDCap for the table of studies: a field for each column, by the rules of REDCap's own template. */
import { createHash } from 'node:crypto';
import { type Cell, csvLine } from '@echometry/contract/rules/csv.ts';
import type { StudyRow, ValueColumn } from './wide-table.ts';

/** The headings of a data dictionary, in REDCap's order and words. */
export const DICTIONARY_COLUMNS = [
  'Variable / Field Name',
  'Form Name',
  'Section Header',
  'Field Type',
  'Field Label',
  'Choices, Calculations, OR Slider Labels',
  'Field Note',
  'Text Validation Type OR Show Slider Number',
  'Text Validation Min',
  'Text Validation Max',
  'Identifier?',
  'Branching Logic (Show field only if...)',
  'Required Field?',
  'Custom Alignment',
  'Question Number (surveys only)',
  'Matrix Group Name',
  'Matrix Ranking?',
  'Field Annotation',
] as const;

/** Form of the record itself, and the form that is repeated where a patient has several rows. */
export const PATIENT_FORM = 'patient';
export const STUDY_FORM = 'echo_study';
export const RECORD_ID = 'record_id';

/** REDCap recommends names of at most 26 characters. */
const MAX_NAME = 26;
const MEASUREMENT_CHARACTERS = 13;
const HASH_DIGITS = 4;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'dropdown' | 'yesno';
  /** Raw value and label of each choice. */
  readonly choices?: readonly (readonly [raw: string, label: string])[];
  readonly note: string;
  readonly validation?: 'number' | 'integer' | 'date_ymd';
  readonly section?: string;
  readonly valueOf: (row: StudyRow) => Cell;
}

/** Lower-case letters, digits and single underscores. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
const cut = (text: string, characters: number): string => text.slice(0, characters).replace(/_+$/, '');

/** The same name for the same column in every export: measurement, image type and a hash of both with the unit. */
function nameOf({ name, measurement, image_type }: ValueColumn, taken: ReadonlySet<string>): string {
  const start = cut(slug(measurement), MEASUREMENT_CHARACTERS);
  const named = /^[a-z]/.test(start) ? start : cut(`m_${start}`, MEASUREMENT_CHARACTERS);
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash('sha256')
      .update(JSON.stringify([name, attempt]))
      .digest('hex')
      .slice(0, HASH_DIGITS);
    const type = cut(slug(image_type), MAX_NAME - named.length - hash.length - 2);
    const made = [named, type, hash].filter((part) => part !== '').join('_');
    if (!taken.has(made)) return made;
  }
}

/** REDCap reads labels as HTML. */
const plain = (words: string): string => words.replaceAll('<', '‹').replaceAll('>', '›');

const choices = (...labels: readonly string[]): [string, string][] => labels.map((label) => [slug(label), label]);
const STATES = choices('Incomplete', 'Valid', 'Not valid', 'Consensus pending', 'Suboptimal');
const DATA_TYPES = choices('fetal', 'pediatric', 'adult');
const REVIEW_STATES = choices('checkpoint', 'finished', 'consensus');
const SEXES: [string, string][] = [
  ['m', 'male'],
  ['f', 'female'],
  ['o', 'other'],
];

type WorkColumn = keyof StudyRow['work'];
const text = (name: WorkColumn, label: string, note: string, validation?: Field['validation']): Field => ({
  name,
  label,
  type: 'text',
  note,
  ...(validation === undefined ? {} : { validation }),
  valueOf: ({ work }) => work[name],
});
const dropdown = (name: WorkColumn, label: string, note: string, of: readonly (readonly [string, string])[]): Field => ({
  name,
  label,
  type: 'dropdown',
  note,
  choices: of,
  valueOf: ({ work }) => (work[name] === null ? null : slug(String(work[name]))),
});

/** Facts of a study and of the work on it; columns of the same names in measurements_by_study.csv. */
const WORK_FIELDS: readonly Field[] = [
  text('project', 'Project', 'Key of the project in Echometry'),
  text('study_id', 'Study', 'Number of the patient in the workspace and shifted date'),
  text('study_date', 'Date of the study', 'Shifted: only intervals between studies of a patient are right', 'date_ymd'),
  dropdown('data_type', 'Data type', '', DATA_TYPES),
  text('gestational_age_days', 'Gestational age', 'days', 'integer'),
  text('age_days', 'Age at the study', 'days', 'integer'),
  dropdown('sex', 'Sex', '', SEXES),
  text('height_cm', 'Height', 'cm', 'number'),
  text('weight_kg', 'Weight', 'kg', 'number'),
  text('editor', 'Editor', 'Whose work it is'),
  text('reviewer', 'Reviewer', 'Empty for the work itself'),
  dropdown('study_state', 'State of the work', '', STATES),
  dropdown('review_state', 'State of the review', 'Empty for the work of an editor', REVIEW_STATES),
  text('role', 'Role', 'Role in which the work was saved'),
  {
    name: 'blind',
    label: 'Blind work',
    type: 'yesno',
    note: '',
    valueOf: ({ work }) => (work.blind === true ? 1 : 0),
  },
  text('pass', 'Pass', 'Counts repeated readings of one person', 'integer'),
  text('version', 'Version', 'Id of the stored version'),
];

const noteOf = ({ unit, formulas, isCaliper }: ValueColumn): string =>
  `Unit: ${unit === '1' ? 'none' : unit}. ${isCaliper ? 'Value of a caliper' : 'Mean of the cycles'}${formulas.length === 0 ? '' : `; ${formulas.join(' or ')}`}.`;

/** The fields of the repeated form. */
export function studyFields(columns: readonly ValueColumn[]): Field[] {
  const taken = new Set<string>([RECORD_ID, ...WORK_FIELDS.map(({ name }) => name)]);
  let section = '';
  const values = columns.map((column): Field => {
    const name = nameOf(column, taken);
    taken.add(name);
    const isFirst = column.image_type !== section;
    section = column.image_type;
    return {
      name,
      label: plain(`${column.measurement}, ${column.image_type}`),
      type: 'text',
      note: noteOf(column),
      validation: 'number',
      ...(isFirst ? { section: plain(column.image_type) } : {}),
      valueOf: ({ values }) => values.get(column.name) ?? null,
    };
  });
  return [...WORK_FIELDS, ...values];
}

const choiceText = (field: Pick<Field, 'choices'>): string => (field.choices ?? []).map(([raw, label]) => `${raw}, ${label}`).join(' | ');

const dictionaryLine = (form: string, field: Omit<Field, 'valueOf'>): string => {
  const cells: Partial<Record<(typeof DICTIONARY_COLUMNS)[number], string>> = {
    'Variable / Field Name': field.name,
    'Form Name': form,
    'Section Header': field.section ?? '',
    'Field Type': field.type,
    'Field Label': field.label,
    'Choices, Calculations, OR Slider Labels': choiceText(field),
    'Field Note': field.note,
    'Text Validation Type OR Show Slider Number': field.validation ?? '',
  };
  return csvLine(DICTIONARY_COLUMNS.map((column) => cells[column] ?? ''));
};

/** The whole dictionary; the first field is the record. */
export function* dictionary(fields: readonly Field[]): Iterable<string> {
  yield csvLine(DICTIONARY_COLUMNS);
  yield dictionaryLine(PATIENT_FORM, {
    name: RECORD_ID,
    label: 'Patient',
    type: 'text',
    note: 'Pseudonymised code of the patient',
  });
  for (const field of fields) yield dictionaryLine(STUDY_FORM, field);
}
