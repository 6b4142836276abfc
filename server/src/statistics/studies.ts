import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { StatisticsTable, StudiesOfMonth } from '@echometry/contract/records/statistics.ts';
import { hasQc } from '@echometry/contract/rules/quality.ts';
import type { Counting, StudyFacts, WorkFacts } from './facts.ts';

export interface CountedStudies {
  /** From the first month with work to the last, months without work between them too. */
  months: StudiesOfMonth[];
  studies: StatisticsTable;
  images: StatisticsTable;
  totals: { studies: number; validated: number; images: number };
}

interface TypeCounts {
  images: number;
  references: number;
  assessed: number;
  timed: number;
  traced: number;
  measured: number;
  missing: number;
}

interface StudyCounts {
  studies: number;
  begun: number;
  measured: number;
  validated: number;
}

const STUDY_COLUMNS = ['Data type', 'Studies', 'Started', 'Measured', 'Validated'];
const IMAGE_COLUMNS = ['Image type', 'Images', 'References', 'Assessed', 'Timed', 'Traced', 'Measured', 'Declared missing'];

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** The month after a month, both YYYY-MM. */
function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** The months between the first and the last, those of which nothing is known included. */
function filled(known: ReadonlyMap<string, StudiesOfMonth>): StudiesOfMonth[] {
  const [first, ...later] = [...known.keys()].sort();
  if (first === undefined) return [];
  const last = later.at(-1) ?? first;
  const months: StudiesOfMonth[] = [];
  for (let month = first; month <= last; month = nextMonth(month))
    months.push(known.get(month) ?? { month, validated: 0, measured: 0, in_work: 0 });
  return months;
}

const entry = <K, V>(map: Map<K, V>, key: K, empty: V): V => {
  const known = map.get(key) ?? empty;
  map.set(key, known);
  return known;
};

/** Counts studies by month and kind, and images by type. */
export function countStudies(): Counting<CountedStudies> {
  const months = new Map<string, StudiesOfMonth>();
  const kinds = new Map<DataType, StudyCounts>();
  const types = new Map<string, TypeCounts>();
  const totals = { studies: 0, validated: 0, images: 0 };
  const countsOf = (type: string): TypeCounts =>
    entry(types, type, { images: 0, references: 0, assessed: 0, timed: 0, traced: 0, measured: 0, missing: 0 });

  const addImage = (image: AnalysisImage): void => {
    totals.images += 1;
    if (image.type === null) return;
    const counts = countsOf(image.type);
    counts.images += 1;
    counts.references += Number(image.reference);
    counts.assessed += Number(hasQc(image));
    counts.timed += Number(image.is_annotated);
    counts.traced += Number(image.is_segmented);
    counts.measured += Number(image.is_measured);
  };
  const addMonth = ({ updated_at, validated, measured }: WorkFacts): void => {
    const month = entry(months, monthOf(updated_at), { month: monthOf(updated_at), validated: 0, measured: 0, in_work: 0 });
    month[validated ? 'validated' : measured ? 'measured' : 'in_work'] += 1;
  };

  return {
    add: ({ study, work }: StudyFacts) => {
      const kind = entry(kinds, study.data_type, { studies: 0, begun: 0, measured: 0, validated: 0 });
      kind.studies += 1;
      totals.studies += 1;
      if (work === null) return;
      kind.begun += 1;
      kind.measured += Number(work.measured);
      kind.validated += Number(work.validated);
      totals.validated += Number(work.validated);
      addMonth(work);
      work.images.forEach(addImage);
      for (const type of work.missing_images) countsOf(type).missing += 1;
    },
    result: () => ({
      months: filled(months),
      studies: {
        name: 'Studies',
        columns: STUDY_COLUMNS,
        data: [...kinds]
          .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
          .map(([kind, { studies, begun, measured, validated }]) => [kind, studies, begun, measured, validated]),
      },
      images: {
        name: 'Images',
        columns: IMAGE_COLUMNS,
        data: [...types]
          .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
          .map(([type, of]) => [type, of.images, of.references, of.assessed, of.timed, of.traced, of.measured, of.missing]),
      },
      totals,
    }),
  };
}
