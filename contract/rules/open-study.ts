/** A study counts as open when its flag was renewed less than this ago (platform 9), in milliseconds. */
export const OPEN_WINDOW_MS = 24 * 60 * 60 * 1000;

/** True while the open flag is set and its last update was under one day ago. Both times in ms since 1970. */
export const isOpen = (openedAt: number | null, now: number): boolean => openedAt !== null && now - openedAt < OPEN_WINDOW_MS;

/** What an Editor reads on a row another holds (platform 2). */
export const OPEN_BY_ANOTHER = 'Another editor is working in this study';
