import type { CommandAnswer } from '../../workspace/command-answer.ts';
import type { ImportProgress, ImportReport } from '../../imports/import-all.ts';

/** Lines the owner of a workspace returns, one JSON object each. */
export type ControlMessage =
  | ({ type: 'progress' } & ImportProgress)
  | { type: 'report'; report: ImportReport }
  | { type: 'answer'; answer: CommandAnswer }
  | { type: 'refusal'; message: string };

/** Longest request line in bytes: the rows of a mapping travel in it. */
export const MAX_REQUEST_BYTES = 16 * 1024 ** 2;
