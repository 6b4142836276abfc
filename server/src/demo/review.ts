import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { ReviewState } from '@echometry/contract/records/study.ts';
import { readDocument } from '../analyses/read.ts';
import { currentConfigVersions } from '../db/config-sets.ts';
import type { ReviewKey } from '../db/reviews.ts';
import { saveReview } from '../reviews/save.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How far the reviewer of the demo moved points, in stored pixels: enough to be seen, and to move a value. */
const MOVED_PX = 6;
/** Points of a line that were moved. */
const MOVED_POINTS = 2;

/** Why the reviewer of the demo finished with values that have no result. */
const NO_RESULT_NEEDED = 'Values without a result are not part of this study.';

export interface DemoReview {
  state: ReviewState;
  /** The reviewer moved points of the first line of the first type that has one, and validated the image. */
  edited?: boolean;
}

/** Points between the ends of a line, which rings and onsets hold. */
const moved = (line: Line): Line => {
  const from = Math.max(1, Math.floor(line.points.length / 2) - 1);
  const points = line.points.map((point, at) => (at >= from && at < from + MOVED_POINTS ? { ...point, x: point.x + MOVED_PX } : point));
  return { ...line, points };
};

/** The image with points of its first line at end systole moved. */
function edited(image: AnalysisImage): AnalysisImage {
  const [first, ...cycles] = image.segmentation;
  if (first === undefined) return { ...image, validated: true };
  const [line, ...lines] = first.end_systole?.lines ?? [];
  if (line !== undefined)
    return {
      ...image,
      validated: true,
      segmentation: [{ ...first, end_systole: { ...first.end_systole, lines: [moved(line), ...lines] } }, ...cycles],
    };
  return { ...image, validated: true };
}

const contentOf = (images: AnalysisImage[] | null) => images && { kind: 'all' as const, images };

/** Lets the reviewer review a version, through the same save a person would make. */
export async function seedReview(
  workspace: Workspace,
  key: ReviewKey,
  { state, edited: isEdited = false }: DemoReview,
  told: { version: number; project: Project; now: () => number; measured: (images: AnalysisImage[]) => Promise<AnalysisImage[]> },
): Promise<void> {
  const { document } = await readDocument({ db: workspace.db }, told.version);
  const references = document.images.filter(({ reference }) => reference);
  const isDrawn = ({ segmentation }: AnalysisImage): boolean =>
    (segmentation[0]?.end_systole?.lines[0]?.points.length ?? 0) > MOVED_POINTS + 2;
  // By type: images are in the order of ids, which differ in another workspace.
  const [drawn] = references.filter(isDrawn).sort((a, b) => ((a.type ?? '') < (b.type ?? '') ? -1 : 1));
  const copy = references.map((image) => (image === drawn ? edited(image) : { ...image, validated: state === 'finished' }));
  const saved = await saveReview(workspace.db, {
    key,
    project: told.project,
    newestVersion: () => Promise.resolve(told.version),
    content: contentOf(isEdited ? await told.measured(copy) : state === 'finished' ? copy : null),
    reason: NO_RESULT_NEEDED,
    missingImages: undefined,
    settled: [],
    reviewsTo: [],
    settledMissing: false,
    ...(state === 'draft' ? {} : { to: state }),
    configVersions: await currentConfigVersions(workspace.db.query, null),
    engineVersion: null,
    saveId: null,
    requestSha256: 'demo',
    baseVersion: null,
    withoutHead: false,
    now: told.now(),
  });
  if (saved.kind !== 'saved') throw new Error(`The review of the demo was not stored: ${saved.kind}`);
}
