/** Originals that wait in the memory of the engine for the choices of their rewriting. */
import * as wasm from '../../wasm/full/engine.js';
import type { CleanOptions, ClipTimes, FileFindings, ImportIdentity, MachineReport, WaveformObject } from './api.ts';
import { noSuchHandle } from './failure.ts';

/** The identity and the findings of a file that was read. */
export interface TakenIn {
  identity: ImportIdentity;
  findings: FileFindings;
  /** Null unless the file is a structured report. */
  report: MachineReport | null;
  /** Null unless the file is a waveform object. */
  waveform: WaveformObject | null;
  /** Null unless the file is a clip that can take the ECG of a waveform object. */
  clipTimes: ClipTimes | null;
}

export class WorkerIntakes {
  readonly #files = new Map<number, wasm.Intake>();

  /** Reads a file and holds it. Throws what the engine refuses. */
  begin(id: number, file: wasm.HeldFile, key: Uint8Array): TakenIn {
    const intake = new wasm.Intake(file, key);
    this.#files.set(id, intake);
    try {
      return {
        identity: JSON.parse(intake.identity()) as ImportIdentity,
        findings: JSON.parse(intake.findings()) as FileFindings,
        report: JSON.parse(intake.report()) as MachineReport | null,
        waveform: JSON.parse(intake.waveform()) as WaveformObject | null,
        clipTimes: JSON.parse(intake.clip_times()) as ClipTimes | null,
      };
    } catch (error) {
      this.drop(id);
      throw error;
    }
  }

  original(id: number): Uint8Array {
    return this.#of(id).file();
  }

  /** The file as it is stored, for the caller to free, and its damaged frames; the original is let go. */
  clean(id: number, options: CleanOptions): { held: wasm.HeldFile; damagedFrames: number[] } {
    try {
      const intake = this.#of(id);
      const held = intake.deidentify(JSON.stringify(options));
      return { held, damagedFrames: Array.from(intake.damaged_frames()) };
    } finally {
      this.drop(id);
    }
  }

  drop(id: number): void {
    this.#files.get(id)?.free();
    this.#files.delete(id);
  }

  #of(id: number): wasm.Intake {
    const intake = this.#files.get(id);
    if (!intake) throw noSuchHandle();
    return intake;
  }
}
