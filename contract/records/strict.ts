import { Type, type TProperties } from 'typebox';

/** An object whose unknown fields are refused by name (docs/contracts.md#stored-work). */
export const Strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** One of the given texts, letter for letter. */
export const OneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });

/** A value or null; null means "not known", never "not asked". */
export const Nullable = <T>(schema: T) => Type.Union([schema as never, Type.Null()]) as unknown as NullableOf<T>;

type NullableOf<T> = T extends import('typebox').TSchema ? import('typebox').TUnion<[T, import('typebox').TNull]> : never;

/** Integer milliseconds since 1970 UTC (docs/contracts.md#keys-and-coordinates). */
export const Instant = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Longest text of a name, label or key; refuses accidental documents in text fields. */
export const MAX_NAME_LENGTH = 256;

export const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });
