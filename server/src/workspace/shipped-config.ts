import echoAdditionalLabels from '@echometry/contract/config/echo_additional_labels.json' with { type: 'json' };
import echoCaliper from '@echometry/contract/config/echo_caliper.json' with { type: 'json' };
import echoImageQuality from '@echometry/contract/config/echo_image_quality.json' with { type: 'json' };
import echoImageTypes from '@echometry/contract/config/echo_image_types.json' with { type: 'json' };
import echoMeasurements from '@echometry/contract/config/echo_measurements.json' with { type: 'json' };
import echoReferences from '@echometry/contract/config/echo_references.json' with { type: 'json' };
import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';

/** The sets as shipped; a workspace stores each new content as a new version. */
export const SHIPPED_SETS: ReadonlyArray<{ name: ConfigSetName; version: number; data: unknown[] }> = [
  { name: 'echo_image_types', version: echoImageTypes.version, data: echoImageTypes.data },
  { name: 'echo_measurements', version: echoMeasurements.version, data: echoMeasurements.data },
  { name: 'echo_image_quality', version: echoImageQuality.version, data: echoImageQuality.data },
  { name: 'echo_caliper', version: echoCaliper.version, data: echoCaliper.data },
  { name: 'echo_additional_labels', version: echoAdditionalLabels.version, data: echoAdditionalLabels.data },
  { name: 'echo_references', version: echoReferences.version, data: echoReferences.data },
];
