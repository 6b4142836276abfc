/** The clips of the open study. */
import { sourceOf } from '../../study/store/file-cache.ts';
import { onStudyClosed } from '../../study/store/current-study.ts';
import { ClipCache } from './clip-cache.ts';
import { colourOf } from './colour-choice.ts';
import { theEngine } from './engine.ts';
import { keptOf } from './kept-settings.ts';
import { budgetBytes } from './memory.ts';
import { PageClips } from './page-clips.ts';
import { Player } from './player.ts';
import { openStudyId } from './study-memory.ts';

const makeCache = (): ClipCache =>
  new ClipCache({
    makePlayer: ({ instanceId }) => {
      const engine = theEngine();
      return new Player(engine, engine.workers, { image: instanceId, budget: budgetBytes(), study: openStudyId(), colourOf });
    },
    sourceOf,
    prepare: (player, { instanceId }) => {
      const kept = keptOf(instanceId);
      player.setSpeed(kept.speed);
      player.setLoop(kept.loop);
      player.startAt(kept.frameIndex);
    },
  });

export const openClips = new PageClips(makeCache);
onStudyClosed(() => openClips.endStudy());
