import type { Static } from 'typebox';
import { OneOf } from './strict.ts';

/** Where a quantity comes from: the file, an administrator of the installation, or a person who works on the study. */
export const QuantitySource = OneOf(['file', 'administrator', 'person'] as const);
export type QuantitySource = Static<typeof QuantitySource>;
