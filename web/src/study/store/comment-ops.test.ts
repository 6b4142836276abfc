import { describe, expect, it } from 'vitest';
import type { StoredComment } from '@echometry/contract/records/comment.ts';
import { chatOf, settled, withOps, type CommentOp } from './comment-ops.ts';

const ME = { email: 'anna@site', initials: 'AN' };
const stored = (id: string, more: Partial<StoredComment> = {}): StoredComment => ({
  id,
  date: 10,
  user: ME.email,
  initials: 'AN',
  content: id,
  type: 'selection',
  study_id: '7_20261118',
  instance_id: '1',
  image_filename: 'a.dcm',
  image_label: null,
  anchor: null,
  resolved: false,
  review: false,
  editor: ME.email,
  ...more,
});
const create = (
  id: string,
  content = id,
  more: Partial<Extract<CommentOp, { kind: 'create' }>['comment']> = {},
  update = false,
): CommentOp => ({
  kind: 'create',
  comment: { id, content, type: 'selection', study_id: '7_20261118', image_filename: 'a.dcm', image_label: null, anchor: null, ...more },
  update,
});
const shown = (list: StoredComment[], ...ops: CommentOp[]) =>
  withOps(
    list,
    ops.map((op, at) => ({ op, at: 20 + at })),
    ME,
  );
const contents = (comments: readonly { content: string; waits?: true }[]) =>
  comments.map(({ content, waits }) => [content, waits === true]);

describe('before the server has it', () => {
  it('a comment is shown as it will be stored, without its first newline, and as waiting', () => {
    expect(shown([stored('old')], create('new', '\none\ntwo'))).toEqual([
      stored('old'),
      { ...stored('new', { content: 'one\ntwo', date: 20, instance_id: '' }), waits: true },
    ]);
  });

  it('one that the server has already is shown once', () => {
    expect(contents(shown([stored('new')], create('new')))).toEqual([['new', false]]);
  });

  it('a removed one is gone, and is restored in its place', () => {
    const list = [stored('one', { date: 1 }), stored('two', { date: 2 })];
    expect(contents(shown(list, { kind: 'remove', id: 'one', text: 'one' }))).toEqual([['two', false]]);
    expect(contents(shown(list, { kind: 'remove', id: 'one', text: 'one' }, { kind: 'restore', comment: list[0]! }))).toEqual([
      ['one', true],
      ['two', false],
    ]);
  });

  it('one is resolved and opened again', () => {
    expect(shown([stored('one')], { kind: 'resolve', id: 'one', resolved: true })).toEqual([
      { ...stored('one'), resolved: true, waits: true },
    ]);
  });

  it('a score entry replaces older own ones of its type', () => {
    const list = [stored('mine', { type: 'score' }), stored('theirs', { type: 'score', user: 'ben@site' }), stored('page')];
    expect(contents(shown(list, create('new', 'new', { type: 'score' }, true)))).toEqual([
      ['theirs', false],
      ['page', false],
      ['new', true],
    ]);
    expect(contents(shown(list, { kind: 'remove-types', image_filename: 'a.dcm', types: ['score'] }))).toEqual([
      ['theirs', false],
      ['page', false],
    ]);
  });
});

it('after the server took it nothing waits', () => {
  expect(settled([], { op: create('new'), at: 5 }, ME)).toEqual([stored('new', { date: 5, instance_id: '' })]);
});

it('the chat belongs to an image and a page, without the entries of quality control', () => {
  const list = [
    stored('here'),
    stored('other page', { type: 'cycletiming' }),
    stored('other image', { image_filename: 'b.dcm' }),
    stored('score', { type: 'score' }),
  ];
  expect(chatOf(list, 'a.dcm', 'selection').map(({ id }) => id)).toEqual(['here']);
  expect(chatOf(list, 'a.dcm', 'score')).toEqual([]);
});
