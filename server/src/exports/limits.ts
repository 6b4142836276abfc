/** Days that an export is kept unless configured otherwise. */
export const DEFAULT_KEPT_DAYS = 14;
/** How long one server has the turn of notifying owners if it ends in the middle of it, in ms. */
export const NOTIFYING_MS = 10 * 60 * 1000;
/** A mail that could not be sent is tried again this often, and for so long, in ms. */
export const MAIL_RETRY_MS = 60_000;
export const MAIL_GIVE_UP_MS = 24 * 60 * 60 * 1000;
/** Longest a preview may take, in ms, and how many are made at once. */
export const PREVIEW_MS = 20_000;
export const PREVIEWS_AT_ONCE = 1;
/** JavaScript memory of the thread of an export that is for new objects, in MiB. V8 would take up to 48. */
export const EXPORT_NEW_OBJECTS_MIB = 16;
