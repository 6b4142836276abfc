/** Strain of the apical views of the study together: of the cycle in work, and of one followed cycle of each other view. */
import { proxy, ref } from 'valtio';
import type { EndSystoleRule } from '@echometry/contract/generated/analysis-image.ts';
import type { BullsEye, CurvesRequest } from '@echometry/contract/generated/cycle-curves.ts';
import { decisionsOf } from '@echometry/contract/rules/sequence.ts';
import type { Model } from '../../image-page/curves/bulls-eye-drawing.ts';
import { APICAL_TYPES, firstRequest } from '../../image-page/curves/followed.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

export class BullsEyeOnPage {
  readonly shown = proxy<{ found: BullsEye | null; model: Model }>({ found: null, model: 17 });
  #asked = 0;

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
    const others = session.study.images.filter(({ type, instance_id }) => isOtherView(view, type) && instance_id !== own.instance_id);
    await session.sequences.load(others);
    const linesOf = (hash: string) => session.sequences.of(hash);
    const requests = [own, ...others.flatMap((image) => firstRequest(image, view.cycle, linesOf) ?? [])];
    const found = await studyMeasuring()?.bullsEye(requests.map((one) => ({ ...one, end_systole: rule })));
    if (number === this.#asked) this.shown.found = found ? ref(found) : null;
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
