import type { Services } from '../access/services.ts';

export interface VersionSettings {
  /** Days that every version of an analysis or a review is kept; of older work, the last of each sitting is. */
  versionsKeptDays: number;
}

export interface AnalysisServices extends Services {
  readonly config: VersionSettings;
}
