import type { EngineError } from '@echometry/contract/generated/engine-error.ts';

/** Failures between the caller and the engine, in addition to refusals of the engine. */
export type TransportError =
  | { code: 'aborted'; message: string }
  | { code: 'network'; message: string; status: number | null }
  | { code: 'engine-crashed'; message: string }
  | { code: 'engine-closed'; message: string }
  | { code: 'no-such-handle'; message: string }
  | { code: 'video-unsupported'; message: string; codec: string }
  | { code: 'video-failed'; message: string }
  | { code: 'no-such-frame'; message: string; frame_number: number; total: number };

export type EngineFailure = EngineError | TransportError;

/** The message of a thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

export const aborted = (): TransportError => ({ code: 'aborted', message: 'The request was cancelled.' });
export const closed = (): TransportError => ({ code: 'engine-closed', message: 'The engine was closed.' });
export const noSuchHandle = (): TransportError => ({ code: 'no-such-handle', message: 'This file is not open in the engine (any more).' });
export const noSuchFrame = (frame_number: number, total: number): TransportError => ({
  code: 'no-such-frame',
  message: `Frame ${frame_number} does not exist: the file has ${total}.`,
  frame_number,
  total,
});
/** @param name common name of the coding; `codec` as WebCodecs names it */
export const videoUnsupported = (name: string, codec: string): TransportError => ({
  code: 'video-unsupported',
  codec,
  message: `This browser does not decode ${name} video (${codec}). A browser with that decoder shows it; measuring needs the picture.`,
});
export const videoFailed = (name: string, detail: string): TransportError => ({
  code: 'video-failed',
  message: `The browser's decoder of ${name} video stopped: ${detail}.`,
});
/** A part of the engine did not come. */
export const engineMissing = (thrown: unknown): TransportError => ({
  code: 'network',
  message: `The engine could not be loaded: ${messageOf(thrown)}. Check the connection and try again.`,
  status: null,
});
/** Without the path of the file, which the message of a system error repeats: it may be the name of a patient. */
export const fileUnreadable = (thrown: unknown): EngineFailure => {
  const { code, syscall } = thrown as { code?: unknown; syscall?: unknown };
  const isOfSystem = typeof code === 'string' && typeof syscall === 'string';
  const detail = isOfSystem ? `${syscall} failed (${code})` : messageOf(thrown);
  return { code: 'file-unreadable', detail, message: detail };
};
export const crashed = (detail: string): TransportError => ({
  code: 'engine-crashed',
  message: `The engine stopped while it worked on this and was started again (${detail}).`,
});

/** The engine throws its errors as JSON texts; anything else is a crash of the instance. */
export function failureOf(thrown: unknown): { failure: EngineFailure; fatal: boolean } {
  if (typeof thrown === 'string') {
    try {
      const error = JSON.parse(thrown) as EngineError;
      if (typeof error.code === 'string') return { failure: error, fatal: false };
    } catch {
      // Not our error.
    }
  }
  return { failure: crashed(messageOf(thrown)), fatal: true };
}

/** A thrown value, as a result. */
export function refuse(thrown: unknown): { ok: false; error: EngineFailure; fatal?: boolean } {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'message' in thrown) {
    return { ok: false, error: thrown as EngineFailure };
  }
  const { failure, fatal } = failureOf(thrown);
  return { ok: false, error: failure, fatal };
}
