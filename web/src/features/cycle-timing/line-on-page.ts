/** The line of the anatomical M-Mode on its page: where it can lie, and what it is now. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { PageContext, ToolPart } from '../../image-page/parts.ts';
import {
  anatomicalLine,
  type Ends,
  type LineContext,
  type LineEvent,
  type LineState,
} from '../../tools/anatomical-line/anatomical-line.ts';
import { seat, type SeatOf } from '../../tools/stack.ts';
import { isVideo } from '../../viewer/facts/syntax-names.ts';
import type { Stage } from '../../viewer/stage.ts';

/** Layout of a region with a moving picture (PS3.3 C.8.5.5.1.1). */
const TWO_DIMENSIONAL = 1;

/** The largest moving region of a clip, else all of it; null where there is none that the engine decodes. */
function areaOf(metadata: ImageMetadata): LineContext['area'] {
  const { width, height, number_of_frames: frames, transfer_syntax_uid: syntax } = metadata;
  if (frames < 2 || isVideo(syntax)) return null;
  const size = (area: NonNullable<LineContext['area']>): number => (area.right - area.left) * (area.bottom - area.top);
  const regions = metadata.doppler_regions.flatMap((region) => {
    const {
      region_location_min_x0: left,
      region_location_min_y0: top,
      region_location_max_x1: right,
      region_location_max_y1: bottom,
    } = region;
    if (region.region_spatial_format !== TWO_DIMENSIONAL || left === null || top === null || right === null || bottom === null) return [];
    return [{ left, top, right: Math.min(right, width - 1), bottom: Math.min(bottom, height - 1) }];
  });
  return regions.toSorted((a, b) => size(b) - size(a))[0] ?? { left: 0, top: 0, right: width - 1, bottom: height - 1 };
}

export class LineOnPage {
  #seat: SeatOf<LineState, LineEvent, LineContext, never> | null = null;
  #stage: Stage | null = null;
  #page: () => PageContext | null = () => null;
  #known: { metadata: ImageMetadata | null; context: LineContext } | null = null;

  readonly part: ToolPart = ({ context, stage }) => {
    this.#page = context;
    this.#stage = stage;
    this.#seat = seat(
      anatomicalLine,
      () => this.#context(),
      () => undefined,
    );
    return this.#seat;
  };

  /** Null without a line. */
  get ends(): Ends | null {
    return this.#seat?.state.ends ?? null;
  }

  /** Whether the image that is shown has a strip to read. */
  get offered(): boolean {
    return this.#context().area !== null;
  }

  readonly toggle = (): void => {
    this.#seat?.send({ type: 'toggle' });
  };

  #context(): LineContext {
    const page = this.#page();
    const metadata = page?.image?.modality === '2D' ? (page.player?.metadata ?? null) : null;
    if (this.#known === null || this.#known.metadata !== metadata) {
      const scale = () => this.#stage?.view.screenScale ?? { x: 1, y: 1 };
      this.#known = { metadata, context: { area: metadata ? areaOf(metadata) : null, scale } };
    }
    return this.#known.context;
  }
}
