/** A value among reference values, in words. */
import type { NoOutcome, Standing } from '@echometry/contract/generated/references.ts';
import type { SourcedRow } from '@echometry/contract/rules/reference-choice.ts';
import { fixed, number } from '../../lib/format.ts';
import { messages } from './messages.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';

const texts = messages.standing;
/** Decimals of a z-score, as tables of reports have them. */
const Z_DECIMALS = 1;
const MULTIPLE_DECIMALS = 2;
const MINUS = '−';

/** A typographic minus, as wide as the digits. */
export const shownZ = (z: number): string => fixed(z, Z_DECIMALS).replace('-', MINUS);

/** A percentile in whole numbers: the outermost are bounds. */
export function shownPercentile(percentile: number): string {
  if (percentile < 1) return '<1';
  return percentile > 99 ? '>99' : number(percentile, 0);
}

export interface StandingWords {
  /** The result: a z-score, a multiple, a grade or a side of limits. */
  main: string;
  /** The percentile; empty where the source has no distribution. */
  percentile: string;
}

/** The result of a row; null without one. */
export function outcomeWords({ outcome }: Pick<Standing, 'outcome'>): StandingWords | null {
  if (outcome === null) return null;
  switch (outcome.kind) {
    case 'z':
      return { main: texts.z(shownZ(outcome.z)), percentile: shownPercentile(outcome.percentile) };
    case 'percentile':
      return { main: texts.sides[outcome.side], percentile: percentileOf(outcome) };
    case 'multiple':
      return {
        main: [texts.multiple(fixed(outcome.multiple, MULTIPLE_DECIMALS)), outcome.label ?? ''].filter(Boolean).join(', '),
        percentile: '',
      };
    case 'limits':
      return { main: texts.sides[outcome.side], percentile: '' };
    case 'grade':
      return { main: outcome.label, percentile: '' };
  }
}

/** Beyond the outermost curves only a bound is known. */
function percentileOf({ percentile, side }: { percentile: number; side: 'below' | 'within' | 'above' }): string {
  const shown = number(percentile, 0);
  return side === 'below' ? `<${shown}` : side === 'above' ? `>${shown}` : shown;
}

/** Why a row has no result; null where it has one, or the value itself is missing. */
export function reasonWords(reason: NoOutcome | null): string | null {
  switch (reason?.code) {
    case undefined:
    case 'no_value':
      return null;
    case 'missing':
      return texts.needs(reason.facts);
    case 'outside_range':
      return texts.outside(reason.of, number(reason.value), number(reason.from), number(reason.to));
    case 'other_data_type':
    case 'other_sex':
    case 'unit':
    case 'no_spread':
    case 'undefined':
    case 'no_grade':
      return texts.reasons[reason.code];
  }
}

/** The limits for this patient with their unit; null where there are none. */
export function limitsWords({ low, high }: Pick<Standing, 'low' | 'high'>, units: string): string | null {
  if (low === null && high === null) return null;
  const unit = unitShown(units);
  const limits =
    low !== null && high !== null ? `${number(low)} – ${number(high)}` : low === null ? texts.most(number(high)) : texts.least(number(low));
  return unit === '' ? limits : `${limits} ${unit}`;
}

/** How the source of a row is named. */
export const sourceOf = (rows: ReadonlyMap<string, SourcedRow> | null, { row }: Pick<Standing, 'row'>): string =>
  rows?.get(row)?.pack.source.name ?? row;
