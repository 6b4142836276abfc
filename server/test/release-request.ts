import type { ReleaseRequest } from '@echometry/contract/records/release.ts';

/** A release of all shared work of a project. */
export const RELEASE_REQUEST: ReleaseRequest = {
  name: 'ventricles',
  description: 'Contours of the left ventricle.',
  creators: ['Department of Cardiology'],
  publisher: 'Example Hospital',
  licence: { spdx: 'CC-BY-4.0' },
  selection: { data: 'analysis', editor: '', image_type: '', mode: '', study_type: '', all_files: true, validated_only: false },
};
