/** Which measurement of the configuration a number of a machine is. Where several fit, none is chosen. */
import type { ReportedNumber, UnmappedReason } from '@echometry/contract/records/machine.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { type Code, code } from '../formats/sr/code.ts';
import { METHODS, READ_CODES, READ_MODES, SITES, VIEWS, isProperty } from '../formats/sr/codes.ts';
import type { Row } from '../formats/sr/measurement-codes.ts';
import { current, isSame } from './older-codes.ts';
import { inUnits, isKnownUnit } from './units.ts';

/** A measurement of an image type, as far as the mapping asks for it. */
export interface Definition {
  readonly image_type: string;
  readonly modalities: readonly string[];
  readonly name: string;
  readonly units: string;
  readonly anatomy: string | null;
  readonly formulas: readonly string[];
}

export const FINDING_SITE = code('363698007', 'SCT', 'Finding Site');
const IMAGE_MODE = code('399264008', 'SCT', 'Image Mode');
const IMAGE_VIEW = code('111031', 'DCM', 'Image View');
const METHOD = code('370129005', 'SCT', 'Measurement Method');
const FLOW_DIRECTION = code('260674002', 'SCT', 'Flow Direction');
const REGURGITANT = [code('397417004', 'SCT', 'Regurgitant Flow'), code('312004007', 'SCT', 'Retrograde Flow')];
/** Types whose flow runs backwards. */
const isRegurgitation = ({ image_type }: Definition): boolean => image_type.endsWith('regurgitation');

/** The value of a property of a number; null without one. */
export function modifierOf({ modifiers }: Pick<ReportedNumber, 'modifiers'>, name: Code): ReportedNumber['code'] | null {
  const found = modifiers.find((one) => isSame(current(one.name), name));
  return found === undefined ? null : current(found.value);
}

/** Rows of a code that name a measurement of an image type. */
const rowsOf = (of: ReportedNumber['code']): Row[] => READ_CODES.filter((row) => isSame(row.code, of));

const fits = ({ types, name }: Row, definition: Definition): boolean =>
  name === definition.name && (types?.includes(definition.image_type) ?? true);

/** A filter over candidates. A strict one may leave none; the others only choose among several. */
type Filter = (definition: Definition) => boolean;

const narrowed = (candidates: Definition[], filter: Filter): Definition[] => {
  const left = candidates.filter(filter);
  return candidates.length > 1 && left.length > 0 ? left : candidates;
};

const siteFilter =
  (site: ReportedNumber['code']): Filter =>
  ({ anatomy }) => {
    const own = ownValue(SITES, anatomy ?? '');
    return own !== undefined && isSame(own, site);
  };

/** Filters that a candidate must pass, because otherwise it would be another quantity. */
function strictFilters(number: ReportedNumber, rows: readonly Row[]): Filter[] {
  const filters: Filter[] = [];
  const mode = modifierOf(number, IMAGE_MODE);
  if (mode !== null)
    filters.push(({ modalities }) =>
      modalities.some((modality) => {
        const known = ownValue(READ_MODES, modality);
        return known !== undefined && isSame(known, mode);
      }),
    );
  const isGeneral = isProperty(number.code) || rows.some(({ types }) => types === undefined);
  const site = modifierOf(number, FINDING_SITE);
  if (isGeneral && site !== null) filters.push(siteFilter(site));
  else if (isProperty(number.code)) filters.push(() => false);
  if (isGeneral) {
    const flow = modifierOf(number, FLOW_DIRECTION);
    const backwards = flow !== null && REGURGITANT.some((one) => isSame(one, flow));
    filters.push((definition) => isRegurgitation(definition) === backwards);
  }
  return filters;
}

function choosingFilters(number: ReportedNumber): Filter[] {
  const filters: Filter[] = [];
  const site = modifierOf(number, FINDING_SITE);
  if (site !== null) filters.push(siteFilter(site));
  const view = modifierOf(number, IMAGE_VIEW);
  const type = view && VIEWS.find((one) => isSame(one.code, view))?.type;
  if (type) filters.push(({ image_type }) => image_type === type);
  const method = modifierOf(number, METHOD);
  const formula = method && METHODS.find((one) => isSame(one.code, method))?.formula;
  if (formula) filters.push(({ formulas }) => formulas.includes(formula));
  return filters;
}

export type Mapping = { definition: Definition; value: number } | { reason: UnmappedReason };

/** The measurement that a number is, and the number in its unit. */
export function mapped(number: ReportedNumber, definitions: readonly Definition[]): Mapping {
  const code = current(number.code);
  const rows = rowsOf(code);
  const known = definitions.filter((definition) => rows.some((row) => fits(row, definition)));
  if (known.length === 0) return { reason: 'unknown-code' };
  const possible = known.filter((definition) => strictFilters({ ...number, code }, rows).every((filter) => filter(definition)));
  if (possible.length === 0) return { reason: 'other-property' };
  let candidates = possible;
  for (const filter of choosingFilters(number)) candidates = narrowed(candidates, filter);
  const [definition, ...others] = candidates;
  if (definition === undefined || others.length > 0) return { reason: 'ambiguous' };
  const unit = number.unit.value;
  const value = number.unit.scheme === 'UCUM' || isKnownUnit(unit) ? inUnits(number.value, unit, definition.units) : null;
  return value === null ? { reason: 'unknown-unit' } : { definition, value };
}
