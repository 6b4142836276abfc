/** Reference values of an export: the rows that the project uses, and the columns of an exported value. */
import type { GuidelineResult, Standing } from '@echometry/contract/generated/references.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import type { StatedValue } from '@echometry/contract/records/stated-value.ts';
import { tablesOf } from '@echometry/contract/rules/guidelines.ts';
import { studyReferences, type StudyReferences } from '@echometry/contract/rules/reference-choice.ts';
import { statedAmounts, statedInputs } from '@echometry/contract/rules/stated-values.ts';
import type { ExportedStanding } from './formats/standing.ts';

/** Code of a reason, with what it is about. */
function reasonOf({ reason }: Standing): string | null {
  if (reason === null) return null;
  if (reason.code === 'missing') return `missing ${reason.facts.join(' ')}`;
  return reason.code === 'outside_range' ? `outside_range ${reason.of}` : reason.code;
}

/** The grade of a work by a guideline, as `guidelines` of its document. */
export interface ExportedGrade {
  guideline: string;
  source: string | null;
  reference_version: number;
  grade: string | null;
  possible: readonly string[];
  criteria: readonly { criterion: string; result: 'met' | 'not met' | 'unknown'; decides: boolean }[];
  missing: readonly string[];
  /** Inputs that were stated, in their units. */
  stated: readonly { input: string; value: number; unit: string }[];
}

const resultOf = (met: boolean | null): ExportedGrade['criteria'][number]['result'] => (met === null ? 'unknown' : met ? 'met' : 'not met');
const SEPARATOR = '; ';

/** The same in the columns of `guidelines.csv`. */
export const gradeColumns = ({ possible, criteria, missing, stated, ...facts }: ExportedGrade) => ({
  ...facts,
  possible: possible.join(SEPARATOR),
  criteria: criteria.map(({ criterion, result }) => `${criterion}: ${result}`).join(SEPARATOR),
  deciding: criteria.flatMap(({ criterion, decides }) => (decides ? [criterion] : [])).join(SEPARATOR),
  missing: missing.join(SEPARATOR),
  stated: stated.map(({ input, value, unit }) => `${input}: ${value} ${unit}`.trimEnd()).join(SEPARATOR),
});

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

  /** The rows for a study of a kind of data, with the inputs of guidelines that were stated of it. */
  of(dataType: DataType, stated: readonly StatedValue[]): StudyReferences {
    const known = this.#rows.get(dataType) ?? studyReferences(this.#packs, this.#choice, dataType);
    this.#rows.set(dataType, known);
    return { ...known, values: statedAmounts(known.tables, stated) };
  }

  /** The grade of a study, of which these inputs were stated. */
  graded({ table: id, grade, possible, criteria, missing }: GuidelineResult, stated: readonly StatedValue[]): ExportedGrade {
    const sourced = tablesOf(this.#packs).find(({ table }) => table.id === id);
    return {
      guideline: id,
      source: sourced?.pack.source.name ?? null,
      reference_version: this.version,
      grade,
      possible,
      criteria: criteria.map(({ name, met, decides }) => ({ criterion: name, result: resultOf(met), decides })),
      missing,
      stated:
        sourced === undefined ? [] : statedInputs([sourced.table], stated).map(({ name, value, unit }) => ({ input: name, value, unit })),
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
