/** Calls of the export page, and what it keeps up to date. */
import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ExportRecord, ExportRequest } from '@echometry/contract/records/export.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** How often an export that is under way is looked at, in ms. */
const POLL_MS = 1000;
/** A preview is asked for when the form has rested for so long, in ms. */
const REST_MS = 500;

export type ExportList = AnswerOf<typeof CALLS.exportsList>;
export type Preview = AnswerOf<typeof CALLS.exportsPreview>;

/** The person's exports of a project; read again each second while one is under way. */
export function useExports(project: string): { list: ExportList | null; failure: string | null; reload: () => void } {
  const [list, setList] = useState<ExportList | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => {
    const stop = new AbortController();
    void poll({
      signal: stop.signal,
      everyMs: POLL_MS,
      read: (signal) => call(CALLS.exportsList, { project }, { signal }),
      isUnderWay: ({ exports, sendings }) => [...exports, ...sendings].some(({ status }) => isUnderWay(status)),
      onValue: (found) => {
        setList(found);
        setFailure(null);
      },
      onFailure: (error) => setFailure(messageOf(error)),
    });
    return () => stop.abort();
  }, [project, turn]);
  return { list, failure, reload };
}

/** Queues an export; its id comes from here, so that a request that is sent twice is one export. */
export function createExport(
  project: string,
  id: string,
  request: ExportRequest,
  user: string,
): Promise<AnswerOf<typeof CALLS.exportsCreate>> {
  const { editor, data, mode, image_type, all_files, validated_only, formats } = request;
  const common = {
    project,
    id,
    editor,
    data,
    mode,
    image_type,
    all_files,
    formats,
    only_study_type: request.study_type,
    user,
    ...(validated_only === undefined ? {} : { validated_only }),
  };
  if (request.type === 'segmentations')
    return call(CALLS.exportsCreate, { ...common, images: request.images, single_file: request.single_file });
  const { view_header, include_normal, include_caliper } = request;
  return call(CALLS.exportsCreateMeasurements, { ...common, imview_header: view_header, include_normal, include_caliper });
}

/** Queues the sending of an export to a PACS; its id comes from here, so that a request that is sent twice is one sending. */
export const sendExport = (id: string, record: Pick<ExportRecord, 'id'>, pacs: string): Promise<AnswerOf<typeof CALLS.exportsSend>> =>
  call(CALLS.exportsSend, { id, export: record.id, pacs });

/** Ends an export or a sending. */
export const cancelExport = (id: string): Promise<unknown> => call(CALLS.jobsCancel, { id });

/** Asks for a signed address and lets the browser save what is there. */
export async function downloadExport({ output }: Pick<ExportRecord, 'output'>): Promise<void> {
  if (output === null) return;
  const [address] = await call(CALLS.getPresignedUrls, output);
  if (address !== undefined) saveFrom(address);
}

/** Lets the browser save what is at a signed address. */
export function saveFrom(address: { url: string; filename: string }): void {
  const link = document.createElement('a');
  link.href = address.url;
  link.download = address.filename;
  link.click();
}

export interface PreviewState {
  preview: Preview | null;
  failure: string | null;
  loading: boolean;
}

/** The first rows of an export and what it leaves out, computed on the server when the form rests. Null asks for nothing. */
export function usePreview(project: string, request: ExportRequest | null, turn: number): PreviewState {
  const [state, setState] = useState<PreviewState>({ preview: null, failure: null, loading: false });
  const asked = request === null ? null : JSON.stringify(request);
  useEffect(() => {
    if (asked === null) return;
    const stop = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    const timer = window.setTimeout(() => {
      call(CALLS.exportsPreview, { project, request: JSON.parse(asked) as ExportRequest }, { signal: stop.signal })
        .then((preview) => setState({ preview, failure: null, loading: false }))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) setState({ preview: null, failure: messageOf(error), loading: false });
        });
    }, REST_MS);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [project, asked, turn]);
  return state;
}
