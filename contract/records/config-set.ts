/** The configuration sets fetched at start (docs/specification.md#platform-7). */
export const START_SET_NAMES = [
  'echo_image_types',
  'echo_measurements',
  'echo_image_quality',
  'echo_caliper',
  'echo_additional_labels',
] as const;
export type StartSetName = (typeof START_SET_NAMES)[number];

/** All sets: reference values are fetched where values are judged by them. */
export const CONFIG_SET_NAMES = [...START_SET_NAMES, 'echo_references'] as const;
export type ConfigSetName = (typeof CONFIG_SET_NAMES)[number];

/** The platform name sent with admin/config/get. */
export const CONFIG_PLATFORM = 'IAP';
