/**
 * Connects the tool that marks a scale to the open study, and makes what is chosen in the panel a part of the record. Marks
 * belong only to the page: the panel makes a scale of them.
 */
import { applyPins } from '@echometry/bindings/engine/drawing.ts';
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { AnalysisImage, ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import {
  fileCalibration,
  ownSource,
  presetCalibration,
  withCalibration,
  type CalibrationChange,
} from '@echometry/contract/rules/calibration.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import { alertUser } from '../../lib/alerts.ts';
import { calibrationTool } from '../../tools/calibration/machine.ts';
import type { CalibrationContext, CalibrationEvent, CalibrationState } from '../../tools/calibration/state.ts';
import { repinned } from '../../tools/doppler-trace/record.ts';
import { patternAt } from '../../tools/doppler-trace/trace.ts';
import { scaleOf } from '../../viewer/facts/calibration.ts';
import { stripOf } from '../strip-of.ts';
import { ToolOnPage, type ShownImage } from '../tool-on-page.ts';
import { messages } from './messages.ts';

interface Known extends ShownImage {
  previewRow: number | null;
}

export class CalibrationOnPage extends ToolOnPage<CalibrationState, CalibrationEvent, CalibrationContext, Known> {
  #previewRow: number | null = null;
  #held: { content: string; calibration: ImageCalibration } | null = null;

  constructor() {
    super(calibrationTool);
  }

  /** Calibration of the image: the user's choice, or the file's and the pattern's. */
  inForce(): ImageCalibration {
    const { image, metadata } = this.known;
    return image?.calibration ?? this.#preset() ?? fileCalibration(metadata ? ownSource(metadata) : 'none');
  }

  /** The same object while nothing of it changes: React asks for it with every step of a tool. */
  readonly inForceNow = (): ImageCalibration => {
    const now = this.inForce();
    const content = JSON.stringify(now);
    if (this.#held?.content !== content) this.#held = { content, calibration: now };
    return this.#held.calibration;
  };

  /** The scale of the image under another choice; the caller frees it. Null before the file is known. */
  under(change: CalibrationChange): ImageScale | null {
    const { metadata } = this.known;
    return metadata ? scaleOf(metadata, { ...this.inForce(), ...change }) : null;
  }

  /** Shows the zero line that a choice would give; null shows none. */
  preview(row: number | null): void {
    if (row === this.#previewRow) return;
    this.#previewRow = row;
    this.refresh();
  }

  /** Makes a choice the image's calibration: its pinned points move with the zero line, and its values are computed again. */
  change(change: CalibrationChange): void {
    const { image, study } = this.known;
    if (image && study) this.#put(withCalibration(image, change, this.inForce(), { author: study.user, at: Date.now() }));
  }

  /** Takes back everything that was chosen and typed, also the zero line; the pattern's preset applies again. */
  reset(): void {
    const { image } = this.known;
    if (image) this.#put({ ...image, measurements: [], is_measured: false, calibration: this.#preset() });
  }

  #put(next: AnalysisImage): void {
    const { image, metadata, mayChange } = this.known;
    if (!image || !metadata || !mayChange) return;
    this.preview(null);
    this.send({ type: 'cancel' });
    this.commit(this.#withPins(next, metadata));
    if (image.measurements.length > 0 || image.measurements_caliper.length > 0) alertUser(messages.recomputed);
  }

  #preset(): ImageCalibration | null {
    const { image, study } = this.known;
    const type = study?.config.imageTypes.find((row) => row.type === image?.type) ?? null;
    const pattern = image && type ? patternAt(type, image, 0) : null;
    return pattern && presetCalibration(pattern);
  }

  /** Points on the zero line move to the new scale's. */
  #withPins(image: AnalysisImage, metadata: ImageMetadata): AnalysisImage {
    const type = this.known.study?.config.imageTypes.find((row) => row.type === image.type);
    if (!type || !isDopplerModality(image.modality)) return image;
    const scale = scaleOf(metadata, image.calibration);
    const strip = stripOf(metadata, scale, image.modality);
    scale.free();
    return strip.baseline === null ? image : repinned(image, { type, strip, rules: { applyPins } });
  }

  protected know(shown: ShownImage): Known {
    return { ...shown, previewRow: this.#previewRow };
  }

  protected make({ image, mayChange, metadata, scaling, previewRow }: Known): CalibrationContext {
    const isThere = image !== null && metadata !== null;
    return {
      mayChange: mayChange && isThere,
      strip: metadata && scaling ? stripOf(metadata, scaling, image?.modality ?? null) : null,
      scale: this.scale,
      previewRow,
    };
  }
}
