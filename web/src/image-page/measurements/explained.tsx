import { IconX } from '@tabler/icons-react';
import type { Compared, Explanation } from '@echometry/contract/generated/study-measurements.ts';
import { DASH } from '../../lib/format.ts';
import { explainRows, type ExplainRow } from './explain-rows.ts';
import layout from '../../ui/layout.module.css';
import classes from './measurements.module.css';
import { messages } from './messages.ts';
import { shownValue } from './rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';

/** Where a value comes from. */
export function Explained({
  name,
  explanation,
  compared,
  times,
  onClose,
}: {
  name: string;
  explanation: Explanation | null;
  /** The value by every formula that may be chosen; null until it is known. */
  compared: readonly Compared[] | null;
  /** Times of the frames of the image in view, in ms; null where they are not known. */
  times: readonly number[] | null;
  onClose: () => void;
}) {
  const rows = explanation ? explainRows(explanation, times) : [];
  return (
    <section className={`${classes.section} ${classes.explanation}`} aria-labelledby="explained-heading" data-testid="explained">
      <div className={`${layout.smallNotes} ${classes.head}`}>
        <h2 id="explained-heading">{name}</h2>
        <button type="button" className={classes.close} aria-label={messages.explained.close} onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </button>
      </div>
      {explanation && (
        <dl className={`${layout.factPairs} ${classes.explained}`}>
          <Rows rows={rows.filter(({ label }) => label !== messages.explained.versions)} />
          <Jitter
            compared={compared}
            unit={unitShown(explanation.measurement.units)}
            used={explanation.measurement.provenance?.formula.name}
          />
          {/* Versions come last: they change least. */}
          <Rows rows={rows.filter(({ label }) => label === messages.explained.versions)} />
        </dl>
      )}
    </section>
  );
}

const Rows = ({ rows }: { rows: readonly ExplainRow[] }) =>
  rows.map(({ label, lines }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </dd>
    </div>
  ));

const plain = (formula: string): string => formula.replaceAll('_', ' ');

/** Spread of the value after repeated drawing: every point moved by a pixel; all formulas side by side where there is a choice. */
function Jitter({ compared, unit, used }: { compared: readonly Compared[] | null; unit: string; used: string | null | undefined }) {
  const several = (compared?.length ?? 0) > 1;
  return (
    <div data-testid="jitter">
      <dt>{messages.explained.jitter}</dt>
      <dd>
        {compared === null && <span className={classes.pending}>{messages.explained.computing}</span>}
        {compared?.map(({ formula, value, percentiles_95: interval }) => (
          <span key={formula} data-used={several && formula === used}>
            {several && (
              <>
                {plain(formula)} {shownValue(value)} {unit}
                <br />
              </>
            )}
            {interval === null ? DASH : `${shownValue(interval[0])} – ${shownValue(interval[1])} ${unit}`}
          </span>
        ))}
      </dd>
    </div>
  );
}
