import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { EffortFigures, EffortGroup } from '@echometry/contract/records/effort.ts';
import { minutes, timeTicks } from './effort-times.ts';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import classes from './statistics.module.css';

const FIGURES = ['p5', 'q1', 'median', 'q3', 'p95'] as const;
/** The plot of a row, in units of its view box; the axis is as wide. */
const BOX = { width: 320, height: 20, pad: 16, half: 6 } as const;

const { effort: words } = messages;

/** A distribution on each row: its figures, and a box plot on an axis that all rows share. */
export function EffortTable({ per, groups }: { per: EffortGroup['per']; groups: readonly EffortGroup[] }) {
  const longest = Math.max(0, ...groups.flatMap(({ figures }) => (figures === null ? [] : [figures.p95])));
  const ticks = timeTicks(longest);
  const x = scaleLinear([0, ticks.at(-1) ?? 1], [BOX.pad, BOX.width - BOX.pad]);
  return (
    <Table
      label={words.table(per)}
      columns={[
        ...(per === 'image' ? [words.columns.type] : []),
        words.columns.step,
        words.columns.n,
        ...FIGURES.map((name) => words.columns[name]),
        { text: longest > 0 && <Axis x={x} ticks={ticks} />, title: words.plot, className: classes.effortPlot },
      ]}
      right={[...FIGURES.keys(), FIGURES.length].map((at) => at + (per === 'image' ? 2 : 1))}
    >
      {groups.map((group) => (
        <Row key={`${group.image_type} ${group.step}`} group={group} x={x} ticks={ticks} />
      ))}
    </Table>
  );
}

interface RowProps {
  group: EffortGroup;
  x: ScaleLinear<number, number>;
  ticks: readonly number[];
}

function Row({ group: { per, image_type, step, figures }, x, ticks }: RowProps) {
  return (
    <tr data-testid="effort-row">
      {per === 'image' && <td>{image_type ?? words.noType}</td>}
      <td>{step === null ? words.allSteps : words.steps[step]}</td>
      {figures === null ? (
        <td colSpan={FIGURES.length + 2} className={classes.tooFew} title={words.tooFewHint}>
          {words.tooFew}
        </td>
      ) : (
        <>
          <td>{figures.n}</td>
          {FIGURES.map((name) => (
            <td key={name}>{name === 'median' ? <b>{minutes(figures[name])}</b> : minutes(figures[name])}</td>
          ))}
          <td className={classes.effortPlot}>
            <BoxPlot figures={figures} x={x} ticks={ticks} />
          </td>
        </>
      )}
    </tr>
  );
}

const Axis = ({ x, ticks }: Pick<RowProps, 'x' | 'ticks'>) => (
  <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={words.plot}>
    {ticks.map((tick) => (
      <text key={tick} x={x(tick)} y={14} textAnchor="middle">
        {minutes(tick)}
      </text>
    ))}
  </svg>
);

function BoxPlot({ figures: { p5, q1, median, q3, p95 }, x, ticks }: { figures: EffortFigures } & Pick<RowProps, 'x' | 'ticks'>) {
  const middle = BOX.height / 2;
  return (
    <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} aria-hidden="true">
      {ticks.map((tick) => (
        <line key={tick} className={classes.grid} x1={x(tick)} x2={x(tick)} y1={0} y2={BOX.height} />
      ))}
      <path
        className={classes.whiskers}
        d={`M${x(p5)} ${middle}H${x(q1)}M${x(q3)} ${middle}H${x(p95)}M${x(p5)} ${middle - 3}v6M${x(p95)} ${middle - 3}v6`}
      />
      <rect className={classes.quartiles} x={x(q1)} width={x(q3) - x(q1)} y={middle - BOX.half} height={2 * BOX.half} />
      <line className={classes.median} x1={x(median)} x2={x(median)} y1={middle - BOX.half} y2={middle + BOX.half} />
    </svg>
  );
}
