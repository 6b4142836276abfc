/** An export in the words of the page. */
import { ALL, type ExportRecord, type ExportRequest } from '@echometry/contract/records/export.ts';
import { EXPORT_FORMATS } from '@echometry/contract/rules/export-formats.ts';
import { isReady } from '@echometry/contract/rules/export-request.ts';

const KIB = 1024;
const MIB = KIB * KIB;

export function bytes(size: number): string {
  if (size < KIB) return `${size} B`;
  return size < MIB ? `${(size / KIB).toFixed(0)} kB` : `${(size / MIB).toFixed(1)} MB`;
}

export const whenText = (at: number): string =>
  new Date(at).toLocaleString('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
const dayText = (at: number): string => new Date(at).toLocaleDateString('en-GB', { day: '2-digit', month: 'short' });

export const formatsText = ({ formats }: ExportRequest): string =>
  EXPORT_FORMATS.filter(({ name }) => formats.includes(name))
    .map(({ title }) => title)
    .join(', ');

/** Filters of an export. */
export function filtersText({ data, editor, image_type, mode, study_type, all_files, validated_only }: ExportRequest): string {
  const parts = [
    data === 'review' ? (validated_only === true ? 'reviews, validated images' : 'reviews') : '',
    editor === ALL ? 'all editors' : editor,
    image_type,
    mode,
    study_type,
    all_files ? '' : 'references',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** How much an export contained. */
export function contentsText({ request, contents }: ExportRecord): string {
  if (contents === null) return '—';
  const studies = `${contents.studies} ${contents.studies === 1 ? 'study' : 'studies'}`;
  const images = `${contents.images} ${contents.images === 1 ? 'image' : 'images'}`;
  return request.type === 'measurements' ? `${studies}, ${images}, ${contents.values} values` : `${studies}, ${images}`;
}

/** The state of an export, with what follows from it. */
export function stateText(record: ExportRecord): string {
  if (isReady(record.status)) return record.kept_until === null ? 'no longer kept' : `ready until ${dayText(record.kept_until)}`;
  return record.status === 'error' ? `error: ${record.failure ?? 'no reason was given'}` : record.status;
}

const LOG_LINE = /^(\d{4}-\d\d-\d\dT\S+Z) (.*)$/;

/** A line of a log with its time of day where the reader is; the output of a job stands without a time. */
export function logLine(line: string): { time: string; text: string } {
  const [, at, text] = LOG_LINE.exec(line) ?? [];
  if (at === undefined || text === undefined) return { time: '', text: line };
  return { time: new Date(at).toLocaleTimeString('en-GB', { hour12: false }), text };
}

const MINUTE_S = 60;
const SHORTEST_GUESS_S = 3;

/** How long an export has run, and about how long it will still; the rest is not guessed from the first moments. */
export function timeText(record: Pick<ExportRecord, 'started_at' | 'done' | 'total'>, now: number): string {
  if (record.started_at === null) return '';
  const passed = Math.max(0, (now - record.started_at) / 1000);
  const text = (seconds: number): string =>
    seconds < MINUTE_S ? `${Math.round(seconds)} s` : `${Math.floor(seconds / MINUTE_S)} min ${Math.round(seconds % MINUTE_S)} s`;
  const share = record.total === null || record.total === 0 ? 0 : record.done / record.total;
  if (share === 0 || passed < SHORTEST_GUESS_S) return text(passed);
  return `${text(passed)} · about ${text((passed * (1 - share)) / share)} left`;
}

/** A name that sorts by time and stands for no other export. */
export function newExportId(project: string, request: Pick<ExportRequest, 'type'>, at: Date, random: string): string {
  const time = at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
  return `${project.replaceAll(/[^A-Za-z0-9.-]/g, '-')}_${request.type}_${time}_${random}`.replace(/^[^A-Za-z0-9]+/, '');
}
