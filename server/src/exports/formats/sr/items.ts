/** Content items of structured reports (PS3.3 C.17.3), by value, as dcmjs takes them. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import type { Item } from '../dicom-object.ts';
import { type Code, code } from './code.ts';

export type Relation = 'CONTAINS' | 'HAS CONCEPT MOD' | 'HAS OBS CONTEXT' | 'INFERRED FROM' | 'SELECTED FROM' | 'HAS PROPERTIES';

export interface ImageReference {
  readonly sop_class_uid: string;
  readonly sop_instance_uid: string;
  /** From 1; null for the whole image. */
  readonly frame_number: number | null;
}

/** DICOM counts from the corner of the first pixel (PS3.3 C.18.6), stored points from its centre. */
export const CORNER_OF_CENTRE = 0.5;
/** Longest Decimal String. */
const MAX_DECIMAL = 16;
const MAX_LONG_STRING = 64;

export const codeItem = ({ value, scheme, meaning }: Code): Item => ({
  CodeValue: value,
  CodingSchemeDesignator: scheme,
  // A backslash would separate values (PS3.5 6.2, LO).
  CodeMeaning: meaning.replaceAll('\\', '/').slice(0, MAX_LONG_STRING),
});

function item(relation: Relation | null, type: string, name: Code | null, fields: Item, content: readonly Item[] = []): Item {
  return {
    ...(relation === null ? {} : { RelationshipType: relation }),
    ValueType: type,
    ...(name === null ? {} : { ConceptNameCodeSequence: [codeItem(name)] }),
    ...fields,
    ...(content.length > 0 ? { ContentSequence: content } : {}),
  };
}

export const container = (relation: Relation | null, name: Code, content: readonly Item[], template: string | null = null): Item =>
  item(
    relation,
    'CONTAINER',
    name,
    {
      ContinuityOfContent: 'SEPARATE',
      ...(template === null ? {} : { ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: template }] }),
    },
    content,
  );
export const coded = (relation: Relation, name: Code, value: Code, content: readonly Item[] = []): Item =>
  item(relation, 'CODE', name, { ConceptCodeSequence: [codeItem(value)] }, content);
export const text = (relation: Relation, name: Code, value: string): Item => item(relation, 'TEXT', name, { TextValue: value });
export const uid = (relation: Relation, name: Code, value: string): Item => item(relation, 'UIDREF', name, { UID: value });
export const person = (relation: Relation, name: Code, value: string): Item =>
  item(relation, 'PNAME', name, { PersonName: value.slice(0, MAX_LONG_STRING) });

/** The number in at most 16 characters; its full precision is next to it as a double. */
export function decimal(value: number): string {
  for (let digits = 15; digits > 0; digits -= 1) {
    const plain = String(Number(value.toPrecision(digits)));
    const short = plain.length <= MAX_DECIMAL ? plain : value.toExponential(digits - 1);
    if (short.length <= MAX_DECIMAL) return short;
  }
  throw new RangeError(`${value} does not fit a Decimal String`);
}

export const num = (relation: Relation, name: Code, value: number, unit: string, content: readonly Item[]): Item =>
  item(
    relation,
    'NUM',
    name,
    {
      MeasuredValueSequence: [
        {
          NumericValue: decimal(value),
          FloatingPointValue: value,
          MeasurementUnitsCodeSequence: [codeItem(code(unit, 'UCUM', unit === '1' ? 'no units' : unit))],
        },
      ],
    },
    content,
  );

export const image = (relation: Relation, { sop_class_uid, sop_instance_uid, frame_number }: ImageReference): Item =>
  item(relation, 'IMAGE', null, {
    ReferencedSOPSequence: [
      {
        ReferencedSOPClassUID: sop_class_uid,
        ReferencedSOPInstanceUID: sop_instance_uid,
        ...(frame_number === null ? {} : { ReferencedFrameNumber: frame_number }),
      },
    ],
  });

const graphic = (type: 'POLYLINE' | 'MULTIPOINT', points: readonly Position[], of: ImageReference): Item => {
  const data = points.flatMap(({ x, y }) => [x + CORNER_OF_CENTRE, y + CORNER_OF_CENTRE]);
  return item('INFERRED FROM', 'SCOORD', null, { GraphicType: type, GraphicData: data }, [image('SELECTED FROM', of)]);
};

/** A curve selected from a frame; a closed one ends where it begins. Coordinates are single floats: 0.0001 px at 1000. */
export const polyline = (points: readonly Position[], closed: boolean, of: ImageReference): Item =>
  graphic('POLYLINE', closed ? [...points, ...points.slice(0, 1)] : points, of);

/** The points of a caliper, selected from a frame. */
export const multipoint = (points: readonly Position[], of: ImageReference): Item => graphic('MULTIPOINT', points, of);
