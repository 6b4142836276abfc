import { Type } from 'typebox';
import { ExportData, ExportFormats, ExportRecord, JobId, ModeFilter, TextFilter } from '../../records/export.ts';
import { Name, Strict } from '../../records/strict.ts';

/** Fields of CREATE_EXPORT; `id`, `formats` and `validated_only` are ours, and left out by a plain client. */
export const ExportFields = {
  project: Name,
  editor: TextFilter,
  data: ExportData,
  mode: ModeFilter,
  only_study_type: TextFilter,
  images: Type.Boolean(),
  image_type: TextFilter,
  single_file: Type.Boolean(),
  all_files: Type.Boolean(),
  /** From the client: a request that is sent twice is one export. */
  id: Type.Optional(JobId),
  formats: Type.Optional(ExportFormats),
  /** Of reviews, only images that the reviewer validated; absent: all. */
  validated_only: Type.Optional(Type.Boolean()),
};

/** Fields of CREATE_EXPORT_MEAS; `id`, `formats`, `only_study_type`, `all_files` and `validated_only` are ours. */
export const MeasurementExportFields = {
  project: Name,
  editor: TextFilter,
  image_type: TextFilter,
  data: ExportData,
  mode: ModeFilter,
  imview_header: Type.Boolean(),
  include_normal: Type.Boolean(),
  include_caliper: Type.Boolean(),
  id: Type.Optional(JobId),
  formats: Type.Optional(ExportFormats),
  /** Of reviews, only images that the reviewer validated; absent: all. */
  validated_only: Type.Optional(Type.Boolean()),
  only_study_type: Type.Optional(TextFilter),
  all_files: Type.Optional(Type.Boolean()),
};

/** An export that was queued, or why it was not: too many of this person or project are under way. */
export const Queued = Type.Union([
  Strict({ accepted: Type.Literal(true), export: ExportRecord }),
  Strict({ accepted: Type.Literal(false), message: Type.String() }),
]);
