/** The form of a new import: source, destination, and facts about the files. */
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { ImportOrder, ImportSource } from '@echometry/contract/records/import.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import type { FolderChoice } from './folder-source.tsx';
import type { ChosenMapping } from './mapping-field.tsx';
import { messages } from './messages.ts';
import type { Sources } from './use-imports.ts';
import { usePacs, type PacsState } from './use-pacs.ts';
import { useUpload, type UploadState } from './use-upload.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export type SourceKind = ImportSource['kind'];

export interface NewImport {
  kind: SourceKind;
  project: string | null;
  dataType: DataType | null;
  /** Patient ids that identify no person make every study a separate patient. */
  byStudy: boolean;
  mapping: ChosenMapping | null;
  folder: FolderChoice | null;
  intoDemo: boolean;
}

export interface NewImportState {
  form: NewImport;
  change: (part: Partial<NewImport>) => void;
  upload: UploadState;
  pacs: PacsState;
  /** Why no import can begin now; null when one can. */
  why: string | null;
  isStarting: boolean;
  start: () => void;
}

const EMPTY: NewImport = { kind: 'folder', project: null, dataType: null, byStudy: false, mapping: null, folder: null, intoDemo: false };

function sourceOf({ kind, folder }: NewImport, upload: UploadState, pacs: PacsState): ImportSource | string {
  switch (kind) {
    case 'folder':
      return folder === null ? messages.notYet.folder : { kind, ...folder };
    case 'upload':
      if (upload.id === null || upload.phase === 'empty') return messages.notYet.files;
      return upload.phase === 'complete' ? { kind, upload: upload.id } : messages.notYet.upload;
    case 'pacs': {
      const { pacs: name } = pacs.form;
      if (name === null || pacs.found === null) return messages.notYet.search;
      if (pacs.chosen.size === 0) return messages.notYet.studies;
      return { kind, pacs: name, selection: { studies: [...pacs.chosen], modality: pacs.search.modality } };
    }
  }
}

export function useNewImport(sources: Sources | null, onStarted: (id: string) => void): NewImportState {
  const [form, setForm] = useState(EMPTY);
  const [isStarting, setStarting] = useState(false);
  const upload = useUpload();
  const pacs = usePacs();
  const only = sources?.projects.length === 1 ? (sources.projects[0]?._id ?? null) : null;
  const filled = { ...form, project: form.project ?? only };
  const source = sourceOf(filled, upload, pacs);
  const why =
    sources === null
      ? messages.notYet.loading
      : typeof source === 'string'
        ? source
        : filled.project === null
          ? messages.notYet.project
          : (form.mapping?.faults.length ?? 0) > 0
            ? messages.notYet.mapping
            : sources.demo && !form.intoDemo
              ? messages.notYet.demo
              : null;
  const start = (): void => {
    if (why !== null || typeof source === 'string' || filled.project === null || isStarting) return;
    const order: ImportOrder = {
      project: filled.project,
      source,
      data_type: form.dataType,
      patients: { kind: form.byStudy ? 'by-study' : 'refuse' },
      mapping: [...(form.mapping?.rows ?? [])],
      into_demo: form.intoDemo,
    };
    setStarting(true);
    call(CALLS.importsCreate, { id: crypto.randomUUID(), order })
      .then((answer) => {
        if (!answer.accepted) return alertUser(answer.message, 'hard');
        if (source.kind === 'upload') upload.release();
        if (source.kind === 'pacs') pacs.clear();
        onStarted(answer.import.id);
      })
      .catch((error: unknown) => alertUser(messageOf(error), 'hard'))
      .finally(() => setStarting(false));
  };
  return { form: filled, change: (part) => setForm((before) => ({ ...before, ...part })), upload, pacs, why, isStarting, start };
}
