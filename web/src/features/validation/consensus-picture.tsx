import { useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReadLine } from '@echometry/contract/rules/consensus-lines.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Player } from '../../viewer/clip/player.ts';
import { frameOf } from '../../tools/lines/place.ts';
import classes from './consensus.module.css';
import { firstShown, framesOf, isStrip, lineKey } from '../../image-page/drawn.ts';
import { messages } from './messages.ts';
import { Picture } from './picture.tsx';
import { useGeometry, useStage } from './use-stage.ts';

/** Whose lines are shown. */
export type Shown = 'both' | 'first' | 'second' | 'result';

/** Reader A solid, the other one dashed. */
const STROKES = { first: 'var(--accent)', second: 'var(--warn)' } as const;

interface PictureProps {
  study: OpenStudy;
  player: Player;
  first: AnalysisImage | undefined;
  second: AnalysisImage | undefined;
  result: AnalysisImage | undefined;
  shown: Shown;
  line: ReadLine | null;
}

/** One picture under the lines of both readers, on the frame of the chosen line. */
export function ConsensusPicture({ study, player, first, second, result, shown, line }: PictureProps) {
  const { stage, problem, setHost } = useStage();
  const geometry = useGeometry();
  const base = { first: first ?? second, second: second ?? first, both: first ?? second, result: result ?? first ?? second }[shown];
  const frames = base ? framesOf(base) : [];
  const [own, setOwn] = useState<{ of: ReadLine | null; frame: number } | null>(null);
  if (!base) return null;
  const place = line && { cycle: line.cycles[0], event: line.event };
  const ofLine = line === null || isStrip(base) ? null : (frameOf(first ?? base, place!) ?? line.first?.frame_number ?? null);
  const frame = (own?.of === line ? own.frame : null) ?? ofLine ?? frames[firstShown(frames)]?.frame ?? 1;
  return (
    <>
      <div ref={setHost} hidden />
      <Picture
        stage={stage}
        player={player}
        image={base}
        original={shown === 'both' && first ? second : undefined}
        types={study.config.imageTypes}
        frame={frame}
        box={null}
        line={line && place ? lineKey(place, line.name) : null}
        sides={shown === 'both' ? 'both' : 'reviewed'}
        strokes={shown === 'result' ? null : { shown: shown === 'second' ? STROKES.second : STROKES.first, original: STROKES.second }}
        geometry={geometry}
        problem={problem}
        issues={[]}
      />
      {frames.length > 1 && (
        <div className={classes.frames} role="group" aria-label={messages.pane.frames}>
          {frames.map(({ label, frame: marked }) => (
            <button key={label} type="button" aria-pressed={marked === frame} onClick={() => setOwn({ of: line, frame: marked })}>
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
