/** Configuration sets that every page needs, read once for each project. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { CONFIG_PLATFORM, type ConfigSetName, START_SET_NAMES, type StartSetName } from '@echometry/contract/records/config-set.ts';
import { AdditionalLabelRow, CaliperRow, ImageTypeRow, QualityRow } from '@echometry/contract/records/config-rows.ts';
import { call } from './api.ts';
import { readRows } from './config-rows.ts';
import { messages } from './messages.ts';

/** Fields of an image type for labelling. */
export type ImageTypeChoice = ImageTypeRow;
export type LabelCategory = AdditionalLabelRow;

export interface LabelConfig {
  imageTypes: ImageTypeChoice[];
  additionalLabels: LabelCategory[];
  /** Templates of quality assessment. */
  quality: QualityRow[];
  /** Templates of calipers. */
  calipers: CaliperRow[];
  /** The sets that the engine measures by, as they are stored. */
  measuring: MeasurementConfig;
  versions: Record<StartSetName, number>;
  /** Definitions that could not be read, in words. */
  refused: string[];
}

/** Fields of a stored set for the engine. */
interface StoredSet {
  name: ConfigSetName;
  version: number;
  data: readonly unknown[];
}
export type MeasurementConfig = Record<'image_types' | 'measurements' | 'calipers', StoredSet>;

const storedSet = ({ name, version, data }: StoredSet): StoredSet => ({ name, version, data });

const loaded = new Map<string, Promise<LabelConfig>>();

export function loadConfig(project: string): Promise<LabelConfig> {
  let config = loaded.get(project);
  if (!config) {
    config = readSets(project);
    loaded.set(project, config);
    config.catch(() => {
      loaded.delete(project);
    });
  }
  return config;
}

async function readSets(project: string): Promise<LabelConfig> {
  const sets = await Promise.all(
    START_SET_NAMES.map(async (config) => {
      const [set] = await call(CALLS.configGet, { platform: CONFIG_PLATFORM, config, db_name: project });
      // A version that is guessed would be stored with the work.
      if (set?.name !== config) throw new Error(messages.config.notSent(config));
      return [config, set] as const;
    }),
  );
  const byName = Object.fromEntries(sets) as Record<StartSetName, (typeof sets)[number][1]>;
  const types = readRows(ImageTypeRow, 'echo_image_types', byName.echo_image_types.data, 'type');
  const labels = readRows(AdditionalLabelRow, 'echo_additional_labels', byName.echo_additional_labels.data, 'category');
  const quality = readRows(QualityRow, 'echo_image_quality', byName.echo_image_quality.data, 'image_types');
  const calipers = readRows(CaliperRow, 'echo_caliper', byName.echo_caliper.data, 'type');
  return {
    imageTypes: types.rows,
    additionalLabels: labels.rows,
    quality: quality.rows,
    calipers: calipers.rows,
    measuring: {
      image_types: storedSet(byName.echo_image_types),
      measurements: storedSet(byName.echo_measurements),
      calipers: storedSet(byName.echo_caliper),
    },
    versions: Object.fromEntries(sets.map(([name, { version }]) => [name, version])) as Record<StartSetName, number>,
    refused: [...types.refused, ...labels.refused, ...quality.refused, ...calipers.refused],
  };
}
