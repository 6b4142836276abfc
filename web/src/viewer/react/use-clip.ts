import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { settleFirstPicture } from '../../lib/first-picture.ts';
import { settings } from '../../lib/settings.ts';
import { noteFrames } from '../../study/store/frames-found.ts';
import type { ClipCache, ClipFile } from '../clip/clip-cache.ts';
import { keep } from '../clip/kept-settings.ts';
import { openClips } from '../clip/open-clips.ts';
import { NO_CLIP_STATE, type Player } from '../clip/player.ts';
import { useOfClip } from './use-of-clip.ts';

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
  const status = useOfClip(state, (clip) => clip.status);
  const hasStarted = useOfClip(state, (clip) => clip.decoded > 0);
  const isWhole = useOfClip(state, (clip) => clip.available >= clip.frames);
  const complete = useOfClip(state, (clip) => clip.complete);
  const frames = useOfClip(state, (clip) => clip.frames);
  const isLost = useOfClip(state, (clip) => clip.status === 'failed' && clip.failure?.code === 'network');
  const started = player !== null && hasStarted;
  const whole = started && isWhole;
  useEffect(() => {
    if (status === 'failed') settleFirstPicture();
  }, [status]);
  useEffect(() => {
    if (started && player && others === '' && autoplays()) player.play();
  }, [player, started, others]);
  useEffect(() => {
    if (complete && filename !== undefined) noteFrames(filename, frames);
  }, [complete, filename, frames]);
  const onWhole = useEffectEvent(() => cache.current?.prefetch(neighbours));
  const next = neighbours.map((one) => one.filename).join();
  useEffect(() => {
    if (whole && others === '') onWhole();
  }, [whole, filename, next, others]);

  const retry = () => {
    if (!file || !cache.current) return;
    setPlayer(cache.current.renew(file));
    if (others !== '') showFiles();
  };
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    if (!isLost) return;
    // Requests that the network held back are repeated as soon as it returns.
    const again = () => onOnline();
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
    };
  }, [isLost]);
  return { player, players, retry };
}
