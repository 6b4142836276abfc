/** Log of a server: one JSON object in a line, without names, addresses, patients, studies or files (docs/operations.md, "Logs"). */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type LoggerOptions, pino, stdSerializers } from 'pino';
import type { LogFormat } from './log-formats.ts';

/** Where lines go. */
export interface LogStream {
  write: (line: string) => void;
}

/** Addresses that a balancer and a monitor ask every few seconds; they are logged when they fail. */
const POLLED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** Lines of a stack that are kept: where it was thrown, and its callers. */
const KEPT_FRAMES = 8;

/** An error without its message, which may quote input: kind, code and the lines of the program it came through. */
function withoutContent(error: Error): Record<string, unknown> {
  const { code, cause } = error as Error & { code?: unknown };
  const frames = (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, KEPT_FRAMES);
  return {
    kind: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    frames,
    ...(cause instanceof Error ? { cause: withoutContent(cause) } : {}),
  };
}

const OPTIONS: LoggerOptions = {
  base: { process: process.pid },
  messageKey: 'message',
  // RFC 3339 in UTC, so that the lines of several servers sort.
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (level) => ({ level }) },
  serializers: { ...stdSerializers, err: (error: Error) => withoutContent(error) },
};

export interface Log {
  format: LogFormat;
  logger: FastifyBaseLogger;
}

/** The log of a server; in `text`, only of problems. */
export const makeLog = (format: LogFormat, stream: LogStream): Log => ({
  format,
  logger: pino({ ...OPTIONS, level: format === 'json' ? 'info' : 'warn' }, stream),
});

/** Level of a response: our fault, a refusal, or neither. */
function levelOf(status: number): 'error' | 'warn' | 'info' {
  if (status >= 500) return 'error';
  return status === 401 || status === 403 || status === 429 ? 'warn' : 'info';
}

/** Logs every response: who asked, by the number of the account, for what, and how it ended. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    if (status < 500 && POLLED.has(route)) return;
    const { caller, method } = request;
    const who =
      caller === null ? {} : { account: caller.user.id, role: caller.role, ...(caller.token === null ? {} : { token: caller.token.id }) };
    request.log[levelOf(status)]({ event: 'request', method, route, status, ms: Math.round(elapsedTime), ...who }, 'request');
  });
}
