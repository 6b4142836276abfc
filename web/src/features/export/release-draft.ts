/** The form of a release while it is filled in. */
import { MAX_RELEASE_NAME, type ReleaseRequest } from '@echometry/contract/records/release.ts';
import { isEditorFilter } from '@echometry/contract/rules/export-request.ts';
import { type LicenceId, RELEASE_LICENCES } from '@echometry/contract/rules/release-licences.ts';
import { messages } from './release-messages.ts';

export interface Draft {
  name: string;
  description: string;
  /** One on each line. */
  creators: string;
  publisher: string;
  /** Null for an own text. */
  spdx: LicenceId | null;
  licenceText: string;
  selection: ReleaseRequest['selection'];
  /** Keys of further projects. */
  furtherProjects: string[];
}

export const newDraft = (creator: string): Draft => ({
  name: '',
  description: '',
  creators: creator,
  publisher: '',
  spdx: RELEASE_LICENCES[0].spdx,
  licenceText: '',
  selection: { data: 'analysis', editor: '', image_type: '', mode: '', study_type: '', all_files: true, validated_only: true },
  furtherProjects: [],
});

const NAME = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${MAX_RELEASE_NAME - 1}}$`);

export const nameOf = ({ name }: Draft): string | null => (NAME.test(name) ? name : null);

const creatorsOf = ({ creators }: Draft): string[] => [
  ...new Set(
    creators
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Why no release can be made of it yet; null when one can. */
export function missingIn(draft: Draft): string | null {
  if (draft.name === '') return messages.notYet.name;
  if (nameOf(draft) === null) return messages.notYet.otherName;
  if (!isEditorFilter(draft.selection.editor)) return messages.notYet.editor;
  if (creatorsOf(draft).length === 0) return messages.notYet.creators;
  if (draft.publisher.trim() === '') return messages.notYet.publisher;
  return draft.spdx === null && draft.licenceText.trim() === '' ? messages.notYet.licence : null;
}

/** Further projects as calls take them. */
export const furtherOf = ({ furtherProjects }: Draft): Pick<ReleaseRequest, 'further_projects'> =>
  furtherProjects.length === 0 ? {} : { further_projects: furtherProjects };

export const requestOf = (draft: Draft): ReleaseRequest => ({
  name: draft.name,
  description: draft.description.trim(),
  creators: creatorsOf(draft),
  publisher: draft.publisher.trim(),
  licence: draft.spdx === null ? { text: draft.licenceText } : { spdx: draft.spdx },
  selection: draft.selection,
  ...furtherOf(draft),
});
