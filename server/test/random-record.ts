import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  definitions?: Record<string, Schema>;
}

const TEXTS = ['', 'LV endo', 'é ü 心', '"quoted" \\ and / 𝄞', '0', 'a.c1'];
const MAX_ITEMS = 3;

/** A value that fits the schema, with every field of every object. */
function valueOf(schema: Schema, root: Schema, random: () => number): unknown {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  if (schema.$ref !== undefined) return valueOf(root.definitions![schema.$ref.split('/').at(-1)!]!, root, random);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return valueOf(pick(options), root, random);
  if (schema.allOf !== undefined) return valueOf(schema.allOf[0]!, root, random);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum);
  switch (Array.isArray(schema.type) ? pick(schema.type) : schema.type) {
    case 'object': {
      if (schema.properties === undefined) {
        const of = schema.additionalProperties;
        return typeof of === 'object' ? { a: valueOf(of, root, random), 'b c': valueOf(of, root, random) } : {};
      }
      return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, valueOf(field, root, random)]));
    }
    case 'array': {
      const least = schema.minItems ?? 0;
      const count = least + Math.floor(random() * ((schema.maxItems ?? MAX_ITEMS) - least + 1));
      return Array.from({ length: count }, () => valueOf(schema.items!, root, random));
    }
    case 'string':
      return `${pick(TEXTS)}${Math.floor(random() * 1e6)}`;
    case 'integer':
      return 1 + Math.floor(random() * 1000);
    case 'number':
      return pick([0, -1.5, 1e-300, 123456.789, random() * 1e4, Number.MAX_SAFE_INTEGER]);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      throw new Error(`No value for ${JSON.stringify(schema)}`);
  }
}

/** Drops what a record leaves out where it is null, and origins that contradict themselves. */
function settled(lines: readonly Line[] | null | undefined): void {
  for (const line of lines ?? []) {
    if (line.spline === null) delete line.spline;
    for (const point of line.points) {
      if (point.method != null && point.method_version != null && point.proposed != null && point.origin !== 'hand') continue;
      delete point.origin;
      delete point.method;
      delete point.method_version;
      delete point.proposed;
    }
  }
}

/** A random record of an image by its schema. */
export function randomRecord(schema: object, random: () => number): AnalysisImage {
  const image = valueOf(schema, schema, random) as AnalysisImage;
  for (const events of image.cardiac_events)
    for (const [event, from] of Object.entries(events.origins ?? {}) as Array<
      [keyof NonNullable<typeof events.origins>, { origin: string } | null]
    >)
      if (from?.origin === 'hand') delete events.origins![event];
  for (const cycle of image.segmentation) {
    for (const name of ['end_diastole', 'end_systole', 'lines', 'corrected', 'sequence'] as const)
      if (cycle[name] === null) delete cycle[name];
    settled(cycle.end_diastole?.lines);
    settled(cycle.end_systole?.lines);
    settled(cycle.lines);
    settled(cycle.corrected);
  }
  // Every drawn cycle is one of those that are timed.
  while (image.cardiac_events.length < image.segmentation.length) image.cardiac_events.push({ id: `drawn ${image.cardiac_events.length}` });
  return image;
}
