import { counted } from './counted.ts';
import type { ConfigEffect } from '../records/configuration.ts';

/** The effect of a new current version, in one sentence. */
export function configEffectText({ what, count, names }: ConfigEffect): string {
  const list = names.join(', ');
  switch (what) {
    case 'stored-values-stay':
      return `${counted(count, 'study holds', 'studies hold')} stored values of image types whose definitions differ (${list}). They do not change until they are recomputed; the number of differences is not known before.`;
    case 'labels-unknown':
      return `${counted(count, 'study has', 'studies have')} images of types that this version does not know (${list}). They keep label and lines; nothing new is measured on them.`;
    case 'requirements-unknown':
      return `${counted(count, 'project requires', 'projects require')} image types that this version does not know: ${list}.`;
  }
}
