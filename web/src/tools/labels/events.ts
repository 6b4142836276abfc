/** Events of the label tool. */
import type { ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import type { LabelChange } from '@echometry/contract/rules/labels.ts';

export type LabelEvent =
  /** `also` adds or removes one image, `through` takes all from the current one to this one. */
  | { type: 'choose'; image: string; how: 'alone' | 'also' | 'through' }
  | { type: 'choose-all' }
  | { type: 'go'; by: number }
  | { type: 'next-unlabelled' }
  | { type: 'set-type'; to: TypeChoice | null; group: readonly string[] }
  | { type: 'set'; change: LabelChange }
  | { type: 'toggle-reference' };

export interface TypeChoice {
  type: string;
  modalities: readonly ImageModality[];
}
