import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { mayExport } from '@echometry/contract/rules/permissions.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { downloadText } from '../../lib/csv.ts';
import { messages } from '../messages.ts';
import type { OpenStudy } from '../store/open-study.ts';
import { useStudy } from './use-study.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Pages whose header has the download (docs/specification.md#platform-2, Header bar). */
const PAGES: readonly string[] = ['/selection', '/reference', '/cycletiming', '/segmentation'];

async function download({ project, link }: Pick<OpenStudy, 'project' | 'link'>): Promise<void> {
  const raw = await call(CALLS.analysisDownloadRaw, {
    id: link.study_id,
    db_name: project.db_name,
    medical_data_type: MEDICAL_DATA_TYPE,
  });
  if (raw.analysis === null) return alertUser(messages.raw.nothingSaved(raw.message), 'hard');
  downloadText(`${project._id}_${link.study_id}_raw-analysis.json`, JSON.stringify(raw.analysis, null, 2), 'application/json');
}

/** For roles that export: the analysis of the open study as it is stored. */
export function RawDownload({ page }: { page: string }) {
  const { study } = useStudy();
  if (!study || !mayExport(study.role) || !PAGES.includes(page)) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={messages.raw.label}
      title={messages.raw.label}
      onClick={() => {
        download(study).catch((error: unknown) => alertUser(messageOf(error), 'hard'));
      }}
    >
      <IconDownload size={18} stroke={1.6} />
    </ActionIcon>
  );
}
