/** Connects a tool to the open study: seats it on a page, does what it asks, and recreates its context only when something in it changed. */
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { alertUser } from '../lib/alerts.ts';
import { pictureFirst } from '../lib/picture-first.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import { setDraft } from '../study/store/draft.ts';
import type { MadeBy } from '../study/store/study-session.ts';
import { currentSession } from '../study/store/current-study.ts';
import type { Tool } from '../tools/port.ts';
import { seat, type SeatOf } from '../tools/stack.ts';
import { isPageEffect, type PageEffect } from '../tools/steps.ts';
import type { Stage } from '../viewer/stage.ts';
import type { PageContext, ToolPart } from './parts.ts';

/** Facts of the current image on a page. Two of them are the same when all parts are. */
export interface ShownImage {
  /** The session's own record, not the snapshot of the last drawing: two keys may come in one. */
  image: AnalysisImage | null;
  study: OpenStudy | null;
  mayChange: boolean;
  metadata: ImageMetadata | null;
  /** Null until the scale of the picture is there. */
  scaling: ImageScale | null;
  /** CSS pixels of a stored pixel, along x. */
  zoom: number;
}

export const NOTHING_SHOWN: ShownImage = { image: null, study: null, mayChange: false, metadata: null, scaling: null, zoom: 1 };

/** `Own` is what only this tool asks of its page. */
export abstract class ToolOnPage<State, Event, Context, Known extends ShownImage, Own extends { type: string } = never> {
  readonly #tool: Tool<State, Event, Context, PageEffect | Own>;
  #seat: SeatOf<State, Event, Context, PageEffect | Own> | null = null;
  #stage: Stage | null = null;
  #page: () => PageContext | null = () => null;
  #scaling: { of: ImageMetadata; scale: ImageScale } | null = null;
  #made: { known: Known; context: Context } | null = null;

  constructor(tool: Tool<State, Event, Context, PageEffect | Own>) {
    this.#tool = tool;
  }

  /** Adds to what every tool knows of the image what this one knows besides. */
  protected abstract know(shown: ShownImage): Known;
  protected abstract make(known: Known): Context;
  protected performOwn?(effect: Own): void;

  readonly part: ToolPart = ({ context, stage }) => {
    this.#page = context;
    this.#stage = stage;
    this.#seat = seat(
      this.#tool,
      () => this.context(),
      (effect) => (isPageEffect(effect) ? this.#perform(effect) : this.performOwn?.(effect)),
    );
    return this.#seat;
  };

  get stage(): Stage | null {
    return this.#stage;
  }

  get state(): State {
    return this.#seat?.state ?? this.#tool.initial;
  }

  protected get page(): PageContext | null {
    return this.#page();
  }

  readonly send = (event: Event): void => {
    this.#seat?.send(event);
  };

  /** The scale of the picture has come, or gone. */
  setScaling(of: ImageMetadata | null, scale: ImageScale | null): void {
    this.#scaling = of && scale ? { of, scale } : null;
    this.refresh();
  }

  /** An input of the tool has changed without a step. */
  refresh(): void {
    this.#seat?.onStep();
  }

  context(): Context {
    const known = this.know(this.#shown());
    const made = this.#made;
    if (made && (Object.keys(known) as (keyof Known)[]).every((part) => known[part] === made.known[part])) return made.context;
    const context = this.make(known);
    this.#made = { known, context };
    return context;
  }

  /** Inputs of the last context. */
  protected get known(): Known {
    this.context();
    return (this.#made as { known: Known }).known;
  }

  /** Frame on the screen, from 1, also while the clip plays. */
  protected readonly frame = (): number => {
    const player = this.page?.player;
    player?.publish();
    return (player?.state.frameIndex ?? 0) + 1;
  };

  protected readonly scale = (): { x: number; y: number } => this.#stage?.view.screenScale ?? { x: 1, y: 1 };

  /** Goes to a frame of the clip, from 1. */
  goTo(frame: number): void {
    this.page?.player?.seek(frame - 1);
  }

  /** Makes the image what a gesture left it. */
  protected commit(image: AnalysisImage, by: Pick<MadeBy, 'name' | 'frame' | 'open'> = {}): void {
    const session = currentSession();
    if (!session) return;
    pictureFirst();
    const images = session.study.images.map((one) => (one.instance_id === image.instance_id ? image : one));
    const next = { images, missing_images: session.study.missing_images };
    session.commit(image.instance_id, next, { tool: this.#tool.name, frame: this.frame(), ...by });
  }

  #perform(effect: PageEffect): void {
    switch (effect.type) {
      case 'commit': {
        const { image, open, frame } = effect;
        this.commit(image, { ...(open === undefined ? {} : { open }), ...(frame === undefined ? {} : { frame }) });
        return;
      }
      case 'draft':
        pictureFirst();
        // Shown and measured as a hand in the middle of a gesture would leave it.
        setDraft(effect.image);
        return;
      case 'show-frame':
        this.goTo(effect.frame);
        return;
      case 'alert':
        alertUser(effect.message, effect.level);
    }
  }

  #shown(): ShownImage {
    const page = this.page;
    const study = currentSession()?.study ?? null;
    const metadata = page?.player?.metadata ?? null;
    // Read once, not for each image: every part of the page needs this, and reading a record of the page is slow.
    const shown = page?.file?.instance_id;
    return {
      image: study?.images.find(({ instance_id }) => instance_id === shown) ?? null,
      study,
      mayChange: study ? !study.readOnly : false,
      metadata,
      scaling: metadata && this.#scaling?.of === metadata ? this.#scaling.scale : null,
      zoom: this.#stage?.view.screenScale.x ?? 1,
    };
  }
}
