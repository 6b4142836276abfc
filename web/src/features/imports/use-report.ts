/** The report of an import, a page of files at a time, of one outcome or all. */
import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MAX_REPORT_ROWS } from '@echometry/contract/calls/imports.ts';
import type { ImportedFile, ImportOutcome, ImportRecord } from '@echometry/contract/records/import.ts';
import { call } from '../../lib/api.ts';
import { downloadText, toCsv } from '../../lib/csv.ts';
import { OUTCOME_WORDS } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Files of a page. */
const PAGE_ROWS = 100;

export interface ReportState {
  files: readonly ImportedFile[] | null;
  total: number;
  failure: string | null;
  outcome: ImportOutcome | null;
  setOutcome: (outcome: ImportOutcome | null) => void;
  page: number;
  pages: number;
  setPage: (page: number) => void;
}

export function useReport(id: string): ReportState {
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [page, setPage] = useState(1);
  const [files, setFiles] = useState<readonly ImportedFile[] | null>(null);
  const [total, setTotal] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const request = new AbortController();
    call(CALLS.importsReport, { id, outcome, offset: (page - 1) * PAGE_ROWS, limit: PAGE_ROWS }, { signal: request.signal })
      .then((report) => {
        setFiles(report.files);
        setTotal(report.total);
        setFailure(null);
      })
      .catch((error: unknown) => {
        if (!request.signal.aborted) setFailure(messageOf(error));
      });
    return () => request.abort();
  }, [id, outcome, page]);
  return {
    files,
    total,
    failure,
    outcome,
    setOutcome: (wanted) => {
      setOutcome(wanted);
      setPage(1);
    },
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_ROWS)),
    setPage,
  };
}

/** All files of the outcome as a table for spreadsheets. */
export async function downloadReport(record: ImportRecord, outcome: ImportOutcome | null): Promise<void> {
  const rows: string[][] = [];
  for (let offset = 0; ; offset += MAX_REPORT_ROWS) {
    const { files, total } = await call(CALLS.importsReport, { id: record.id, outcome, offset, limit: MAX_REPORT_ROWS });
    for (const { file, outcome: what, reason, study_id } of files) rows.push([file, OUTCOME_WORDS[what], reason, study_id ?? '']);
    if (files.length === 0 || rows.length >= total) break;
  }
  const day = new Date(record.created_at).toISOString().slice(0, 10);
  const name = `import_${record.project}_${day}${outcome === null ? '' : `_${outcome}`}.csv`;
  downloadText(name, toCsv(['file', 'outcome', 'reason', 'study'], rows), 'text/csv');
}
