/** Sources of reference values as the administration lists them: by measurement, each with what the project chose. */
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { ReferencePack, ReferenceRow } from '@echometry/contract/records/reference-pack.ts';
import { chosenRows, isActive, rowsFor } from '@echometry/contract/rules/reference-choice.ts';

export interface Source {
  pack: ReferencePack;
  /** Its rows for the measurement. */
  rows: ReferenceRow[];
  /** All of its rows are active. */
  isUsed: boolean;
  /** It is asked first. */
  isFirst: boolean;
  /** Who activated it, and when; null where nobody had to. */
  activated: { by: string; at: number } | null;
}

export interface JudgedMeasurement {
  image_type: string;
  name: string;
  data_type: DataType;
  /** In the order in which they are asked, then those that are not used. */
  sources: Source[];
}

/** Every measurement that a source judges, by image type and name. */
export function judgedBy(packs: readonly ReferencePack[], choice: ReferenceChoice, data_type: DataType): JudgedMeasurement[] {
  const subjects = new Map(
    packs.flatMap(({ rows }) =>
      rows
        .filter(({ population }) => population.data_types.includes(data_type))
        .flatMap(({ measurements }) =>
          measurements.map(({ image_type, name }) => [`${image_type}\n${name}`, { image_type, name }] as const),
        ),
    ),
  );
  return [...subjects.values()]
    .toSorted((a, b) => a.image_type.localeCompare(b.image_type, 'en') || a.name.localeCompare(b.name, 'en'))
    .map((subject) => ({ ...subject, data_type, sources: sourcesOf(packs, choice, { ...subject, data_type }) }));
}

function sourcesOf(packs: readonly ReferencePack[], choice: ReferenceChoice, judged: Omit<JudgedMeasurement, 'sources'>): Source[] {
  const order = [...new Set(chosenRows(packs, choice, judged).map(({ pack }) => pack.id))];
  const place = ({ id }: ReferencePack): number => (order.includes(id) ? order.indexOf(id) : order.length);
  const rowsOf = new Map<ReferencePack, ReferenceRow[]>();
  for (const { pack, row } of rowsFor(packs, judged)) rowsOf.set(pack, [...(rowsOf.get(pack) ?? []), row]);
  return [...rowsOf]
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([pack, rows]) => ({
      pack,
      rows,
      isUsed: rows.every((row) => isActive(row, choice)),
      isFirst: pack.id === order[0],
      activated: choice.active.find(({ row }) => rows.some(({ id }) => id === row)) ?? null,
    }));
}

/** Measurements that a search finds by name, image type or source. */
export function matching(judged: readonly JudgedMeasurement[], words: string): JudgedMeasurement[] {
  const wanted = words.trim().toLowerCase();
  return judged.filter(({ image_type, name, sources }) =>
    [image_type, name, ...sources.map(({ pack }) => pack.source.name)].some((text) => text.toLowerCase().includes(wanted)),
  );
}
