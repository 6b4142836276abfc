import { DATA_TYPES } from '@echometry/contract/records/data-type.ts';
import { type DataAnomalies, type DataStatistics, type StatisticsTable } from '@echometry/contract/records/project-files.ts';
import { type ProjectAccess } from '../access/project-access.ts';
import { type HeadRecord, headsOfProject } from '../db/analyses.ts';
import { reviewsOfProject } from '../db/reviews.ts';
import { type FileRecord, filesOfProject } from '../db/files.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';
import { type Services } from '../services.ts';

/** Day of studies whose files name none (docs/decisions/0022-import.md). */
const UNDATED = '19000101';

interface Stored {
  studies: StudyRecord[];
  files: FileRecord[];
  heads: HeadRecord[];
}

/** Shared work alone: blind work and that of test users is nobody else's statistics. */
async function stored({ db }: Services, access: ProjectAccess): Promise<Stored> {
  const [studies, files, heads] = await Promise.all([
    listStudies(db.query, access.id, true),
    filesOfProject(db.query, access.id),
    headsOfProject(db.query, access.id, { see: 'shared' }),
  ]);
  return { studies, files, heads };
}

const counted = (of: readonly string[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const name of of) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
};

function studiesByType({ studies, heads }: Stored): StatisticsTable {
  const worked = new Map(heads.map((head) => [head.study_id, head]));
  const data = DATA_TYPES.map((type) => {
    const own = studies.filter(({ data_type }) => data_type === type);
    const states = own.map(({ id }) => worked.get(id)?.study_state);
    return [
      type,
      own.length,
      states.filter((state) => state !== undefined).length,
      states.filter((state) => state !== undefined && state !== 'Incomplete').length,
    ];
  });
  return { name: 'Studies', columns: ['Data type', 'Studies', 'With an analysis', 'Complete'], data };
}

function imagesByManufacturer({ files }: Stored): StatisticsTable {
  const data = counted(files.map(({ manufacturer }) => manufacturer ?? 'not named'));
  return { name: 'Images', columns: ['Manufacturer', 'Images'], data };
}

async function reviews({ db }: Services, access: ProjectAccess, { heads }: Stored): Promise<StatisticsTable> {
  const current = new Set(heads.map(({ version_id }) => version_id));
  const finished = await reviewsOfProject(db.query, access.id);
  return {
    name: 'Finished reviews',
    columns: ['Of', 'Reviews'],
    data: [
      ['the newest version', finished.filter(({ version }) => version !== null && current.has(version)).length],
      ['an earlier version, or of blind work', finished.filter(({ version }) => version === null || !current.has(version)).length],
    ],
    comments: ['A review counts for the version that it was finished on; what the editor saved later is not reviewed.'],
  };
}

/** Statistics of a project, from what is stored at this moment. */
export async function dataStatistics(services: Services, access: ProjectAccess): Promise<DataStatistics> {
  const known = await stored(services, access);
  return {
    date: services.now(),
    stats: [studiesByType(known), imagesByManufacturer(known), await reviews(services, access, known)],
  };
}

/** What is odd about the data of a project. */
export async function dataAnomalies(services: Services, access: ProjectAccess): Promise<DataAnomalies> {
  const { studies, files } = await stored(services, access);
  const idOf = new Map(studies.map(({ id, study_id }) => [id, study_id]));
  const undated = studies
    .filter(({ study_date }) => study_date === UNDATED)
    .map(({ study_id }) => ({ study_id, image_filename: null, what: 'The files of this study have no usable date' }));
  const cut = files.flatMap((file) => {
    const study_id = idOf.get(file.study_id);
    const { frames_available: there, number_of_frames: said, filename } = file;
    if (study_id === undefined || there === null || there >= said) return [];
    return [{ study_id, image_filename: filename, what: `The file ends after ${there} of ${said} frames` }];
  });
  return { date: services.now(), anomalies: [...undated, ...cut] };
}
