/** The anatomy tree of the report (docs/image-types.md): what each key stands for, and where it is shown. */
import type { DataType } from '../records/data-type.ts';
import { isDopplerModality } from './image-types.ts';
import { ownValue } from './own-value.ts';

export const FETAL_SIDES = ['Flow', 'Morphology'] as const;
export const HEART_SIDES = ['Right heart', 'Left heart'] as const;
export type ReportSide = (typeof FETAL_SIDES)[number] | (typeof HEART_SIDES)[number];

/** Sides of a complete report, in the order of their buttons. */
export const sidesOf = (dataType: DataType): readonly ReportSide[] => (dataType === 'fetal' ? FETAL_SIDES : HEART_SIDES);

interface Anatomy {
  name_long: string;
  /** Side in adult and pediatric reports; null for what only a fetus has. */
  side: (typeof HEART_SIDES)[number] | null;
}

/** Order of the report: along the flow through the left heart, then the right one, then what only a fetus has. */
const ANATOMIES: Readonly<Record<string, Anatomy>> = {
  LA: { name_long: 'Left atrium', side: 'Left heart' },
  MV: { name_long: 'Mitral valve', side: 'Left heart' },
  LV: { name_long: 'Left ventricle', side: 'Left heart' },
  AoV: { name_long: 'Aortic valve', side: 'Left heart' },
  AAo: { name_long: 'Ascending aorta', side: 'Left heart' },
  Arch: { name_long: 'Aortic arch', side: 'Left heart' },
  DAo: { name_long: 'Descending aorta', side: 'Left heart' },
  RA: { name_long: 'Right atrium', side: 'Right heart' },
  TV: { name_long: 'Tricuspid valve', side: 'Right heart' },
  RV: { name_long: 'Right ventricle', side: 'Right heart' },
  PV: { name_long: 'Pulmonary valve', side: 'Right heart' },
  PA: { name_long: 'Pulmonary artery', side: 'Right heart' },
  'SVC/IVC': { name_long: 'Venae cavae', side: 'Right heart' },
  UA: { name_long: 'Umbilical artery', side: null },
  UV: { name_long: 'Umbilical vein', side: null },
  DV: { name_long: 'Ductus venosus', side: null },
  MCA: { name_long: 'Middle cerebral artery', side: null },
  UtA: { name_long: 'Uterine artery', side: null },
  AoI: { name_long: 'Aortic isthmus', side: null },
  Head: { name_long: 'Head', side: null },
  Abdomen: { name_long: 'Abdomen', side: null },
  Femur: { name_long: 'Femur', side: null },
  Thorax: { name_long: 'Thorax', side: null },
  Fetus: { name_long: 'Fetus', side: null },
};
const ORDER = Object.keys(ANATOMIES);

/** The meaning of the key; a key of the project's own stands for itself. */
export const anatomyName = (key: string): string => ownValue(ANATOMIES, key)?.name_long ?? key;

/** Keys the shipped tree does not know come last, in the order of the configuration. */
export const anatomyPlace = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

/**
 * Sides on which a value is shown: by modality for fetal data, otherwise by anatomy. A value without a place in the tree or in
 * its image type is shown on every side, so that no value is out of reach.
 * @param ofType sides of the image type in its configuration
 */
export function sidesOfValue(
  { anatomy, modality }: { anatomy: string; modality: string | null },
  dataType: DataType,
  ofType: readonly ReportSide[],
): readonly ReportSide[] {
  if (dataType === 'fetal') return [isDopplerModality(modality) ? 'Flow' : 'Morphology'];
  const own = ownValue(ANATOMIES, anatomy)?.side ?? null;
  if (own !== null) return [own];
  return ofType.length > 0 ? ofType : HEART_SIDES;
}
