/** Up to when a person has read the comments of an image; this browser remembers it. */
import { proxy } from 'valtio';

const STORE = 'echometry.read';
/** Images that are remembered; the longest unread go first. */
const MAX_REMEMBERED = 2000;

/** Date of the newest comment that was read, in ms since 1970, by person and image. */
type ReadMarks = Record<string, number>;

function stored(): ReadMarks {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(STORE) ?? '{}') as ReadMarks;
  } catch {
    return {};
  }
}

const marks = proxy<{ read: ReadMarks }>({ read: stored() });
export const readMarks: { readonly read: Readonly<ReadMarks> } = marks;

export const markName = (user: string, instanceOrFile: string): string => `${user} ${instanceOrFile}`;

export function markRead(user: string, image: string, date: number): void {
  const name = markName(user, image);
  if ((marks.read[name] ?? 0) >= date) return;
  const { [name]: _old, ...others } = marks.read;
  marks.read = Object.fromEntries([...Object.entries(others), [name, date] as const].slice(-MAX_REMEMBERED));
  try {
    globalThis.localStorage?.setItem(STORE, JSON.stringify(marks.read));
  } catch {
    // A full store remembers nothing: the comments are shown as unread the next time.
  }
}

/** Comments of others that came after the last reading. */
export const isUnread = (comment: { user: string; date: number }, user: string, read: number | undefined): boolean =>
  comment.user !== user && comment.date > (read ?? 0);
