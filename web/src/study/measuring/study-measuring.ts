/**
 * Measures the images of the open study while they are worked on: shows the values of the current image, also in the middle of a
 * drag, and stores them in the record after a pause.
 */
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import type { Result } from '@echometry/bindings/engine/result.ts';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { BullsEye, CurvesRequest, CycleCurves, ShakenCurves, ShakenViews } from '@echometry/contract/generated/cycle-curves.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Curve, CurveRequest, GuidelineResult } from '@echometry/contract/generated/references.ts';
import type { Compared, Explanation, ImageMeasurements, Jitter, StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { sameWork } from '@echometry/contract/rules/merge-image.ts';
import type { StudyReferences } from '@echometry/contract/rules/reference-choice.ts';
import { dependents, isDrawn, withMeasurements } from '@echometry/contract/rules/measured.ts';
import { proxy, ref, subscribe } from 'valtio';
import { draftImage, onDraft } from '../store/draft.ts';

/** Every point by 1 px in each direction; repeated so often that the ends of the interval are known to a tenth of its width. */
export const SHAKING_HAND: Jitter = { points_px: 1, events: 0, rounds: 400, seed: 1 };

/** Repetitions for the values of curves: their standard deviation is known to a fifteenth. */
const CURVE_ROUNDS = 120;
const SHAKING_CURVES: Jitter = { ...SHAKING_HAND, rounds: CURVE_ROUNDS };

/** Part of a session that is measured (web/src/study/store/study-session.ts). */
export interface MeasuredSession {
  readonly study: { images: AnalysisImage[]; readOnly: boolean; editor: string | null; user: string };
  readonly changedHere: string[];
  amend(images: readonly AnalysisImage[]): void;
}

export interface MeasuringPorts {
  /** Nothing is computed before. */
  after: Promise<void>;
  session: MeasuredSession;
  engine: StudyMeasurements;
  /** Current facts of the patient. */
  facts: () => StudyFacts;
  /** Metadata of the file of an image; null when it cannot be read. */
  metadataOf: (instanceId: string) => Promise<ImageMetadata | null>;
}

export interface Measured {
  /** Values of the current image; null before it is known. */
  image: ImageMeasurements | null;
  /** Values of all images, while they are on screen; null before it is known. */
  all: readonly ImageMeasurements[] | null;
  /** Grades of the study by the decision tables in use, while all values are on screen. */
  guidelines: readonly GuidelineResult[];
  /** Images with work whose files are not read yet: their values are not known. */
  unread: readonly string[];
  /** Images whose files could not be read: values that need them are missing. */
  unreadable: readonly string[];
  /** Why nothing could be computed. */
  failure: string | null;
  /** Counts changes of anything that values are computed from. */
  revision: number;
}

export class StudyMeasuring {
  readonly shown = proxy<Measured>({ image: null, all: null, guidelines: [], unread: [], unreadable: [], failure: null, revision: 0 });
  readonly #ports: MeasuringPorts;
  /** The images as the session had them when they were looked at last. */
  #seen: ReadonlyMap<string, AnalysisImage>;
  /** Last image passed to the engine, by id. */
  readonly #told = new Map<string, AnalysisImage>();
  /** Files that were read, are being read, or cannot be read. */
  readonly #files = new Set<string>();
  /** Last metadata passed to the engine, by id. */
  readonly #read = new Map<string, ImageMetadata>();
  /** Images whose values in the record may belong to other work. */
  readonly #stale: Set<string>;
  readonly #stops: (() => void)[];
  #watched: string | null = null;
  #watchesAll = false;
  #hasTables = false;
  /** Files that cannot be read. */
  readonly #unreadable = new Set<string>();
  /** Files are read one after the other: a study may have hundreds, and each takes room while it is open. */
  #reading: Promise<void> = Promise.resolve();
  #facts: string;
  #running = false;
  #again = false;
  #amending = false;
  #closed = false;

  constructor(ports: MeasuringPorts) {
    this.#ports = ports;
    this.#facts = JSON.stringify(ports.facts());
    this.#seen = imagesOf(ports.session);
    this.#stale = new Set(ports.session.changedHere);
    this.#stops = [onDraft(() => this.#changed()), subscribe(ports.session.study, () => this.#studyChanged(), true)];
    if (this.#stale.size > 0) void this.#run();
  }

  /** Starts to show the values of an image; null shows none. */
  watch(instanceId: string | null): void {
    if (instanceId === this.#watched) return;
    this.#watched = instanceId;
    this.shown.image = null;
    const image = this.#seen.get(instanceId ?? '');
    const { study } = this.#ports.session;
    // The user's own work that a closed page kept from being measured.
    if (image?.is_segmented && !image.is_measured && (study.editor ?? study.user) === study.user) this.#stale.add(image.instance_id);
    this.#changed();
  }

  /** Starts or stops showing the values of all images. */
  watchAll(on: boolean): void {
    if (on === this.#watchesAll) return;
    this.#watchesAll = on;
    this.shown.all = null;
    if (on) this.#changed();
  }

  /** Takes the metadata of the file of an image. */
  setFile(instanceId: string, metadata: ImageMetadata): void {
    if (this.#read.get(instanceId) === metadata) return;
    this.#files.add(instanceId);
    this.#read.set(instanceId, metadata);
    this.#ports.engine.setFile(instanceId, metadata);
    this.#changed();
  }

  /** Judges all later values by these reference values. */
  setReferences(references: StudyReferences): void {
    this.#ports.engine.setReferences(references);
    this.#hasTables = references.tables.length > 0;
    this.#changed();
  }

  /** Limits of a row over a predictor; null where the row is not used. */
  async referenceCurve(request: CurveRequest): Promise<Curve | null> {
    this.#tell();
    return this.#take(await this.#ports.engine.referenceCurve(request));
  }

  /** Explains a value of an image, by default of the one in view; null where it is not measured. */
  async explain(name: string, of = this.#watched): Promise<Explanation | null> {
    if (of === null) return null;
    this.#tell();
    return this.#take(await this.#ports.engine.explain(of, name));
  }

  /** A value of an image, by default of the one in view, by every formula that may be chosen, with what a shaking hand does to it. */
  async compare(name: string, of = this.#watched): Promise<Compared[] | null> {
    if (of === null) return null;
    this.#tell();
    return this.#take(await this.#ports.engine.compare(of, name, SHAKING_HAND));
  }

  /** Volumes and areas of lines on every frame of a cycle; null where the image is not known. */
  async cycleCurves(request: CurvesRequest): Promise<CycleCurves | null> {
    this.#tell();
    return this.#take(await this.#ports.engine.cycleCurves(request));
  }

  /**
   * The values of curves on shaken lines: a few repetitions at a time, so that other requests never wait for all of them.
   * @param isNewest asked before each; false ends it
   * @returns null where the image is not known, or another request took its place
   */
  async shakeCurves(curves: CurvesRequest, isNewest: () => boolean): Promise<ShakenCurves | null> {
    let soFar: ShakenCurves | null = null;
    while (isNewest()) {
      this.#tell();
      soFar = this.#take(await this.#ports.engine.shakeCurves({ curves, jitter: SHAKING_CURVES, so_far: soFar }));
      if (soFar === null) return null;
      if (soFar.rounds >= CURVE_ROUNDS) return isNewest() ? soFar : null;
    }
    return null;
  }

  /** Strain of the apical views whose followed cycles are given, together. */
  async bullsEye(cycles: readonly CurvesRequest[]): Promise<BullsEye | null> {
    // Only the file of the image in view comes from its player.
    this.#readFiles(cycles.map(({ instance_id }) => instance_id));
    await this.#reading;
    this.#tell();
    return this.#take(await this.#ports.engine.bullsEye(cycles));
  }

  /** The strain of the views and their average on shaken lines, a few repetitions more than `soFar`. */
  async shakeViews(cycles: readonly CurvesRequest[], soFar: ShakenViews | null): Promise<{ shaken: ShakenViews; done: boolean } | null> {
    this.#tell();
    const shaken = this.#take(await this.#ports.engine.shakeViews({ cycles: [...cycles], jitter: SHAKING_CURVES, so_far: soFar }));
    return shaken && { shaken, done: shaken.rounds >= CURVE_ROUNDS };
  }

  /** Times of the frames of an image, in ms from the first; null where its file is not read or has none. */
  timesOf(instanceId: string): readonly number[] | null {
    const metadata = this.#read.get(instanceId);
    return metadata && metadata.frame_time_source !== 'assumed' ? metadata.frame_times_ms : null;
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    this.#ports.engine.close();
  }

  #studyChanged(): void {
    if (this.#amending) return;
    this.#factsChanged();
    const now = imagesOf(this.#ports.session);
    const ids = new Set([...now.keys(), ...this.#seen.keys()]);
    const before = this.#seen;
    const changed = [...ids].filter((id) => now.get(id) !== before.get(id));
    this.#seen = now;
    if (changed.length === 0) return;
    for (const id of changed) if (!isMeasuredAlike(before.get(id), now.get(id))) this.#stale.add(id);
    this.#changed();
  }

  /** Another age or size is another range of every value, and some values are computed from them. */
  #factsChanged(): void {
    const facts = this.#ports.facts();
    const text = JSON.stringify(facts);
    if (text === this.#facts) return;
    this.#facts = text;
    this.#ports.engine.setFacts(facts);
    for (const id of this.#seen.keys()) this.#stale.add(id);
    this.#changed();
  }

  #changed(): void {
    this.shown.revision += 1;
    void this.#run();
  }

  /** One computation at a time; whatever came meanwhile is computed after it, at once and together. */
  async #run(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#again && !this.#closed) {
      // A gesture ends in two steps, the end of its draft and its commit: the state between them is never shown.
      await this.#ports.after;
      this.#again = false;
      await this.#show();
      await this.#showAll();
      if (!this.#again && draftImage() === null) await this.#store();
    }
    this.#running = false;
  }

  async #show(): Promise<void> {
    const watched = this.#watched;
    if (watched === null) return;
    this.#tell();
    const found = this.#take(await this.#ports.engine.evaluateImage(watched));
    if (this.#closed || watched !== this.#watched) return;
    this.shown.image = found && ref(found);
    const sources = (found?.measurements ?? []).flatMap(({ provenance }) => provenance?.inputs.map(({ image }) => image) ?? []);
    // The file of the image in view comes from its player.
    this.#readFiles(sources.filter((id) => id !== watched));
  }

  async #showAll(): Promise<void> {
    if (!this.#watchesAll) return;
    this.#tell();
    const due = [...this.#seen.keys()].filter((id) => isDue(this.#seen.get(id)));
    this.#readFiles(due);
    const found = this.#take(await this.#ports.engine.evaluate());
    const guidelines = found && this.#hasTables ? this.#take(await this.#ports.engine.guidelines()) : [];
    if (this.#closed || !this.#watchesAll) return;
    this.shown.guidelines = ref(guidelines ?? []);
    this.shown.unreadable = due.filter((id) => this.#unreadable.has(id));
    this.shown.unread = due.filter((id) => this.#isAwaited(this.#seen.get(id)));
    this.shown.all = found && ref(found);
  }

  /** Brings values of the record up to what they are computed from, where that was changed here. */
  async #store(): Promise<void> {
    const { session, engine } = this.#ports;
    if (this.#stale.size === 0 || session.study.readOnly) return;
    this.#tell();
    const images = this.#seen;
    const found = this.#take(await engine.evaluate());
    if (this.#closed || !found || images !== this.#seen || draftImage() !== null) return;
    const due = dependents(this.#stale, [...found, ...images.values()]);
    // Without its file an image lacks times and spacing: its values wait for it, and those of all wait for the last one.
    const awaited = [...due, ...sourcesOf(due, [...found, ...images.values()])].filter((id) => this.#isAwaited(images.get(id)));
    if (awaited.length > 0) return this.#readFiles(awaited);
    const amended = found.flatMap((one) => {
      const image = images.get(one.instance_id);
      // The values of an image whose file cannot be read stay as they are.
      if (!image || !due.has(one.instance_id) || (isDue(image) && !this.#read.has(one.instance_id))) return [];
      const next = withMeasurements(image, one);
      return next === image ? [] : [next];
    });
    this.#stale.clear();
    if (amended.length === 0) return;
    this.#amending = true;
    session.amend(amended);
    this.#amending = false;
    this.#seen = imagesOf(session);
    // Values are not inputs of values: the engine need not hear of them.
    for (const { instance_id } of amended) {
      const stored = this.#seen.get(instance_id);
      if (stored) this.#told.set(instance_id, stored);
    }
  }

  /** The file of an image with work is not read yet, and may still be. */
  #isAwaited(image: AnalysisImage | undefined): boolean {
    return image !== undefined && isDue(image) && !this.#read.has(image.instance_id) && !this.#unreadable.has(image.instance_id);
  }

  /** Passes changes since the last call to the engine. */
  #tell(): void {
    const { engine } = this.#ports;
    const draft = draftImage();
    for (const id of this.#told.keys()) {
      if (this.#seen.has(id)) continue;
      this.#told.delete(id);
      this.#files.delete(id);
      this.#read.delete(id);
      this.#unreadable.delete(id);
      engine.removeImage(id);
    }
    for (const [id, stored] of this.#seen) {
      const image = draft?.instance_id === id ? draft : stored;
      if (this.#told.get(id) === image) continue;
      this.#told.set(id, image);
      engine.setImage(image);
    }
  }

  /** Reads the files of images that are not open, one after the other. */
  #readFiles(wanted: readonly (string | null)[]): void {
    for (const id of new Set(wanted)) {
      if (id === null || this.#files.has(id) || !this.#seen.has(id)) continue;
      this.#files.add(id);
      this.#reading = this.#reading.then(() => this.#readFile(id));
    }
  }

  async #readFile(id: string): Promise<void> {
    // The player of the image may have read it meanwhile.
    if (this.#closed || this.#read.has(id)) return;
    const metadata = await this.#ports.metadataOf(id);
    if (this.#closed) return;
    if (metadata) return this.setFile(id, metadata);
    this.#unreadable.add(id);
    this.#changed();
  }

  #take<T>(answer: Result<T, EngineFailure>): T | null {
    if (this.#closed) return null;
    this.shown.failure = answer.ok ? null : answer.error.message;
    return answer.ok ? answer.value : null;
  }
}

/** Nothing that values are computed from differs: an image that was validated or commented on keeps its values. */
const isMeasuredAlike = (a: AnalysisImage | undefined, b: AnalysisImage | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  sameWork(a, b) &&
  a.measurements.length === b.measurements.length &&
  contentOf(a.metadata) === contentOf(b.metadata);

const imagesOf = ({ study }: MeasuredSession): ReadonlyMap<string, AnalysisImage> =>
  new Map(study.images.map((image) => [image.instance_id, image]));

/** Images that values of some images were computed from. */
const sourcesOf = (
  due: ReadonlySet<string>,
  measured: readonly Pick<ImageMeasurements, 'instance_id' | 'measurements'>[],
): readonly string[] =>
  measured
    .filter(({ instance_id }) => due.has(instance_id))
    .flatMap(({ measurements }) => measurements.flatMap(({ provenance }) => provenance?.inputs ?? []))
    .flatMap(({ image }) => (image === null ? [] : [image]));

/** The record of an image holds values, or should. */
const isDue = (image: AnalysisImage | undefined): boolean =>
  image !== undefined && (isDrawn(image) || image.measurements.length > 0 || image.measurements_caliper.length > 0);
