import { Type, type Static } from 'typebox';
import { OneOf, Strict } from '../records/strict.ts';

/** Codes of responses other than 200; domain outcomes are 200 with a typed body instead. */
export const ERROR_CODES = [
  'unknown-field',
  'invalid-field',
  'invalid-body',
  'unauthorized',
  'forbidden',
  'not-found',
  'wrong-state',
  'body-too-large',
  'too-many-requests',
  'storage-full',
  'damaged',
  'store-unavailable',
  'internal',
] as const;

/** Body of every non-200 response. `field` is the JSON path of the refused field. */
export const ErrorBody = Strict({
  code: OneOf(ERROR_CODES),
  message: Type.String(),
  field: Type.Optional(Type.String()),
});
export type ErrorBody = Static<typeof ErrorBody>;

/** Message when the server has no room left (507): nothing was stored, and nothing stored before is lost. */
export const STORAGE_FULL = 'The disk of the server is full: nothing was stored. Contact its administrator';
/**
 * Message when something stored is no longer what was stored (410): it is not served, because work on a wrong picture would be
 * lost.
 */
export const DAMAGED = 'This was found damaged on the server and is not shown. Contact the administrator, who can restore it from a backup';
/** Message when the object store is away (503): saves of work need it not, and images come back when it does. */
export const STORE_UNAVAILABLE =
  'The images cannot be read at the moment because the object store is not available. Saved work is safe. Try again in a minute; if the problem persists, contact the administrator';
/** Message of a save tried in a role that may not save (docs/specification.md#platform-6). */
export const ROLE_MAY_NOT_SAVE = 'User role not allowed to save changes';
/** Message of analysis/get when nothing is stored; not an error to the user (docs/specification.md#platform-8). */
export const NO_ANALYSIS = "Analysis doesn't exist";
