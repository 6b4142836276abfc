import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import { curveMeasurements } from '@echometry/contract/rules/curve-values.ts';
import { widthMeasurements } from '@echometry/contract/rules/width-values.ts';
import type { LongRow } from './columns.ts';
import type { MeasuredImage } from './measure-work.ts';
import type { ReadWork } from './read-work.ts';
import { NO_STANDING } from './formats/standing.ts';
import type { ExportReferences } from './references.ts';
import { ucumOf } from './units.ts';
import { type ImageColumn, type ValueColumns, type WorkColumn, ofCaliper, ofCurves, ofMeasurement, ofStoredAlone } from './value-rows.ts';

/** Start of every row of a work. */
export const ofWork = ({ study, facts, state }: ReadWork): Pick<LongRow, WorkColumn> => ({
  project: study.project,
  study_id: study.study_id,
  patient: study.patient,
  study_date: study.study_date,
  data_type: study.data_type,
  gestational_age_days: study.gestational_age_days,
  gestational_age_source: study.gestational_age_source,
  age_days: study.age_days,
  age_source: study.age_source,
  sex: study.sex,
  sex_source: study.sex_source,
  height_cm: study.height_cm,
  height_source: study.height_source,
  weight_kg: study.weight_kg,
  weight_source: study.weight_source,
  editor: facts.editor,
  reviewer: facts.reviewer,
  study_state: state,
  review_state: facts.review_state,
  changed_since: facts.changed_since,
  consensus_of: facts.consensus_of,
  finished_with_reason: facts.finished_with_reason,
  role: facts.role,
  blind: facts.blind,
  pass: facts.pass,
  version: facts.version,
});

/** Start of every row of an image. */
export const ofImage = ({ facts }: ReadWork, image: AnalysisImage): Pick<LongRow, ImageColumn> => ({
  instance_id: image.instance_id,
  filename: image.filename,
  image_type: image.type,
  view: image.view,
  modality: image.modality,
  reference: image.reference,
  validated: facts.review_state === null ? null : image.validated,
});

/** Values of the curves of its followed cycles. The engine that measured the image computed them too. */
function curveValueRows({ image, measurements, curves }: MeasuredImage): ValueColumns[] {
  const engine_version = measurements.find(({ provenance }) => provenance !== undefined)?.provenance?.engine_version ?? null;
  const followed = curves.map(({ cycle, curves: found }) => ({ cycle, curves: found.curves, widths: found.widths }));
  return [...curveMeasurements(image, followed), ...widthMeasurements(image, followed)].flatMap((one) =>
    ofCurves(one, { calibration_source: image.calibration?.source ?? null, engine_version }),
  );
}

/** The rows of one image, in the order of the configuration; a series is not a value. */
export function longRows(
  work: ReadWork,
  measured: MeasuredImage,
  references: ExportReferences,
  request: Pick<ExportRequest, 'include_normal' | 'include_caliper'>,
): LongRow[] {
  const compared = new Map(measured.comparisons.filter(({ caliper }) => caliper === null).map((one) => [one.name, one]));
  const normal = measured.measurements
    .filter(({ series }) => series === undefined)
    .flatMap((measurement) => {
      const standing = measured.standings.get(measurement.name);
      const judged = standing === undefined ? NO_STANDING : references.exported(standing);
      return ofMeasurement(measurement, compared.get(measurement.name), judged);
    });
  const alone = [...compared.values()].filter(({ state }) => state === 'only_stored').flatMap(ofStoredAlone);
  const calipers = measured.calipers.flatMap((caliper) => ofCaliper(caliper, measured));
  const shared = { ...ofWork(work), ...ofImage(work, measured.image) };
  const values = [
    ...(request.include_normal ? [...normal, ...alone, ...curveValueRows(measured)] : []),
    ...(request.include_caliper ? calipers : []),
  ];
  return values.map((value) => ({ ...shared, ...value }));
}

/** The values of an image as they are computed, in the same form: nothing is compared or judged. */
export const computedRows = ({
  image,
  measurements,
  calipers,
}: Pick<MeasuredImage, 'image' | 'measurements' | 'calipers'>): ValueColumns[] => [
  ...measurements.filter(({ series }) => series === undefined).flatMap((one) => ofMeasurement(one, undefined, NO_STANDING)),
  ...calipers.flatMap((caliper) => ofCaliper(caliper, { image, comparisons: [] })),
];

/** The values that are stored with an image, in the same form: nothing is computed, and nothing is compared. */
export const storedRows = (image: AnalysisImage) =>
  image.measurements
    .filter(({ series }) => series === undefined)
    .flatMap((measurement) =>
      ofMeasurement(measurement, undefined, NO_STANDING).map((row) => ({
        instance_id: image.instance_id,
        filename: image.filename,
        image_type: image.type,
        view: image.view,
        modality: image.modality,
        reference: image.reference,
        cycle: row.cycle,
        cardiac_event: row.cardiac_event,
        frame_number: row.frame_number,
        measurement: measurement.name,
        class: row.class,
        kind: measurement.type,
        formula: row.formula,
        formula_version: row.formula_version,
        value: row.value,
        unit: ucumOf(measurement.units ?? ''),
        aggregate_of: row.aggregate_of,
        calibration_source: row.calibration_source,
        warnings: row.warnings,
        reason: row.reason,
        engine_version: row.engine_version,
      })),
    );
