import type { ConfigEffect } from '../records/configuration.ts';

const studies = (count: number): string => (count === 1 ? '1 study' : `${count} studies`);

/** The effect of a new current version, in one sentence. */
export function configEffectText({ what, count, names }: ConfigEffect): string {
  const list = names.join(', ');
  switch (what) {
    case 'stored-values-stay':
      return `${studies(count)} hold stored values of image types whose definitions differ (${list}). They do not change until they are recomputed; the number of differences is not known before.`;
    case 'labels-unknown':
      return `${studies(count)} have images of types that this version does not know (${list}). They keep label and lines; nothing new is measured on them.`;
    case 'requirements-unknown':
      return `${count === 1 ? '1 project requires' : `${count} projects require`} image types that this version does not know: ${list}.`;
  }
}
