/** A study counts as open when its flag was renewed less than this ago (docs/specification.md#platform-9), in milliseconds. */
export const OPEN_WINDOW_MS = 24 * 60 * 60 * 1000;

/** A tab that holds a study reports it this often, in ms. */
export const LEASE_RENEW_MS = 60_000;
/**
 * A lease that was not renewed for this long belongs to a tab that crashed, in ms: browsers run the timers of hidden tabs
 * once a minute, and one renewal may be lost.
 */
export const LEASE_MS = 3 * LEASE_RENEW_MS;

/** True while the open flag is set and its last update was under one day ago. Both times in ms since 1970. */
export const isOpen = (openedAt: number | null, now: number): boolean => openedAt !== null && now - openedAt < OPEN_WINDOW_MS;

/** Text for an Editor on a row that another holds (docs/specification.md#platform-2). */
export const OPEN_BY_ANOTHER = 'Another editor is working in this study';
