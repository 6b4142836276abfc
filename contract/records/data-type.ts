import type { Static } from 'typebox';
import { OneOf } from './strict.ts';

export const DATA_TYPES = ['fetal', 'pediatric', 'adult'] as const;

/** The age group a study is read as (docs/specification.md#platform-3). */
export const DataType = OneOf(DATA_TYPES);
export type DataType = Static<typeof DataType>;

/** The one kind of medical data the platform holds so far; sent as `medical_data_type` in every data call. */
export const MEDICAL_DATA_TYPE = 'US';
export const MedicalDataType = OneOf([MEDICAL_DATA_TYPE] as const);
