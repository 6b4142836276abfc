/**
 * The colours of an image, where a user overrules the stream. The choice is stored with the image if the user may change
 * the data type of studies; otherwise it is kept until the study is closed.
 */
import type { ColourChoice } from '@echometry/bindings/engine/api.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { TRANSFER_SYNTAXES } from '@echometry/contract/generated/transfer-syntaxes.ts';
import { mayChangeDataType } from '@echometry/contract/rules/permissions.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { currentSession, onStudyClosed } from '../../study/store/current-study.ts';
import { iconChanged } from '../../study/store/signed-urls.ts';
import { scopeOf } from '../../study/store/study-scope.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { messages } from '../messages.ts';

/** JPEG: the only streams whose markers name what three samples are, and may be wrong. */
const isJpeg = (uid: string): boolean => ownValue(TRANSFER_SYNTAXES, uid)?.jpeg ?? false;

/** Choices since the study was opened, by instance. */
const choices = new Map<string, ColourChoice | null>();

onStudyClosed(() => {
  choices.clear();
});

/** A choice makes a difference to this image. */
export const canChooseColour = ({
  samples_per_pixel,
  transfer_syntax_uid,
}: Pick<ImageMetadata, 'samples_per_pixel' | 'transfer_syntax_uid'>): boolean => samples_per_pixel === 3 && isJpeg(transfer_syntax_uid);

const fileOf = (instanceId: string) => currentSession()?.study.files.find(({ instance_id }) => instance_id === instanceId);

/** The choice for an image; null leaves its colours to the stream. */
export function colourOf(metadata: ImageMetadata): ColourChoice | null {
  if (!canChooseColour(metadata)) return null;
  const instance = metadata.sop_instance_uid;
  const chosen = choices.get(instance);
  return chosen === undefined ? (fileOf(instance)?.colours ?? null) : chosen;
}

/** Keeps a choice, and stores it where the person may. */
export async function chooseColour(
  { sop_instance_uid }: Pick<ImageMetadata, 'sop_instance_uid'>,
  choice: ColourChoice | null,
): Promise<void> {
  choices.set(sop_instance_uid, choice);
  const study = currentSession()?.study;
  const file = fileOf(sop_instance_uid);
  if (study === undefined || file === undefined || !mayChangeDataType(session.login?.role ?? null)) return;
  try {
    const { link } = study;
    await call(CALLS.filesSetColours, { id: link.study_id, filename: file.filename, colours: choice, ...scopeOf(link) });
    iconChanged(file.filename);
  } catch (error) {
    alertUser(messages.tone.coloursNotStored(messageOf(error)), 'hard');
  }
}
