import type { Services } from '../access/services.ts';
import type { EngineOnDemand } from '../imports/engine-on-demand.ts';
import type { ObjectStore } from '../objects/store.ts';

export interface CourseServices extends Services {
  readonly objects: ObjectStore;
  /** There while something needs it. */
  readonly engine: EngineOnDemand;
}
