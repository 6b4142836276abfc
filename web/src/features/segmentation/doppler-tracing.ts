/** Connects the tool that traces Doppler strips to the open study. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { FlowRegion } from '@echometry/contract/generated/image-metadata.ts';
import { maxCycles } from '@echometry/contract/rules/cycle-timing.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import { stripOf } from '../../image-page/strip-of.ts';
import { ToolOnPage, type ShownImage } from '../../image-page/tool-on-page.ts';
import type { EnvelopeOffer } from '../../tools/doppler-trace/envelope-search.ts';
import { dopplerTraceTool } from '../../tools/doppler-trace/machine.ts';
import { nextNames } from '../../tools/doppler-trace/place-at.ts';
import type { TraceContext, TraceEffect, TraceEvent, TraceState, TraceStatus } from '../../tools/doppler-trace/state.ts';
import { currentCycle, progresses, readyOf, statusOf } from '../../tools/doppler-trace/status.ts';
import { messages } from '../../tools/doppler-trace/messages.ts';
import { patternAt, type Progress } from '../../tools/doppler-trace/trace.ts';
import type { Point } from '../../tools/point.ts';
import type { PageEffect } from '../../tools/steps.ts';
import { ENGINE_RULES } from '../../image-page/engine-rules.ts';
import { EnvelopeLook } from './envelope-look.ts';
import { valueAt } from './strip-values.ts';

const NO_PROGRESS: readonly Progress[] = [];

const isTraceable = (image: AnalysisImage | null): image is AnalysisImage =>
  image !== null && image.is_annotated && isDopplerModality(image.modality);

interface Known extends ShownImage {
  offer: EnvelopeOffer | null;
  caliper: boolean;
}

/** Requests to the page that only this tool makes. */
type OwnEffect = Exclude<TraceEffect, PageEffect>;

export class DopplerTracing extends ToolOnPage<TraceState, TraceEvent, TraceContext, Known, OwnEffect> {
  readonly #caliperInHand: () => boolean;
  readonly envelope = new EnvelopeLook(() => this.refresh());

  constructor(caliperInHand: () => boolean) {
    super(dopplerTraceTool);
    this.#caliperInHand = caliperInHand;
  }

  get status(): TraceStatus {
    return statusOf(this.state, this.context());
  }

  /** Cycle that is worked on, from 0; null while none is. */
  get cycle(): number | null {
    const ready = readyOf(this.context());
    const { status } = this;
    return ready && (status === 'segmenting' || status.startsWith('editing')) ? currentCycle(this.state, ready) : null;
  }

  get progress(): readonly Progress[] {
    const ready = readyOf(this.context());
    return ready ? progresses(ready) : NO_PROGRESS;
  }

  /** Name of the pattern of the cycle that is worked on; null where the type has only one. */
  get pattern(): string | null {
    const { image, type } = this.context();
    const { cycle } = this;
    if (!image || !type || cycle === null || type.patterns.length < 2) return null;
    const used = patternAt(type, image, cycle);
    return used ? (used.name_to_show ?? used.name) : null;
  }

  /** The point to place next, in words; null while nothing is. */
  get next(): string | null {
    const ready = readyOf(this.context());
    const names = ready && this.status === 'segmenting' ? nextNames(this.state, ready) : null;
    return names ? messages.nextPoint(names.name, names.free) : null;
  }

  /** The region that the image is measured in; null without a scale. */
  region(): FlowRegion | null {
    const { scaling, image } = this.known;
    return scaling?.flowRegion(image?.modality ?? undefined) ?? null;
  }

  /** Time and velocity at a place of the strip, also in rows that a correction of aliasing added; null without a scale. */
  reading(at: Point): ReturnType<typeof valueAt> {
    const { strip } = this.context();
    const { scaling } = this.known;
    return strip && scaling ? valueAt(at, strip, scaling) : null;
  }

  protected know(shown: ShownImage): Known {
    return { ...shown, offer: this.envelope.offer, caliper: this.#caliperInHand() };
  }

  protected make({ image: shown, study, mayChange, metadata, scaling, offer, caliper }: Known): TraceContext {
    const image = isTraceable(shown) ? shown : null;
    const strip = image && metadata && scaling ? stripOf(metadata, scaling, image.modality) : null;
    return {
      image,
      type: study?.config.imageTypes.find(({ type }) => type === image?.type) ?? null,
      mayChange,
      maxCycles: study ? maxCycles(study.project) : 1,
      // A zero line set by the user is there at once.
      strip: strip && { ...strip, baseline: image?.calibration?.baseline_y ?? strip.baseline },
      scale: this.scale,
      rules: scaling ? ENGINE_RULES : null,
      newId: () => crypto.randomUUID(),
      stamp: () => ({ author: study?.user ?? null, at: Date.now() }),
      offer,
      caliper,
    };
  }

  protected override performOwn({ of, request }: OwnEffect): void {
    const opened = this.page?.player?.opened;
    if (opened) void this.envelope.look(opened, of, request);
  }
}
