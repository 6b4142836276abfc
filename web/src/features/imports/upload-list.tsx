import { Button } from '@mantine/core';
import type { UploadUnderWay } from '@echometry/contract/records/import.ts';
import { whenText } from './format.ts';
import { messages } from './messages.ts';
import { Table, unseen } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** Own uploads that no import was made of yet, with the way to discard each. */
export function UploadList({ uploads, onDiscard }: { uploads: readonly UploadUnderWay[]; onDiscard: (id: string) => void }) {
  if (uploads.length === 0) return null;
  return (
    <Section title={messages.uploads.title} note={messages.uploads.hint}>
      <Table columns={[...messages.uploads.columns, unseen(messages.actions)]} right={[3]}>
        {uploads.map(({ id, files, size_bytes, received_bytes, touched_at }) => (
          <tr key={id} data-testid="upload-under-way">
            <td>{whenText(touched_at)}</td>
            <td>{messages.uploads.files(files)}</td>
            <td>{messages.upload.sent(received_bytes, size_bytes)}</td>
            <td>
              <Button variant="default" size="compact-sm" onClick={() => onDiscard(id)}>
                {messages.uploads.discard}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
