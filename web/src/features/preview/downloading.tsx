import { megabytes } from '../../lib/format.ts';
import type { DownloadProgress } from '../../study/store/download-each.ts';
import { Loading } from '../../ui/loading.tsx';
import { messages } from './messages.ts';

/** The loading screen of the chosen files. It counts the bytes of files that are still arriving, too. */
export function Downloading({ progress, onCancel }: { progress: DownloadProgress; onCancel: () => void }) {
  const { done, files, bytes, totalBytes } = progress;
  return (
    <Loading
      percent={totalBytes === 0 ? 100 : (bytes / totalBytes) * 100}
      what={messages.downloading(done, files, megabytes(bytes), megabytes(totalBytes))}
      onCancel={onCancel}
    />
  );
}
