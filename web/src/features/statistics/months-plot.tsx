import { scaleBand, scaleLinear } from 'd3-scale';
import type { StudiesOfMonth } from '@echometry/contract/records/statistics.ts';
import { Axis } from './axis.tsx';
import { messages } from './messages.ts';
import { PLOT } from './plot-size.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';

const PARTS = ['validated', 'measured', 'in_work'] as const;
const { parts: NAMES } = messages.months;
/** Few months do not become walls. */
const MAX_BAR = 40;
/** Names of months that fit under the bars. */
const MAX_NAMES = 12;

const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' });
const total = (month: StudiesOfMonth): number => PARTS.reduce((sum, part) => sum + month[part], 0);
const inWords = (month: StudiesOfMonth): string => `${month.month}: ${PARTS.map((part) => `${month[part]} ${NAMES[part]}`).join(', ')}`;

const span = (months: readonly StudiesOfMonth[]): string => {
  const [first, last] = [months[0]?.month.slice(0, 4), months.at(-1)?.month.slice(0, 4)];
  return first === undefined || last === undefined ? '' : messages.months.years(first, last);
};

/** Studies by the month of their last save, stacked by how far they have come. */
export function MonthsPlot({ months }: { months: readonly StudiesOfMonth[] }) {
  const x = scaleBand(
    months.map(({ month }) => month),
    [PLOT.left, PLOT.width - PLOT.right],
  ).padding(0.3);
  const y = scaleLinear([0, Math.max(1, ...months.map(total))], [PLOT.height - PLOT.bottom, PLOT.top]).nice(4);
  const width = Math.min(x.bandwidth(), MAX_BAR);
  const every = Math.ceil(months.length / MAX_NAMES);
  return (
    <figure className={classes.figure}>
      <figcaption>
        <h3>{messages.months.title}</h3> <small title={messages.months.hint}>{messages.months.span(span(months))}</small>
        <span className={`${layout.small} ${classes.legend}`}>
          {PARTS.map((part) => (
            <span key={part} data-part={part}>
              {NAMES[part]}
            </span>
          ))}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="img" aria-label={months.map(inWords).join('; ')}>
        <Axis scale={y} whole />
        {months.map((month, index) => (
          <Month
            key={month.month}
            month={month}
            x={(x(month.month) ?? 0) + (x.bandwidth() - width) / 2}
            width={width}
            y={y}
            named={index % every === 0}
          />
        ))}
      </svg>
    </figure>
  );
}

interface MonthProps {
  month: StudiesOfMonth;
  x: number;
  width: number;
  y: (value: number) => number;
  named: boolean;
}

function Month({ month, x, width, y, named }: MonthProps) {
  let below = 0;
  return (
    <g>
      <title>{inWords(month)}</title>
      {PARTS.map((part) => {
        const from = below;
        below += month[part];
        return <rect key={part} className={classes.bar} data-part={part} x={x} width={width} y={y(below)} height={y(from) - y(below)} />;
      })}
      {named && (
        <text x={x + width / 2} y={PLOT.height - 8} textAnchor="middle">
          {monthName(month.month)}
        </text>
      )}
    </g>
  );
}
