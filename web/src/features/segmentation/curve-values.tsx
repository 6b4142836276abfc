import type { CycleCurve, MissingCurve, ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import type { PageContext } from '../../image-page/parts.ts';
import type { BullsEyeOnPage } from './bulls-eye.ts';
import { BullsEyePart, isApical } from './bulls-eye-part.tsx';
import { isStrain } from '@echometry/contract/rules/curve-values.ts';
import { curveKey, curvesByMethod, methodOf } from '../../image-page/curves/curve-methods.ts';
import { curveName, curveRows, needsOf, segmentCells, whyMissing } from '../../image-page/curves/curve-rows.ts';
import layout from '../../ui/layout.module.css';
import classes from './curves.module.css';
import type { CycleCurvesOnPage } from './cycle-curves.ts';
import { CurveRanges } from './curve-ranges.tsx';
import { Doubts } from './doubts.tsx';
import { EndSystolePart } from './end-systole-part.tsx';
import { FetalWidths } from './fetal-widths.tsx';
import { messages } from './messages.ts';
import { Spread } from '../../image-page/curves/spread-text.tsx';
import { spreadOf } from '../../image-page/curves/spread.ts';
import tracking from './tracking.module.css';
import { useCycleCurves } from './use-cycle-curves.ts';
import { pointAt, usePointedPart } from './use-whole-cycle.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';
import { Table } from '../../ui/table.tsx';

interface Props {
  curves: CycleCurvesOnPage;
  bullsEye: BullsEyeOnPage;
  whole: WholeCycle;
  context: PageContext;
}

/** Values of the curves, next to the values of the lines drawn at the marks. */
export function CurveValues({ curves, bullsEye, whole, context }: Props) {
  const shown = useCycleCurves(curves, whole, context);
  if (!shown) return null;
  const all = curvesByMethod(shown.own.curves, shown.method);
  const { spread } = shown;
  const inTable = all.filter((curve) => curve.segment !== null && curve.segment !== 'free-wall');
  return (
    <>
      {all
        .filter((curve) => !inTable.includes(curve))
        .map((curve) => (
          <Values
            key={curveKey(curve)}
            curve={curve}
            missing={shown.own.curves.missing}
            spread={spread}
            whole={whole}
            view={shown.view}
            context={context}
          />
        ))}
      {all.some(({ systolic }) => systolic) && (
        <EndSystolePart
          found={shown.own.curves.end_systole}
          chosen={shown.rule}
          curves={curves}
          whole={whole}
          mayChange={shown.view.mayChange}
          context={context}
        />
      )}
      {inTable.length > 0 && <Segments curves={inTable} spread={spread} whole={whole} view={shown.view} context={context} />}
      {all.some(isStrain) && isApical(shown.view, context) && (
        <BullsEyePart store={bullsEye} whole={whole} context={context} view={shown.view} of={shown.own.curves} rule={shown.rule} />
      )}
      {shown.own.curves.widths.map((widths) => (
        <FetalWidths key={widths.line} widths={widths} spread={spread} />
      ))}
    </>
  );
}

interface SegmentsProps {
  curves: readonly CycleCurve[];
  spread: ShakenCurves | null;
  whole: WholeCycle;
  view: WholeCycleView;
  context: PageContext;
}

/** The segments of a ventricle, one in a row. */
function Segments({ curves, spread, whole, view, context }: SegmentsProps) {
  const pointed = usePointedPart(whole, context);
  const { segmentTable: words } = messages.curves;
  const why = [...new Set(curves.flatMap(whyMissing))];
  return (
    <section className={`${layout.closeNotes} ${tracking.tracking}`} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Table
        kind="figures"
        className={classes.values}
        columns={[
          '',
          words.peak,
          messages.curves.onCurve,
          { text: words.endSystolic, title: words.endSystolicHint },
          { text: words.index, title: words.indexHint },
        ]}
      >
        {curves.map((curve) => {
          const { peak, at, endSystolic, index } = segmentCells(curve);
          const point = (isPointed: boolean): void => pointAt(whole, curve, isPointed);
          return (
            <tr
              key={curveKey(curve)}
              data-pointed={pointed?.key === curveKey(curve)}
              onPointerEnter={() => point(true)}
              onPointerLeave={() => point(false)}
              onFocus={() => point(true)}
              onBlur={() => point(false)}
            >
              <th scope="row">{curveName(curve)}</th>
              <td>
                <b>{peak}</b> <Spread half={spreadOf(spread, curve, { of: 'smallest', decimals: 1, scale: 1 })} />
              </td>
              <td>
                {at && <GoTo at={at} whole={whole} />}{' '}
                <Spread half={spreadOf(spread, curve, { of: 'smallest', decimals: 1, scale: 1 }, { reading: 'time' })} />
              </td>
              <td>
                {endSystolic} <Spread half={spreadOf(spread, curve, { of: 'end-systolic', decimals: 1, scale: 1 })} />
              </td>
              <td>
                {index} <Spread half={spreadOf(spread, curve, { of: 'post-systolic-index', decimals: 1, scale: 1 })} />
              </td>
            </tr>
          );
        })}
      </Table>
      {why.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Doubts curves={curves} whole={whole} view={view} />
    </section>
  );
}

/** The time of a value, which leads to its frame. */
function GoTo({ at, whole }: { at: { text: string; frame: number }; whole: WholeCycle }) {
  return (
    <button type="button" onClick={() => whole.send({ type: 'show', frame: at.frame })} title={messages.curves.frame(at.frame)}>
      {at.text}
    </button>
  );
}

interface ValuesProps {
  curve: CycleCurve;
  /** Curves that lines would have with another one. */
  missing: readonly MissingCurve[];
  spread: ShakenCurves | null;
  whole: WholeCycle;
  view: WholeCycleView;
  context: PageContext;
}

function Values({ curve, missing, spread, whole, view, context }: ValuesProps) {
  const name = curve.segment === null ? curve.line : curveName(curve);
  const title = messages.curves.of(name, messages.curves.methods[methodOf(curve)] ?? curve.formula);
  return (
    <section className={`${layout.closeNotes} ${tracking.tracking}`} aria-label={title}>
      <h2>{title}</h2>
      <Table
        kind="figures"
        className={classes.values}
        columns={[
          '',
          messages.curves.fromCurve,
          messages.curves.onCurve,
          { text: messages.curves.fromMarks, title: messages.curves.fromMarksHint },
        ]}
      >
        {curveRows(curve).map(({ name, value, unit, at, marks, marksAt, ...row }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span>
                <b>{value}</b> <small>{unit}</small>
              </span>{' '}
              <Spread half={spreadOf(spread, curve, row)} />
            </td>
            <td>
              {at && <GoTo at={at} whole={whole} />} {at && <Spread half={spreadOf(spread, curve, row, { reading: 'time' })} />}
            </td>
            <td title={marksAt ? messages.curves.atEvent(messages.events[marksAt]) : undefined}>
              {marks} {marks !== null && <Spread half={spreadOf(spread, curve, row, { reading: 'marks' })} />}
            </td>
          </tr>
        ))}
      </Table>
      <CurveRanges curve={curve} context={context} />
      {[...whyMissing(curve), ...needsOf(curve, missing)].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Doubts curves={[curve]} whole={whole} view={view} />
    </section>
  );
}
