/** Conclusions and key images in the report of the open study. */
import { COMMENTING_ROLES } from '@echometry/contract/rules/comments.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { CONCLUSION, KEY_IMAGE, MAX_KEY_IMAGES } from '@echometry/contract/rules/report-entries.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import type { ShownComment } from '../../study/store/comment-ops.ts';
import { removeComment, removeEntries, writeComment, writeEntry } from '../../study/store/comments.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { messages as frameWords } from '../../image-page/frame-picture/messages.ts';
import { imageWords, messages } from './messages.ts';
import { frameOf } from './points.ts';

export interface ReportEntries {
  /** The person's own conclusion; null without one. */
  own: ShownComment | null;
  /** Conclusions of others, the oldest first. */
  others: readonly ShownComment[];
  keyImages: readonly ShownComment[];
  /** The role adds to a report. */
  mayWrite: boolean;
}

const mayWrite = (role: RoleName): boolean => (COMMENTING_ROLES as readonly RoleName[]).includes(role);

/** Entries of the report on the screen. A Reviewer sees the report of one editor. */
export function entriesOf(
  { role, user, editor }: Pick<OpenStudy, 'role' | 'user' | 'editor'>,
  comments: readonly ShownComment[],
): ReportEntries {
  const shown = comments.filter((comment) => role !== 'Reviewer' || editor === null || comment.editor === editor);
  const conclusions = shown.filter(({ type }) => type === CONCLUSION);
  const isOwn = (comment: ShownComment): boolean => mayWrite(role) && comment.user === user && comment.review === (role === 'Reviewer');
  return {
    own: conclusions.findLast(isOwn) ?? null,
    others: conclusions.filter((comment) => !isOwn(comment)),
    keyImages: shown.filter(({ type }) => type === KEY_IMAGE),
    mayWrite: mayWrite(role),
  };
}

/** Stores the person's conclusion in the place of their earlier one; an empty text removes it. */
export function writeConclusion(study: OpenStudy, own: ShownComment | null, text: string): void {
  // Comments belong to an image: the conclusion stays with the one it was written on, at first the first of the study.
  const filename = own?.image_filename ?? study.files.find(({ active }) => active)?.filename;
  if (filename === undefined || text.trim() === (own?.content ?? '')) return;
  const subject = { link: study.link, filename, label: null };
  if (text.trim() === '') removeEntries(subject, [CONCLUSION]);
  // The server removes the first newline of a comment, so that one is put before the text.
  else writeEntry(subject, CONCLUSION, `\n${text.trim()}`);
}

/** The image of a value as a key image. */
export interface KeyImageOffer {
  filename: string;
  frame: number;
  label: string;
}

export function keyImageOf({ files }: Pick<OpenStudy, 'files'>, value: ReportValue): KeyImageOffer | null {
  const file = files.find(({ instance_id }) => instance_id === value.image_id);
  const frame = frameOf(value.measurement) ?? 1;
  return file ? { filename: file.filename, frame, label: imageWords({ ...value, also: [] }) } : null;
}

export const isKeyImage = ({ keyImages }: ReportEntries, { filename, frame }: KeyImageOffer): boolean =>
  keyImages.some(({ image_filename, anchor }) => image_filename === filename && anchor?.frame_number === frame);

/** Why no further key image can be added; null where one can. */
export const noMoreKeyImages = ({ keyImages }: ReportEntries, user: string): string | null =>
  keyImages.filter((one) => one.user === user).length < MAX_KEY_IMAGES ? null : messages.panel.keyImagesFull(MAX_KEY_IMAGES);

export function addKeyImage(study: OpenStudy, { filename, frame, label }: KeyImageOffer): void {
  const isClip = (study.files.find((file) => file.filename === filename)?.number_of_frames ?? 1) > 1;
  const caption = isClip ? frameWords.frameOf(label, frame) : label;
  writeComment({ link: study.link, filename, label: null }, KEY_IMAGE, caption, { frame_number: frame });
}

export const removeKeyImage = (study: OpenStudy, entry: ShownComment): void => removeComment(study.link, entry);
