import type { AnalysisChanges } from '@echometry/contract/calls/analyses.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { Static } from 'typebox';
import { invalidField } from '../errors.ts';
import type { SaveContent } from './content.ts';
import { checkImages, checkSequences } from './image-check.ts';

/** Content of a save before it is checked: all images, or what is different from its base. */
export interface Sent {
  images?: AnalysisImage[] | undefined;
  changes?: Static<typeof AnalysisChanges> | undefined;
  sequences?: SequenceLines[] | undefined;
  base_version?: number | null | undefined;
}

/**
 * The checked content of a save.
 * @param all the field that all images come in
 * @throws Problem naming the field that is refused
 */
export function sentContent(
  { images, changes, sequences: lines = [], base_version }: Sent,
  filenames: ReadonlyMap<string, string>,
  all = 'images',
): Exclude<SaveContent, { kind: 'version' }> {
  if (images !== undefined && changes !== undefined) throw invalidField('changes', 'A save carries all images or changes, not both');
  const sequences = checkSequences(lines);
  if (images !== undefined) return { kind: 'all', images: checkImages(images, filenames, all), sequences };
  if (changes === undefined) throw invalidField(all, 'A save carries all images, or changes with the version they were made from');
  if (base_version === undefined) throw invalidField('base_version', 'Changes name the version they were made from');
  const complete = checkImages(changes.images, filenames, 'changes.images');
  const changed = new Set(complete.map((image) => image.instance_id));
  changes.removed.forEach((instanceId, index) => {
    if (!filenames.has(instanceId)) throw invalidField(`changes.removed.${index}`, 'is not an image of this study');
    if (changed.has(instanceId)) throw invalidField(`changes.removed.${index}`, 'is changed by the same save');
  });
  return { kind: 'changes', images: complete, removed: changes.removed, sequences };
}
