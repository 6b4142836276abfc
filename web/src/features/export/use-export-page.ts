/** State and actions of the export page, for one project. */
import { useEffect, useRef, useState } from 'react';
import type { ExportRecord, ExportRequest } from '@echometry/contract/records/export.ts';
import { defaultExport, exportFault, INCORRECT_EDITOR, isReady, isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { alertUser } from '../../lib/alerts.ts';
import { session } from '../../lib/session.ts';
import { cancelExport, createExport, downloadExport, sendExport, useExports, type ExportList } from './api.ts';
import { newExportId } from './export-id.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface ExportPageState {
  request: ExportRequest;
  change: (part: Partial<ExportRequest>) => void;
  reset: () => void;
  /** Fault of the form. */
  fault: string | null;
  /** Why no export can be created now; null when one can. */
  why: string | null;
  creating: boolean;
  create: () => void;
  list: ExportList | null;
  failure: string | null;
  reload: () => void;
  cancel: (id: string) => void;
  download: (record: ExportRecord) => void;
  downloadNewest: () => void;
  /** Fills the form with what an earlier export was made of, and makes it again. */
  again: (record: ExportRecord) => void;
  send: (record: ExportRecord, pacs: string) => void;
  openLog: string | null;
  setOpenLog: (id: string | null) => void;
  toggleNewestLog: () => void;
}

const alertOnFailure = (work: Promise<unknown>): void => void work.catch((error: unknown) => alertUser(messageOf(error), 'hard'));

function whyNot(request: ExportRequest, list: ExportList | null): string | null {
  const fault = exportFault(request);
  if (fault?.field === 'editor') return messages.notYet.editor;
  if (request.formats.length === 0) return messages.notYet.format;
  if (fault !== null) return fault.message;
  return list !== null && list.under_way >= list.limit ? messages.notYet.jobs(list.under_way, list.limit) : null;
}

/** Downloads what was created here as soon as it is ready; exports of earlier visits wait for the person. */
function useArrivals(records: readonly ExportRecord[], created: ReadonlySet<string>): void {
  const arrived = useRef(new Set<string>());
  useEffect(() => {
    for (const record of records) {
      if (!created.has(record.id) || isUnderWay(record.status) || arrived.current.has(record.id)) continue;
      arrived.current.add(record.id);
      if (isReady(record.status)) alertOnFailure(downloadExport(record));
      else if (record.status === 'error') alertUser(messages.failed(record.failure), 'hard');
    }
  }, [records, created]);
}

export function useExportPage(project: string): ExportPageState {
  const [request, setRequest] = useState(defaultExport);
  const [creating, setCreating] = useState(false);
  const [openLog, setOpenLog] = useState<string | null>(null);
  const [created, setCreated] = useState<ReadonlySet<string>>(new Set());
  const { list, failure, reload } = useExports(project);
  const records = list?.exports ?? [];
  useArrivals(records, created);
  const fault = exportFault(request);
  const why = whyNot(request, list);

  const make = (asked: ExportRequest): void => {
    if (creating) return;
    if (exportFault(asked)?.field === 'editor') return alertUser(INCORRECT_EDITOR, 'hard');
    const id = newExportId(project, asked, new Date(), crypto.randomUUID().slice(0, 8));
    setCreating(true);
    const making = createExport(project, id, asked, session.login?.email ?? '').then((answer) => {
      if (!answer.accepted) return alertUser(answer.message, 'hard');
      setCreated((before) => new Set([...before, id]));
      alertUser(messages.queued);
      return reload();
    });
    alertOnFailure(making.finally(() => setCreating(false)));
  };
  const download = (record: ExportRecord): void => alertOnFailure(downloadExport(record));
  const send = (record: ExportRecord, pacs: string): void =>
    alertOnFailure(
      sendExport(crypto.randomUUID(), record, pacs).then((answer) => {
        if (!answer.accepted) return alertUser(answer.message, 'hard');
        alertUser(messages.sending.queued(pacs));
        return reload();
      }),
    );
  const newest = records[0];
  return {
    request,
    change: (part) => setRequest((before) => ({ ...before, ...part })),
    reset: () => setRequest(defaultExport(request.type)),
    fault: fault?.message ?? null,
    why,
    creating,
    create: () => {
      if (why === null || fault?.field === 'editor') make(request);
    },
    list,
    failure,
    reload,
    cancel: (id) => alertOnFailure(cancelExport(id).then(reload)),
    download,
    downloadNewest: () => {
      const ready = records.find(({ output }) => output !== null);
      if (ready) download(ready);
      else alertUser(messages.noneReady);
    },
    again: (record) => {
      setRequest(record.request);
      make(record.request);
    },
    send,
    openLog,
    setOpenLog,
    toggleNewestLog: () => setOpenLog(openLog === null ? (newest?.id ?? null) : null),
  };
}
