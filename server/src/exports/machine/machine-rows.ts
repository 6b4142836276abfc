/** Values of the machine as rows of stored values: the rater `machine`. */
import type { MachineValue, MachineValues, UnmappedNumber } from '@echometry/contract/records/machine.ts';
import type { StoredValue } from '@echometry/contract/records/stored-value.ts';
import { MACHINE, MACHINE_READER } from '@echometry/contract/rules/machine.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { StudyRecord } from '../../db/studies.ts';
import { ucumOf } from '../units.ts';

type Row = Omit<StoredValue, 'study_id' | 'patient' | 'study_date' | 'editor' | 'blind' | 'pass' | 'version' | 'study_state'>;

const NOTHING: Row = {
  instance_id: '',
  filename: '',
  image_type: null,
  view: null,
  modality: null,
  reference: false,
  cycle: null,
  cardiac_event: null,
  frame_number: null,
  measurement: '',
  class: MACHINE,
  kind: '',
  formula: null,
  formula_version: null,
  value: null,
  unit: '',
  aggregate_of: null,
  calibration_source: null,
  warnings: null,
  reason: null,
  engine_version: null,
};

const codeText = ({ code: { scheme, value } }: Pick<MachineValue, 'code'>): string => `${scheme} ${value}`;

/** A row for each beat, and one for the value that counts. */
function ofValue(value: MachineValue): Row[] {
  const base: Row = {
    ...NOTHING,
    instance_id: value.instance_id ?? '',
    image_type: value.image_type,
    frame_number: value.frame_number === null ? null : String(value.frame_number),
    measurement: value.name,
    kind: codeText(value),
    unit: ucumOf(value.units),
  };
  const beats = value.beats.map((beat, index) => ({ ...base, cycle: index + 1, value: beat }));
  const aggregate_of = beats.length === 0 ? null : beats.map(({ cycle }) => cycle).join(' ');
  return [...beats, { ...base, value: value.value, aggregate_of }];
}

/** The number as the machine reports it: it has none of our names. */
const ofUnmapped = (number: UnmappedNumber): Row => ({
  ...NOTHING,
  instance_id: number.instance_id ?? '',
  measurement: number.meaning,
  kind: codeText(number),
  value: number.value,
  unit: number.unit,
  warnings: `not_mapped:${number.reason}`,
});

/** The rows of the machine of one study. */
export function machineRows(study: Pick<StudyRecord, 'study_id' | 'patient_show' | 'study_date'>, values: MachineValues): StoredValue[] {
  const { editor, blind, pass } = MACHINE_READER;
  const work = {
    study_id: study.study_id,
    patient: study.patient_show,
    study_date: dashedDate(study.study_date),
    editor,
    blind,
    pass,
    version: null,
    study_state: null,
  };
  return [...values.mapped.flatMap(ofValue), ...values.unmapped.map(ofUnmapped)].map((row) => ({ ...work, ...row }));
}
