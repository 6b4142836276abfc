import type { CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { curveKey, curvesByMethod, isStrain, methodOf } from './curve-methods.ts';
import { curveName, curveRows, segmentCells, whyMissing } from './curve-rows.ts';
import classes from './curves.module.css';
import type { CycleCurvesOnPage } from './cycle-curves.ts';
import { messages } from './messages.ts';
import tracking from './tracking.module.css';
import { useCycleCurves } from './use-cycle-curves.ts';
import type { WholeCycle } from './whole-cycle.ts';

/** Values of the curves, next to the values of the lines drawn at the marks. */
export function CurveValues({ curves, whole, context }: { curves: CycleCurvesOnPage; whole: WholeCycle; context: PageContext }) {
  const shown = useCycleCurves(curves, whole, context);
  if (!shown) return null;
  const all = curvesByMethod(shown.own.curves, shown.method);
  const inTable = all.filter((curve) => curve.segment !== null && curve.segment !== 'free-wall');
  return (
    <>
      {all
        .filter((curve) => !inTable.includes(curve))
        .map((curve) => (
          <Values key={curveKey(curve)} curve={curve} whole={whole} />
        ))}
      {inTable.length > 0 && <Segments curves={inTable} whole={whole} />}
    </>
  );
}

/** The segments of a ventricle, one in a row. */
function Segments({ curves, whole }: { curves: readonly CycleCurve[]; whole: WholeCycle }) {
  const { segmentTable: words } = messages.curves;
  const why = [...new Set(curves.flatMap(whyMissing))];
  return (
    <section className={tracking.tracking} aria-label={words.title}>
      <h2>{words.title}</h2>
      <table className={classes.values}>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.peak}</th>
            <th scope="col">{messages.curves.onCurve}</th>
            <th scope="col" title={words.endSystolicHint}>
              {words.endSystolic}
            </th>
            <th scope="col" title={words.indexHint}>
              {words.index}
            </th>
          </tr>
        </thead>
        <tbody>
          {curves.map((curve) => {
            const { peak, at, endSystolic, index } = segmentCells(curve);
            return (
              <tr key={curveKey(curve)}>
                <th scope="row">{curveName(curve)}</th>
                <td>
                  <b>{peak}</b>
                </td>
                <td>{at && <GoTo at={at} whole={whole} />}</td>
                <td>{endSystolic}</td>
                <td>{index}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {why.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
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

function Values({ curve, whole }: { curve: CycleCurve; whole: WholeCycle }) {
  const title = messages.curves.of(curveName(curve), messages.curves.methods[methodOf(curve)] ?? curve.formula);
  return (
    <section className={tracking.tracking} aria-label={title}>
      <h2>{title}</h2>
      <table className={classes.values}>
        <thead>
          <tr>
            <td />
            <th scope="col">{messages.curves.fromCurve}</th>
            <th scope="col">{messages.curves.onCurve}</th>
            <th scope="col" title={messages.curves.fromMarksHint}>
              {messages.curves.fromMarks}
            </th>
          </tr>
        </thead>
        <tbody>
          {curveRows(curve).map(({ name, value, unit, at, marks, marksAt }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <b>{value}</b> <small>{unit}</small>
              </td>
              <td>{at && <GoTo at={at} whole={whole} />}</td>
              <td title={marksAt ? messages.curves.atEvent(messages.events[marksAt]) : undefined}>{marks}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {whyMissing(curve).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {isStrain(curve) && curve.chamber === 'atrium' && <p>{messages.curves.noContraction}</p>}
    </section>
  );
}
