import { StudyQuantities } from '@echometry/contract/records/study.ts';
import imageSchema from '@echometry/contract/generated/analysis-image.schema.json' with { type: 'json' };

/** Format of the documents in `json/`. */
export const EXPORT_DOCUMENT_FORMAT = 1;

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const numberOrNull = { type: ['integer', 'null'] };
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const pair = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 };
const described = (description: string, schema: object) => ({ description, ...schema });
const listOf = (items: object) => ({ type: 'array', items });

const study = object({
  project: text,
  study_id: text,
  patient: described('Pseudonymised code.', text),
  study_date: described('YYYY-MM-DD, shifted.', text),
  ...StudyQuantities.properties,
});

const work = object({
  editor: text,
  reviewer: textOrNull,
  role: text,
  blind: { type: 'boolean' },
  pass: { type: 'integer', minimum: 1 },
  review_state: described('Null for the work of an editor.', { enum: ['checkpoint', 'finished', 'consensus', null] }),
  changed_since: described('The editor saved after the version that the review is based on.', { type: ['boolean', 'null'] }),
  consensus_of: described('E-mail addresses of the reviewers whose reviews a consensus settles.', textOrNull),
  finished_with_reason: described('Why the review was finished although something was open.', textOrNull),
  version: described('Id of the stored version; r before it for a version of a review.', text),
});

const line = object({
  instance_id: text,
  cycle: described('From 0, as in the record.', { type: 'integer', minimum: 0 }),
  event: textOrNull,
  line: text,
  shape: text,
  interpolation: textOrNull,
  finished: { type: 'boolean' },
  frame_number: described('From 1; null on a strip and on a still picture.', numberOrNull),
  units: described('Units of points and curve along x and y.', { type: ['array', 'null'], items: text, minItems: 2, maxItems: 2 }),
  reason: described('The reason for missing units or a missing curve.', textOrNull),
  points_px: described('Control points in stored pixels: 0 is the centre of the first pixel.', listOf(pair)),
  curve_px: described('The curve as the engine measures it, in stored pixels.', listOf(pair)),
  points: described('Control points in units; null without a scale.', { type: ['array', 'null'], items: pair }),
  curve: described('The curve in units; null without a scale.', { type: ['array', 'null'], items: pair }),
});

const decimalOrNull = { type: ['number', 'null'] };
const judged = object({
  instance_id: text,
  measurement: text,
  reference_source: described('Such as Pettersen 2008.', textOrNull),
  reference_row: textOrNull,
  z: decimalOrNull,
  percentile: decimalOrNull,
  multiple_of_median: decimalOrNull,
  reference_low: described('Lower limit for this patient in the unit of the measurement; null when open.', decimalOrNull),
  reference_high: decimalOrNull,
  in_reference: described('Null where the row judges nothing.', { type: ['boolean', 'null'] }),
  reference_reason: described('Why there is no result.', textOrNull),
  reference_version: numberOrNull,
});

const graded = object({
  guideline: text,
  source: textOrNull,
  reference_version: { type: 'integer' },
  grade: described('Null where missing values leave it open.', textOrNull),
  possible: described('Every grade that is possible while values are missing.', listOf(text)),
  criteria: listOf(
    object({
      criterion: text,
      result: { enum: ['met', 'not met', 'unknown'] },
      decides: described('Another result would change the grade.', { type: 'boolean' }),
    }),
  ),
  missing: described('Inputs without a value.', listOf(text)),
  stated: described('Inputs that a person stated.', listOf(object({ input: text, value: { type: 'number' }, unit: text }))),
});

const { definitions, $schema, ...image } = imageSchema;

const single = object({
  format: { const: EXPORT_DOCUMENT_FORMAT },
  study,
  work,
  study_state: textOrNull,
  missing_images: listOf(text),
  images: described('As stored; contract/generated/analysis-image.schema.json.', listOf({ $ref: '#/definitions/Image' })),
  lines: listOf(line),
  standings: described('Aggregates among the reference values that count; docs/references.md.', listOf(judged)),
  guidelines: described('Grades by the guidelines of the project, for research only; docs/references.md.', listOf(graded)),
});

/** JSON Schema of the files in `json/`: one work, or a list of them. */
export const EXPORT_DOCUMENT_SCHEMA = {
  $schema,
  title: 'EchometryExport',
  oneOf: [
    { $ref: '#/definitions/Work' },
    object({ format: { const: EXPORT_DOCUMENT_FORMAT }, works: listOf({ $ref: '#/definitions/Work' }) }),
  ],
  definitions: { ...definitions, Image: image, Work: single },
};
