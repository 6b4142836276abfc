/** Configuration sets of the server, read once for each project (platform 7). */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { CONFIG_PLATFORM, CONFIG_SET_NAMES, type ConfigSetName } from '@echometry/contract/records/config-set.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { Modality } from '@echometry/contract/records/project.ts';
import { call } from './api.ts';

/** What labelling needs of an image type. */
export interface ImageTypeChoice {
  type: string;
  abbreviation: string;
  name_to_show: string;
  modalities: Modality[];
  data_types: DataType[];
  views: string[];
}

export interface LabelCategory {
  category: string;
  options: string[];
  data_types: DataType[];
  image_types: string[];
  modalities: string[];
}

export interface LabelConfig {
  imageTypes: ImageTypeChoice[];
  additionalLabels: LabelCategory[];
  versions: Record<ConfigSetName, number>;
}

const loaded = new Map<string, Promise<LabelConfig>>();

export function loadConfig(project: string): Promise<LabelConfig> {
  let config = loaded.get(project);
  if (!config) {
    config = readSets(project);
    loaded.set(project, config);
    config.catch(() => { loaded.delete(project); });
  }
  return config;
}

async function readSets(project: string): Promise<LabelConfig> {
  const sets = await Promise.all(CONFIG_SET_NAMES.map((config) => call(CALLS.configGet, { platform: CONFIG_PLATFORM, config, db_name: project })));
  const first = new Map(sets.map(([set]) => [set?.name, set]));
  return {
    imageTypes: (first.get('echo_image_types')?.data ?? []) as ImageTypeChoice[],
    additionalLabels: (first.get('echo_additional_labels')?.data ?? []) as LabelCategory[],
    versions: Object.fromEntries(CONFIG_SET_NAMES.map((name) => [name, first.get(name)?.version ?? 1])) as Record<ConfigSetName, number>,
  };
}
