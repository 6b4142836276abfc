import { ActionIcon } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { alertUser } from '../../lib/alerts.ts';
import { downloadText } from '../../lib/csv.ts';
import { HeaderTools } from '../../ui/header-tools.tsx';
import { readAllRows } from './api.ts';
import { questionOf, type ListView } from './list-view.ts';
import { messages } from './messages.ts';
import { studiesCsv } from './studies-csv.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Downloads the list as it is looked at, all pages of it; while that takes, the button shows how far it is and ends it. */
export function Download({ project, view }: { project: { id: string; db: string }; view: ListView }) {
  const [percent, setPercent] = useState<number | null>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);
  const begin = async () => {
    const { signal } = (request.current = new AbortController());
    setPercent(0);
    try {
      const rows = await readAllRows(project.db, (offset, limit) => questionOf(view, { offset, limit, tasks: false }), {
        signal,
        onProgress: (done, total) => setPercent(Math.round((100 * done) / Math.max(total, 1))),
      });
      const { name, text } = studiesCsv(project.id, rows);
      downloadText(name, text, 'text/csv');
    } catch (error) {
      if (!signal.aborted) alertUser(messages.download.failed(messageOf(error)), 'hard');
    } finally {
      if (request.current?.signal === signal) setPercent(null);
    }
  };
  const label = percent === null ? messages.download.start : messages.download.cancel(percent);
  return (
    <HeaderTools>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        title={label}
        onClick={() => {
          if (percent === null) void begin();
          else request.current?.abort();
        }}
      >
        {percent === null ? <IconDownload size={18} stroke={1.6} /> : <IconX size={18} stroke={1.6} />}
      </ActionIcon>
    </HeaderTools>
  );
}
