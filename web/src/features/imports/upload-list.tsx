import { Button } from '@mantine/core';
import type { UploadUnderWay } from '@echometry/contract/records/import.ts';
import classes from './imports.module.css';
import { bytes, counted, whenText } from './messages.ts';

/** Own uploads that no import was made of yet, with the way to discard each. */
export function UploadList({ uploads, onDiscard }: { uploads: readonly UploadUnderWay[]; onDiscard: (id: string) => void }) {
  if (uploads.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Uploads not imported yet">
      <h2>
        Uploads not imported yet<small>choose the same files again to continue an upload</small>
      </h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Last activity</th>
            <th>Files</th>
            <th>Received</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {uploads.map(({ id, files, size_bytes, received_bytes, touched_at }) => (
            <tr key={id} data-testid="upload-under-way">
              <td>{whenText(touched_at)}</td>
              <td>{counted(files, 'file')}</td>
              <td>
                {bytes(received_bytes)} of {bytes(size_bytes)}
              </td>
              <td className={classes.actions}>
                <Button variant="default" size="compact-sm" onClick={() => onDiscard(id)}>
                  Discard
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
