import { describe, expect, it, vi } from 'vitest';
import { CONCLUSION, KEY_IMAGE, MAX_KEY_IMAGES } from '@echometry/contract/rules/report-entries.ts';
import type { ShownComment } from '../../study/store/comment-ops.ts';
import { entriesOf, isKeyImage, noMoreKeyImages } from './entries.ts';

// The store of comments needs a browser.
vi.mock('../../study/store/comments.ts', () => ({}));

const entry = (id: string, type: string, user: string, part: Partial<ShownComment> = {}): ShownComment => ({
  id,
  date: Number(id),
  user,
  initials: '',
  content: `entry ${id}`,
  type,
  study_id: '1_20260101',
  instance_id: '1',
  image_filename: 'a.dcm',
  image_label: null,
  anchor: type === KEY_IMAGE ? { frame_number: 7 } : null,
  resolved: false,
  review: false,
  editor: user,
  ...part,
});
const ANNA = 'anna@example.org';
const BO = 'bo@example.org';
const written = [
  entry('1', CONCLUSION, ANNA),
  entry('2', CONCLUSION, BO),
  entry('3', 'measurements', ANNA),
  entry('4', KEY_IMAGE, BO),
  entry('5', CONCLUSION, 'rex@example.org', { review: true, editor: ANNA }),
];
const ids = (entries: readonly ShownComment[]) => entries.map(({ id }) => id);

describe('entries of a report', () => {
  it('separates the own conclusion from other conclusions and key images, and leaves out chats', () => {
    const { own, others, keyImages, mayWrite } = entriesOf({ role: 'Editor', user: ANNA, editor: null }, written.slice(0, 4));
    expect([own?.id, ids(others), ids(keyImages), mayWrite]).toEqual(['1', ['2'], ['4'], true]);
  });
  it('can be read but not written by a Viewer', () => {
    const { own, others, mayWrite } = entriesOf({ role: 'Viewer', user: ANNA, editor: null }, written.slice(0, 4));
    expect([own, ids(others), mayWrite]).toEqual([null, ['1', '2'], false]);
  });
  it('shows a Reviewer the entries of the editor under review and the own conclusion of the review', () => {
    const { own, others, keyImages } = entriesOf({ role: 'Reviewer', user: 'rex@example.org', editor: ANNA }, written);
    expect([own?.id, ids(others), ids(keyImages)]).toEqual(['5', ['1'], []]);
  });
  it('hold a frame once, and a limited number of images per person', () => {
    const entries = entriesOf({ role: 'Editor', user: BO, editor: null }, written);
    expect([7, 8].map((frame) => isKeyImage(entries, { filename: 'a.dcm', frame, label: '' }))).toEqual([true, false]);
    expect(noMoreKeyImages(entries, BO)).toBeNull();
    const full = Array.from({ length: MAX_KEY_IMAGES }, (_, n) => entry(String(n), KEY_IMAGE, BO, { anchor: { frame_number: n + 1 } }));
    const filled = entriesOf({ role: 'Editor', user: BO, editor: null }, full);
    expect([noMoreKeyImages(filled, BO), noMoreKeyImages(filled, ANNA)]).toEqual([
      'A report can have 12 key images at most. Remove one first.',
      null,
    ]);
  });
});
