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
import { memo } from 'react';
import { canBeTimed } from '@echometry/contract/rules/cycle-timing.ts';
import { generalScore } from '@echometry/contract/rules/quality.ts';
import { canBeTraced } from '@echometry/contract/rules/segmentation.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { removeImage, toggleAccepted } from './gestures.ts';
import { messages } from './messages.ts';
import type { Reviewed } from './validated-page.ts';
import classes from './validation.module.css';

/** Tools of image work that open within the page. */
export type ImageTool = 'label' | 'timing' | 'segment' | 'qc' | 'comments';

const TOOLS: readonly { tool: ImageTool; icon: Icon }[] = [
  { tool: 'label', icon: IconTag },
  { tool: 'timing', icon: IconActivityHeartbeat },
  { tool: 'segment', icon: IconVectorSpline },
  { tool: 'qc', icon: IconClipboardCheck },
  { tool: 'comments', icon: IconMessage },
];

/** Why a tool has nothing to do on an image; null where it has. */
function whyNot(tool: ImageTool, { image, file }: Reviewed, { project }: OpenStudy): string | null {
  if (tool === 'timing' && !canBeTimed(image, file.number_of_frames, project)) return messages.toolbox.noTiming;
  if (tool === 'segment' && !canBeTraced(image, file.number_of_frames, project)) return messages.toolbox.timeFirst;
  return null;
}

/** Actions for one image: its tools in words, accept and remove. Its pane is rendered more often: when its clip is there. */
export const Toolbox = memo(function Toolbox({
  study,
  reviewed,
  comments,
  onTool,
}: {
  study: OpenStudy;
  reviewed: Reviewed;
  comments: number;
  onTool: (tool: ImageTool, instanceId: string) => void;
}) {
  const { image } = reviewed;
  const score = generalScore(image);
  const noted: Partial<Record<ImageTool, string | null>> = { qc: score, comments: comments === 0 ? null : String(comments) };
  const accepted = image.accepted === 'yes';
  return (
    <div
      className={classes.toolbox}
      role="toolbar"
      aria-label={messages.toolbox.label(image.type ?? messages.theImage)}
      aria-orientation="vertical"
    >
      {TOOLS.map(({ tool, icon: Sign }) => {
        const reason = whyNot(tool, reviewed, study);
        return (
          <button
            key={tool}
            type="button"
            disabled={reason !== null}
            title={reason ?? undefined}
            onClick={() => onTool(tool, image.instance_id)}
          >
            <Sign size={18} stroke={1.6} aria-hidden="true" />
            {messages.toolbox.tools[tool]}
            {noted[tool] != null && <small data-score={tool === 'qc' ? score : undefined}>{noted[tool]}</small>}
          </button>
        );
      })}
      <hr />
      <button type="button" aria-pressed={accepted} disabled={study.readOnly} onClick={() => toggleAccepted(image.instance_id)}>
        <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
        {accepted ? messages.toolbox.accepted : messages.accept}
      </button>
      <button type="button" disabled={study.readOnly} onClick={() => removeImage(image.instance_id)}>
        <IconTrash size={18} stroke={1.6} aria-hidden="true" />
        {messages.toolbox.remove}
      </button>
    </div>
  );
});
