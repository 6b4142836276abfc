/** Volumes and areas of the lines on every frame: computed again when a line, a scale or a mark changes, also during a drag. */
import { proxy, ref } from 'valtio';
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import type { CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { studyMeasuring } from '../../study/measuring/measuring.ts';
import type { WholeCycle, WholeCycleView } from './whole-cycle.ts';

/** Curves of one cycle of an image. */
export interface CurvesOfCycle {
  instance_id: string;
  cycle: number;
  curves: CycleCurves;
}

/** Inputs of the curves of a cycle. */
interface Asked {
  view: WholeCycleView;
  revision: number;
  /** The line under the pointer, during a drag. */
  held: Line | null;
}

const isSame = (a: Asked, b: Asked): boolean =>
  a.view.known?.lines === b.view.known?.lines && a.view.anchors === b.view.anchors && a.revision === b.revision && a.held === b.held;

export class CycleCurvesOnPage {
  /** `method` is the chosen one; null before the user chooses. */
  readonly shown = proxy<{ found: readonly CurvesOfCycle[]; method: string | null }>({ found: [], method: null });
  readonly #done = new Map<number, Asked>();
  #next: (() => readonly Asked[]) | null = null;
  #running = false;

  choose(method: string): void {
    this.shown.method = method;
  }

  /** Computes what changed. While it runs, only the newest request waits. */
  ask(whole: WholeCycle, revision: number): void {
    this.#next = () => {
      const { drag } = whole.state;
      const cycles = whole.view()?.ready.image.cardiac_events.map((_, cycle) => cycle) ?? [];
      return cycles.flatMap((cycle): Asked[] => {
        const view = whole.view(cycle);
        const held = drag?.now && cycle === whole.state.cycle ? { ...drag.now, frame_number: drag.frame } : null;
        return view?.known ? [{ view, revision, held }] : [];
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
  }

  async #compute(asked: Asked): Promise<void> {
    const { view, held } = asked;
    const before = this.#done.get(view.cycle);
    if (!view.known || (before && isSame(before, asked))) return;
    const { instance_id } = view.ready.image;
    const drawn = [...view.anchors.map(({ line }) => line), ...(held ? [held] : [])];
    const curves = await studyMeasuring()?.cycleCurves({ instance_id, cycle: view.cycle, lines: view.known.lines, drawn });
    this.#done.set(view.cycle, asked);
    const others = this.shown.found.filter(({ cycle }) => cycle !== view.cycle);
    this.shown.found = ref(curves ? [...others, { instance_id, cycle: view.cycle, curves }] : others);
  }
}
