import { expect, it } from 'vitest';
import { isUnread, markName, markRead, readMarks } from './read-marks.ts';

const read = (user: string) => readMarks.read[markName(user, 'a.dcm')];

it('comments of others are unread until they were read, for each person separately', () => {
  const theirs = { user: 'ben@site', date: 20 };
  expect(isUnread(theirs, 'anna@site', read('anna@site'))).toBe(true);
  markRead('anna@site', 'a.dcm', 20);
  expect(isUnread(theirs, 'anna@site', read('anna@site'))).toBe(false);
  expect(isUnread(theirs, 'carl@site', read('carl@site'))).toBe(true);
  expect(isUnread({ user: 'ben@site', date: 21 }, 'anna@site', read('anna@site'))).toBe(true);
});

it("one's own are never unread, and an older date takes nothing back", () => {
  expect(isUnread({ user: 'anna@site', date: 99 }, 'anna@site', undefined)).toBe(false);
  markRead('anna@site', 'a.dcm', 5);
  expect(read('anna@site')).toBe(20);
});
