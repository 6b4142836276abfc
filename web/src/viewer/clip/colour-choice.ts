/**
 * What a person chose for the colours of an image. Streams whose markers are wrong, or absent, are rare, so it is
 * remembered for the open study only.
 */
import type { ColourChoice } from '@echometry/bindings/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { TRANSFER_SYNTAXES } from '@echometry/contract/generated/transfer-syntaxes.ts';
import { onStudyClosed } from '../../study/store/current-study.ts';

/** JPEG: the only streams whose markers name what three samples are, and may be wrong. */
const isJpeg = (uid: string): boolean => TRANSFER_SYNTAXES[uid]?.jpeg ?? false;

const choices = new Map<string, ColourChoice>();

onStudyClosed(() => {
  choices.clear();
});

/** A choice makes a difference to this image. */
export const canChooseColour = ({
  samples_per_pixel,
  transfer_syntax_uid,
}: Pick<ImageMetadata, 'samples_per_pixel' | 'transfer_syntax_uid'>): boolean => samples_per_pixel === 3 && isJpeg(transfer_syntax_uid);

export const colourOf = (metadata: ImageMetadata): ColourChoice | null =>
  canChooseColour(metadata) ? (choices.get(metadata.sop_instance_uid) ?? null) : null;

export function rememberColour(metadata: ImageMetadata, choice: ColourChoice | null): void {
  if (choice === null) choices.delete(metadata.sop_instance_uid);
  else choices.set(metadata.sop_instance_uid, choice);
}
