import { Button } from '@mantine/core';
import { useSnapshot } from 'valtio';
import { LoadingLine } from '../../ui/loading.tsx';
import { megabytes } from '../../lib/format.ts';
import { useLate } from '../../lib/use-late.ts';
import { useEngineProgress, type Arriving } from '../clip/engine-progress.ts';
import type { Player } from '../clip/player.ts';
import { failureText } from '../facts/messages.ts';
import { messages } from '../messages.ts';
import { HELD_MS } from '../stage.ts';
import classes from './viewer.module.css';

/** Placeholder of the picture: the wait for it, or what went wrong and a way to try again. */
export function StageNotes({ player, problem, onRetry }: { player: Player; problem: string | null; onRetry: () => void }) {
  const state = useSnapshot(player.state);
  const failure = state.failure ?? (state.frames > 0 ? state.frameFailure : null);
  const engine = useEngineProgress();
  // As long as the picture before is kept: a switch that is quick shows no spinner.
  const waits = useLate(player, problem === null && failure === null && state.decoded === 0, HELD_MS);
  if (problem) return <Problem title={messages.picture.none} text={problem} />;
  if (failure)
    return (
      <Problem
        title={state.failure ? messages.picture.fileFailed : messages.picture.frameFailed(state.wantedIndex + 1)}
        text={failureText(failure)}
        onRetry={onRetry}
      />
    );
  if (!waits) return null;
  return <LoadingLine className={classes.over} text={waitText(engine, state)} look="both" size={24} />;
}

/** Loading state: the engine first, then the file. */
function waitText(engine: Arriving | null, { bytesLoaded, bytesTotal }: { bytesLoaded: number; bytesTotal: number | null }): string {
  if (engine) return messages.picture.engine(megabytes(engine.loaded), megabytes(engine.total));
  if (bytesTotal) return messages.picture.arriving(megabytes(bytesLoaded), megabytes(bytesTotal));
  return bytesLoaded > 0 ? messages.picture.arrived(megabytes(bytesLoaded)) : messages.picture.loading;
}

function Problem({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  return (
    <div className={classes.over} data-solid="true" role="alert">
      <strong>{title}</strong>
      <span>{text}</span>
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {messages.picture.tryAgain}
        </Button>
      )}
    </div>
  );
}
