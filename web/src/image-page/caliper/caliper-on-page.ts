/** Connects the caliper to the open study: gives it its context and carries out its effects. */
import type { CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import { subscribe } from 'valtio';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import { caliperTool } from '../../tools/caliper/machine.ts';
import { isOn, templatesFor } from '../../tools/caliper/measure.ts';
import type { CaliperContext, CaliperEffect, CaliperEvent, CaliperState, Template } from '../../tools/caliper/state.ts';
import type { PixelScale } from '../../tools/lines/rules.ts';
import type { Point } from '../../tools/point.ts';
import type { PageEffect } from '../../tools/steps.ts';
import { ENGINE_RULES } from '../engine-rules.ts';
import { shown } from '../measurements/shown.ts';
import { ToolOnPage, type ShownImage } from '../tool-on-page.ts';

const NO_VALUES: readonly CaliperValues[] = [];
const NO_SCALE: PixelScale = [1, 1];
const NO_SIZE = { width: 1, height: 1 };

interface Known extends ShownImage {
  open: CaliperContext['open'];
  values: readonly CaliperValues[];
  isShown: boolean;
}

export class CaliperOnPage extends ToolOnPage<CaliperState, CaliperEvent, CaliperContext, Known, Exclude<CaliperEffect, PageEffect>> {
  #templates: { of: unknown; type: string | null; templates: Template[] } | null = null;

  constructor() {
    super(caliperTool);
  }

  /** The caliper was turned on, or has open points: the tools below it get no input. */
  get inHand(): boolean {
    return isOn(this.state, this.context());
  }

  /** Shows values as they come. @returns stops it */
  follow(): () => void {
    const measuring = studyMeasuring();
    const stops = [subscribe(shown, () => this.refresh())];
    if (measuring) stops.push(subscribe(measuring.shown, () => this.refresh()));
    return () => {
      for (const stop of stops) stop();
    };
  }

  protected know(known: ShownImage): Known {
    const { image } = studyMeasuring()?.shown ?? { image: null };
    const own = image && image.instance_id === known.image?.instance_id ? image : null;
    const open = (known.image && known.study?.open.get(known.image.instance_id)) ?? null;
    return { ...known, open, values: own?.calipers ?? NO_VALUES, isShown: shown.measurements };
  }

  protected make(known: Known): CaliperContext {
    const { image, mayChange, metadata, scaling, open, values, isShown } = known;
    return {
      image,
      open,
      mayChange,
      size: metadata ?? NO_SIZE,
      templates: this.#templatesOf(known),
      frame: this.frame,
      scale: this.scale,
      pixelScale: (at) => this.#pixelScale(at),
      rules: scaling ? ENGINE_RULES : null,
      newId: () => crypto.randomUUID(),
      values,
      shown: isShown,
    };
  }

  protected override performOwn(): void {
    this.page?.tools.takeOver(caliperTool.name);
  }

  /** The same list while image type and configuration are the same. */
  #templatesOf({ image, study }: Known): readonly Template[] {
    const type = image?.type ?? null;
    const all = study?.config.calipers ?? [];
    if (this.#templates?.of !== all || this.#templates.type !== type)
      this.#templates = { of: all, type, templates: templatesFor(type, all) };
    return this.#templates.templates;
  }

  #pixelScale({ x, y }: Point): PixelScale {
    const region = this.known.scaling?.at(x, y).region;
    return region?.x?.unit === 'cm' && region.y?.unit === 'cm' ? [Math.abs(region.x.scale), Math.abs(region.y.scale)] : NO_SCALE;
  }
}
