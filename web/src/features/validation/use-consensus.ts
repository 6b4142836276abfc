import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AgreementCurve, CurveAgreement } from '@echometry/contract/generated/agreement.ts';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewedWork } from '@echometry/contract/records/review.ts';
import { consensusImages, MIN_REVIEWS, withImageOf, type ConsensusImage } from '@echometry/contract/rules/consensus.ts';
import { type LinePosition, type ReadLine, withLineOf } from '@echometry/contract/rules/consensus-lines.ts';
import { pixelSizeOf } from '@echometry/contract/rules/pixel-size.ts';
import { call } from '../../lib/api.ts';
import { currentSession } from '../../study/store/current-study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { scopeOf } from '../../study/store/study-scope.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { interpolationOf } from './interpolation.ts';

export interface Consensus {
  reviews: readonly ReviewedWork[];
  images: readonly ConsensusImage[];
}

/** Reviews of others that this person settles the differences of; null where there are none, and while they are read. */
export function useConsensus(study: OpenStudy): Consensus | null {
  const { link, review } = study;
  const [consensus, setConsensus] = useState<Consensus | null>(null);
  const editor = review?.editor ?? null;
  const blind = review?.blind ?? false;
  const { study_id } = link;
  const { db_name, medical_data_type } = scopeOf(link);
  useEffect(() => {
    if (editor === null) return;
    let here = true;
    call(CALLS.reviewsGetConsensus, { id: study_id, editor, blind, db_name, medical_data_type })
      .then(({ reviews }) => here && setConsensus(reviews.length < MIN_REVIEWS ? null : { reviews, images: consensusImages(reviews) }))
      .catch((error: unknown) => console.warn('Reviews of others could not be read.', error));
    return () => {
      here = false;
    };
  }, [editor, blind, study_id, db_name, medical_data_type]);
  return consensus;
}

type Types = OpenStudy['config']['imageTypes'];

/** A line as the engine compares it; null where the configuration does not define how it runs between its points. */
function curveOf(line: Line | undefined, image: AnalysisImage, types: Types): AgreementCurve | null {
  const interpolation = interpolationOf(line, image, types);
  return line?.finished && interpolation ? { type: 'drawn', shape: line.shape, interpolation, points: line.points } : null;
}

/** How far the lines of two readings of an image agree, in the order of the lines; null where nothing can be compared. */
export function useAgreement(
  lines: readonly ReadLine[],
  image: AnalysisImage | undefined,
  types: Types,
): readonly (CurveAgreement | null)[] {
  const [found, setFound] = useState<{ of: readonly ReadLine[]; all: readonly (CurveAgreement | null)[] }>({ of: [], all: [] });
  useEffect(() => {
    if (!image || image.modality !== '2D') return;
    let here = true;
    const pixel_size_mm = pixelSizeOf(image);
    const pairs = lines.map(({ first, second }) => {
      const [one, two] = [curveOf(first, image, types), curveOf(second, image, types)];
      return one && two && { first: one, second: two, pixel_size_mm };
    });
    const comparable = pairs.flatMap((pair) => pair ?? []);
    if (comparable.length === 0) return;
    void theEngine()
      .agreement.curves(comparable)
      .then((answer) => {
        if (!here || !answer.ok) return;
        const values = [...answer.value];
        setFound({ of: lines, all: pairs.map((pair) => (pair === null ? null : (values.shift() ?? null))) });
      });
    return () => {
      here = false;
    };
  }, [lines, image, types]);
  return found.of === lines ? found.all : [];
}

/** Takes one image as a review has it; one gesture, which can be undone. */
export function takeImage(image: ConsensusImage, review: number): void {
  const session = currentSession();
  if (!session || session.study.readOnly) return;
  const { images, missing_images } = session.study;
  session.commit(image.instance_id, { images: withImageOf(images, image, review), missing_images });
}

/** Takes one line as a review has it, and confirms the image. */
export function takeLine(source: AnalysisImage, position: LinePosition): void {
  const session = currentSession();
  if (!session || session.study.readOnly) return;
  const { images, missing_images } = session.study;
  const next = images.map((image) =>
    image.instance_id === source.instance_id ? { ...withLineOf(image, source, position), validated: true } : image,
  );
  session.commit(source.instance_id, { images: next, missing_images });
}
