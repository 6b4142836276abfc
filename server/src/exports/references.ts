/** Reference values of an export: the rows that the project uses, and the columns of an exported value. */
import type { GuidelineResult, Standing } from '@echometry/contract/generated/references.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { tablesOf } from '@echometry/contract/rules/guidelines.ts';
import { studyReferences, type StudyReferences } from '@echometry/contract/rules/reference-choice.ts';
import type { ExportedStanding } from './formats/standing.ts';

/** Code of a reason, with what it is about. */
function reasonOf({ reason }: Standing): string | null {
  if (reason === null) return null;
  if (reason.code === 'missing') return `missing ${reason.facts.join(' ')}`;
  return reason.code === 'outside_range' ? `outside_range ${reason.of}` : reason.code;
}

/** The grade of a work by a guideline, in the columns of `guidelines.csv`. */
export interface ExportedGrade {
  guideline: string;
  source: string | null;
  reference_version: number;
  grade: string | null;
  possible: string;
  criteria: string;
  deciding: string;
  missing: string;
}

const SEPARATOR = '; ';
const metText = (met: boolean | null): string => (met === null ? 'unknown' : met ? 'met' : 'not met');

export class ExportReferences {
  readonly #packs: readonly ReferencePack[];
  readonly #choice: ReferenceChoice;
  readonly #sources: ReadonlyMap<string, string>;
  readonly #rows = new Map<DataType, StudyReferences>();
  readonly version: number;

  constructor(set: { version: number; data: readonly unknown[] }, choice: ReferenceChoice = NO_REFERENCE_CHOICE) {
    // A stored set was checked when it was added.
    this.#packs = set.data as readonly ReferencePack[];
    this.#choice = choice;
    this.#sources = new Map(this.#packs.flatMap(({ source, rows }) => rows.map(({ id }) => [id, source.name] as const)));
    this.version = set.version;
  }

  /** The rows for studies of a kind of data. */
  of(dataType: DataType): StudyReferences {
    const known = this.#rows.get(dataType) ?? studyReferences(this.#packs, this.#choice, dataType);
    this.#rows.set(dataType, known);
    return known;
  }

  graded({ table, grade, possible, criteria, missing }: GuidelineResult): ExportedGrade {
    return {
      guideline: table,
      source: tablesOf(this.#packs).find((one) => one.table.id === table)?.pack.source.name ?? null,
      reference_version: this.version,
      grade,
      possible: possible.join(SEPARATOR),
      criteria: criteria.map(({ name, met }) => `${name}: ${metText(met)}`).join(SEPARATOR),
      deciding: criteria.flatMap(({ name, decides }) => (decides ? [name] : [])).join(SEPARATOR),
      missing: missing.join(SEPARATOR),
    };
  }

  exported(standing: Standing): ExportedStanding {
    const { row, outcome, low, high, state } = standing;
    return {
      reference_source: this.#sources.get(row) ?? null,
      reference_row: row,
      z: outcome?.kind === 'z' ? outcome.z : null,
      percentile: outcome?.kind === 'z' || outcome?.kind === 'percentile' ? outcome.percentile : null,
      multiple_of_median: outcome?.kind === 'multiple' ? outcome.multiple : null,
      reference_low: low,
      reference_high: high,
      in_reference: state === 'undefined' ? null : state === 'in_range',
      reference_reason: reasonOf(standing),
      reference_version: this.version,
    };
  }
}
