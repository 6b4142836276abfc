import type { CurveValue, ShakenCurves, TransverseWidths } from '@echometry/contract/generated/cycle-curves.ts';
import { DASH, fixed } from '../../lib/format.ts';
import layout from '../../ui/layout.module.css';
import classes from './curves.module.css';
import { messages } from './messages.ts';
import { Spread } from '../../image-page/curves/spread-text.tsx';
import { spreadOf } from '../../image-page/curves/spread.ts';
import tracking from './tracking.module.css';
import { Table } from '../../ui/table.tsx';

const MM_PER_CM = 10;
/** Kind of widths among the spreads of values. */
const WIDTHS = 'widths';

/** Widths of a fetal ventricle from its base to its apex. */
export function FetalWidths({ widths, spread }: { widths: TransverseWidths; spread: ShakenCurves | null }) {
  const { widths: words } = messages.curves;
  const { line, length_cm, end_diastole_cm, sphericity, fractional_shortening, no_end_diastole, no_end_systole } = widths;
  const title = words.title(line);
  const curve = { line, kind: WIDTHS, formula: '', segment: null };
  /** @param number of the width, from 1; null for a value of the whole ventricle */
  const half = (of: CurveValue, decimals: number, scale: number, number: number | null) => (
    <Spread half={spreadOf(spread, curve, { of, decimals, scale }, { number })} />
  );
  return (
    <section className={`${layout.closeNotes} ${tracking.tracking}`} aria-label={title}>
      <h2>{title}</h2>
      {length_cm !== null && (
        <p>
          {words.length(fixed(length_cm * MM_PER_CM, 1))} {half('length', 1, 1 / MM_PER_CM, null)}
        </p>
      )}
      {end_diastole_cm.length > 0 && (
        <Table
          kind="figures"
          className={classes.values}
          columns={[
            words.place,
            words.width,
            { text: words.sphericity, title: words.sphericityHint },
            { text: words.shortening, title: words.shorteningHint },
          ]}
        >
          {end_diastole_cm.map((width, at) => (
            // Twenty-four places that are always the same.
            <tr key={at}>
              <th scope="row">{words.number(at + 1, end_diastole_cm.length)}</th>
              <td>
                <b>{fixed(width * MM_PER_CM, 1)}</b> {half('width', 1, 1 / MM_PER_CM, at + 1)}
              </td>
              <td>
                {fixed(sphericity[at] ?? null, 2)} {half('sphericity', 2, 1, at + 1)}
              </td>
              <td>
                {fractional_shortening.length > 0 ? fixed(fractional_shortening[at] ?? null, 1) : DASH}{' '}
                {half('fractional-shortening', 1, 1, at + 1)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {[no_end_diastole, no_end_systole].map((reason, at) =>
        reason === null ? null : (
          <p key={at}>{words.missing(messages.events[at === 0 ? 'end_diastole' : 'end_systole'], words.reasons[reason] ?? reason)}</p>
        ),
      )}
    </section>
  );
}
