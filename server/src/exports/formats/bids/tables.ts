/** Tables and sidecars of BIDS: tabs between columns, `n/a` where nothing is known. */
import { type Cell, cellText } from '@echometry/contract/rules/csv.ts';
import { imageValues } from '../../value-rows.ts';
import { meanRate } from '../beats.ts';
import type { SourceImage } from '../source.ts';

const MISSING = 'n/a';
const MS_PER_S = 1000;

/** Spreadsheets open these tables too, and would run a text as a formula. */
const tsvText = (cell: Cell): string => (cell === null || cell === '' ? MISSING : cellText(cell).replaceAll(/[\t\r\n]+/g, ' '));
export const tsvLine = (cells: readonly Cell[]): string => `${cells.map(tsvText).join('\t')}\n`;
export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Columns of each table with their description, which is its sidecar too. */
export const BIDS_TABLES = {
  participants: {
    participant_id: 'label of the patient',
    patient: 'pseudonymised code of the patient',
    project: 'key of the project',
    sex: 'M, F or O',
  },
  sessions: {
    session_id: 'label of the study',
    study_id: 'number of the patient in the workspace and shifted date',
    study_date: 'shifted: only intervals between sessions of a participant are right',
    data_type: 'fetal, pediatric or adult',
    gestational_age_days: 'days',
    age_days: 'days',
    height_cm: 'cm',
    weight_kg: 'kg',
  },
  events: {
    onset: 's from the first frame of the clip',
    duration: 's; 0, because an event is one frame',
    trial_type: 'end_diastole or end_systole',
    cycle: 'cardiac cycle, from 1',
    frame_number: 'frame, from 1',
    excluded: 'reason why the cycle does not count',
  },
  values: {
    measurement: 'name of the measurement, or of the caliper and its value',
    cycle: 'cardiac cycle, from 1; n/a for a mean',
    value: 'the number with all its digits, recomputed',
    unit: 'UCUM',
    aggregate_of: 'cycles whose mean the value is',
    reason: 'code of the reason for a missing value',
    kind: 'kind of the measurement',
    formula: 'formula of a kind that has several',
    formula_version: 'counts changes of what the formula computes',
    engine_version: 'version of the engine that computed the value',
  },
} as const;

type Table = keyof typeof BIDS_TABLES;
export const headerOf = (table: Table): string => tsvLine(Object.keys(BIDS_TABLES[table]));

/** Description of the columns of a table. */
export const sidecarOf = (table: Table): string =>
  json(Object.fromEntries(Object.entries(BIDS_TABLES[table]).map(([name, Description]) => [name, { Description }])));

/** A number of frames per second by the file's own times. */
export const clipSidecar = (source: SourceImage, { rows, columns }: { rows: number; columns: number }): string =>
  json({
    SOPInstanceUID: source.image.instance_id,
    FileName: source.image.filename,
    Rows: rows,
    Columns: columns,
    NumberOfFrames: source.number_of_frames,
    FrameRate: meanRate(source),
    FrameTimes: (source.frame_times_ms ?? []).map((time) => time / MS_PER_S),
    Pixels: 'of the DICOM file as decoded, in RGB',
  });

/** Scale, view and author of one person's work on a clip. */
export function workSidecar(source: SourceImage): string {
  const { image, work, pixel_size_mm: size } = source;
  return json({
    SOPInstanceUID: image.instance_id,
    ImageType: image.type,
    View: image.view,
    Modality: image.modality,
    Reference: image.reference,
    FrameRate: meanRate(source),
    PixelHeight: size?.[0] ?? null,
    PixelWidth: size?.[1] ?? null,
    PixelUnits: 'mm',
    CalibrationSource: size === null ? null : (image.calibration?.source ?? 'regions'),
    Sector: source.sector,
    Editor: work.editor,
    Reviewer: work.reviewer,
    Role: work.role,
    Blind: work.blind,
    Pass: work.pass,
    Version: work.version,
    ReviewState: work.review_state,
    Validated: work.review_state === null ? null : image.validated,
    ChangedSince: work.changed_since,
    ConsensusOf: work.consensus_of,
    FinishedWithReason: work.finished_with_reason,
  });
}

/** Marks of the clip as events in the order of their times. */
export function eventsTable(source: SourceImage): string {
  const times = source.frame_times_ms ?? [];
  const rows = source.image.cardiac_events.flatMap((marks, cycle) =>
    (['end_diastole', 'end_systole'] as const).flatMap((event) => {
      const frame = marks[event];
      const time = typeof frame === 'number' ? times[frame - 1] : undefined;
      return typeof frame !== 'number' || time === undefined
        ? []
        : [{ time, cells: [time / MS_PER_S, 0, event, cycle + 1, frame, marks.excluded?.reason ?? null] }];
    }),
  );
  return (
    headerOf('events') +
    rows
      .sort((a, b) => a.time - b.time)
      .map(({ cells }) => tsvLine(cells))
      .join('')
  );
}

export const valuesTable = (source: SourceImage): string =>
  headerOf('values') +
  imageValues(source)
    .map(({ row }) =>
      tsvLine([
        row.measurement,
        row.cycle,
        row.value,
        row.unit,
        row.aggregate_of,
        row.reason,
        row.kind,
        row.formula,
        row.formula_version,
        row.engine_version,
      ]),
    )
    .join('');
