import { Button } from '@mantine/core';
import type { Agreed } from '@echometry/contract/generated/agreement.ts';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { SHORT_EVENTS } from '@echometry/contract/rules/cardiac-events.ts';
import type { ConsensusImage, ConsensusValue } from '@echometry/contract/rules/consensus.ts';
import { isTaken, type LinePosition, type ReadLine, readerLetter, whyNotAlone } from '@echometry/contract/rules/consensus-lines.ts';
import { DASH, decimalsOf, fixed, signed } from '../../lib/format.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Player } from '../../viewer/clip/player.ts';
import layout from '../../ui/layout.module.css';
import classes from './consensus.module.css';
import { messages } from './messages.ts';
import { takeImage, takeLine, useAgreement } from './use-consensus.ts';
import { useCurveValues } from './use-curve-values.ts';
import { Table } from '../../ui/table.tsx';

const DICE_DECIMALS = 3;
const MM_DECIMALS = 1;

export const positionOf = ({ event, name, cycles }: ReadLine, side: 0 | 1): LinePosition => ({ cycle: cycles[side], event, name });
export const nameOfLine = ({ event, name, cycles }: ReadLine): string =>
  `${name} ${event === null ? '' : `${SHORT_EVENTS[event]} `}${cycles[0] + 1}`;

interface PanelProps {
  study: OpenStudy;
  image: ConsensusImage;
  /** Plays the image; its file has what values are computed from. */
  player: Player | null;
  reviewers: readonly string[];
  /** The two readings that are compared, by their places. */
  pair: readonly [number, number];
  lines: readonly ReadLine[];
  line: number;
  onLine: (place: number) => void;
}

/** The chosen image: its lines and values by both readers, and taking them. */
export function ConsensusPanel({ study, image, player, reviewers, pair, lines, line, onLine }: PanelProps) {
  const result = study.images.find(({ instance_id }) => instance_id === image.instance_id);
  const readings = pair.map((place) => image.images[place]);
  const curves = useCurveValues(study, image, result, player);
  return (
    <aside className={`${layout.boardPanel} ${classes.panel}`} aria-label={messages.consensus.mode}>
      <header>
        <h2>
          {image.type ?? messages.notLabelled} <small>{result?.view}</small>
        </h2>
        <div className={layout.wrapping}>
          {reviewers.map((reviewer, at) => (
            <Button
              key={reviewer}
              size="compact-sm"
              variant="default"
              disabled={study.readOnly}
              title={reviewer}
              onClick={() => takeImage(image, at)}
            >
              {image.images[at] === undefined
                ? messages.consensus.notReference(readerLetter(at))
                : messages.consensus.takeImage(readerLetter(at))}
            </Button>
          ))}
        </div>
        <Labels image={image} />
      </header>
      {readings[0] && readings[1] && (
        <Lines study={study} result={result} readings={[readings[0], readings[1]]} pair={pair} lines={lines} line={line} onLine={onLine} />
      )}
      <Values values={[...image.values, ...curves.values]} result={[...(result?.measurements ?? []), ...curves.result]} pair={pair} />
    </aside>
  );
}

/** Differing labels and scores of the readers, next to the lines of the image. */
function Labels({ image: { views, scores, cycles, images } }: { image: ConsensusImage }) {
  const rows = [
    [messages.consensus.labels.views, views],
    [messages.consensus.labels.scores, scores],
    [messages.consensus.labels.cycles, cycles],
  ] as const;
  const differing = rows.filter(([, all]) => new Set(all.filter((_, at) => images[at] !== undefined)).size > 1);
  if (differing.length === 0) return null;
  return (
    <ul className={classes.labels}>
      {differing.map(([name, all]) => (
        <li key={name}>
          {name}: {all.map((one, at) => `${readerLetter(at)} ${one ?? messages.consensus.labels.none}`).join(', ')}
        </li>
      ))}
    </ul>
  );
}

interface LinesProps extends Pick<PanelProps, 'study' | 'pair' | 'lines' | 'line' | 'onLine'> {
  result: AnalysisImage | undefined;
  readings: readonly [AnalysisImage, AnalysisImage];
}

function Lines({ study, result, readings, pair, lines, line, onLine }: LinesProps) {
  const agreement = useAgreement(lines, readings[0], study.config.imageTypes);
  if (lines.length === 0) return null;
  const shown = (value: Agreed | undefined, decimals: number): string => (value?.value == null ? DASH : fixed(value.value, decimals));
  const words = messages.consensus.lines;
  const unit = agreement.find((one) => one?.hausdorff.value != null)?.hausdorff.unit ?? 'mm';
  return (
    <Table kind="figures" className={classes.lines} columns={[words.line, words.dice, words.mean(unit), words.max(unit), words.take]}>
      {lines.map((one, place) => (
        <tr key={nameOfLine(one)} data-testid="consensus-line" data-agreed={one.agreed} data-current={place === line}>
          <th scope="row">
            <button type="button" aria-current={place === line} onClick={() => onLine(place)}>
              {nameOfLine(one)}
            </button>
          </th>
          <td>{shown(agreement[place]?.dice, DICE_DECIMALS)}</td>
          <td>{shown(agreement[place]?.mean_distance, MM_DECIMALS)}</td>
          <td>{shown(agreement[place]?.hausdorff, MM_DECIMALS)}</td>
          <td>
            {([0, 1] as const).map((side) => {
              const position = positionOf(one, side);
              const why = whyNotAlone(result, readings[side], position);
              return (
                <button
                  key={side}
                  type="button"
                  className={classes.take}
                  data-reader={side}
                  aria-pressed={result !== undefined && isTaken(result, readings[side], position)}
                  aria-label={words.takeLine(nameOfLine(one), readerLetter(pair[side]))}
                  title={why ?? undefined}
                  disabled={study.readOnly || why !== null}
                  onClick={() => takeLine(readings[side], position)}
                >
                  {readerLetter(pair[side])}
                </button>
              );
            })}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface ValuesProps {
  values: readonly ConsensusValue[];
  /** Of the image as it is settled. */
  result: readonly Measurement[];
  pair: readonly [number, number];
}

function Values({ values, result, pair: [a, b] }: ValuesProps) {
  if (values.length === 0) return null;
  const [one, two] = [readerLetter(a), readerLetter(b)];
  const words = messages.consensus.values;
  return (
    <Table kind="figures" className={classes.lines} columns={[words.value, one, two, words.minus(one, two), words.result]}>
      {values.map(({ name, units, values: read }) => {
        const [first, second] = [read[a] ?? null, read[b] ?? null];
        const so = result.find((measurement) => measurement.name === name)?.aggregate ?? null;
        const decimals = decimalsOf([first, second, so]);
        return (
          <tr key={name}>
            <th scope="row">
              {name} <small>{units}</small>
            </th>
            <td>{fixed(first, decimals)}</td>
            <td>{fixed(second, decimals)}</td>
            <td>{first === null || second === null ? DASH : signed(second - first, decimals)}</td>
            <td>
              <b>{fixed(so, decimals)}</b>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
