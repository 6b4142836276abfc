import { useSnapshot } from 'valtio';
import type { CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import { curveRows } from '../../image-page/curves/curve-rows.ts';
import { definitionOf } from '../../image-page/measurements/definitions.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { useJudging } from '../../study/measuring/judging.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { Measured, StudyMeasuring } from '../../study/measuring/study-measuring.ts';
import { messages } from './messages.ts';
import { rangeOf } from './range-of-curve.ts';

interface Props {
  curve: CycleCurve;
  context: PageContext;
}

/** Normal ranges of the values of a curve, one below the other; nothing while none is known. */
export function CurveRanges(props: Props) {
  const measuring = studyMeasuring();
  return measuring && <KnownRanges {...props} measuring={measuring} />;
}

function KnownRanges({ curve, context: { study, image: shown }, measuring }: Props & { measuring: StudyMeasuring }) {
  const { image } = useSnapshot(measuring.shown) as Measured;
  const { rows } = useJudging(study, image !== null);
  if (!image || !shown || image.instance_id !== shown.instance_id) return null;
  const definition = (name: string) => definitionOf(study.config.measuring.measurements, shown.type ?? '', name);
  return curveRows(curve).flatMap(({ name, of }) => {
    const range = rangeOf(curve, of, { image, rows, definitionOf: definition });
    return range ? [<p key={name}>{messages.curves.normal(name, range.limits, range.source)}</p>] : [];
  });
}
