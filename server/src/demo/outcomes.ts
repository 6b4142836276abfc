import type { DemoImage } from './plan/manifest.ts';

/** Imported images of one study by `instance_id`, in the order of the study. */
export type Outcomes = ReadonlyMap<string, { image: DemoImage; studyId: string }>;
