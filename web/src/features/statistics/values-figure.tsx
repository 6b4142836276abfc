import { Select } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { DataStatistics, PlottedMeasurement } from '@echometry/contract/records/statistics.ts';
import { sourceOf } from '../../image-page/measurements/standing-words.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { downloadText } from '../../lib/csv.ts';
import { useKeys } from '../../lib/keys.ts';
import { Segments } from '../../ui/segments.tsx';
import { curvesOf, rangesOf } from './bands.ts';
import { keyOf, type JudgedMeasurement, type JudgedProject } from './judged.ts';
import { messages } from './messages.ts';
import { PointWords } from './point-words.tsx';
import { svgText } from './plot-size.ts';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';
import { axesOf, axisWords, countMarks, placedPoints, plottable, type PlacedPoint, type PlotAxis } from './values.ts';
import { ValuesPlot } from './values-plot.tsx';

interface Props {
  plot: DataStatistics['plots'][2];
  /** Null while values are judged, and without reference values. */
  judged: JudgedProject | null;
  onOpen: (point: PlacedPoint, measurement: string) => void;
}

/** Which measurement is plotted against what, and which of its points the keys work on. */
function useChoice({ studies, measurements }: Props['plot'], project: JudgedProject | null) {
  const all = useMemo(() => plottable(measurements, studies), [measurements, studies]);
  const [key, setKey] = useState<string | null>(null);
  const [wanted, setAxis] = useState<PlotAxis | null>(null);
  const [place, setPlace] = useState(0);
  const measurement = all.find((one) => keyOf(one) === key) ?? all[0];
  const judged = (measurement && project?.measurements.get(keyOf(measurement))) ?? null;
  const axes = useMemo(() => axesOf(judged), [judged]);
  const axis = axes.find((one) => one === wanted) ?? axes[0] ?? 'age';
  const points = useMemo(() => (measurement ? placedPoints(measurement, studies, judged, axis) : []), [measurement, studies, judged, axis]);
  const at = Math.min(place, points.length - 1);
  return {
    all,
    measurement,
    judged,
    axes,
    axis,
    points,
    at,
    choose: (next: string | null) => {
      setKey(next);
      setPlace(0);
    },
    turn: (next: PlotAxis) => {
      setAxis(next);
      setPlace(0);
    },
    setPlace,
    move: (by: number) => setPlace(Math.max(0, Math.min(at + by, points.length - 1))),
  };
}

/** Sources that judge the points, those of most points first. */
function sourcesOf(points: readonly PlacedPoint[], { rows }: JudgedMeasurement): string[] {
  const counts = new Map<string, number>();
  for (const { standing } of points) {
    if (standing === null || standing.outcome === null) continue;
    const source = sourceOf(rows, standing);
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([source]) => source);
}

/** A measurement against age or against the predictor of its reference values. */
export function ValuesFigure({ plot, judged: project, onOpen }: Props) {
  const { all, measurement, judged, axes, axis, points, at, choose, turn, setPlace, move } = useChoice(plot, project);
  const svg = useRef<SVGSVGElement>(null);
  const point = points[at];
  useKeys(
    measurement && point
      ? {
          'statistics.next': () => move(1),
          'statistics.previous': () => move(-1),
          'statistics.open': () => onOpen(point, measurement.name),
          'statistics.save-plot': () => svg.current && downloadText(`${measurement.name}.svg`, svgText(svg.current), 'image/svg+xml'),
        }
      : {},
  );
  if (!measurement || !point)
    return (
      <div className={classes.figure}>
        <h3>{messages.values.title}</h3>
        <p className={classes.quiet}>{messages.values.none}</p>
      </div>
    );
  const unit = unitShown(measurement.units);
  const words = axisWords(axis, measurement);
  const choices = choicesOf(all);
  const curves = judged === null ? [] : curvesOf(judged, axis, points);
  const others = points.filter(({ standing }) => standing === null || !curves.some(({ row }) => row === standing.row));
  const sources = judged === null ? [] : sourcesOf(points, judged);
  const left = axis === 'age' ? 0 : measurement.points.length - points.length;
  return (
    <figure className={classes.figure}>
      <figcaption>
        <Select
          aria-label={messages.values.measurement}
          size="xs"
          searchable
          allowDeselect={false}
          classNames={{ root: classes.choice ?? '', input: classes.clipped ?? '' }}
          title={choices.find(({ value }) => value === keyOf(measurement))?.label}
          data={choices}
          value={keyOf(measurement)}
          onChange={choose}
        />
        {axes.length > 1 ? (
          <Segments
            label={messages.judged.axis}
            value={axis}
            segments={axes.map((one) => ({ value: one, label: axisWords(one, measurement).name }))}
            onChange={turn}
          />
        ) : (
          <small>{messages.values.against(words)}</small>
        )}
        <Legend points={points} />
      </figcaption>
      <ValuesPlot
        ref={svg}
        name={measurement.name}
        unit={unit}
        axis={words}
        points={points}
        curves={curves}
        ranges={rangesOf(others, measurement.data_type)}
        chosen={at}
        onChoose={setPlace}
        onOpen={(one) => onOpen(one, measurement.name)}
      />
      <PointWords point={point} unit={unit} axis={words} rows={judged?.rows ?? null} onOpen={() => onOpen(point, measurement.name)} />
      {(sources.length > 0 || left > 0) && (
        <p className={classes.quiet} data-testid="sources">
          {sources.length > 0 && messages.judged.by(sources)} {left > 0 && messages.judged.notPlaced(left, words.name)}
        </p>
      )}
    </figure>
  );
}

/** Measurements to choose from; their kind of data is named where the project has several. */
function choicesOf(all: readonly PlottedMeasurement[]): { value: string; label: string }[] {
  const isMixed = new Set(all.map(({ data_type }) => data_type)).size > 1;
  return all.map((one) => {
    const name = one.units === '' ? one.name : `${one.name} (${unitShown(one.units)})`;
    return { value: keyOf(one), label: [name, one.image_type, ...(isMixed ? [one.data_type] : [])].join(' · ') };
  });
}

function Legend({ points }: { points: readonly PlacedPoint[] }) {
  const counts = countMarks(points);
  return (
    <span className={`${layout.small} ${classes.legend}`}>
      <span data-mark="inside">{counts.inside}</span>
      <span data-mark="outside">{messages.values.outside(counts.outside)}</span>
      <span data-mark="outlier">{messages.values.outliers(counts.outlier)}</span>
    </span>
  );
}
