/** The studies that one worker measures. */
import * as wasm from '../../wasm/full/engine.js';
import type { StudyCall } from './worker-messages.ts';

/** Result of a step that returns nothing. */
const NOTHING = 'null';

export class WorkerStudies {
  readonly #studies = new Map<number, wasm.StudyMeasurements>();

  /** Takes the steps in order; returns the JSON text of the last one. Throws what the engine throws. */
  take(id: number, calls: readonly StudyCall[]): string {
    return calls.reduce((_, call) => this.#step(id, call), NOTHING);
  }

  #step(id: number, call: StudyCall): string {
    const study = this.#studies.get(id);
    switch (call.type) {
      case 'open':
        study?.free();
        this.#studies.delete(id);
        this.#studies.set(id, new wasm.StudyMeasurements(call.image_types, call.measurements, call.calipers, call.facts));
        return NOTHING;
      case 'close':
        study?.free();
        this.#studies.delete(id);
        return NOTHING;
      default:
        if (!study) throw new Error('A study was measured before it was opened.');
        return step(study, call);
    }
  }
}

function step(study: wasm.StudyMeasurements, call: Exclude<StudyCall, { type: 'open' | 'close' }>): string {
  switch (call.type) {
    case 'set_file':
      study.set_file(call.instance_id, call.metadata);
      return NOTHING;
    case 'set_references':
      study.set_references(call.references);
      return NOTHING;
    case 'set_image':
      study.set_image(call.image);
      return NOTHING;
    case 'remove_image':
      study.remove_image(call.instance_id);
      return NOTHING;
    case 'evaluate':
      return study.evaluate();
    case 'values':
      return study.values();
    case 'evaluate_image':
      return study.evaluate_image(call.instance_id);
    case 'recompute':
      return study.recompute(call.instance_id);
    case 'explain':
      return study.explain(call.instance_id, call.name);
    case 'compare':
      return study.compare(call.instance_id, call.name, call.jitter);
    case 'reference_curve':
      return study.reference_curve(call.request);
    case 'cycle_curves':
      return study.cycle_curves(call.request);
    case 'shake_curves':
      return study.shake_curves(call.request);
    case 'bulls_eye':
      return study.bulls_eye(call.cycles);
    case 'shake_views':
      return study.shake_views(call.request);
    case 'guidelines':
      return study.guidelines();
  }
}
