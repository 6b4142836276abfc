/** Actions of a reviewer on the page: gestures on the review's copy, and the ends of the review. */
import { proxy } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { takenBack, type ReviewChange } from '@echometry/contract/rules/review-changes.ts';
import { alertUser } from '../../lib/alerts.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { closeStudy, currentSession, openStudy } from '../../study/store/current-study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { readReview, reopenReview, validateReview } from '../../study/store/review-calls.ts';
import { openReview, withTaken } from '../../study/store/review-copy.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** One gesture on some images of the copy; the history belongs to the first. */
function change(instanceIds: readonly string[], of: (image: AnalysisImage) => AnalysisImage): void {
  const session = currentSession();
  const [first] = instanceIds;
  if (!session || session.study.readOnly || first === undefined) return;
  const { study } = session;
  const images = study.images.map((image) => (instanceIds.includes(image.instance_id) ? of(image) : image));
  session.commit(first, { images, missing_images: study.missing_images });
}

/** Validates images, or takes that back where all of them are validated. */
export function toggleValidated(instanceIds: readonly string[]): void {
  const study = currentSession()?.study;
  const known = study?.images.filter(({ instance_id }) => instanceIds.includes(instance_id)) ?? [];
  const validated = !known.every((image) => image.validated);
  change(instanceIds, (image) => ({ ...image, validated }));
}

export const setValidated = (instanceId: string): void => change([instanceId], (image) => ({ ...image, validated: true }));

/** Confirms images as they are. */
export const confirmImages = (instanceIds: readonly string[]): void => change(instanceIds, (image) => ({ ...image, validated: true }));

/** Accepts the quality of an image, or takes the verdict back. */
export const toggleAccepted = (instanceId: string): void =>
  change([instanceId], (image) => ({ ...image, accepted: image.accepted === 'yes' ? null : 'yes' }));

/** The image that was removed last, on this page. */
export const removed = proxy<{ image: { instance_id: string; name: string } | null }>({ image: null });

/** Removes an image from the review; it can be brought back in place, and by the list of changes. */
export function removeImage(instanceId: string): void {
  const session = currentSession();
  if (!session || session.study.readOnly) return;
  const { study } = session;
  const gone = study.images.find(({ instance_id }) => instance_id === instanceId);
  const images = study.images.filter(({ instance_id }) => instance_id !== instanceId);
  session.commit(instanceId, { images, missing_images: study.missing_images });
  const name = [gone?.type ?? messages.pane.noType, gone?.view].filter(Boolean).join(', ');
  removed.image = { instance_id: instanceId, name };
}

/** Undoes the last removal. */
export function bringBack(): void {
  if (removed.image !== null) currentSession()?.undo(removed.image.instance_id);
  removed.image = null;
}

/** Makes a change undone: that part is again as the editor had it. */
export function reject(of: ReviewChange): void {
  const session = currentSession();
  const review = session?.study.review;
  if (!session || !review || session.study.readOnly) return;
  const { study } = session;
  const isIt = ({ instance_id }: AnalysisImage): boolean => instance_id === of.instance_id;
  const next = takenBack(of, review.originals.find(isIt), study.images.find(isIt));
  const others = study.images.filter((image) => !isIt(image));
  const at = study.images.findIndex(isIt);
  const images = next === null ? others : others.toSpliced(at < 0 ? others.length : at, 0, next);
  session.commit(of.instance_id, { images, missing_images: study.missing_images });
}

/** Settles one image that the editor changed since: as they have it now, or as it was reviewed. */
export function settleImage(instanceId: string, how: 'take' | 'keep'): void {
  const session = currentSession();
  const newer = session?.study.review?.newer;
  if (!session || !newer || session.study.readOnly) return;
  const { study } = session;
  const images = how === 'take' ? withTaken(study.images, newer, instanceId) : study.images;
  const there = new Set(images.map(({ type }) => type));
  const missing_images = study.missing_images.filter((type) => !there.has(type));
  session.settle(instanceId, { images: [instanceId], missing: false }, { images, missing_images });
}

/** Settles the types that the editor declared missing since. */
export function settleMissing(how: 'take' | 'keep'): void {
  const session = currentSession();
  const types = session?.study.review?.newer?.missing_images;
  if (!session || !types || session.study.readOnly) return;
  const { images, missing_images } = session.study;
  session.settle(null, { images: [], missing: true }, { images, missing_images: how === 'take' ? types : missing_images });
}

/**
 * Makes a check point or finishes, with everything saved before. True when it is done; otherwise the reason is shown.
 * @param reason why it is finished with open points; null where none is open
 */
export async function validate({ link, review }: OpenStudy, to: 'checkpoint' | 'finished', reason: string | null): Promise<boolean> {
  const session = currentSession();
  if (!session || !review) return false;
  const saved = await session.savedVersion();
  if (saved === null) {
    alertUser(messages.notSaved, 'hard');
    return false;
  }
  try {
    const answer = await validateReview(
      link,
      { editor: review.editor, blind: review.blind },
      {
        control: to === 'checkpoint',
        version: saved.version,
        reason,
      },
    );
    if (!answer.conflict) return true;
    alertUser(messages.otherTab, 'hard');
    await reload(link);
  } catch (error) {
    alertUser(messages.notValidated(messageOf(error)), 'hard');
  }
  return false;
}

/** Opens a finished review again, and the study again from it. */
export async function reopen({ link, review }: OpenStudy): Promise<void> {
  if (!review) return;
  try {
    await reopenReview(link, { editor: review.editor, blind: review.blind });
    await reload(link);
  } catch (error) {
    alertUser(messages.notReopened(messageOf(error)), 'hard');
  }
}

async function reload(link: StudyLink): Promise<void> {
  await closeStudy();
  await openStudy(link);
}

/** Asks whether the editor has saved since. A failed request is repeated the next time. */
export async function lookForNewer(link: StudyLink): Promise<void> {
  const session = currentSession();
  const record = await readReview(link).catch(() => null);
  if (record === null || !session || session !== currentSession() || !session.isAbout(link)) return;
  session.setNewer(openReview(record));
  // Finished in another tab or window: the page locks, and offers to reopen.
  if (record.state === 'finished' && !session.study.readOnly) await reload(link);
}
