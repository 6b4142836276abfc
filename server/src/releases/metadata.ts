/** Metadata of a release for catalogues: DataCite 4.5 (https://schema.datacite.org) and RO-Crate 1.1 (https://w3id.org/ro/crate/1.1). */
import type { ReleaseRequest } from '@echometry/contract/records/release.ts';
import type { ArchivedFile } from '../exports/archive.ts';
import type { ReleasedProject } from './release-order.ts';
import { licenceOf } from './licence.ts';

export interface ReleaseFacts {
  id: string;
  /** The project that it belongs to first. */
  projects: readonly ReleasedProject[];
  version: number;
  at: Date;
  request: ReleaseRequest;
  productVersion: string;
  engineVersion: string;
}

const DATACITE = 'http://datacite.org/schema/kernel-4';
const CRATE = 'https://w3id.org/ro/crate/1.1';

export const titleOf = ({ projects, request, version }: Pick<ReleaseFacts, 'projects' | 'request' | 'version'>): string =>
  `${request.name}, version ${version}: echocardiographic measurements of ${projects.map(({ title }) => title).join(', ')}`;

const descriptionOf = ({ request }: Pick<ReleaseFacts, 'request'>): string =>
  request.description.trim() === ''
    ? 'Contours, marks and calipers drawn on echocardiographic images, the values measured from them, and the engine that computes the values again.'
    : request.description.trim();

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** `datacite.json`: everything that a DOI needs, without a DOI. */
export function dataciteOf(facts: ReleaseFacts): unknown {
  const { request, version, at, id } = facts;
  const licence = licenceOf(request.licence);
  return {
    creators: request.creators.map((name) => ({ name: name.trim() })),
    titles: [{ title: titleOf(facts) }],
    publisher: { name: request.publisher.trim() },
    publicationYear: String(at.getUTCFullYear()),
    types: { resourceType: 'Echocardiographic measurements', resourceTypeGeneral: 'Dataset' },
    dates: [{ date: dayOf(at), dateType: 'Created' }],
    language: 'en',
    alternateIdentifiers: [{ alternateIdentifier: id, alternateIdentifierType: 'Echometry release' }],
    formats: ['application/json', 'application/x-ndjson', 'application/wasm'],
    version: String(version),
    rightsList: [
      licence.spdx === null
        ? { rights: 'See LICENCE.txt' }
        : {
            rights: licence.title,
            rightsUri: licence.uri,
            rightsIdentifier: licence.spdx,
            rightsIdentifierScheme: 'SPDX',
            schemeUri: 'https://spdx.org/licenses/',
          },
    ],
    descriptions: [{ description: descriptionOf(facts), descriptionType: 'Abstract' }],
    schemaVersion: DATACITE,
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  md: 'text/markdown',
  txt: 'text/plain',
  mjs: 'text/javascript',
  wasm: 'application/wasm',
};
const formatOf = (path: string): string => FORMATS[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/** `ro-crate-metadata.json`: the release and each of its files, with what they are. */
export function roCrateOf(facts: ReleaseFacts, files: readonly ArchivedFile[]): unknown {
  const { request, version, at, productVersion, engineVersion } = facts;
  const licence = licenceOf(request.licence);
  const people = request.creators.map((name, index) => ({ '@id': `#creator-${index + 1}`, '@type': 'Thing', name: name.trim() }));
  const refer = (items: readonly { '@id': string }[]) => items.map((item) => ({ '@id': item['@id'] }));
  const parts = files.map(({ path, size_bytes, sha256 }) => ({
    '@id': path,
    '@type': path.endsWith('.mjs') ? ['File', 'SoftwareSourceCode'] : 'File',
    name: path,
    encodingFormat: formatOf(path),
    contentSize: String(size_bytes),
    sha256,
  }));
  const licenceId = licence.spdx === null ? 'LICENCE.txt' : licence.uri;
  return {
    '@context': [`${CRATE}/context`, { sha256: 'https://w3id.org/ro/terms/workflow-run#sha256' }],
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', conformsTo: { '@id': CRATE }, about: { '@id': './' } },
      {
        '@id': './',
        '@type': 'Dataset',
        name: titleOf(facts),
        description: descriptionOf(facts),
        datePublished: dayOf(at),
        version: String(version),
        identifier: facts.id,
        license: { '@id': licenceId },
        creator: refer(people),
        publisher: { '@id': '#publisher' },
        hasPart: refer(parts),
        mentions: { '@id': '#engine' },
      },
      ...(licence.spdx === null
        ? []
        : [{ '@id': licenceId, '@type': 'CreativeWork', name: licence.title, identifier: `https://spdx.org/licenses/${licence.spdx}` }]),
      ...people,
      { '@id': '#publisher', '@type': 'Organization', name: request.publisher.trim() },
      {
        '@id': '#engine',
        '@type': 'SoftwareApplication',
        name: 'Echometry engine',
        version: engineVersion,
        softwareVersion: productVersion,
      },
      ...parts,
    ],
  };
}
