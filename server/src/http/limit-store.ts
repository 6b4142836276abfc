import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { CallLimits } from './call-limits.ts';

/** What @fastify/rate-limit counts with: one number for each address pattern and each person or network address. */
export function limitStore(limits: CallLimits): FastifyRateLimitStoreCtor {
  const storeOf = (route: string): FastifyRateLimitStore => ({
    incr: (key, callback, _window, max) => {
      limits.take(`${route}\n${key}`, max).then(
        ({ place, endsInMs }) => callback(null, { current: place, ttl: endsInMs }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
    // The plugin hands over its settings of the route with `routeInfo`, which its types leave out.
    child: (settings) => storeOf((settings as { routeInfo?: { url: string } }).routeInfo?.url ?? route),
  });
  const root = storeOf('');
  return class {
    incr(...asked: Parameters<FastifyRateLimitStore['incr']>): void {
      root.incr(...asked);
    }
    child(settings: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      return root.child(settings);
    }
  };
}
