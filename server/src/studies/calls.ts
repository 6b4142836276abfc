import type { Services } from '../access/services.ts';
import { countWorkHandlers } from './count-work.ts';
import { getTasksHandlers } from './get-tasks.ts';
import { studiesGetHandlers } from './get.ts';
import { openHandlers } from './open.ts';
import { patientHandlers } from './patients.ts';
import { setDataTypeHandlers } from './set-data-type.ts';
import { setGestationalAgeHandlers } from './set-gestational-age.ts';
import { setQuantitiesHandlers } from './set-quantities.ts';
import { setTypeHandlers } from './set-type.ts';
import { statusHandlers } from './status.ts';

/** Handlers of the calls of studies and lists. */
export const handlersOfStudies = (services: Services) => ({
  ...studiesGetHandlers(services),
  ...getTasksHandlers(services),
  ...countWorkHandlers(services),
  ...patientHandlers(services),
  ...openHandlers(services),
  ...setDataTypeHandlers(services),
  ...setGestationalAgeHandlers(services),
  ...setQuantitiesHandlers(services),
  ...setTypeHandlers(services),
  ...statusHandlers(services),
});
