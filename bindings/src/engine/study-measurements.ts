/** Measures the images of one study. */
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
import type {
  CohortMeasurement,
  CohortStudy,
  CohortValue,
  Curve,
  CurveRequest,
  GuidelineResult,
} from '@echometry/contract/generated/references.ts';
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
import type { Result } from './result.ts';

/** The configuration sets that define measurements, as stored: `{name, version, data}`. */
export interface MeasurementConfig {
  image_types: unknown;
  measurements: unknown;
  /** Without it names of calipers are not checked. */
  calipers?: unknown;
}

/** Two tables as stored (`GuidelineTable` of contract/records/reference-pack.ts), and the studies to grade. */
export interface CohortRequest {
  tables: readonly [before: unknown, after: unknown];
  /** Measurements that `measured` of studies refers to. */
  measurements?: readonly CohortMeasurement[];
  studies: readonly CohortStudy[];
}

/** A measurement of many studies, with the rows that judge it in the order in which they count (`ReferenceRow` of contract/records/reference-pack.ts). */
export interface ValuesRequest {
  z_limit: number;
  rows: readonly unknown[];
  unit: string;
  /** Points of the curve of a row. */
  points: number;
  /** Measurements that `sizes` of values refers to. */
  sizes: readonly CohortMeasurement[];
  values: readonly CohortValue[];
}

/** Results are of the images as they were set when the call was made. */
export interface StudyMeasurements {
  /** Facts of the patient, valid for later calls. */
  setFacts(facts: StudyFacts): void;
  /** Metadata of the DICOM file: the only source of frame times and Pixel Spacing. */
  setFile(instance_id: string, metadata: ImageMetadata): void;
  /** Reference values that later calls of `evaluate` judge by (`StudyReferences` of contract/rules/reference-choice.ts); null for none. */
  setReferences(references: unknown): void;
  setImage(image: AnalysisImage): void;
  removeImage(instance_id: string): void;
  evaluate(): Promise<Result<ImageMeasurements[], EngineFailure>>;
  /** The same numbers without what they were computed from, for a screen that follows a drawing. */
  values(): Promise<Result<ImageValues[], EngineFailure>>;
  /** Null when the image was not set. */
  evaluateImage(instance_id: string): Promise<Result<ImageMeasurements | null, EngineFailure>>;
  /** The values stored with the image against those computed now. */
  recompute(instance_id: string): Promise<Result<Comparison[] | null, EngineFailure>>;
  /** Formula, source and everything one value was computed from; null when it is not measured. */
  explain(instance_id: string, name: string): Promise<Result<Explanation | null, EngineFailure>>;
  /**
   * A value by every formula that its definition offers, with the spread that a shaking hand makes; null when it is not
   * measured. The same seed gives the same bits.
   */
  compare(instance_id: string, name: string, jitter: Jitter): Promise<Result<Compared[] | null, EngineFailure>>;
  /** Limits of a row over a predictor, with the other facts of this study; null where the row was not set. */
  referenceCurve(request: CurveRequest): Promise<Result<Curve | null, EngineFailure>>;
  /** Volumes and areas of lines on every frame of a cycle (docs/tracking.md#curves-of-a-cycle); null when the image was not set. */
  cycleCurves(request: CurvesRequest): Promise<Result<CycleCurves | null, EngineFailure>>;
  /** A few repetitions more of the values of curves on lines that a shaking hand drew (docs/tracking.md#spread-of-the-values). */
  shakeCurves(request: ShakeCurvesRequest): Promise<Result<ShakenCurves | null, EngineFailure>>;
  /** Strain of the apical views whose followed cycles are given, together (docs/tracking.md#three-views-together). */
  bullsEye(cycles: readonly CurvesRequest[]): Promise<Result<BullsEye, EngineFailure>>;
  /** A few repetitions more of that strain and of its average on lines that a shaking hand drew. */
  shakeViews(request: ShakeViewsRequest): Promise<Result<ShakenViews, EngineFailure>>;
  /** Grades by the decision tables that were set with the reference values. */
  guidelines(): Promise<Result<GuidelineResult[], EngineFailure>>;
  close(): void;
}
