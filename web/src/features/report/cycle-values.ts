/** Values of the curves of followed cycles, for the report of the open study and of another one. */
import { useEffect, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { BullsEye, CycleCurve, ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { APICAL_TYPES, curvesOf, firstRequest, type FollowedImage, isFollowed, requestOf } from '../../image-page/curves/followed.ts';
import { methodOf as formulaOf } from '../../image-page/curves/curve-methods.ts';
import { curveMessages } from '../../image-page/curves/messages.ts';
import type { StudyMeasuring } from '../../study/measuring/study-measuring.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { curveMeasurements, curvesInUse, isWhole } from '@echometry/contract/rules/curve-values.ts';
import { decisionsOf } from '@echometry/contract/rules/sequence.ts';
import { reportImages, reportOf, type AnatomySummary, type ReportFacts } from '@echometry/contract/rules/report.ts';
import { type Halves, valueKey } from './halves.ts';
import { messages } from './messages.ts';
import { inOrder, reportFactsOf, type Reading } from './use-report.ts';

/** Curves of whole lines of one followed cycle. */
export interface CycleValues {
  image: AnalysisImage;
  /** From 0. */
  cycle: number;
  curves: readonly CycleCurve[];
  /** Method that followed the lines, with its version, and what people decided about them. */
  method: string;
  /** How far the values move with the drawn points; null until it is known. */
  spread: ShakenCurves | null;
}

export interface FollowedValues {
  cycles: readonly CycleValues[];
  /** Null without a followed apical view. */
  views: BullsEye | null;
  /** The same values as an anatomy of the report: means over the cycles. */
  report: readonly AnatomySummary[];
  images: readonly FollowedImage[];
  /** Half of the interval of each cycle's value, by `valueKey`. */
  halves: Halves;
}

const halvesOf = (followed: readonly FollowedImage[]): Halves =>
  new Map(
    followed.flatMap(({ image, cycles }) =>
      curveMeasurements(image, cycles, isWhole).map(
        ({ measurement, halves_95 }) => [valueKey(image.instance_id, measurement.name), halves_95] as const,
      ),
    ),
  );

/** Values of curves as a report, of which they are the only anatomy. */
export const reportOfCurves = (followed: readonly FollowedImage[], facts: ReportFacts): AnatomySummary[] =>
  reportOf(
    followed.map(({ image, cycles }) => ({
      image,
      measurements: curveMeasurements(image, cycles, isWhole).map(({ measurement }) => ({
        ...measurement,
        anatomy: messages.cycles.anatomy,
      })),
    })),
    facts,
  );

const methodOf = ({ segmentation }: AnalysisImage, cycle: number): string => {
  const sequence = segmentation[cycle]?.sequence;
  if (!sequence) return '';
  const { method, method_version, end_systole } = sequence;
  const { confirmed } = decisionsOf(sequence);
  const counted = confirmed.map(({ name, segment }) => (segment === null ? name : `${name}, ${curveMessages.segments[segment]}`));
  return [
    `${method} ${method_version}`,
    ...(end_systole ? [messages.cycles.rule(curveMessages.systole.rules[end_systole])] : []),
    ...(counted.length > 0 ? [messages.cycles.counted(counted.join('; '))] : []),
  ].join(', ');
};

/** How the lines of each image were followed. */
export const methodsOf = (followed: readonly FollowedImage[]): ReadonlyMap<string, string> =>
  new Map(
    followed.map(({ image, cycles }) => {
      const methods = new Set(cycles.map(({ cycle }) => methodOf(image, cycle)));
      return [image.instance_id, [...methods].join('; ')];
    }),
  );

async function valuesOf(measuring: StudyMeasuring): Promise<FollowedValues> {
  const session = currentSession();
  if (!session) return NOTHING;
  const { sequences, study } = session;
  const images = reportImages(inOrder(study.files, study.images), study.role);
  const followed = images.filter(isFollowed);
  await sequences.load(followed);
  const linesOf = (hash: string) => sequences.of(hash);
  const measured = await curvesOf(followed, linesOf, (request) => measuring.cycleCurves(request));
  const apical = study.head.data_type === 'fetal' ? [] : followed.filter(({ type }) => type !== null && APICAL_TYPES.includes(type));
  const requests = apical.flatMap((image) => firstRequest(image, 0, linesOf) ?? []);
  const [first] = requests;
  // Strain of three views is averaged at one end systole.
  const views = first ? await measuring.bullsEye(requests.map((one) => ({ ...one, end_systole: first.end_systole ?? 'mark' }))) : null;
  return ofImages(measured, { views, report: reportOfCurves(measured, reportFactsOf(study)) });
}

const ofImages = (images: readonly FollowedImage[], rest: Pick<FollowedValues, 'views' | 'report'>): FollowedValues => ({
  ...rest,
  images,
  cycles: images.flatMap(({ image, cycles }) =>
    cycles.map(({ cycle, curves, shaken }) => ({
      image,
      cycle,
      curves: curvesInUse(curves).filter(isWhole),
      method: methodOf(image, cycle),
      spread: shaken ?? null,
    })),
  ),
  halves: halvesOf(images),
});

/** Computes how far the values move, cycle after cycle, and reports after each. */
async function shake(
  measuring: StudyMeasuring,
  values: FollowedValues,
  { isNewest, tell }: { isNewest: () => boolean; tell: (values: FollowedValues) => void },
): Promise<void> {
  const sequences = currentSession()?.sequences;
  let { images } = values;
  for (const { image, cycles } of values.images)
    for (const { cycle } of cycles) {
      const request = requestOf(image, cycle, (hash) => sequences?.of(hash) ?? null);
      const shaken = request && (await measuring.shakeCurves(request, isNewest));
      if (!isNewest()) return;
      if (!shaken) continue;
      images = images.map((one) =>
        one.image === image ? { image, cycles: one.cycles.map((own) => (own.cycle === cycle ? { ...own, shaken } : own)) } : one,
      );
      tell(ofImages(images, values));
    }
}

const NOTHING: FollowedValues = { cycles: [], views: null, report: [], images: [], halves: new Map() };
const nobody = proxy({ revision: 0 });

/**
 * Computed again when anything that values are computed from changes; nothing until then, and while files are read.
 */
export function useFollowedValues({ measuring: own, reading }: Pick<Reading, 'measuring' | 'reading'>): FollowedValues {
  const { revision } = useSnapshot(own?.shown ?? nobody);
  const measuring = reading.left === 0 ? own : null;
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (!measuring) return;
    let isNewest = true;
    valuesOf(measuring)
      .then((values) => {
        if (!isNewest) return;
        setFound(values);
        return shake(measuring, values, { isNewest: () => isNewest, tell: setFound });
      })
      .catch((error: unknown) => console.warn('The values of followed cycles were not computed.', error));
    return () => {
      isNewest = false;
    };
  }, [measuring, revision]);
  return found;
}

/** Methods that followed the lines, and formulas of their values, with versions. */
export function sourcesOfCurves({ cycles }: Pick<FollowedValues, 'cycles'>): string {
  const distinct = (texts: readonly string[]): string => [...new Set(texts)].join(', ');
  const formulas = cycles.flatMap(({ curves }) =>
    curves.map((curve) => messages.cycles.formula(curveMessages.methods[formulaOf(curve)] ?? curve.formula, curve.formula_version)),
  );
  return messages.cycles.printed(distinct(cycles.map(({ method }) => method)), distinct(formulas));
}
