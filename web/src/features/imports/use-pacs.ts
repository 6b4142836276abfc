/** The search in a PACS: what is asked, what was found, what is chosen of it. */
import { useRef, useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { PacsSearch } from '@echometry/contract/records/import.ts';
import { searchFault } from '@echometry/contract/rules/pacs-search.ts';
import { call } from '../../lib/api.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface PacsForm {
  pacs: string | null;
  patient: string;
  /** Days as an input of dates writes them; empty for none. */
  from: string;
  to: string;
  description: string;
  /** `any` for all. */
  modality: string;
}

export type PacsFound = Extract<AnswerOf<typeof CALLS.importsSearch>, { found: true }>;

export interface PacsState {
  form: PacsForm;
  change: (part: Partial<PacsForm>) => void;
  search: PacsSearch;
  isSearching: boolean;
  find: () => void;
  found: PacsFound | null;
  failure: string | null;
  /** UIDs of the chosen studies. */
  chosen: ReadonlySet<string>;
  choose: (uids: readonly string[], isChosen: boolean) => void;
  clear: () => void;
}

const EMPTY: PacsForm = { pacs: null, patient: '', from: '', to: '', description: '', modality: 'US' };
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const dayOf = (text: string): string | null => (text === '' ? null : text.replaceAll('-', ''));

export function usePacs(): PacsState {
  const [form, setForm] = useState(EMPTY);
  const [isSearching, setSearching] = useState(false);
  const [found, setFound] = useState<PacsFound | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const asked = useRef<AbortController | null>(null);
  const search: PacsSearch = {
    patient: orNull(form.patient),
    from: dayOf(form.from),
    to: dayOf(form.to),
    description: orNull(form.description),
    modality: form.modality === 'any' ? null : form.modality,
  };
  const forget = (): void => {
    asked.current?.abort();
    setFound(null);
    setFailure(null);
    setChosen(new Set());
  };
  return {
    form,
    change: (part) => {
      // The results belong to another search now.
      forget();
      setForm((before) => ({ ...before, ...part }));
    },
    search,
    isSearching,
    find: () => {
      if (form.pacs === null || searchFault(search) !== null) return;
      forget();
      const request = new AbortController();
      asked.current = request;
      setSearching(true);
      call(CALLS.importsSearch, { pacs: form.pacs, search }, { signal: request.signal })
        .then((answer) => {
          if (answer.found) setFound(answer);
          else setFailure(answer.message);
        })
        .catch((error: unknown) => {
          if (!request.signal.aborted) setFailure(messageOf(error));
        })
        .finally(() => setSearching(false));
    },
    found,
    failure,
    chosen,
    choose: (uids, isChosen) =>
      setChosen((before) => {
        const after = new Set(before);
        for (const uid of uids) {
          if (isChosen) after.add(uid);
          else after.delete(uid);
        }
        return after;
      }),
    clear: () => {
      forget();
      setForm((before) => ({ ...EMPTY, pacs: before.pacs }));
    },
  };
}
