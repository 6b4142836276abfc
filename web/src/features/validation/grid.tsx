import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { useKeys } from '../../lib/keys.ts';
import { outbox } from '../../study/store/comment-calls.ts';
import { commentsShown, commentsState } from '../../study/store/comments.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { ClipFile } from '../../viewer/clip/clip-cache.ts';
import { useClip } from '../../viewer/react/use-clip.ts';
import type { Goal } from './goal.ts';
import { messages } from './messages.ts';
import { Pane } from './pane.tsx';
import type { Sides } from './picture.tsx';
import type { ImageTool } from './toolbox.tsx';
import { Removed } from './removed.tsx';
import { useGeometry, type PageStage } from './use-stage.ts';
import type { Reviewed } from './validated-page.ts';
import classes from './validation.module.css';

/** An image as a clip that is opened. */
export const clipOf = ({ filename, instance_id, size_bytes }: StudyFile): ClipFile => ({
  filename,
  instanceId: instance_id,
  sizeBytes: size_bytes,
});
const NO_CLIPS: readonly ClipFile[] = [];

interface GridProps {
  surface: PageStage;
  study: OpenStudy;
  shown: readonly Reviewed[];
  current: string | null;
  sides: Sides;
  onCurrent: (instanceId: string) => void;
  onTool: (tool: ImageTool, instanceId: string) => void;
  issues: readonly ReviewIssue[];
  goal: Goal | null;
  onIssue: (image: AnalysisImage, frame: number | null) => void;
}

/** Up to four images at a time. */
export function Grid({ surface, study, shown, current, sides, issues, goal, onCurrent, onTool, onIssue }: GridProps) {
  const { stage, problem, setHost } = surface;
  const geometry = useGeometry();
  const [first, ...others] = shown.map(({ file }) => clipOf(file));
  const { player, players } = useClip(first ?? null, NO_CLIPS, others);
  const isOne = others.length === 0;
  const keyed = (shown.find(({ file }) => file.instance_id === current) ?? shown[0])?.file.instance_id;
  const open = useMemo(() => (isOne ? (player ? [player] : []) : players), [isOne, player, players]);
  useEffect(() => {
    stage.onFrame = (now) => open.forEach((one) => one.tick(now));
  }, [stage, open]);
  useKeys({ 'validation.play': () => (open.find(({ image }) => image === current) ?? open[0])?.toggle() });
  const { waiting } = useSnapshot(outbox.state);
  const comments = commentsShown(useSnapshot(commentsState) as typeof commentsState, waiting as typeof outbox.state.waiting);
  return (
    <div className={classes.grid} data-count={shown.length}>
      <div ref={setHost} hidden />
      {shown.map((reviewed, index) => {
        const { file } = reviewed;
        const id = file.instance_id;
        return (
          <Pane
            key={id}
            study={study}
            reviewed={reviewed}
            number={index + 1}
            current={id === current}
            keyed={keyed === id}
            player={open.find(({ image }) => image === id) ?? null}
            stage={stage}
            sides={sides}
            geometry={geometry}
            problem={problem}
            comments={comments.filter((one) => one.image_filename === file.filename && one.editor === study.review?.editor).length}
            onCurrent={() => onCurrent(id)}
            onTool={onTool}
            issues={issues.filter(({ instance_id }) => instance_id === id)}
            goal={goal?.instance_id === id ? goal : null}
            onIssue={(frame) => onIssue(reviewed.image, frame)}
          />
        );
      })}
      <Removed />
      {shown.length === 0 && <p className={classes.none}>{messages.pane.none}</p>}
    </div>
  );
}
