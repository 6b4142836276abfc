import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { type CommentAnchor, SCORE_TYPES } from '@echometry/contract/records/comment.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { scoreText } from '@echometry/contract/rules/quality.ts';
import { addComment } from '../db/comments.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A remark on the first image of the study; the anchor names its first cycle. */
export interface Remark {
  page: 'selection' | 'cycletiming';
  content: string;
  anchor?: (image: AnalysisImage) => CommentAnchor | null;
}

interface Entry {
  type: string;
  content: string;
  anchor: CommentAnchor | null;
}

const [SCORE, ACCEPTED] = SCORE_TYPES;

/** Comments of an image from quality control. */
function qualityEntries({ score, accepted }: AnalysisImage): Entry[] {
  return [
    ...(score === null ? [] : [{ type: SCORE, content: scoreText(score), anchor: null }]),
    ...(accepted === null ? [] : [{ type: ACCEPTED, content: accepted, anchor: null }]),
  ];
}

/** Writes the comments of a sitting: those of quality control image by image, and what was remarked on the first. */
export async function writeEntries(
  workspace: Workspace,
  sitting: {
    studyId: number;
    pass: number;
    authorId: number;
    role: RoleName;
    images: readonly AnalysisImage[];
    remarks: readonly Remark[];
    now: () => number;
  },
): Promise<void> {
  for (const [at, image] of sitting.images.entries()) {
    const remarks = at === 0 ? sitting.remarks : [];
    const remarkEntries = remarks.map(({ page, content, anchor }): Entry => ({ type: page, content, anchor: anchor?.(image) ?? null }));
    for (const [number, { type, content, anchor }] of [...qualityEntries(image), ...remarkEntries].entries())
      await addComment(
        workspace.db.query,
        {
          study_id: sitting.studyId,
          id: `demo-${sitting.authorId}-${sitting.pass}-${at}-${number}`,
          instance_id: image.instance_id,
          image_filename: image.filename,
          editor_id: sitting.authorId,
          blind: isBlind(sitting.role) ? 1 : 0,
          pass: sitting.pass,
          author_id: sitting.authorId,
          role: sitting.role,
          created_at: sitting.now(),
          type,
          content,
          image_label: image.type,
          anchor: anchor === null ? null : JSON.stringify(anchor),
          review: 0,
        },
        false,
      );
  }
}
