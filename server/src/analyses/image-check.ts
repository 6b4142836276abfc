import { createRequire } from 'node:module';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import imageSchema from '@echometry/contract/generated/analysis-image.schema.json' with { type: 'json' };
import linesSchema from '@echometry/contract/generated/sequence-lines.schema.json' with { type: 'json' };
import type { Ajv as AjvClass, ErrorObject, ValidateFunction } from 'ajv';
import { imageFault } from '@echometry/contract/rules/image-faults.ts';
import { completeImage } from '@echometry/contract/rules/image-formats.ts';
import { sequenceFault } from '@echometry/contract/rules/sequence.ts';
import { Problem } from '../errors.ts';

/** A check of a schema, compiled when it is first needed: it takes a tenth of what a start of the server takes. */
function compiledOnce<T>(schema: object): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | null = null;
  return () => (compiled ??= compile<T>(schema));
}

function compile<T>(schema: object): ValidateFunction<T> {
  // ajv is CommonJS whose class is a property; an ES import of it has two shapes depending on who bundles.
  const { Ajv } = createRequire(import.meta.url)('ajv') as { Ajv: typeof AjvClass };
  // Formats such as "double" name Rust widths; JSON numbers need no check for them.
  const ajv = new Ajv({
    allErrors: false,
    strict: false,
    // With `strict` off, 1e999 would pass as a number, be stored as null, and make the study unsavable for everybody.
    strictNumbers: true,
    validateFormats: false,
    // Defaults for programs that know only the specification; documents are always whole.
    useDefaults: true,
    coerceTypes: false,
    removeAdditional: false,
  });
  return ajv.compile<T>(schema);
}

const isImageOf = compiledOnce<AnalysisImage>(imageSchema);
const isLinesOf = compiledOnce<SequenceLines>(linesSchema);

function refusal(at: string, error: ErrorObject | undefined): Problem {
  const inside = (error?.instancePath ?? '').slice(1).replaceAll('/', '.');
  const path = [at, inside].filter((part) => part !== '').join('.');
  if (error?.keyword === 'additionalProperties') {
    const field = `${path}.${String(error.params['additionalProperty'])}`;
    return new Problem({ code: 'unknown-field', message: `Unknown field ${field}`, field });
  }
  if (error?.keyword === 'required') {
    const field = `${path}.${String(error.params['missingProperty'])}`;
    return new Problem({ code: 'invalid-field', message: `Missing field ${field}`, field });
  }
  return new Problem({ code: 'invalid-field', message: `${path}: ${error?.message ?? 'is not allowed'}`, field: path });
}

/**
 * Checks images against the schema generated from the engine's record, that keys agree, and that none comes twice.
 * `where` is the field they came in. Returns them with everything of the newest format; the given ones get defaults.
 */
export function checkImages(images: readonly unknown[], filenames: ReadonlyMap<string, string>, where = 'images'): AnalysisImage[] {
  const seen = new Set<string>();
  const isImage = isImageOf();
  return images.map((image, index) => {
    const at = `${where}.${index}`;
    if (!isImage(image)) throw refusal(at, isImage.errors?.[0]);
    const refuse = (field: string, message: string) =>
      new Problem({ code: 'invalid-field', message: `${at}.${field}: ${message}`, field: `${at}.${field}` });
    if (filenames.get(image.instance_id) === undefined) throw refuse('instance_id', 'is not an image of this study');
    if (image.id !== image.instance_id) throw refuse('id', 'must equal instance_id');
    if (filenames.get(image.instance_id) !== image.filename) throw refuse('filename', 'belongs to another image');
    if (seen.has(image.instance_id)) throw refuse('instance_id', 'comes twice');
    seen.add(image.instance_id);
    const whole = completeImage(image);
    const fault = imageFault(whole);
    if (fault !== null) throw refuse(fault.path, fault.message);
    return whole;
  });
}

/** Whether a value has the form of lines on every frame. */
export const isSequence = (value: unknown): value is SequenceLines => isLinesOf()(value);

/** Checks lines on every frame against the schema generated from the engine's record, and that they are whole. */
export function checkSequences(sequences: readonly unknown[]): SequenceLines[] {
  const isLines = isLinesOf();
  return sequences.map((lines, index) => {
    const at = `sequences.${index}`;
    if (!isLines(lines)) throw refusal(at, isLines.errors?.[0]);
    const fault = sequenceFault(lines);
    if (fault !== null)
      throw new Problem({ code: 'invalid-field', message: `${at}.${fault.path}: ${fault.message}`, field: `${at}.${fault.path}` });
    return lines;
  });
}
