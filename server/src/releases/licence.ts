import type { ReleaseLicence } from '@echometry/contract/records/release.ts';
import { RELEASE_LICENCES } from '@echometry/contract/rules/release-licences.ts';

/** A licence of the list, or an own text. */
type Licence = { spdx: string; title: string; uri: string } | { spdx: null; text: string };

export function licenceOf(licence: ReleaseLicence): Licence {
  if ('text' in licence) return { spdx: null, text: licence.text };
  const found = RELEASE_LICENCES.find(({ spdx }) => spdx === licence.spdx);
  if (found === undefined) throw new Error(`${licence.spdx} is not a licence of the list`);
  return found;
}

/** `LICENCE.txt` */
export function licenceText(licence: ReleaseLicence): string {
  const found = licenceOf(licence);
  if (found.spdx === null) return `${found.text.trimEnd()}\n`;
  return [
    `SPDX-License-Identifier: ${found.spdx}`,
    '',
    `The data of this release are licensed under: ${found.title}.`,
    `Summary and text: ${found.uri}`,
    `SPDX: https://spdx.org/licenses/${found.spdx}.html`,
    '',
    'The engine (engine/) and recompute.mjs are a part of Echometry and under the MIT licence.',
    '',
  ].join('\n');
}
