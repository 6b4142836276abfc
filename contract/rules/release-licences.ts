/** Licences for data that a release offers by their SPDX identifier (https://spdx.org/licenses); any other one is given as text. */
export const RELEASE_LICENCES = [
  { spdx: 'CC-BY-4.0', title: 'Creative Commons Attribution 4.0 International', uri: 'https://creativecommons.org/licenses/by/4.0/' },
  { spdx: 'CC0-1.0', title: 'Creative Commons Zero v1.0 Universal', uri: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  {
    spdx: 'CC-BY-SA-4.0',
    title: 'Creative Commons Attribution Share Alike 4.0 International',
    uri: 'https://creativecommons.org/licenses/by-sa/4.0/',
  },
  {
    spdx: 'CC-BY-NC-4.0',
    title: 'Creative Commons Attribution Non Commercial 4.0 International',
    uri: 'https://creativecommons.org/licenses/by-nc/4.0/',
  },
  {
    spdx: 'CC-BY-NC-SA-4.0',
    title: 'Creative Commons Attribution Non Commercial Share Alike 4.0 International',
    uri: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  },
  {
    spdx: 'CC-BY-NC-ND-4.0',
    title: 'Creative Commons Attribution Non Commercial No Derivatives 4.0 International',
    uri: 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  },
  { spdx: 'ODbL-1.0', title: 'Open Data Commons Open Database License v1.0', uri: 'https://opendatacommons.org/licenses/odbl/1-0/' },
  { spdx: 'ODC-By-1.0', title: 'Open Data Commons Attribution License v1.0', uri: 'https://opendatacommons.org/licenses/by/1-0/' },
  {
    spdx: 'PDDL-1.0',
    title: 'Open Data Commons Public Domain Dedication & License 1.0',
    uri: 'https://opendatacommons.org/licenses/pddl/1-0/',
  },
] as const;
export type LicenceId = (typeof RELEASE_LICENCES)[number]['spdx'];
