import { useEffect, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { NO_CLIP_STATE } from '../viewer/clip/player.ts';
import { useScaling } from '../viewer/react/use-reading.ts';
import type { PageContext } from './parts.ts';
import type { ShownImage, ToolOnPage } from './tool-on-page.ts';

/**
 * Passes to the tool the scale of the picture, and changes of the record by others: undo, merge, another tab.
 * @returns the scale; null until it is there
 */
export function useToolScale<State, Event, Context, Known extends ShownImage, Own extends { type: string }>(
  tool: ToolOnPage<State, Event, Context, Known, Own>,
  { player, image }: PageContext,
): ImageScale | null {
  const { metadata } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const known = metadata as ImageMetadata | null;
  const scaling = useScaling(known, image?.calibration ?? null);
  useEffect(() => {
    tool.setScaling(player?.metadata ?? null, scaling);
    return () => {
      tool.setScaling(null, null);
    };
  }, [tool, player, known, scaling]);
  useEffect(() => {
    tool.refresh();
  }, [tool, image]);
  const stage = tool.stage;
  useEffect(() => stage?.subscribe(() => tool.refresh()), [tool, stage]);
  return scaling;
}

/** Something of a tool's state or context; drawn again only when it is another. */
export const useTool = <T>({ tools }: PageContext, part: () => T): T => useSyncExternalStore(tools.subscribe, part);
