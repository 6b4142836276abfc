import type { ProjectEffect } from '../records/administered-project.ts';

const studies = (count: number): string => (count === 1 ? '1 study' : `${count.toLocaleString('en-US')} studies`);

/** An effect in a few words, for one line. */
export function projectEffectText({ what, state, count }: ProjectEffect): string {
  switch (what) {
    case 'studies-become':
      return `${studies(count)} ${count === 1 ? 'becomes' : 'become'} ${state ?? ''}`;
    case 'reviews-incomplete':
      return `${count === 1 ? '1 review' : `${count.toLocaleString('en-US')} reviews`} of them ${count === 1 ? 'stays' : 'stay'} listed as Incomplete`;
    case 'references-several':
      return `${studies(count)} ${count === 1 ? 'has' : 'have'} more than one reference image of a type; all of them stay until an editor chooses`;
    case 'cycles-differ':
      return `${studies(count)} ${count === 1 ? 'has' : 'have'} reference images with another number of cycles`;
    case 'types-not-offered':
      return `${studies(count)} ${count === 1 ? 'has' : 'have'} images of a type that is not offered any more; they keep their label`;
    case 'other-cloud':
      return `${studies(count)} ${count === 1 ? 'is' : 'are'} hidden here, because the project belongs to another cloud`;
  }
}
