import { Select } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { DataStatistics } from '@echometry/contract/records/statistics.ts';
import { unitShown } from '../../image-page/measurements/units.ts';
import { downloadText } from '../../lib/csv.ts';
import { useKeys } from '../../lib/keys.ts';
import { messages } from './messages.ts';
import { PointWords } from './point-words.tsx';
import { svgText } from './plot-size.ts';
import classes from './statistics.module.css';
import { agedPoints, countMarks, keyOf, plottable, type AgedPoint } from './values.ts';
import { ValuesPlot } from './values-plot.tsx';

interface Props {
  plot: DataStatistics['plots'][2];
  onOpen: (point: AgedPoint, measurement: string) => void;
}

/** Which measurement is plotted, and which of its points the keys work on. */
function useChoice({ studies, measurements }: Props['plot']) {
  const all = useMemo(() => plottable(measurements, studies), [measurements, studies]);
  const [key, setKey] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const measurement = all.find((one) => keyOf(one) === key) ?? all[0];
  const points = useMemo(() => (measurement ? agedPoints(measurement, studies) : []), [measurement, studies]);
  const at = Math.min(place, points.length - 1);
  return {
    all,
    measurement,
    points,
    at,
    choose: (next: string | null) => {
      setKey(next);
      setPlace(0);
    },
    setPlace,
    move: (by: number) => setPlace(Math.max(0, Math.min(at + by, points.length - 1))),
  };
}

/** A measurement against age. */
export function ValuesFigure({ plot, onOpen }: Props) {
  const { all, measurement, points, at, choose, setPlace, move } = useChoice(plot);
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
  const choices = all.map((one) => ({
    value: keyOf(one),
    label: `${one.name}${one.units === '' ? '' : ` (${unitShown(one.units)})`} · ${one.image_type}`,
  }));
  const counts = countMarks(points);
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
        <small>{messages.values.against(measurement.data_type)}</small>
        <span className={classes.legend}>
          <span data-mark="inside">{counts.inside}</span>
          <span data-mark="outside">{messages.values.outside(counts.outside)}</span>
          <span data-mark="outlier">{messages.values.outliers(counts.outlier)}</span>
        </span>
      </figcaption>
      <ValuesPlot
        ref={svg}
        name={measurement.name}
        unit={unit}
        dataType={measurement.data_type}
        points={points}
        chosen={at}
        onChoose={setPlace}
        onOpen={(one) => onOpen(one, measurement.name)}
      />
      <PointWords point={point} unit={unit} dataType={measurement.data_type} onOpen={() => onOpen(point, measurement.name)} />
    </figure>
  );
}
