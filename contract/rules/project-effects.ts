import { counted } from './counted.ts';
import type { ProjectEffect } from '../records/administered-project.ts';

/** An effect in a few words, for one line. */
export function projectEffectText({ what, state, count }: ProjectEffect): string {
  switch (what) {
    case 'studies-become':
      return `${counted(count, 'study becomes', 'studies become')} ${state ?? ''}`;
    case 'reviews-incomplete':
      return `${counted(count, 'review')} of them ${count === 1 ? 'stays' : 'stay'} listed as Incomplete`;
    case 'references-several':
      return `${counted(count, 'study has', 'studies have')} more than one reference image of a type; all of them stay until an editor chooses`;
    case 'cycles-differ':
      return `${counted(count, 'study has', 'studies have')} reference images with another number of cycles`;
    case 'types-not-offered':
      return `${counted(count, 'study has', 'studies have')} images of a type that is not offered any more; they keep their label`;
    case 'other-cloud':
      return `${counted(count, 'study is', 'studies are')} hidden here, because the project belongs to another cloud`;
  }
}
