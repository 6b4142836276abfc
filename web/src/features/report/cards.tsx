import { IconAlertTriangle } from '@tabler/icons-react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import type { MachineValue } from '@echometry/contract/records/machine.ts';
import { valuesOf, type AnatomySummary, type ReportValue, type ReportView } from '@echometry/contract/rules/report.ts';
import type { Quantity } from '@echometry/contract/rules/missing-quantities.ts';
import { messages as measured } from '../../image-page/measurements/messages.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { leadingStanding } from '@echometry/contract/rules/reference-choice.ts';
import { bandBetween, bandOf, type Band } from './band.ts';
import { limitsWords, outcomeWords, reasonWords, sourceOf } from '../../image-page/measurements/standing-words.ts';
import { useIsPainted } from '../../ui/later.tsx';
import layout from '../../ui/layout.module.css';
import classes from './cards.module.css';
import { imageWords, messages, rangeWords, STATE_WORDS } from './messages.ts';
import type { CaliperRow } from './calipers.ts';
import type { Judging } from '../../study/measuring/judging.ts';
import type { Machine } from './machine.ts';
import { MachineLine } from './machine-section.tsx';
import { IntervalLine } from './uncertainty-section.tsx';
import type { Reading } from './use-report.ts';
import type { UncertaintyOfReport } from './use-uncertainty.ts';

/** The smallest area of a value with its gaps, in CSS pixels (cards.module.css). */
const CARD_PX2 = 290 * 100;

/** As many values as the window has room for; the others follow after these are painted. */
const valuesInWindow = (): number => Math.ceil((window.innerWidth * window.innerHeight) / CARD_PX2);

interface Props {
  home: RefObject<HTMLDivElement | null>;
  reading: Reading;
  machine: Machine;
  uncertainty: UncertaintyOfReport;
  view: ReportView;
  shown: readonly AnatomySummary[];
  chosen: string | null;
  onChoose: (value: ReportValue) => void;
  /** Below the values. */
  children?: ReactNode;
}

/** The values of the view, anatomy by anatomy. */
export function Cards({ home, reading, machine, uncertainty, shown, chosen, onChoose, children }: Props) {
  const { left, of } = reading.reading;
  const isPainted = useIsPainted(reading.isThere);
  const room = isPainted ? Infinity : valuesInWindow();
  return (
    <div ref={home} className={classes.board} data-testid="report" tabIndex={-1}>
      <Notices reading={reading} />
      {shown.map((anatomy, at) => {
        const first = room - valuesOf(shown.slice(0, at)).length;
        if (first <= 0) return null;
        return <Anatomy key={anatomy.name_short} {...{ anatomy, first, reading, machine, uncertainty, chosen, onChoose }} />;
      })}
      {reading.calipers.length > 0 && <Calipers calipers={reading.calipers} />}
      {left > 0 && (
        <p className={classes.note} role="status">
          {messages.values.reading(of - left, of)}
        </p>
      )}
      {left === 0 && shown.length === 0 && reading.calipers.length === 0 && <p className={classes.empty}>{messages.values.none}</p>}
      {children}
    </div>
  );
}

/** The values of an anatomy. */
function Anatomy({
  anatomy,
  first,
  reading,
  machine,
  uncertainty,
  chosen,
  onChoose,
}: Pick<Props, 'reading' | 'machine' | 'uncertainty' | 'chosen' | 'onChoose'> & {
  anatomy: AnatomySummary;
  /** Values that are rendered, the first ones. */
  first: number;
}) {
  const cards = anatomy.modalities.flatMap((modality) =>
    modality.measurements.map((value) => (
      <Card
        key={value.key}
        value={value}
        machine={machine.of(value)}
        uncertainty={uncertainty}
        modality={modality}
        rows={reading.judging.rows}
        missing={reading.missingOf(value)}
        reasons={reading.reasonsOf(value)}
        open={value.key === chosen}
        onChoose={() => onChoose(value)}
      />
    )),
  );
  return (
    <section aria-labelledby={`anatomy-${anatomy.name_short}`}>
      <h2 id={`anatomy-${anatomy.name_short}`} className={classes.anatomy}>
        {anatomy.name_short} {anatomy.name_long !== anatomy.name_short && <small>{anatomy.name_long}</small>}
      </h2>
      <div className={classes.grid}>{cards.slice(0, first)}</div>
    </section>
  );
}

/** Saved calipers under their names, whatever side is looked at. */
function Calipers({ calipers }: { calipers: readonly CaliperRow[] }) {
  return (
    <section aria-labelledby="report-calipers">
      <h2 id="report-calipers" className={classes.anatomy}>
        {messages.calipers}
      </h2>
      <div className={classes.grid}>
        {calipers.map(({ key, name, amount, unit, from, place }) => (
          <div key={key} className={classes.caliper} data-testid="report-caliper">
            <span className={`${layout.cutSmall} ${classes.head}`}>
              <b>{name}</b>
              <small>{from}</small>
            </span>
            <span className={classes.amount}>
              <strong>{amount}</strong>
              <span className={classes.unit}>{unit}</span>
              <span className={classes.cycles}>{place}</span>
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

function Notices({ reading: { failure, unreadable } }: { reading: Reading }) {
  if (failure === null && unreadable === 0) return null;
  return (
    <p className={classes.warning} role="alert">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
      {failure === null ? messages.values.unreadable(unreadable) : messages.values.notComputed(failure)}
    </p>
  );
}

interface CardProps {
  value: ReportValue;
  machine: MachineValue | null;
  uncertainty: UncertaintyOfReport;
  modality: { name: string; color: string };
  /** Reference values by name. */
  rows: Judging['rows'];
  missing: readonly Quantity[];
  reasons: readonly string[];
  open: boolean;
  onChoose: () => void;
}

/** One value: name, amount, per cycle, and its place in the range. */
function Card({ value, machine, uncertainty, modality, rows, missing, reasons, open, onChoose }: CardProps) {
  const { name, measurement, color, units } = value;
  const words = rangeWords(measurement, missing);
  const shown = shownValue(measurement.aggregate);
  return (
    <button
      type="button"
      className={classes.card}
      data-testid="report-value"
      data-value={value.key}
      data-range={color}
      data-leaves-keys="Enter"
      aria-expanded={open}
      onClick={onChoose}
    >
      <span className={`${layout.cutSmall} ${classes.head}`}>
        <b>{name}</b>
        <small title={imageWords(value)}>{imageWords(value)}</small>
        <i style={{ '--modality': modality.color } as CSSProperties}>{modality.name}</i>
      </span>
      <span className={classes.amount}>
        <span className={classes.dot} aria-hidden="true" />
        <strong>{shown}</strong>
        <span className={classes.unit}>{unitShown(units)}</span>
        <span className="visually-hidden">, {STATE_WORDS[color]}</span>
        {value.value.length > 1 && (
          <span className={classes.cycles}>
            <Cycles value={value.value} />
          </span>
        )}
      </span>
      <IntervalLine value={value} uncertainty={uncertainty} />
      <MachineLine value={value} machine={machine} />
      <Place value={value} rows={rows} />
      {words !== null && value.judged === null && (
        <span className={`${layout.closeText} ${classes.range}`} data-waits={missing.length > 0}>
          {words}
        </span>
      )}
      {reasons.map((reason) => (
        <span key={reason} className={layout.closeText}>
          {reason}
        </span>
      ))}
    </button>
  );
}

/** One value per cycle; all of them, however many lines they take. */
const Cycles = ({ value }: Pick<ReportValue, 'value'>) =>
  value.map((one, cycle) => (
    <span key={cycle} data-testid="report-cycle">
      {shownValue(one)}
    </span>
  ));

/** Where the value stands: among reference values where one has a result, otherwise in its normal range. */
function Place({ value, rows }: Pick<CardProps, 'value' | 'rows'>) {
  const { measurement, judged, units, color } = value;
  const words = judged && outcomeWords(judged.standing);
  if (judged === null || words === null)
    return (
      <>
        <Bar band={bandOf(measurement.normal, measurement.aggregate)} color={color} />
        <Reason value={value} rows={rows} />
      </>
    );
  const limits = limitsWords(judged.standing, units);
  // A side of limits is what the colour and the bar show already.
  const isSide = judged.standing.outcome?.kind === 'limits';
  return (
    <>
      {!isSide && (
        <span className={classes.stands} data-range={color} data-testid="standing">
          <b>{words.main}</b>
          <span>{judged.source}</span>
          {words.percentile !== '' && <span>{measured.standing.percentile(words.percentile)}</span>}
        </span>
      )}
      <Bar band={measurement.aggregate === undefined ? null : bandBetween(judged.standing, measurement.aggregate)} color={color} />
      {limits !== null && (
        <span className={`${layout.closeText} ${classes.range}`}>
          {messages.table.normal(limits)}
          {isSide && ` · ${judged.source}`}
        </span>
      )}
    </>
  );
}

/** Why no reference value has a result; what is missing is named with the ranges. */
function Reason({ value, rows }: Pick<CardProps, 'value' | 'rows'>) {
  const standing = leadingStanding(value.standings);
  const reason = standing && standing.reason?.code !== 'missing' ? reasonWords(standing.reason) : null;
  if (standing === null || reason === null) return null;
  return (
    <span className={layout.closeText}>
      {sourceOf(rows, standing)}: {reason}
    </span>
  );
}

/** Limits on a bar with the value as a marker; nothing without limits. */
function Bar({ band, color }: { band: Band | null; color: ReportValue['color'] }) {
  if (!band) return null;
  const percent = (share: number): string => `${share * 100}%`;
  return (
    <svg className={classes.bar} data-range={color} aria-hidden="true" height="10">
      <rect x="0" y="3" width="100%" height="4" rx="2" />
      <rect className={classes.normal} x={percent(band.from)} y="3" width={percent(band.to - band.from)} height="4" rx="2" />
      <svg x={percent(band.at)} overflow="visible">
        <rect className={classes.marker} x="-1.5" y="0" width="3" height="10" rx="1" />
      </svg>
    </svg>
  );
}
