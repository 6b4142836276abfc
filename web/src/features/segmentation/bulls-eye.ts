/** Strain of the apical views of the study together: of the cycle in work, and of one followed cycle of each other view. */
import { proxy, ref } from 'valtio';
import type { EndSystoleRule } from '@echometry/contract/generated/analysis-image.ts';
import type { BullsEye, CurvesRequest, ShakenViews } from '@echometry/contract/generated/cycle-curves.ts';
import { decisionsOf } from '@echometry/contract/rules/sequence.ts';
import type { Model } from '../../image-page/curves/bulls-eye-drawing.ts';
import { APICAL_TYPES, firstRequest } from '../../image-page/curves/followed.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import { RESTING_MS } from './cycle-curves.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

export class BullsEyeOnPage {
  /** `spread` is null until it is known. */
  readonly shown = proxy<{ found: BullsEye | null; spread: ShakenViews | null; model: Model }>({ found: null, spread: null, model: 17 });
  #asked = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;

  choose(model: Model): void {
    this.shown.model = model;
  }

  /** Computes it for the cycle in work; an older request that is still under way is dropped. */
  async ask(whole: WholeCycle, rule: EndSystoleRule): Promise<void> {
    const session = currentSession();
    const view = whole.view();
    const own = view && requestOfView(view);
    if (!session || !own) return;
    const number = ++this.#asked;
    this.shown.spread = null;
    clearTimeout(this.#resting);
    const others = session.study.images.filter(({ type, instance_id }) => isOtherView(view, type) && instance_id !== own.instance_id);
    await session.sequences.load(others);
    const linesOf = (hash: string) => session.sequences.of(hash);
    const some = [own, ...others.flatMap((image) => firstRequest(image, view.cycle, linesOf) ?? [])];
    const requests = some.map((one) => ({ ...one, end_systole: rule }));
    const found = await studyMeasuring()?.bullsEye(requests);
    if (number !== this.#asked) return;
    this.shown.found = found ? ref(found) : null;
    this.#resting = setTimeout(() => void this.#shake(requests, number), RESTING_MS);
  }

  /** A few repetitions at a time, until something changes. */
  async #shake(requests: readonly CurvesRequest[], number: number): Promise<void> {
    let soFar: ShakenViews | null = null;
    try {
      for (;;) {
        const next: { shaken: ShakenViews; done: boolean } | null = (await studyMeasuring()?.shakeViews(requests, soFar)) ?? null;
        if (!next || number !== this.#asked) return;
        soFar = next.shaken;
        if (!next.done) continue;
        this.shown.spread = ref(soFar);
        return;
      }
    } catch (error) {
      console.warn('The spread of the three views was not computed.', error);
    }
  }
}

const isOtherView = ({ ready }: WholeCycleView, type: string | null): boolean =>
  type !== null && type !== ready.image.type && APICAL_TYPES.includes(type);

const requestOfView = ({ ready, cycle, known, anchors }: WholeCycleView): CurvesRequest | null =>
  known && {
    instance_id: ready.image.instance_id,
    cycle,
    lines: known.lines,
    drawn: anchors.map(({ line }) => line),
    ...decisionsOf(known.sequence),
  };
