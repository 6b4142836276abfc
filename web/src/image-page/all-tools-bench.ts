/** Every tool on one image over a study session with its journal, for tests of the history that they share. */
import type { AnalysisImage, ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { fileCalibration, withCalibration } from '@echometry/contract/rules/calibration.ts';
import { changeLabel, type LabelChange } from '@echometry/contract/rules/labels.ts';
import { plainCopy } from '../study/store/held-image.ts';
import type { Side } from '../study/store/history.ts';
import { MemoryJournal } from '../study/store/memory-journal.ts';
import type { OpenedStudy, StudyPorts } from '../study/store/ports.ts';
import type { SaveAnswer } from '../study/store/save-queue.ts';
import { StudySession, type MadeBy } from '../study/store/study-session.ts';
import { calibrationTool } from '../tools/calibration/machine.ts';
import type { ScaleMark } from '../tools/calibration/state.ts';
import { caliperTool } from '../tools/caliper/machine.ts';
import { isOn } from '../tools/caliper/measure.ts';
import type { CaliperContext } from '../tools/caliper/state.ts';
import { cycleTimingTool } from '../tools/cycle-timing/machine.ts';
import { kindOf } from '../tools/cycle-timing/marks.ts';
import { SPECIFIED_RULES } from '../tools/cycle-timing/test-bench.ts';
import { dopplerTraceTool } from '../tools/doppler-trace/machine.ts';
import { PRIMARY, type Modifiers } from '../tools/port.ts';
import { contourTool } from '../tools/contours/machine.ts';
import { seat, ToolStack } from '../tools/stack.ts';
import { isPageEffect } from '../tools/steps.ts';
import { ANGLE, CROSS, LENGTH, SPECIFIED_RULES as CALIPER_RULES, WALLS } from '../tools/caliper/test-bench.ts';
import { STRIP } from '../tools/doppler-trace/test-bench.ts';
import { ENGINE_RULES, imageWith, pointerAt, shippedType } from '../tools/tool-bench.ts';

const ID = '2.25.1';
const ANNA = { email: 'anna@site', role: 'Editor', savingRoles: ['Editor'] } as const;
const LINK = {
  study_id: '7_20261118',
  study_date: '2026-11-18',
  patient_id: 7,
  patient_id_show: 'P7',
  data_type: 'adult',
  project: 'heart',
} as const;
const POINTER = pointerAt(1);
const SIZE = { width: 1000, height: 600, frames: 60 };

/** Far more calls of rules than one gesture needs. */
const MAX_CALLS = 50_000;

export type Page = 'timing' | 'segmentation';

export class AllToolsBench {
  session!: StudySession;
  frame = 1;
  readonly said: string[] = [];
  /** Effects of tools that are neither gestures nor words: a frame that is shown, a draft, something that is looked for. */
  effects = 0;
  readonly journal = new MemoryJournal();
  readonly #type: string;
  readonly #modality: ImageModality;
  #stored: { images: AnalysisImage[]; version: number };
  #stacks: Record<Page, ToolStack> | null = null;
  readonly #marking = new Map<Page, (what: ScaleMark) => void>();
  #rename: ((id: string, name: string) => void) | null = null;
  #ids = 0;
  #calls = 0;
  #clock = 1000;

  constructor(type: string, modality: ImageModality, part: Partial<AnalysisImage> = {}) {
    this.#type = type;
    this.#modality = modality;
    this.#stored = { images: [imageWith({ type, view: 'A4C', modality, ...part })], version: 1 };
  }

  get image(): AnalysisImage | null {
    return this.session.study.images.find(({ instance_id }) => instance_id === ID) ?? null;
  }

  /** All that undo and redo are about. */
  get record(): unknown {
    const { images, open } = this.session.study;
    return plainCopy({ images, open: open.get(ID) ?? null });
  }

  get length(): number {
    return this.session.study.history?.entries.length ?? 0;
  }

  /** Opens the study, as a page that is loaded does: what is left is in the journal and on the server. */
  async open(): Promise<void> {
    const opened = {
      project: { image_requirements: [], unique_reference: false },
      files: { study: {}, selection_stored: true, images: [] },
      analysis: { ...plainCopy(this.#stored), missing_images: [], editor: ANNA.email, updated_at: 5 },
      config: { versions: {}, refused: [] },
    } as unknown as OpenedStudy;
    const ports: StudyPorts = {
      journal: this.journal,
      now: () => (this.#clock += 1),
      person: () => ({ ...ANNA, savingRoles: [...ANNA.savingRoles] }),
      online: () => true,
      say: (text) => this.said.push(text),
      calls: {
        open: async () => opened,
        save: async () => {
          this.#stored = { images: plainCopy([...this.session.study.images]), version: this.#stored.version + 1 };
          return { conflict: false, version: this.#stored.version, updated_at: 1 } as SaveAnswer;
        },
        sequences: async () => ({}),
        hold: async () => true,
      },
    };
    this.session = await StudySession.open(ports, LINK, { ...ANNA, savingRoles: [...ANNA.savingRoles] });
    this.session.showHistory(ID);
    this.#stacks = { timing: this.#stack('timing'), segmentation: this.#stack('segmentation') };
  }

  stack(page: Page): ToolStack {
    if (!this.#stacks) throw new Error('The study is not open');
    return this.#stacks[page];
  }

  /** Does something, and counts how often tools ask the rules for it. */
  counted(gesture: () => void): void {
    this.#calls = 0;
    gesture();
  }

  press(page: Page, x: number, y: number, button = PRIMARY, keys: Partial<Modifiers> = {}): void {
    this.drag(page, [x, y], [x, y], button, keys);
  }

  drag(
    page: Page,
    [x, y]: readonly [number, number],
    [toX, toY]: readonly [number, number],
    button = PRIMARY,
    keys: Partial<Modifiers> = {},
  ): void {
    const stack = this.stack(page);
    stack.send(POINTER.move(x, y, keys));
    stack.send(POINTER.down(x, y, button, keys));
    if (x !== toX || y !== toY) stack.send(POINTER.move(toX, toY, keys));
    stack.send(POINTER.up(toX, toY, button, keys));
  }

  label(change: LabelChange): void {
    const { study } = this.session;
    const next = changeLabel(study, ID, change, { role: 'Editor', uniqueReference: false, blank: () => imageWith({}) });
    this.session.commit(ID, next, { tool: 'labels' });
  }

  calibrate(row: number): void {
    const { image } = this;
    if (image)
      this.#commit(withCalibration(image, { baseline_y: row }, fileCalibration('regions'), { author: ANNA.email, at: 1 }), 'calibration');
  }

  /** Begins to mark a scale. */
  mark(page: Page, what: ScaleMark): void {
    this.#marking.get(page)?.(what);
  }

  /** Names a saved caliper, as the list beside the picture does. */
  rename(id: string, name: string): void {
    this.#rename?.(id, name);
  }

  judge(accepted: 'yes' | 'no' | null): void {
    const { image } = this;
    if (image) this.#commit({ ...image, accepted }, 'quality');
  }

  /** A step of the history, as by Ctrl+Z and Ctrl+Y (web/src/image-page/step-history.ts). */
  step(to: Side): boolean {
    const stacks = Object.values(this.#stacks ?? {});
    for (const stack of stacks) stack.send({ type: 'pointer-cancel' });
    const frame = this.session.nextStep(ID, to)?.frame ?? null;
    if (frame !== null) this.frame = frame;
    const before = this.image;
    const done = to === 'before' ? this.session.undo(ID) : this.session.redo(ID);
    if (done) for (const stack of stacks) stack.send({ type: 'restored', before, now: this.image });
    return done;
  }

  #commit(image: AnalysisImage, tool: string, by: MadeBy = {}): void {
    const { study } = this.session;
    const images = study.images.map((one) => (one.instance_id === ID ? image : one));
    this.session.commit(ID, { images, missing_images: study.missing_images }, { tool, frame: this.frame, ...by });
  }

  #rules<T extends object>(rules: T): T {
    return new Proxy(rules, {
      get: (target, name, receiver) => {
        const rule: unknown = Reflect.get(target, name, receiver);
        if (typeof rule !== 'function') return rule;
        return (...given: unknown[]) => {
          this.#calls += 1;
          if (this.#calls > MAX_CALLS) throw new Error('A tool does not come to an end');
          return (rule as (...all: unknown[]) => unknown)(...given);
        };
      },
    });
  }

  #perform(tool: string, effect: { type: string }): void {
    if (!isPageEffect(effect)) this.effects += 1;
    else if (effect.type === 'commit') this.#commit(effect.image, tool, effect.open === undefined ? {} : { open: effect.open });
    else if (effect.type === 'alert') this.said.push(effect.message);
    else {
      this.effects += 1;
      if (effect.type === 'show-frame') this.frame = effect.frame;
    }
  }

  #shared() {
    const { image } = this;
    const kind = image ? kindOf(image) : kindOf({ modality: this.#modality });
    return {
      image,
      type: image?.type ? shippedType(image.type) : null,
      mayChange: true,
      frame: () => this.frame,
      newId: () => `n${(this.#ids += 1)}`,
      kind,
      strip: { ...STRIP, baseline: image?.calibration?.baseline_y ?? STRIP.baseline },
    };
  }

  #caliperContext(): CaliperContext {
    return {
      ...this.#shared(),
      open: this.session.study.open.get(ID) ?? null,
      size: SIZE,
      templates: [LENGTH, CROSS, WALLS, ANGLE],
      scale: () => ({ x: 1, y: 1 }),
      pixelScale: () => [1, 1],
      rules: this.#rules(CALIPER_RULES),
      values: [],
      shown: true,
    };
  }

  #stack(page: Page): ToolStack {
    const stack = new ToolStack();
    const scale = () => ({ x: 1, y: 1 });
    const perform = (tool: string) => (effect: { type: string }) => this.#perform(tool, effect);
    const marking = seat(calibrationTool, () => ({ ...this.#shared(), scale, previewRow: null }), perform('calibration'));
    if (page === 'timing') {
      const context = () => {
        const shared = this.#shared();
        const { kind, strip } = shared;
        return {
          ...shared,
          strip: kind === '2D' ? null : strip,
          maxCycles: 3,
          frameTimes: null,
          frames: SIZE.frames,
          scale,
          rules: this.#rules(SPECIFIED_RULES),
          proposals: [],
          lengthWords: String,
        };
      };
      stack.add(seat(cycleTimingTool, context, perform('cycle-timing')), 'tool');
    } else {
      const caliper = seat(caliperTool, () => this.#caliperContext(), perform('caliper'));
      const inHand = () => isOn(caliper.state, this.#caliperContext());
      const trace = () => {
        const shared = this.#shared();
        const image = shared.kind === 'Doppler' && shared.image?.is_annotated ? shared.image : null;
        const rules = this.#rules(ENGINE_RULES);
        return {
          ...shared,
          image,
          maxCycles: 5,
          scale,
          rules,
          stamp: () => ({ author: ANNA.email, at: 1 }),
          offer: null,
          caliper: inHand(),
        };
      };
      const plane = () => {
        const shared = this.#shared();
        const { kind, strip } = shared;
        const image = kind === 'Doppler' ? null : shared.image;
        const rules = this.#rules(ENGINE_RULES);
        const rows = kind === 'M-Mode' ? { top: strip.top, bottom: strip.bottom } : null;
        return {
          ...shared,
          image,
          size: SIZE,
          strip: rows,
          scale: null,
          screen: scale,
          rules,
          offer: null,
          following: false,
          caliper: inHand(),
        };
      };
      stack.add(seat(dopplerTraceTool, trace, perform('doppler-trace')), 'tool');
      stack.add(seat(contourTool, plane, perform('contours')), 'tool');
      stack.add(caliper, 'tool');
      this.#rename = (id, name) => void caliper.send({ type: 'name', id, name });
    }
    stack.add(marking, 'tool');
    this.#marking.set(page, (what) => void marking.send({ type: 'mark', what }));
    return stack;
  }

  /** Labels that a person may set on the image. */
  get labels(): readonly LabelChange[] {
    return [
      { kind: 'view', view: 'A4C' },
      { kind: 'view', view: 'A2C' },
      { kind: 'type', type: null, modality: null },
      { kind: 'type', type: this.#type, modality: this.#modality },
    ];
  }
}
