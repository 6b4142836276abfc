/** The query of the audit, and the shown page of it. */
import { useState } from 'react';
import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AuditRecord } from '@echometry/contract/records/administered-work.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { downloadText, toCsv } from '../../lib/csv.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { useCall, type Loaded } from './api.ts';
import { messages } from './messages.ts';

export type AuditQuestion = BodyOf<typeof CALLS.auditSearch>;
type Verified = AnswerOf<typeof CALLS.auditVerify>;

const EVERYTHING: AuditQuestion = { person: '', act: '', about: '', from: null, to: null, before: null };
/** Largest number of acts in one file; a message reports an incomplete file. */
export const EXPORTED_ACTS = 20_000;

const COLUMNS = ['ID', 'TIME_UTC', 'PERSON', 'ROLE', 'ACT', 'STUDY', 'SUBJECT', 'DETAIL'] as const;

export interface Audit {
  found: Loaded<AnswerOf<typeof CALLS.auditSearch>>;
  question: AuditQuestion;
  ask: (part: Partial<AuditQuestion>) => void;
  reset: () => void;
  /** Pages that lie before this one. */
  isFirst: boolean;
  older: () => void;
  newer: () => void;
  verified: Verified | null;
  verify: () => void;
  save: () => void;
  busy: boolean;
}

const rowOf = ({ id, at, person, role, act, study, subject, detail }: AuditRecord): (string | number)[] => [
  id,
  new Date(at).toISOString(),
  person ?? '',
  role ?? '',
  act,
  study ?? '',
  subject ?? '',
  detail,
];

export function useAudit(): Audit {
  const [question, setQuestion] = useState<AuditQuestion>(EVERYTHING);
  /** Where the pages before this one begin. */
  const [pages, setPages] = useState<readonly (number | null)[]>([]);
  const found = useCall(CALLS.auditSearch, question);
  const [verified, setVerified] = useState<Verified | null>(null);
  const { busy, attempt } = useAttempt();

  const save = (): Promise<void> =>
    attempt(async () => {
      const all: AuditRecord[] = [];
      let before: number | null = null;
      let more = true;
      while (more && all.length < EXPORTED_ACTS) {
        const page: AnswerOf<typeof CALLS.auditSearch> = await call(CALLS.auditSearch, { ...question, before });
        all.push(...page.entries);
        before = page.entries.at(-1)?.id ?? null;
        ({ more } = page);
      }
      downloadText(`audit-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(COLUMNS, all.map(rowOf)), 'text/csv');
      if (more) alertUser(messages.audit.partly(EXPORTED_ACTS));
    }, messages.audit.notSaved);
  return {
    found,
    question,
    ask: (part) => {
      setPages([]);
      setQuestion((before) => ({ ...before, ...part, before: null }));
    },
    reset: () => {
      setPages([]);
      setQuestion(EVERYTHING);
    },
    isFirst: pages.length === 0,
    older: () => {
      const last = found.data?.entries.at(-1);
      if (last === undefined || !found.data?.more) return;
      setPages([...pages, question.before]);
      setQuestion({ ...question, before: last.id });
    },
    newer: () => {
      if (pages.length === 0) return;
      setQuestion({ ...question, before: pages.at(-1) ?? null });
      setPages(pages.slice(0, -1));
    },
    verified,
    verify: () => void attempt(async () => setVerified(await call(CALLS.auditVerify, {})), messages.audit.notVerified),
    save: () => void save(),
    busy,
  };
}
