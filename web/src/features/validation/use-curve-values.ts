import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { type ConsensusImage, type ConsensusValue, valuesOf } from '@echometry/contract/rules/consensus.ts';
import { curveMeasurements, isWhole } from '@echometry/contract/rules/curve-values.ts';
import { computedBy, curvesOf, isFollowed } from '../../image-page/curves/followed.ts';
import { factsOf } from '../../study/measuring/another-study.ts';
import { currentSession } from '../../study/store/current-study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Sequences } from '../../study/store/sequences.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { NO_CLIP_STATE, type Player } from '../../viewer/clip/player.ts';

/** Values of the curves of followed cycles in the readings of an image, and in the result. */
export interface CurveValues {
  values: readonly ConsensusValue[];
  result: readonly Measurement[];
}

const NOTHING: CurveValues = { values: [], result: [] };

interface Found {
  images: ConsensusImage['images'];
  /** The result that the values are of. */
  of: AnalysisImage | undefined;
  values: CurveValues;
}

interface Ground {
  study: OpenStudy;
  sequences: Sequences;
  metadata: ImageMetadata;
}

/** Values of the curves of one reading; none where no cycle is followed, or where its lines are outdated. */
async function measured({ study, sequences, metadata }: Ground, image: AnalysisImage | undefined): Promise<Measurement[]> {
  if (!image || !isFollowed(image)) return [];
  const engine = theEngine().study(study.config.measuring, factsOf(study.head));
  try {
    engine.setFile(image.instance_id, metadata);
    engine.setImage(image);
    const followed = await curvesOf([image], (hash) => sequences.of(hash), computedBy(engine));
    return followed.flatMap(({ cycles }) => curveMeasurements(image, cycles, isWhole).map(({ measurement }) => measurement));
  } finally {
    engine.close();
  }
}

async function valuesOfAll(ground: Ground, readings: readonly (AnalysisImage | undefined)[], result: AnalysisImage | undefined) {
  const all = [...readings, result];
  for (const image of all) if (image) await ground.sequences.load([image]);
  const found = await Promise.all(all.map((image) => measured(ground, image)));
  const ofResult = found.pop() ?? [];
  return { values: valuesOf(found.map((measurements) => ({ measurements }))), result: ofResult };
}

/** The values of the image in view; nothing until they are known, and where no reader has followed a cycle of it. */
export function useCurveValues(
  study: OpenStudy,
  { images }: Pick<ConsensusImage, 'images'>,
  result: AnalysisImage | undefined,
  player: Player | null,
): CurveValues {
  const { metadata: read } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const sequences = currentSession()?.sequences;
    const metadata = player?.metadata;
    if (!sequences || !metadata || ![...images, result].some((image) => image && isFollowed(image))) return;
    let isNewest = true;
    valuesOfAll({ study, sequences, metadata }, images, result)
      .then((values) => isNewest && setFound({ images, of: result, values }))
      .catch((error: unknown) => console.warn('The values of followed cycles were not computed.', error));
    return () => {
      isNewest = false;
    };
  }, [study, images, result, player, read]);
  if (found?.images !== images) return NOTHING;
  // Values of an earlier result are not shown.
  return found.of === result ? found.values : { ...found.values, result: [] };
}
