/** Rules of the form of exports (docs/specification.md#platform-5 and docs/specification.md#platform-9). */
import { ALL, type ExportRequest, type ExportType, type JobStatus, PROCESSING_FINISHED } from '../records/export.ts';
import { formatsOf } from './export-formats.ts';

export const INCORRECT_EDITOR =
  "Incorrect editor: Please write a user e-mail to export his/her analysis or leave the field empty to export all users' analysis";

/** The job is done, and what it made can be downloaded (docs/specification.md#platform-4, Export job). */
export const isReady = (status: JobStatus['status']): boolean => status === 'finished' || status === PROCESSING_FINISHED;
export const isUnderWay = (status: JobStatus['status']): boolean => status === 'queued' || status === 'running';

/** Empty is everybody; anything else holds exactly one '@'. */
export const isEditorFilter = (editor: string): boolean => editor === ALL || editor.split('@').length === 2;

/** The form as it opens: segmentations of analyses, all files, of reviews the validated images, normal and caliper measurements, every filter open. */
export const defaultExport = (type: ExportType = 'segmentations'): ExportRequest => ({
  type,
  data: 'analysis',
  editor: ALL,
  image_type: ALL,
  mode: ALL,
  study_type: ALL,
  images: false,
  single_file: false,
  all_files: true,
  validated_only: true,
  view_header: false,
  include_normal: true,
  include_caliper: true,
  formats: formatsOf(type)
    .filter(({ usual }) => usual)
    .map(({ name }) => name),
});

/** Why a request cannot be carried out; null when it can. */
export function exportFault(request: ExportRequest): { field: keyof ExportRequest; message: string } | null {
  if (!isEditorFilter(request.editor)) return { field: 'editor', message: INCORRECT_EDITOR };
  const names = formatsOf(request.type).map(({ name }) => name as string);
  const foreign = request.formats.find((name) => !names.includes(name));
  if (foreign !== undefined) return { field: 'formats', message: `${foreign} is not a format of ${request.type}` };
  if (request.type === 'measurements' && !request.include_normal && !request.include_caliper)
    return { field: 'include_normal', message: 'Choose normal measurements, caliper measurements, or both' };
  return null;
}
