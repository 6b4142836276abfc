import { type Static, Type } from 'typebox';
import type * as generated from '../generated/picture-mask.ts';
import { Name, Nullable, OneOf, Strict } from './strict.ts';

/** Rectangles of a mask at most, of both kinds together; the engine refuses more. */
export const MAX_MASK_RECTANGLES = 64;
/** Largest number of a column or row (PS3.3 C.7.6.3: 16 bits). */
const MAX_PIXEL = 65_535;

const Start = Type.Integer({ minimum: 0, maximum: MAX_PIXEL });
const Length = Type.Integer({ minimum: 1, maximum: MAX_PIXEL });

/** Stored pixels, from 0. */
export const PixelRectangle = Strict({ x: Start, y: Start, width: Length, height: Length });
export type PixelRectangle = generated.PixelRectangle;

const Rectangles = Type.Array(PixelRectangle, { maxItems: MAX_MASK_RECTANGLES });

/** A picture shows its ultrasound regions and the rectangles of `shown`, but for those of `hidden`; all else is black. */
export const PictureMask = Strict({ shown: Rectangles, hidden: Rectangles });
export type PictureMask = generated.PictureMask;

/** Keyed hash of maker, model, size and regions. */
export const DeviceKey = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const MASK_STATES = ['waiting', 'approved', 'refused'] as const;
export type MaskState = (typeof MASK_STATES)[number];

/** A device of a project whose files import with a mask, wait for one, or are refused. */
export const DeviceMask = Strict({
  /** `_id` of the project. */
  project: Name,
  device: DeviceKey,
  /** Null for one that is not known by name. */
  manufacturer: Nullable(Type.String()),
  model: Nullable(Type.String()),
  columns: Length,
  rows: Length,
  regions: Type.Array(PixelRectangle),
  state: OneOf(MASK_STATES),
  mask: PictureMask,
  /** E-mail of the person who decided; null while it waits. */
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Type.Integer()),
  /** Changes with every decision: a decision names what it was made on. */
  version: Type.Integer({ minimum: 0 }),
  /** Sampled frames that can be viewed; they are kept only in memory. */
  samples: Type.Integer({ minimum: 0 }),
});
export type DeviceMask = Static<typeof DeviceMask>;
