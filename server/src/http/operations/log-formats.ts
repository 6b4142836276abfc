/** `text` is for a person at a console: problems only. `json` is for a collector: every request and event too. */
export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
