import { EXPORT_FORMATS, type ExportFormatName } from '@echometry/contract/rules/export-formats.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import { DASH, number } from '../../lib/format.ts';
import type { PreviewState } from './api.ts';
import { LeftOut } from './left-out.tsx';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** Columns of the long table that are shown; the file has all of them. */
const SHOWN = [
  'patient',
  'study_date',
  'image_type',
  'view',
  'cycle',
  'measurement',
  'value',
  'unit',
  'in_range',
  'calibration_source',
  'reason',
] as const;
/** The certainty of a review, before the columns of its values. */
const SHOWN_OF_REVIEWS = ['reviewer', 'review_state', 'validated', ...SHOWN] as const;
const RIGHT = ['cycle', 'value'] as const;

function cellText(column: string, text: string): string {
  if (column === 'value') return text === '' ? DASH : number(Number(text));
  return column === 'in_range' || column === 'validated' ? (messages.preview.yesOrNo[text] ?? text) : text;
}

/** Formats of which the first rows are shown. */
const IN_ROWS: readonly ExportFormatName[] = ['csv-long', 'csv-wide'];

/** The first rows before one waits for all of them. */
export function PreviewTable({ request, state }: { request: ExportRequest; state: PreviewState }) {
  if (request.type === 'segmentations') return <SegmentationPreview request={request} state={state} />;
  const { preview, failure, loading } = state;
  const shown = request.data === 'review' ? SHOWN_OF_REVIEWS : SHOWN;
  const place = new Map(preview?.columns.map((name, index) => [name, index]));
  return (
    <>
      <Section
        title={messages.preview.title}
        note={
          <>
            {preview && preview.rows.length > 0 && messages.preview.summary(preview, shown.length)}
            {loading && messages.preview.computing}
          </>
        }
        aria-busy={loading}
      >
        <Certainty request={request} />
        {failure !== null && (
          <p className={classes.fault} role="alert">
            {failure}
          </p>
        )}
        {preview && preview.rows.length === 0 && (
          <p className={layout.empty}>{preview.works === 0 ? messages.preview.noWork : messages.preview.noValues}</p>
        )}
        {preview && preview.rows.length > 0 && (
          <Table
            scrolls={messages.preview.rows}
            className={classes.preview}
            data-stale={loading}
            columns={shown}
            right={RIGHT.map((name) => shown.indexOf(name))}
          >
            {preview.rows.map((row, index) => (
              <tr key={index} data-testid="preview-row">
                {shown.map((column) => {
                  const text = row[place.get(column) ?? -1] ?? '';
                  return (
                    <td key={column} data-column={column} data-value={text}>
                      {cellText(column, text)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </Table>
        )}
      </Section>
      {request.formats.some((name) => !IN_ROWS.includes(name)) && (
        <Section title={messages.preview.archive}>
          <ul className={classes.contents}>
            <ChosenFormats request={request} />
          </ul>
        </Section>
      )}
      {preview && <LeftOut preview={preview} />}
    </>
  );
}

/** Which images of reviews are exported. */
function Certainty({ request: { data, validated_only } }: { request: ExportRequest }) {
  if (data !== 'review') return null;
  return (
    <p className={`${layout.smallNote} ${classes.hint}`}>
      {validated_only === true ? messages.preview.validated : messages.preview.anyValidation}
    </p>
  );
}

/** The chosen formats, each with its sentence. */
function ChosenFormats({ request }: { request: ExportRequest }) {
  return EXPORT_FORMATS.filter(({ name }) => request.formats.includes(name)).map(({ name, title, about }) => (
    <li key={name}>
      <strong>{title}</strong> {about}
    </li>
  ));
}

function SegmentationPreview({ request, state: { preview, failure, loading } }: { request: ExportRequest; state: PreviewState }) {
  return (
    <>
      <Section title={messages.preview.archive} label={messages.preview.title} note={messages.preview.archiveHint} aria-busy={loading}>
        <Certainty request={request} />
        {failure !== null && (
          <p className={classes.fault} role="alert">
            {failure}
          </p>
        )}
        <ul className={classes.contents}>
          <ChosenFormats request={request} />
          {request.images && (
            <li>
              <strong>{messages.preview.dicom}</strong> {messages.preview.dicomHint}
            </li>
          )}
          <li>
            <strong>{messages.preview.readme}</strong> {messages.preview.readmeHint}
          </li>
        </ul>
      </Section>
      {preview && <LeftOut preview={preview} />}
    </>
  );
}
