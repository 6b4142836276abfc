import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';

/** The record names no configuration yet: it was made before records did, or a moment ago. */
export const hasNoVersions = (image: AnalysisImage): boolean => Object.keys(image.config_versions).length === 0;

/** The image with these versions of the configuration, unless it names its own. */
export const withVersions = (image: AnalysisImage, versions: Record<string, number>): AnalysisImage =>
  hasNoVersions(image) ? { ...image, config_versions: versions } : image;
