/** Measurements of one study in a worker: images are set as they change, and everything is computed there. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type {
  BullsEye,
  CurvesRequest,
  CycleCurves,
  ShakeCurvesRequest,
  ShakenCurves,
  ShakenViews,
  ShakeViewsRequest,
} from '@echometry/contract/generated/cycle-curves.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Curve, CurveRequest, GuidelineResult } from '@echometry/contract/generated/references.ts';
import type {
  Compared,
  Comparison,
  Explanation,
  ImageMeasurements,
  ImageValues,
  Jitter,
  StudyFacts,
} from '@echometry/contract/generated/study-measurements.ts';
import type { EngineFailure } from './failure.ts';
import { ok, type Result } from './result.ts';
import type { MeasurementConfig, StudyMeasurements } from './study-measurements.ts';
import type { StudyCall } from './worker-messages.ts';
import type { WorkerPool } from './worker-pool.ts';

export class StudyMeasurer implements StudyMeasurements {
  readonly #pool: WorkerPool;
  readonly #id: number;
  readonly #worker: number;
  #opening: Extract<StudyCall, { type: 'open' }>;
  /** All calls that set something, to be repeated in a restarted worker. */
  #references: StudyCall[] = [];
  readonly #files = new Map<string, StudyCall>();
  readonly #images = new Map<string, StudyCall>();
  /** Changes the worker does not have yet. */
  #pending: StudyCall[] = [];
  #generation = -1;
  #isOpened = false;

  constructor(pool: WorkerPool, id: number, config: MeasurementConfig, facts: StudyFacts) {
    this.#pool = pool;
    this.#id = id;
    // Frames are decoded by the first idle worker, so the last one is the least busy.
    this.#worker = pool.size - 1;
    this.#opening = {
      type: 'open',
      image_types: JSON.stringify(config.image_types),
      measurements: JSON.stringify(config.measurements),
      calipers: config.calipers === undefined ? null : JSON.stringify(config.calipers),
      facts: JSON.stringify(facts),
    };
  }

  setFacts(facts: StudyFacts): void {
    this.#opening = { ...this.#opening, facts: JSON.stringify(facts) };
    // The study is opened again with everything that was set.
    this.#generation = -1;
  }

  setFile(instance_id: string, metadata: ImageMetadata): void {
    // Nothing is measured by the listing of elements, which is long.
    const call: StudyCall = { type: 'set_file', instance_id, metadata: JSON.stringify({ ...metadata, full_metadata: [], palette: null }) };
    this.#files.set(instance_id, call);
    this.#pending.push(call);
  }

  setReferences(references: unknown): void {
    const call: StudyCall = { type: 'set_references', references: JSON.stringify(references) };
    this.#references = [call];
    this.#pending.push(call);
  }

  setImage(image: AnalysisImage): void {
    const call: StudyCall = { type: 'set_image', image: JSON.stringify(image) };
    this.#images.set(image.instance_id, call);
    this.#pending.push(call);
  }

  removeImage(instance_id: string): void {
    this.#files.delete(instance_id);
    this.#images.delete(instance_id);
    this.#pending.push({ type: 'remove_image', instance_id });
  }

  evaluate(): Promise<Result<ImageMeasurements[], EngineFailure>> {
    return this.#ask({ type: 'evaluate' });
  }

  values(): Promise<Result<ImageValues[], EngineFailure>> {
    return this.#ask({ type: 'values' });
  }

  evaluateImage(instance_id: string): Promise<Result<ImageMeasurements | null, EngineFailure>> {
    return this.#ask({ type: 'evaluate_image', instance_id });
  }

  recompute(instance_id: string): Promise<Result<Comparison[] | null, EngineFailure>> {
    return this.#ask({ type: 'recompute', instance_id });
  }

  explain(instance_id: string, name: string): Promise<Result<Explanation | null, EngineFailure>> {
    return this.#ask({ type: 'explain', instance_id, name });
  }

  compare(instance_id: string, name: string, jitter: Jitter): Promise<Result<Compared[] | null, EngineFailure>> {
    return this.#ask({ type: 'compare', instance_id, name, jitter: JSON.stringify(jitter) });
  }

  referenceCurve(request: CurveRequest): Promise<Result<Curve | null, EngineFailure>> {
    return this.#ask({ type: 'reference_curve', request: JSON.stringify(request) });
  }

  cycleCurves(request: CurvesRequest): Promise<Result<CycleCurves | null, EngineFailure>> {
    return this.#ask({ type: 'cycle_curves', request: JSON.stringify(request) });
  }

  shakeCurves(request: ShakeCurvesRequest): Promise<Result<ShakenCurves | null, EngineFailure>> {
    return this.#ask({ type: 'shake_curves', request: JSON.stringify(request) });
  }

  bullsEye(cycles: readonly CurvesRequest[]): Promise<Result<BullsEye, EngineFailure>> {
    return this.#ask({ type: 'bulls_eye', cycles: JSON.stringify(cycles) });
  }

  shakeViews(request: ShakeViewsRequest): Promise<Result<ShakenViews, EngineFailure>> {
    return this.#ask({ type: 'shake_views', request: JSON.stringify(request) });
  }

  guidelines(): Promise<Result<GuidelineResult[], EngineFailure>> {
    return this.#ask({ type: 'guidelines' });
  }

  close(): void {
    // Without a question no worker holds the study: closing it would only wait for the engine.
    if (this.#isOpened) void this.#send([{ type: 'close' }]);
  }

  async #ask<T>(call: StudyCall): Promise<Result<T, EngineFailure>> {
    const generation = this.#pool.generation(this.#worker);
    const set = [this.#opening, ...this.#references, ...this.#files.values(), ...this.#images.values()];
    const calls = generation === this.#generation ? this.#pending : set;
    this.#pending = [];
    this.#generation = generation;
    this.#isOpened = true;
    const answer = await this.#send([...calls, call]);
    if (answer.ok) return ok(JSON.parse(answer.value) as T);
    // A call that was refused half-way is sent again with the next one.
    this.#generation = -1;
    return answer;
  }

  #send(calls: StudyCall[]): Promise<Result<string, EngineFailure>> {
    return this.#pool.direct(this.#worker, (api) => api.study(this.#id, calls));
  }
}
