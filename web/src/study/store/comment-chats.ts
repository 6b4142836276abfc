/** Which comments of a study are held: of each chat the newest, and of those before them how many there are. */
import type { OlderComments, StoredComment } from '@echometry/contract/records/comment.ts';

type Chat = Pick<OlderComments, 'image_filename' | 'type'>;

const isOf =
  ({ image_filename, type }: Chat) =>
  (one: Chat): boolean =>
    one.image_filename === image_filename && one.type === type;

const NONE = { count: 0, open: 0 } as const;

/** How many comments of a chat come before those held, and how many of them are open. */
export const olderOf = (older: readonly OlderComments[], chat: Chat): Pick<OlderComments, 'count' | 'open'> =>
  older.find(isOf(chat)) ?? NONE;

/** Comments of the longest chat among some. */
export function longestChat(list: readonly Chat[]): number {
  const counts = new Map<string, number>();
  for (const { image_filename, type } of list) {
    const name = JSON.stringify([image_filename, type]);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

interface Held {
  list: StoredComment[];
  older: OlderComments[];
}

/** Content once earlier comments of a chat are there: the oldest first, each once. */
export function withEarlier(held: Held, chat: Chat, earlier: Held): Held {
  const known = new Set(held.list.map(({ id }) => id));
  return {
    list: [...earlier.list.filter(({ id }) => !known.has(id)), ...held.list].toSorted((a, b) => a.date - b.date),
    older: [...held.older.filter((one) => !isOf(chat)(one)), ...earlier.older],
  };
}
