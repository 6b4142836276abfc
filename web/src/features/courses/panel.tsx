import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Fragment, useState, type ReactNode } from 'react';
import type { FeedbackImage, FeedbackRule, Verdict } from '@echometry/contract/records/course.ts';
import { DASH, decimalsOf, fixed, number, signed } from '../../lib/format.ts';
import layout from '../../ui/layout.module.css';
import classes from './feedback.module.css';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';

const MM_DECIMALS = 1;
const words = messages.feedback;

/** A verdict by sign, word and colour. */
function Tolerance({ most, unit, verdict }: { most: number | null; unit: string; verdict: Verdict }) {
  if (most === null) return <span className={classes.quiet}>{words.noTolerance}</span>;
  const Icon = verdict === 'outside' ? IconAlertTriangle : IconCheck;
  return (
    <span className={`${layout.inlineRow} ${classes.verdict}`} data-verdict={verdict}>
      {verdict !== null && <Icon size={14} stroke={1.8} aria-hidden="true" />}
      {words.within(`${number(most)} ${unitShown(unit)}`.trim(), verdict)}
    </span>
  );
}

const reasonWords = (reason: string | null): string => (reason === null ? DASH : (words.reasons[reason] ?? reason.replaceAll('-', ' ')));

function Titled({ title, columns, children }: { title: string; columns: readonly string[]; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <Table kind="figures" className={classes.table} label={title} columns={columns}>
        {children}
      </Table>
    </section>
  );
}

interface PanelProps {
  image: FeedbackImage;
  /** Place of the chosen contour. */
  line: number;
  onLine: (place: number) => void;
}

/** Differences of an image from the gold case, each with its tolerance. */
export function Panel({ image, line, onLine }: PanelProps) {
  const { state, labels, values, lines, marks } = image;
  return (
    <aside className={`${layout.boardPanel} ${classes.panel}`} aria-label={words.label}>
      <h2>{image.type}</h2>
      {state === 'missed' && <p>{words.missed}</p>}
      {state === 'other-type' && <p>{words.otherType}</p>}
      {labels.length > 0 && (
        <section>
          <h3>{words.labels}</h3>
          <ul className={classes.labels}>
            {labels.map(({ label, own, gold }) => (
              <li key={label}>
                {label}: {words.labelRow(own, gold)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {values.length > 0 && <Values values={values} />}
      {lines.length > 0 && <Lines lines={lines} line={line} onLine={onLine} />}
      {marks.length > 0 && <Marks marks={marks} />}
      {state === 'compared' && values.length + lines.length + marks.length === 0 && <p>{words.nothing}</p>}
    </aside>
  );
}

function Values({ values }: { values: FeedbackImage['values'] }) {
  const [open, setOpen] = useState<string | null>(null);
  const { name: what, own, gold, difference, tolerance } = words.valueColumns;
  return (
    <Titled title={words.values} columns={[what, own, gold, difference, tolerance]}>
      {values.map((one) => {
        const decimals = decimalsOf([one.own, one.gold]);
        return (
          <Fragment key={one.name}>
            <tr data-testid="feedback-value" data-verdict={one.verdict}>
              <th scope="row">
                {one.rule === null ? (
                  one.name
                ) : (
                  <button
                    type="button"
                    aria-expanded={open === one.name}
                    title={words.ruleOf(one.name)}
                    onClick={() => setOpen(open === one.name ? null : one.name)}
                  >
                    {one.name}
                  </button>
                )}
              </th>
              <td>{fixed(one.own, decimals)}</td>
              <td>{fixed(one.gold, decimals)}</td>
              <td>
                {one.difference === null ? reasonWords(one.reason) : `${signed(one.difference, decimals)} ${unitShown(one.units)}`.trim()}
              </td>
              <td>
                <Tolerance most={one.tolerance} unit={one.units} verdict={one.verdict} />
              </td>
            </tr>
            {open === one.name && one.rule !== null && <Rule rule={one.rule} />}
          </Fragment>
        );
      })}
    </Titled>
  );
}

/** The rule of a value, as the engine explains it. */
const Rule = ({ rule: { kind, formula, equation, inputs, source } }: { rule: FeedbackRule }) => (
  <tr className={classes.rule} data-testid="feedback-rule">
    <td colSpan={Object.keys(words.valueColumns).length}>
      <dl>
        <dt>{words.rule}</dt>
        <dd>
          {kind.replaceAll('-', ' ')}
          {formula === null ? '' : `, ${formula.replaceAll('_', ' ')}`}: {equation}
        </dd>
        <dt>{words.inputs}</dt>
        <dd>{inputs}</dd>
        <dt>{words.source}</dt>
        <dd>
          {source
            .split('; ')
            .filter((one) => !one.startsWith('docs/'))
            .join('; ')}{' '}
          <a href="/manual/values.html" target="_blank" rel="noopener">
            {words.manual}
          </a>
        </dd>
      </dl>
    </td>
  </tr>
);

function Lines({ lines, line, onLine }: Pick<PanelProps, 'line' | 'onLine'> & { lines: FeedbackImage['lines'] }) {
  const { name, mean, most, tolerance } = words.lineColumns;
  return (
    <Titled title={words.lines} columns={[name, mean, most, tolerance]}>
      {lines.map((one, place) => {
        const shown = words.lineName(one.name, one.event, one.cycle);
        return (
          <tr key={shown} data-testid="feedback-line" data-verdict={one.verdict} data-current={place === line}>
            <th scope="row">
              <button type="button" aria-current={place === line} onClick={() => onLine(place)}>
                {shown}
              </button>
            </th>
            {one.mean_mm === null ? (
              <td colSpan={2}>{reasonWords(one.reason)}</td>
            ) : (
              <>
                <td>{fixed(one.mean_mm, MM_DECIMALS)}</td>
                <td>{fixed(one.hausdorff_mm, MM_DECIMALS)}</td>
              </>
            )}
            <td>
              <Tolerance most={one.tolerance} unit="mm" verdict={one.verdict} />
            </td>
          </tr>
        );
      })}
    </Titled>
  );
}

function Marks({ marks }: { marks: FeedbackImage['marks'] }) {
  const { name, steps, ms, tolerance } = words.markColumns;
  return (
    <Titled title={words.marks} columns={[name, steps, ms, tolerance]}>
      {marks.map((one) => {
        const shown = words.markName(one.event, one.cycle);
        return (
          <tr key={shown} data-testid="feedback-mark" data-verdict={one.verdict}>
            <th scope="row">{shown}</th>
            <td>{one.steps === null ? reasonWords(one.reason) : words.steps(signed(one.steps), one.unit, one.steps)}</td>
            <td>{one.ms === null ? DASH : signed(one.ms, 0)}</td>
            <td>
              <Tolerance most={one.tolerance} unit="ms" verdict={one.verdict} />
            </td>
          </tr>
        );
      })}
    </Titled>
  );
}
