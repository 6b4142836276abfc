/** Values of the curves of followed cycles, for the report. */
import { useEffect, useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { BullsEye, CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import { APICAL_TYPES, firstRequest, requestsOf } from '../../image-page/curves/followed.ts';
import { curvesByMethod, isStrain } from '../../image-page/curves/curve-methods.ts';
import type { StudyMeasuring } from '../../study/measuring/study-measuring.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { reportImages } from '@echometry/contract/rules/report.ts';
import { inOrder } from './use-report.ts';

/** Curves of whole lines of one followed cycle. */
export interface CycleValues {
  image: AnalysisImage;
  /** From 0. */
  cycle: number;
  curves: readonly CycleCurve[];
  /** Method that followed the lines, with its version. */
  method: string;
}

export interface FollowedValues {
  cycles: readonly CycleValues[];
  /** Null without a followed apical view. */
  views: BullsEye | null;
}

/** The formula in use of each line, and strain of whole lines and free walls. */
export function reportedCurves(curves: readonly CycleCurve[]): CycleCurve[] {
  const sizes = curvesByMethod({ frames: [], times_ms: null, curves: [...curves], widths: [] }, null).filter((curve) => !isStrain(curve));
  return [...sizes, ...curves.filter((curve) => isStrain(curve) && (curve.segment === null || curve.segment === 'free-wall'))];
}

const methodOf = ({ segmentation }: AnalysisImage, cycle: number): string => {
  const sequence = segmentation[cycle]?.sequence;
  return sequence ? `${sequence.method} ${sequence.method_version}` : '';
};

async function valuesOf(measuring: StudyMeasuring): Promise<FollowedValues> {
  const session = currentSession();
  if (!session) return { cycles: [], views: null };
  const { sequences, study } = session;
  const images = reportImages(inOrder(study.files, study.images), study.role);
  const followed = images.filter(({ segmentation }) => segmentation.some(({ sequence }) => sequence));
  await sequences.load(followed);
  const linesOf = (hash: string) => sequences.of(hash);
  const cycles: CycleValues[] = [];
  for (const image of followed)
    for (const request of requestsOf(image, linesOf)) {
      const found = await measuring.cycleCurves(request);
      if (found) cycles.push({ image, cycle: request.cycle, curves: reportedCurves(found.curves), method: methodOf(image, request.cycle) });
    }
  const apical = study.head.data_type === 'fetal' ? [] : followed.filter(({ type }) => type !== null && APICAL_TYPES.includes(type));
  const requests = apical.flatMap((image) => firstRequest(image, 0, linesOf) ?? []);
  return { cycles, views: requests.length > 0 ? await measuring.bullsEye(requests) : null };
}

/**
 * Computed again when anything that values are computed from changes; null until then.
 * @param measuring null while files are read
 */
export function useFollowedValues(measuring: StudyMeasuring | null, revision: number): FollowedValues | null {
  const [found, setFound] = useState<FollowedValues | null>(null);
  useEffect(() => {
    if (!measuring) return;
    let isNewest = true;
    valuesOf(measuring)
      .then((values) => isNewest && setFound(values))
      .catch((error: unknown) => console.warn('The values of followed cycles were not computed.', error));
    return () => {
      isNewest = false;
    };
  }, [measuring, revision]);
  return found;
}
