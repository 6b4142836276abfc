import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { intervalOf } from '@echometry/contract/rules/uncertainty.ts';
import type { Uncertainty } from './uncertainty.ts';
import { biasText, intervalText, NO_INTERVAL_WORDS, sourceText, uncertaintyWords } from './uncertainty-words.ts';
import layout from '../../ui/layout.module.css';
import classes from './sections.module.css';
import type { UncertaintyOfReport } from './use-uncertainty.ts';

/** The interval in the card of a value, with its source as a tip; nothing without an interval. */
export function IntervalLine({ value, uncertainty }: { value: ReportValue; uncertainty: UncertaintyOfReport }) {
  const found = uncertainty.of(value);
  if (found === null || typeof found === 'string') return null;
  return (
    <span className={layout.closeText} data-testid="interval" title={uncertaintyWords.tip(found.measured.map(sourceText))}>
      {uncertaintyWords.short(intervalText(found, value.units))}
    </span>
  );
}

/** Whether moving the points counts, as it changes the value more than the reader's readings vary. */
const isTraced = ({ interval, error, isCombined }: Uncertainty): boolean => !isCombined && interval.half > intervalOf(0, error, null).half;

function rowsOf(found: Uncertainty, units: string): { label: string; lines: string[] }[] {
  const { interval, measured, isCombined } = found;
  const biases = isCombined ? [] : measured.map((one) => biasText(one, interval.half));
  const isBlind = measured.some(({ bias }) => bias === null);
  return [
    { label: uncertaintyWords.interval, lines: [intervalText(found, units), ...(isBlind ? [uncertaintyWords.blind] : [])] },
    {
      label: uncertaintyWords.from,
      lines: [
        ...(isCombined ? [uncertaintyWords.combined(measured.map(({ name, image_type }) => `${name} (${image_type})`))] : []),
        ...new Set(measured.map(sourceText)),
        ...(measured.some(({ standard }) => standard === 'others') ? [uncertaintyWords.ofOthers] : []),
        ...(isTraced(found) ? [uncertaintyWords.tracing] : []),
      ],
    },
    { label: uncertaintyWords.bias, lines: biases.flatMap((bias) => (bias === null ? [] : [uncertaintyWords.takenOff(bias)])) },
  ].filter(({ lines }) => lines.length > 0);
}

/** The interval of the chosen value with what it comes from, or why there is none. */
export function UncertaintySection({ value, uncertainty }: { value: ReportValue; uncertainty: UncertaintyOfReport }) {
  const found = uncertainty.of(value);
  if (found === null || value.measurement.aggregate === undefined) return null;
  return (
    <section
      className={`${layout.closeColumns} ${classes.uncertaintySection}`}
      aria-labelledby="uncertainty-heading"
      data-testid="uncertainty"
    >
      <h2 id="uncertainty-heading">{uncertaintyWords.heading}</h2>
      {uncertainty.failure !== null && <p role="alert">{uncertaintyWords.failed(uncertainty.failure)}</p>}
      {uncertainty.failure === null && typeof found === 'string' && <p>{NO_INTERVAL_WORDS[found]}</p>}
      {typeof found === 'object' && (
        <dl className={layout.factPairs}>
          {rowsOf(found, value.units).map(({ label, lines }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
