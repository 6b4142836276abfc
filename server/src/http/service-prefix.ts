import type { Service } from '@echometry/contract/calls/call.ts';

/** Address prefix of each service, also written into config/endpoints.json. */
export const SERVICE_PREFIX: Readonly<Record<Service, string>> = { custom: '/api/', admin: '/api/admin/', auth: '/auth/' };
