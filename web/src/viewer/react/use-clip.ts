import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { settleFirstPicture } from '../../lib/first-picture.ts';
import { settings } from '../../lib/settings.ts';
import { noteFrames } from '../../study/store/frames-found.ts';
import type { ClipCache, ClipFile } from '../clip/clip-cache.ts';
import { keep } from '../clip/kept-settings.ts';
import { openClips } from '../clip/open-clips.ts';
import { NO_CLIP_STATE, type Player } from '../clip/player.ts';
import { useClipEffect } from './use-of-clip.ts';

const NONE: readonly ClipFile[] = [];

const autoplays = (): boolean => settings.own.autoplay === true && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The player of the image that is looked at. Its neighbours are opened once it has come whole, so that they are shown
 * at once; how it was left is kept for the next time.
 * @param beside further images that are looked at next to it; then nothing plays automatically
 * @returns null while no image is chosen; with images beside it the players of all of them, itself first
 */
export function useClip(
  file: ClipFile | null,
  neighbours: readonly ClipFile[],
  beside: readonly ClipFile[] = NONE,
): { player: Player | null; players: readonly Player[]; retry: () => void } {
  // Taken by the first effect, which comes before every use.
  const cache = useRef<ClipCache>(null);
  const [player, setPlayer] = useState<Player | null>(null);
  const [players, setPlayers] = useState<readonly Player[]>([]);
  const filename = file?.filename;
  const others = beside.map((one) => one.filename).join();

  useEffect(() => {
    const taken = openClips.take();
    cache.current = taken;
    return () => {
      openClips.leave(taken);
      settleFirstPicture();
    };
  }, []);
  const showFiles = () => {
    const all = file && beside.length > 0 ? (cache.current?.showAll([file, ...beside]) ?? []) : [];
    setPlayers(all);
    setPlayer(all[0] ?? (file && cache.current ? cache.current.show(file) : null));
  };
  const onFile = useEffectEvent(showFiles);
  useEffect(() => {
    onFile();
  }, [filename, others]);

  useEffect(() => {
    if (!player) return;
    const remember = () => {
      keep(player.image, { frameIndex: player.state.frameIndex, speed: player.state.speed, loop: player.state.loop });
    };
    window.addEventListener('pagehide', remember);
    return () => {
      window.removeEventListener('pagehide', remember);
      remember();
    };
  }, [player]);

  const state = player?.state ?? NO_CLIP_STATE;
  // After another image was chosen, the player of the image before is here until the effects above have run.
  const isItsPlayer = player !== null && player.image === file?.instanceId;
  useClipEffect(
    state,
    (clip) => clip.status === 'failed',
    (isFailed) => {
      if (isFailed) settleFirstPicture();
    },
  );
  useClipEffect(
    state,
    (clip) => clip.decoded > 0,
    (hasStarted) => {
      if (hasStarted && others === '' && autoplays()) player?.play();
    },
    others,
  );
  useClipEffect(
    state,
    (clip) => (clip.complete ? clip.frames : null),
    (frames) => {
      if (isItsPlayer && filename !== undefined && frames !== null) noteFrames(filename, frames);
    },
    filename,
  );
  useClipEffect(
    state,
    (clip) => clip.decoded > 0 && clip.available >= clip.frames,
    (isWhole) => {
      if (isItsPlayer && isWhole && others === '') cache.current?.prefetch(neighbours);
    },
    [filename, ...neighbours.map((one) => one.filename), others].join(' '),
  );

  const retry = () => {
    if (!file || !cache.current) return;
    setPlayer(cache.current.renew(file));
    if (others !== '') showFiles();
  };
  useClipEffect(
    state,
    (clip) => clip.status === 'failed' && clip.failure?.code === 'network',
    (isLost) => {
      if (!isLost) return undefined;
      // Requests that the network held back are repeated as soon as it returns.
      window.addEventListener('online', retry);
      return () => window.removeEventListener('online', retry);
    },
    `${filename} ${others}`,
  );
  return { player, players, retry };
}
