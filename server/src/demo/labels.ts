import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { DemoImage } from './plan/manifest.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { changeLabel, type Labels } from '@echometry/contract/rules/labels.ts';
import { unpack } from '../db/document.ts';
import type { FileRecord } from '../db/files.ts';
import type { StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';

/** The labels a person would give these images, set by the same rules the pages use. */
export async function labelledImages(
  files: readonly FileRecord[],
  labels: ReadonlyMap<string, DemoImage>,
  options: { dataType: DataType; role: RoleName; uniqueReference: boolean },
): Promise<AnalysisImage[]> {
  const blanks = new Map<string, AnalysisImage>();
  for (const file of files) {
    const metadata = await unpack<StoredMetadata>(file.metadata);
    blanks.set(
      file.instance_id,
      blankImage({ instance_id: file.instance_id, filename: file.filename, active: true, metadata }, options.dataType),
    );
  }
  const blank = (instanceId: string): AnalysisImage => {
    const image = blanks.get(instanceId);
    if (image === undefined) throw new Error('A label names an image that was not imported');
    return image;
  };
  const context = { role: options.role, uniqueReference: options.uniqueReference, blank };
  let state: Labels = { images: [], missing_images: [] };
  for (const [instanceId, label] of labels) {
    state = changeLabel(state, instanceId, { kind: 'view', view: label.view }, context);
    state = changeLabel(state, instanceId, { kind: 'type', type: label.type, modality: label.modality }, context);
  }
  return [...state.images];
}
