import { describe, expect, it } from 'vitest';
import type { StoredComment } from '@echometry/contract/records/comment.ts';
import { longestChat, olderOf, withEarlier } from './comment-chats.ts';

const remark = (id: string, date: number, image_filename = 'a.dcm'): StoredComment => ({
  id,
  date,
  user: 'anna@site',
  initials: 'AN',
  content: id,
  type: 'selection',
  study_id: '7_20261118',
  instance_id: '1',
  image_filename,
  image_label: null,
  anchor: null,
  resolved: false,
  review: false,
  editor: 'anna@site',
});
const CHAT = { image_filename: 'a.dcm', type: 'selection' };
const OTHER = { image_filename: 'b.dcm', type: 'selection' };

describe('comments of a study', () => {
  it('are joined by earlier ones of a chat, in their order, each once, and the chat has fewer left', () => {
    const held = {
      list: [remark('other', 2, 'b.dcm'), remark('four', 4), remark('five', 5)],
      older: [
        { ...CHAT, count: 3, open: 1 },
        { ...OTHER, count: 9, open: 0 },
      ],
    };
    const earlier = { list: [remark('two', 2), remark('three', 3), remark('four', 4)], older: [{ ...CHAT, count: 1, open: 0 }] };
    const { list, older } = withEarlier(held, CHAT, earlier);
    expect(list.map(({ id }) => id)).toEqual(['two', 'other', 'three', 'four', 'five']);
    expect(olderOf(older, CHAT)).toMatchObject({ count: 1, open: 0 });
    expect(olderOf(older, OTHER)).toMatchObject({ count: 9, open: 0 });
  });

  it('have nothing before them once the last are there', () => {
    const { older } = withEarlier({ list: [remark('two', 2)], older: [{ ...CHAT, count: 1, open: 1 }] }, CHAT, {
      list: [remark('one', 1)],
      older: [],
    });
    expect(olderOf(older, CHAT)).toEqual({ count: 0, open: 0 });
  });

  it('are counted by chat, not only by image or by type', () => {
    expect(longestChat([])).toBe(0);
    expect(longestChat([CHAT, OTHER, { ...CHAT, type: 'overview' }, CHAT])).toBe(2);
  });
});
