import type { DifferingValue, ReleasedValue } from '../values.ts';

function valueText(value: ReleasedValue | null): string {
  if (value === null) return 'no line';
  if (value.value === null) return `no value (${value.reason ?? 'no reason'})`;
  return `${Object.is(value.value, -0) ? '-0' : value.value} ${value.unit ?? ''} [${value.bits}]`;
}

/** Other parts in which two lines of the same number differ. */
function otherParts({ before, after }: DifferingValue): string {
  if (before === null || after === null || before.bits !== after.bits || before.value !== after.value) return '';
  const parts = (Object.keys(after) as (keyof ReleasedValue)[]).filter((part) => before[part] !== after[part]);
  return parts.length === 0 ? '' : ` (${parts.map((part) => `${part}: ${before[part]} -> ${after[part]}`).join(', ')})`;
}

/** A difference in one line: what it is of, and both sides. */
export function lineOf(difference: DifferingValue): string {
  const { before, after } = difference;
  const value = before ?? after;
  if (value === null) return '';
  const work = [value.study_id, value.editor, value.reviewer ?? '', value.blind ? 'blind' : '', value.pass > 1 ? `pass ${value.pass}` : ''];
  const place = value.cycle === null ? (value.aggregate_of === null ? '' : 'mean') : `cycle ${value.cycle}`;
  const where = [...work, value.instance_id, value.measurement ?? '', place].filter((part) => part !== '').join(', ');
  return `${where}: ${valueText(before)} -> ${valueText(after)}${otherParts(difference)}`;
}
