/** Projects, what of them is changed and not saved yet, and what it would mean for their studies. */
import { useEffect, useRef, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AdministeredProject, ProjectFault, ProjectImpact, Saving } from '@echometry/contract/records/administered-project.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { projectEffectText } from '@echometry/contract/rules/project-effects.ts';
import { mergeProjects, projectChanges } from '@echometry/contract/rules/project-changes.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { keepDraft, readDraft } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { useCall, type Loaded } from './api.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** The server counts when the table has rested for so long, in ms. */
const REST_MS = 200;

/** A project as it was when it was first changed, and every form since: the last one is shown. */
interface Draft {
  version: number;
  base: Project;
  forms: Project[];
}

export interface Impact {
  impact: ProjectImpact | null;
  faults: readonly ProjectFault[];
  failure: string | null;
  counting: boolean;
}

/** Another version was saved in between. */
export interface Conflict {
  newest: Saving;
  theirs: Project;
}

export interface Projects {
  list: Loaded<{ cloud: string; projects: AdministeredProject[] }>;
  current: AdministeredProject | null;
  choose: (key: string) => void;
  /** As it is shown, with what is not saved yet. */
  project: Project | null;
  changes: readonly string[];
  /** Changes that are not saved, by project. */
  unsaved: (key: string) => number;
  edit: (change: Partial<Project>) => void;
  undo: () => void;
  discard: () => void;
  save: () => void;
  saving: boolean;
  impact: Impact;
  /** Effects of the saved form. */
  saved: ProjectImpact | null;
  conflict: Conflict | null;
  /** Puts one's own changes on top of what was saved in between, or lets them go. */
  settle: (how: 'mine-on-top' | 'theirs') => void;
}

/** Inputs of the parts of the form. */
export interface FieldsProps {
  project: Project;
  edit: (change: Partial<Project>) => void;
}

const draftName = (key: string): string => `administration project ${session.login?.email ?? ''} ${key}`;

/** Drafts of this tab; they outlive a reload. */
function useDrafts(keys: readonly string[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const known = keys.join(' ');
  useEffect(() => {
    const kept = known.split(' ').flatMap((key) => {
      const draft = key === '' ? null : readDraft<Draft>(draftName(key));
      return draft === null ? [] : [[key, draft] as const];
    });
    setDrafts((before) => new Map([...kept, ...before]));
  }, [known]);
  const put = (key: string, draft: Draft | null): void => {
    keepDraft(draftName(key), draft);
    setDrafts((before) => {
      const others = [...before].filter(([name]) => name !== key);
      return new Map(draft === null ? others : [...others, [key, draft]]);
    });
  };
  return { drafts, put };
}

/** Effects of a project on its studies, counted by the server after a pause in editing. */
function useImpact(project: Project | null, turn: number): Impact {
  const [state, setState] = useState<Impact & { of: string | null }>({ impact: null, faults: [], failure: null, counting: true, of: null });
  const asked = project === null ? null : JSON.stringify(project);
  const key = project?._id ?? null;
  useEffect(() => {
    if (asked === null) return;
    const stop = new AbortController();
    setState((before) =>
      before.of === key ? { ...before, counting: true } : { impact: null, faults: [], failure: null, counting: true, of: key },
    );
    const timer = window.setTimeout(() => {
      call(CALLS.projectsImpact, { project: JSON.parse(asked) as Project }, { signal: stop.signal })
        .then(({ impact, faults }) => setState({ impact, faults, failure: null, counting: false, of: key }))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) setState({ impact: null, faults: [], failure: messageOf(error), counting: false, of: key });
        });
    }, REST_MS);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [asked, key, turn]);
  return state;
}

export function useProjects(): Projects {
  const list = useCall(CALLS.projectsList, {});
  const all = list.data?.projects ?? [];
  const [key, choose] = useState<string | null>(() => new URLSearchParams(window.location.search).get('project'));
  const current = all.find(({ project }) => project._id === key) ?? all[0] ?? null;
  const { drafts, put } = useDrafts(all.map(({ project }) => project._id));
  const [saving, setSaving] = useState(false);
  const [turn, setTurn] = useState(0);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = current === null ? undefined : drafts.get(current.project._id);
  const project = draft?.forms.at(-1) ?? current?.project ?? null;
  const changes = draft && project ? projectChanges(draft.base, project) : [];
  const impact = useImpact(project, turn);
  const saved = useRef<{ of: string; impact: ProjectImpact } | null>(null);
  const place = current === null ? '' : `${current.project._id} ${current.version}`;
  if (changes.length === 0 && impact.impact !== null && !impact.counting) saved.current = { of: place, impact: impact.impact };

  const edit = (change: Partial<Project>): void => {
    if (current === null || project === null) return;
    const form = { ...project, ...change };
    const before = draft ?? { version: current.version, base: current.project, forms: [] };
    put(current.project._id, { ...before, forms: [...before.forms, form] });
  };
  const undo = (): void => {
    if (current === null || draft === undefined) return;
    const forms = draft.forms.slice(0, -1);
    put(current.project._id, forms.length === 0 ? null : { ...draft, forms });
  };
  const discard = (): void => {
    if (current !== null) put(current.project._id, null);
  };
  const save = async (): Promise<void> => {
    if (current === null || draft === undefined || project === null || impact.impact === null || impact.counting || changes.length === 0)
      return;
    setSaving(true);
    try {
      const saved = await call(CALLS.projectsSave, { project, base_version: draft.version, accepted: [...impact.impact.effects] });
      if (saved.outcome === 'saved') {
        put(project._id, null);
        const effects = impact.impact.effects.map(projectEffectText).join('; ');
        alertUser(messages.projects.savedAs(project.name_to_show, saved.version, effects));
        list.reload();
      } else if (saved.outcome === 'conflict') setConflict({ newest: saved.newest, theirs: saved.project });
      else if (saved.outcome === 'asks') {
        alertUser(messages.projects.changedMeanwhile, 'hard');
        setTurn((n) => n + 1);
      } else alertUser(saved.faults.map(({ message }) => message).join(' '), 'hard');
    } catch (error) {
      alertUser(messages.projects.notSaved(messageOf(error)), 'hard');
    } finally {
      setSaving(false);
    }
  };
  const settle: Projects['settle'] = (how) => {
    if (current !== null && conflict !== null && draft !== undefined && project !== null) {
      const form = mergeProjects(draft.base, project, conflict.theirs);
      const hasChanges = how === 'mine-on-top' && projectChanges(conflict.theirs, form).length > 0;
      put(project._id, hasChanges ? { version: conflict.newest.version, base: conflict.theirs, forms: [form] } : null);
    }
    setConflict(null);
    list.reload();
  };

  return {
    list,
    current,
    choose,
    project,
    changes,
    unsaved: (of) => {
      const kept = drafts.get(of);
      const form = kept?.forms.at(-1);
      return kept && form ? projectChanges(kept.base, form).length : 0;
    },
    edit,
    undo,
    discard,
    save: () => void save(),
    saving,
    impact,
    saved: saved.current?.of === place ? saved.current.impact : null,
    conflict,
    settle,
  };
}
