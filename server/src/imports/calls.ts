import type { ImportServices } from './services.ts';
import { importHandlers } from './import-calls.ts';
import { maskHandlers } from './mask-calls.ts';
import { predictionsHandlers } from './predictions/calls.ts';
import { uploadHandlers } from './upload-calls.ts';

/** Handlers of the calls of imports. */
export const handlersOfImports = (services: ImportServices) => ({
  ...importHandlers(services),
  ...maskHandlers(services),
  ...uploadHandlers(services),
  ...predictionsHandlers(services),
});
