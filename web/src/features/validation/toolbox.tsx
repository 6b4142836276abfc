import {
  IconActivityHeartbeat,
  IconCircleCheck,
  IconClipboardCheck,
  IconMessage,
  IconTag,
  IconTrash,
  IconVectorSpline,
  type Icon,
} from '@tabler/icons-react';
import { canBeTimed } from '@echometry/contract/rules/cycle-timing.ts';
import { generalScore } from '@echometry/contract/rules/quality.ts';
import { canBeTraced } from '@echometry/contract/rules/segmentation.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { removeImage, toggleAccepted } from './gestures.ts';
import type { Reviewed } from './validated-page.ts';
import classes from './validation.module.css';

/** Tools of image work that open within the page. */
export type ImageTool = 'label' | 'timing' | 'segment' | 'qc' | 'comments';

const TOOLS: readonly { tool: ImageTool; label: string; icon: Icon }[] = [
  { tool: 'label', label: 'Label', icon: IconTag },
  { tool: 'timing', label: 'Timing', icon: IconActivityHeartbeat },
  { tool: 'segment', label: 'Segment', icon: IconVectorSpline },
  { tool: 'qc', label: 'QC', icon: IconClipboardCheck },
  { tool: 'comments', label: 'Comments', icon: IconMessage },
];

/** Why a tool has nothing to do on an image; null where it has. */
function whyNot(tool: ImageTool, { image, file }: Reviewed, { project }: OpenStudy): string | null {
  if (tool === 'timing' && !canBeTimed(image, file.number_of_frames, project)) return 'No cycle is timed on this image';
  if (tool === 'segment' && !canBeTraced(image, file.number_of_frames, project)) return 'Time the image first';
  return null;
}

/** Actions for one image: its tools in words, accept and remove. */
export function Toolbox({
  study,
  reviewed,
  comments,
  onTool,
}: {
  study: OpenStudy;
  reviewed: Reviewed;
  comments: number;
  onTool: (tool: ImageTool) => void;
}) {
  const { image } = reviewed;
  const score = generalScore(image);
  const noted: Partial<Record<ImageTool, string | null>> = { qc: score, comments: comments === 0 ? null : String(comments) };
  const accepted = image.accepted === 'yes';
  return (
    <div className={classes.toolbox} role="toolbar" aria-label={`Tools of ${image.type ?? 'the image'}`} aria-orientation="vertical">
      {TOOLS.map(({ tool, label, icon: Sign }) => {
        const reason = whyNot(tool, reviewed, study);
        return (
          <button key={tool} type="button" disabled={reason !== null} title={reason ?? undefined} onClick={() => onTool(tool)}>
            <Sign size={18} stroke={1.6} aria-hidden="true" />
            {label}
            {noted[tool] != null && <small data-score={tool === 'qc' ? score : undefined}>{noted[tool]}</small>}
          </button>
        );
      })}
      <hr />
      <button type="button" aria-pressed={accepted} disabled={study.readOnly} onClick={() => toggleAccepted(image.instance_id)}>
        <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
        {accepted ? 'Accepted' : 'Accept'}
      </button>
      <button type="button" disabled={study.readOnly} onClick={() => removeImage(image.instance_id)}>
        <IconTrash size={18} stroke={1.6} aria-hidden="true" />
        Remove
      </button>
    </div>
  );
}
