import { newestConfigSet } from '../../db/config-sets.ts';
import { type Handlers } from '../../http/call-route.ts';
import { notFound } from '../../problem.ts';
import { type Services } from '../../services.ts';

export function configGetHandlers(services: Services): Pick<Handlers, 'configGet'> {
  const configGet: Handlers['configGet'] = async ({ body }) => {
    const set = await newestConfigSet(services.db.query, body.config);
    if (set === null) throw notFound('config', 'This configuration set was not shipped');
    return [set];
  };

  return { configGet };
}
