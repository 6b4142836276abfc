import type { PageContext } from '../../image-page/parts.ts';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { can, type Can } from '../../tools/doppler-trace/guards.ts';
import type { DopplerTracing } from './doppler-tracing.ts';

/** Available actions, by name: as text, so that a moving pointer redraws nothing. */
const allowed = (tracing: DopplerTracing): string =>
  Object.entries(can(tracing.state, tracing.context()))
    .flatMap(([name, now]) => (now ? [name] : []))
    .join(' ');

export function useDopplerCan(tracing: DopplerTracing, context: PageContext): (what: keyof Can) => boolean {
  const able = useTool(context, () => allowed(tracing)).split(' ');
  return (what) => able.includes(what);
}
