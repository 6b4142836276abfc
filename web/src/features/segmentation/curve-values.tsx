import type { CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { curvesByMethod, methodOf } from './curve-methods.ts';
import { curveRows, whyMissing } from './curve-rows.ts';
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
  return curvesByMethod(shown.own.curves, shown.method).map((curve) => <Values key={curve.line} curve={curve} whole={whole} />);
}

function Values({ curve, whole }: { curve: CycleCurve; whole: WholeCycle }) {
  const title = messages.curves.of(curve.line, messages.curves.methods[methodOf(curve)] ?? curve.formula);
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
              <td>
                {at && (
                  <button
                    type="button"
                    onClick={() => whole.send({ type: 'show', frame: at.frame })}
                    title={messages.curves.frame(at.frame)}
                  >
                    {at.text}
                  </button>
                )}
              </td>
              <td title={marksAt ? messages.curves.atEvent(messages.events[marksAt]) : undefined}>{marks}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {whyMissing(curve).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </section>
  );
}
