/** Volumes and areas of the lines on every frame: computed again when a line, a scale or a mark changes, also during a drag. */
import { proxy, ref } from 'valtio';
import type { EndSystoleRule, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { CurvesRequest, CycleCurves, ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { decisionsOf, type Anchor } from '@echometry/contract/rules/sequence.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { KnownSequence } from '../../tools/whole-cycle/plan.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

/** Curves of one cycle of an image. */
export interface CurvesOfCycle {
  instance_id: string;
  cycle: number;
  curves: CycleCurves;
}

/** How long nothing changes before the spread of the values is computed, ms. */
export const RESTING_MS = 800;

/** Inputs of the curves of a cycle. */
interface Asked {
  view: WholeCycleView;
  revision: number;
  rule: EndSystoleRule | null;
  /** The line under the pointer, during a drag. */
  held: Line | null;
}

/** Every view has its own list of anchors, also when only the window has another size. */
const areSame = (a: readonly Anchor[], b: readonly Anchor[]): boolean =>
  a.length === b.length && a.every(({ line }, at) => line === b[at]?.line);

const isSame = (a: Asked, b: Asked): boolean =>
  a.view.known?.lines === b.view.known?.lines &&
  areSame(a.view.anchors, b.view.anchors) &&
  a.revision === b.revision &&
  a.held === b.held &&
  a.rule === b.rule &&
  a.view.known?.sequence.end_systole === b.view.known?.sequence.end_systole &&
  a.view.known?.sequence.confirmed === b.view.known?.sequence.confirmed;

export class CycleCurvesOnPage {
  /** `method` is the chosen one; null before the user chooses. `rule` replaces the stored rule for users who may not change it. `spread` is of the cycle in work; null until it is known. */
  readonly shown = proxy<{
    found: readonly CurvesOfCycle[];
    method: string | null;
    rule: EndSystoleRule | null;
    spread: ShakenCurves | null;
  }>({ found: [], method: null, rule: null, spread: null });
  readonly #done = new Map<number, Asked>();
  #next: (() => readonly Asked[]) | null = null;
  #running = false;
  /** Counts the changes after which a spread is of other lines. */
  #changes = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #inWork: number | null = null;
  /** Whose spread is known, or will be. */
  #rested: Asked | null = null;

  choose(method: string): void {
    this.shown.method = method;
  }

  chooseRule(rule: EndSystoleRule): void {
    this.shown.rule = rule;
  }

  /** Computes what changed. While it runs, only the newest request waits. */
  ask(whole: WholeCycle, revision: number): void {
    this.#next = () => {
      const { drag } = whole.state;
      this.#inWork = whole.state.cycle;
      const cycles = whole.view()?.ready.image.cardiac_events.map((_, cycle) => cycle) ?? [];
      return cycles.flatMap((cycle): Asked[] => {
        const view = whole.view(cycle);
        const held = drag?.now && cycle === whole.state.cycle ? { ...drag.now, frame_number: drag.frame } : null;
        return view?.known ? [{ view, revision, held, rule: this.shown.rule }] : [];
      });
    };
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#next) {
        const asked = this.#next();
        this.#next = null;
        await this.#computeAll(asked);
      }
    } catch (error) {
      // The engine's own refusals are shown with the measurements; the next change computes the curves again.
      console.warn('The curves of the cycle were not computed.', error);
    } finally {
      this.#running = false;
    }
  }

  async #computeAll(asked: readonly Asked[]): Promise<void> {
    const instance = asked[0]?.view.ready.image.instance_id;
    const kept = this.shown.found.filter((one) => one.instance_id === instance && asked.some(({ view }) => view.cycle === one.cycle));
    if (kept.length < this.shown.found.length) {
      this.shown.found = ref(kept);
      if (kept.length === 0) this.#done.clear();
    }
    for (const one of asked) await this.#compute(one);
    this.#rest(asked.find(({ view }) => view.cycle === this.#inWork) ?? null);
  }

  async #compute(asked: Asked): Promise<void> {
    const { view } = asked;
    const before = this.#done.get(view.cycle);
    if (!view.known || (before && isSame(before, asked))) return;
    const request = requestOf(asked, view.known);
    const { instance_id } = request;
    const curves = await studyMeasuring()?.cycleCurves(request);
    this.#done.set(view.cycle, asked);
    const others = this.shown.found.filter(({ cycle }) => cycle !== view.cycle);
    this.shown.found = ref(curves ? [...others, { instance_id, cycle: view.cycle, curves }] : others);
  }

  /** Forgets the spread of other lines, and computes the one of the cycle in work once nothing has changed for a while. */
  #rest(own: Asked | null): void {
    const before = this.#rested;
    const isOf = (one: Asked): string => `${one.view.ready.image.instance_id} ${one.view.cycle}`;
    if (own && before && isOf(own) === isOf(before) && isSame(own, before)) return;
    this.#rested = own;
    this.#changes += 1;
    this.shown.spread = null;
    clearTimeout(this.#resting);
    if (!own?.view.known || own.held) return;
    const request = requestOf(own, own.view.known);
    this.#resting = setTimeout(() => void this.#shake(request), RESTING_MS);
  }

  async #shake(request: CurvesRequest): Promise<void> {
    const change = this.#changes;
    const measuring = studyMeasuring();
    try {
      const spread = await measuring?.shakeCurves(request, () => change === this.#changes && measuring === studyMeasuring());
      if (spread) this.shown.spread = ref(spread);
    } catch (error) {
      console.warn('The spread of the values was not computed.', error);
    }
  }
}

const requestOf = ({ view, held, rule }: Asked, { lines, sequence }: KnownSequence): CurvesRequest => ({
  instance_id: view.ready.image.instance_id,
  cycle: view.cycle,
  lines,
  drawn: [...view.anchors.map(({ line }) => line), ...(held ? [held] : [])],
  ...decisionsOf(sequence),
  ...(rule && { end_systole: rule }),
});
