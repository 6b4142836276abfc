/** The place of the picture that a comment speaks of, while it is shown. */
import { useEffect, useState } from 'react';
import { proxy, ref, subscribe } from 'valtio';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { spotTool, type Place, type SpotContext } from '../../tools/spot/spot.ts';
import { seat, type ToolStack } from '../../tools/stack.ts';
import type { Player } from '../../viewer/clip/player.ts';

interface Spot {
  /** Identity of the comment; null while none is shown. */
  comment: string | null;
  place: Place | null;
}

export const spot = proxy<Spot>({ comment: null, place: null });

/** Shows the place of a comment, and hides it the second time. */
export function toggleSpot(comment: string, place: Place): void {
  const hide = spot.comment === comment;
  Object.assign(spot, hide ? { comment: null, place: null } : { comment, place: ref(place) });
}

/** Seats what shows the place; with another image it is gone. */
export function useSpot(tools: ToolStack, file: StudyFile | null, player: Player | null): void {
  const image = file?.instance_id ?? null;
  const [made] = useState(() => new SpotSource());
  made.player = player;
  useEffect(() => {
    if (image === null) return;
    const shown = seat(
      spotTool,
      () => made.context(),
      () => undefined,
    );
    const leave = tools.add(shown, 'page');
    const stop = subscribe(spot, () => shown.onStep());
    return () => {
      stop();
      leave();
      Object.assign(spot, { comment: null, place: null });
    };
  }, [tools, image, made]);
}

/** Gives the same context while nothing of it has changed. */
class SpotSource {
  player: Player | null = null;
  #context: SpotContext = { place: null, height: 0 };

  context(): SpotContext {
    const { place } = spot;
    const height = this.player?.metadata?.height ?? 0;
    if (this.#context.place !== place || this.#context.height !== height) this.#context = { place, height };
    return this.#context;
  }
}
