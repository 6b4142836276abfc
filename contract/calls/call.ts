import { type Static, type TArray, type TSchema, Type } from 'typebox';
import type { RoleName } from '../records/role.ts';

/** Which entry of config/endpoints.json the path hangs on. */
export type Service = 'custom' | 'admin' | 'auth';

/**
 * Who may make a call:
 * - `anyone`: no token (its own conditions are checked by the route);
 * - `signed-in`: any live token, the sign-in token included;
 * - `role`: a token scoped to one of `roles` (docs/contracts.md#who-acts).
 */
export type Access = { need: 'anyone' } | { need: 'signed-in' } | { need: 'role'; roles: readonly RoleName[] };

/** A body of bytes (`application/octet-stream`) instead of JSON. */
export const BYTES = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

/** One call: what server, browser and tests agree on. Schemas refuse unknown fields by name. */
export interface Call<Body extends TSchema = TSchema, Answer extends TSchema = TSchema> {
  /** Path below the service, without a leading slash; `{id}` stands for one encoded path segment. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly service: Service;
  readonly access: Access;
  /**
   * Right that a personal access token needs for this call, within the roles of `access`: `read` for a call that changes nothing,
   * `write` for any other. No token may make a call without it (docs/why/login-and-access.md#programs-sign-in-with-tokens).
   */
  readonly byToken?: 'read' | 'write';
  /** Null for a call without a body. */
  readonly body: Body;
  readonly answer: Answer;
  /** Largest accepted body in bytes; 64 kB when absent. */
  readonly maxBodyBytes?: number;
  /** Its responses have an entity tag, and are 304 without a body for a client that sends it in If-None-Match. */
  readonly tagged?: true;
  /**
   * `answer` is a list that is sent while it is read, an element on each line (NDJSON, https://github.com/ndjson/ndjson-spec). A response
   * that breaks off is an error for its reader: the last element states how many came before it.
   */
  readonly lines?: true;
}

export type BodyOf<C extends Call> = Static<C['body']>;
export type AnswerOf<C extends Call> = Static<C['answer']>;

/** Keeps the exact types of a call: its schemas, and its requirements for the caller. */
export const defineCall = <Body extends TSchema, Answer extends TSchema, Needed extends Access>(
  call: Call<Body, Answer> & { readonly access: Needed },
): Call<Body, Answer> & { readonly access: Needed } => call;

/** A call whose response is sent line by line. */
export const defineLines = <Body extends TSchema, Line extends TSchema, Needed extends Access>(
  call: Omit<Call<Body, TArray<Line>>, 'answer' | 'lines'> & { readonly access: Needed; readonly line: Line },
): Call<Body, TArray<Line>> & { readonly access: Needed; readonly lines: true } => {
  const { line, ...rest } = call;
  return { ...rest, answer: Type.Array(line), lines: true };
};

/** The request header that carries the token of a sign-in or of a role. */
export const TOKEN_HEADER = 'x-api-key';
/** Beginning of the header `Authorization` that carries a personal access token. */
export const BEARER = 'Bearer ';

/** Path of a call with its id put in. */
export function pathOf(call: Call, id?: string): string {
  return id === undefined ? call.path : call.path.replace('{id}', encodeURIComponent(id));
}
