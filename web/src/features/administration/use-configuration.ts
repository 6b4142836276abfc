/** Configuration sets: which is looked at, what is compared, and what is about to be stored or made current. */
import { useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { CONFIG_SET_NAMES, type ConfigSetName } from '@echometry/contract/records/config-set.ts';
import { ownPack, withPack } from '@echometry/contract/rules/own-reference-pack.ts';
import type { AdministeredSet, ConfigEffect, ConfigFault } from '@echometry/contract/records/configuration.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { downloadText } from '../../lib/csv.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { useCall, type Loaded } from './api.ts';
import { messages } from './messages.ts';

type Added = AnswerOf<typeof CALLS.configurationAdd>;

/** A file that was chosen, and what is thought of it. */
export interface Candidate {
  file: string;
  data: readonly unknown[];
  answer: Added;
}

/** A choice whose effects the administrator has to see first, or that was refused. */
export interface AskedChoice {
  version: number | null;
  project: string | null;
  effects: readonly ConfigEffect[];
  faults: readonly ConfigFault[];
}

export interface Configuration {
  list: Loaded<AnswerOf<typeof CALLS.configurationList>>;
  set: AdministeredSet | null;
  choose: (name: ConfigSetName) => void;
  /** The version current in the workspace. */
  current: number | null;
  compared: { from: number; to: number } | null;
  compare: (pair: { from: number; to: number } | null) => void;
  candidate: Candidate | null;
  check: (file: File) => void;
  add: () => void;
  leaveCandidate: () => void;
  asked: AskedChoice | null;
  makeCurrent: (version: number | null, project: string | null, accepted?: readonly ConfigEffect[]) => void;
  leaveAsked: () => void;
  download: (version: number) => void;
  busy: boolean;
}

/** Rows of a file: a list, or a set as it is shipped and downloaded. */
function rowsIn(text: string): unknown[] {
  const content: unknown = JSON.parse(text);
  if (Array.isArray(content)) return content as unknown[];
  const data = typeof content === 'object' && content !== null ? (content as Record<string, unknown>)['data'] : undefined;
  if (Array.isArray(data)) return data as unknown[];
  throw new Error(messages.configuration.noRows);
}

export function useConfiguration(): Configuration {
  const list = useCall(CALLS.configurationList, {});
  const [name, setName] = useState<ConfigSetName>(CONFIG_SET_NAMES[0]);
  const [compared, compare] = useState<{ from: number; to: number } | null>(null);
  const [candidate, setCandidate] = useState<Candidate | null>(null);
  const [asked, setAsked] = useState<AskedChoice | null>(null);
  const { busy, attempt } = useAttempt();
  const set = list.data?.sets.find((one) => one.name === name) ?? null;
  const current = set?.choices.find(({ project }) => project === null)?.version ?? null;

  /** Rows of a file for the set; a pack of reference values joins those in use. */
  const candidateIn = async (file: string, text: string): Promise<unknown[]> => {
    const pack = name === 'echo_references' ? ownPack(file, text) : null;
    if (pack === null || current === null) return rowsIn(text);
    const { data } = await call(CALLS.configurationGetVersion, { name, version: current });
    return withPack(data, pack);
  };
  const check = (file: File): Promise<void> =>
    attempt(async () => {
      const data = await candidateIn(file.name, await file.text());
      const answer = await call(CALLS.configurationAdd, { name, data, dry_run: true });
      compare(null);
      setCandidate({ file: file.name, data, answer });
    }, messages.configuration.notChecked(file.name));
  const add = (): Promise<void> =>
    attempt(async () => {
      if (candidate === null) return;
      const added = await call(CALLS.configurationAdd, { name, data: [...candidate.data], dry_run: false });
      if (added.outcome !== 'added') return setCandidate({ ...candidate, answer: added });
      setCandidate(null);
      alertUser(messages.configuration.added(added.version));
      list.reload();
    }, messages.configuration.notStored);
  const makeCurrent: Configuration['makeCurrent'] = (version, project, accepted = []) =>
    void attempt(async () => {
      const answer = await call(CALLS.configurationChoose, { name, version, project, accepted: [...accepted] });
      if (answer.outcome === 'done') {
        setAsked(null);
        list.reload();
      } else
        setAsked({
          version,
          project,
          effects: answer.outcome === 'asks' ? answer.effects : [],
          faults: answer.outcome === 'refused' ? answer.faults : [],
        });
    }, messages.shared.nothingChanged);
  return {
    list,
    set,
    choose: (chosen) => {
      setName(chosen);
      compare(null);
      setCandidate(null);
    },
    current,
    compared,
    compare: (pair) => {
      setCandidate(null);
      compare(pair);
    },
    candidate,
    check: (file) => void check(file),
    add: () => void add(),
    leaveCandidate: () => setCandidate(null),
    asked,
    makeCurrent,
    leaveAsked: () => setAsked(null),
    download: (version) =>
      void attempt(async () => {
        const { data } = await call(CALLS.configurationGetVersion, { name, version });
        downloadText(`${name}-${version}.json`, `${JSON.stringify({ name, version, data }, null, 2)}\n`, 'application/json');
      }, messages.configuration.notDownloaded),
    busy,
  };
}
