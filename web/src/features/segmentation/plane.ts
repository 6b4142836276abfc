/** Connects the tool for clips, planes and M-Mode strips to the open study. */
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import { NOTHING_SHOWN, ToolOnPage, type ShownImage } from '../../image-page/tool-on-page.ts';
import { frameOf } from '../../tools/lines/place.ts';
import type { PixelScale } from '../../tools/lines/rules.ts';
import { canNow, type Can } from '../../tools/contours/guards.ts';
import { contourTool } from '../../tools/contours/machine.ts';
import type { ContourContext, ContourEffect, ContourEvent, ContourState } from '../../tools/contours/state.ts';
import type { TrackOffer } from '../../tools/contours/track-offer.ts';
import type { PageEffect } from '../../tools/steps.ts';
import { readyOf, workOf, type Ready, type Work } from '../../tools/contours/work.ts';
import { ENGINE_RULES } from '../../image-page/engine-rules.ts';
import { Tracking } from './tracking.ts';

interface Known extends ShownImage {
  type: ImageTypeRow | null;
  offer: TrackOffer | null;
  following: boolean;
  caliper: boolean;
}

/** Where the tracing of the shown image stands. */
export interface PlaneView {
  ready: Ready;
  work: Work;
  can: Can;
}

/** Requests to the page that only this tool makes. */
type OwnEffect = Exclude<ContourEffect, PageEffect>;

const NO_SIZE = { width: 0, height: 0, frames: 0 };

export class Plane extends ToolOnPage<ContourState, ContourEvent, ContourContext, Known, OwnEffect> {
  readonly #caliperInHand: () => boolean;
  readonly tracking = new Tracking(() => this.refresh());
  #view: { contours: ContourContext; state: ContourState; view: PlaneView | null } | null = null;

  constructor(caliperInHand: () => boolean) {
    super(contourTool);
    this.#caliperInHand = caliperInHand;
  }

  /** Null while nothing is shown that can be traced; the same object as long as nothing has changed. */
  view(): PlaneView | null {
    return this.now().view;
  }

  /** The context of the tool with its view; the same object as long as nothing has changed. */
  now(): { contours: ContourContext; view: PlaneView | null } {
    const [contours, state] = [this.context(), this.state];
    if (this.#view?.contours === contours && this.#view.state === state) return this.#view;
    const ready = readyOf(contours);
    const work = ready ? workOf(state, ready) : null;
    const view = ready && work ? { ready, work, can: canNow(state, ready, work) } : null;
    this.#view = { contours, state, view };
    return this.#view;
  }

  /** Puts the frame of the place in work on the screen. */
  showPlace(): void {
    const view = this.view();
    const frame = view ? frameOf(view.ready.image, view.work.place) : null;
    if (frame !== null) this.goTo(frame);
  }

  protected know(shown: ShownImage): Known {
    const { image, study, metadata } = shown;
    if (!image || !metadata || isDopplerModality(image.modality))
      return { ...NOTHING_SHOWN, zoom: shown.zoom, type: null, offer: null, following: false, caliper: false };
    const { offer, search } = this.tracking;
    const { type: name } = image;
    const type = study?.config.imageTypes.find((one) => one.type === name) ?? null;
    return { ...shown, type, offer, following: search.now.state === 'following', caliper: this.#caliperInHand() };
  }

  protected make({ image, type, mayChange, metadata, scaling, offer, following, caliper }: Known): ContourContext {
    const region = scaling?.flowRegion(image?.modality ?? undefined) ?? null;
    return {
      image,
      type,
      mayChange,
      size: metadata ? { width: metadata.width, height: metadata.height, frames: metadata.number_of_frames } : NO_SIZE,
      strip:
        metadata && image?.modality === 'M-Mode'
          ? { top: region?.region_location_min_y ?? 0, bottom: region?.region_location_max_y ?? metadata.height - 1 }
          : null,
      scale: cmPerPixel(region),
      frame: this.frame,
      screen: this.scale,
      rules: scaling ? ENGINE_RULES : null,
      newId: () => crypto.randomUUID(),
      offer,
      following,
      caliper,
    };
  }

  #follow({ source, lines, request }: Extract<OwnEffect, { type: 'follow' }>): void {
    const opened = this.page?.player?.opened;
    const { image } = this.known;
    if (opened && image) void this.tracking.follow(opened, { instance_id: image.instance_id, source, lines }, request);
  }

  protected override performOwn(effect: OwnEffect): void {
    switch (effect.type) {
      case 'follow':
        this.#follow(effect);
        return;
      case 'drop-offer':
        this.tracking.drop();
        return;
      case 'log':
        console.warn(effect.message);
    }
  }
}

/** Cm per pixel of both axes. */
function cmPerPixel(
  region: { units_x: string | null; units_y: string | null; spacing_x: number | null; spacing_y: number | null } | null,
): PixelScale | null {
  if (!region || region.units_x !== 'cm' || region.units_y !== 'cm' || region.spacing_x === null || region.spacing_y === null) return null;
  return [region.spacing_x, region.spacing_y];
}
