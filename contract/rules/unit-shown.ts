import { ownValue } from './own-value.ts';

/** Units as people write them; the records keep the plain ones. */
const SHOWN: Readonly<Record<string, string>> = {
  cm2: 'cm²',
  'cm/s2': 'cm/s²',
  'g/m2': 'g/m²',
  'ml/m2': 'ml/m²',
  'cm2/m2': 'cm²/m²',
  deg: '°',
  none: '',
};

export const unitShown = (unit: string | null | undefined): string => ownValue(SHOWN, unit ?? '') ?? unit ?? '';
