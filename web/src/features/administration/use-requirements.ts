/** The table of requirements: its rows, the steps that can be asked, and the cell that keys work on. */
import { useEffect, useState } from 'react';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { ImageRequirement } from '@echometry/contract/records/project.ts';
import { CHECKS, type Check } from '@echometry/contract/rules/completeness.ts';
import { canBeAsked } from '@echometry/contract/rules/project-faults.ts';
import { loadConfig } from '../../lib/config.ts';
import type { Projects } from './use-projects.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface Requirements {
  rows: readonly ImageRequirement[];
  /** Null until the configuration is there. */
  types: readonly ImageTypeRow[] | null;
  failure: string | null;
  isAsked: (row: ImageRequirement, check: Check) => boolean;
  /** The step can be done on images of this type, or is asked for all the same. */
  isOffered: (row: ImageRequirement, check: Check) => boolean;
  isChanged: (row: ImageRequirement, check?: Check) => boolean;
  toggle: (type: string, check: Check) => void;
  toggleCurrent: () => void;
  add: (type: string) => void;
  remove: (type: string) => void;
  move: (rows: number, steps: number) => void;
  focused: { row: number; step: number };
  focus: (row: number, step: number) => void;
  /** The list of types to add is open. */
  adding: boolean;
  openTypes: () => void;
  closeTypes: () => void;
}

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), Math.max(max, 0));

/** Name of a cell's control in the document. */
export const cellId = (row: number, step: number): string => `step-${row}-${step}`;

function useImageTypes(dbName: string | undefined) {
  const [types, setTypes] = useState<readonly ImageTypeRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (dbName === undefined) return;
    let isHere = true;
    loadConfig(dbName)
      .then(({ imageTypes }) => {
        if (isHere) setTypes(imageTypes);
      })
      .catch((error: unknown) => {
        if (isHere) setFailure(messageOf(error));
      });
    return () => {
      isHere = false;
    };
  }, [dbName]);
  return { types, failure };
}

export function useRequirements(projects: Projects): Requirements {
  const { project, current, edit } = projects;
  const rows = project?.image_requirements ?? [];
  const before = current?.project.image_requirements ?? [];
  const { types, failure } = useImageTypes(current?.project.db_name);
  const [focused, setFocused] = useState({ row: 0, step: 0 });
  const [adding, setAdding] = useState(false);

  const put = (image_requirements: ImageRequirement[]): void => edit({ image_requirements });
  const toggle = (type: string, check: Check): void =>
    put(rows.map((row) => (row.type === type ? { ...row, [check]: row[check] !== true } : row)));
  const modalitiesOf = (type: string): readonly string[] => types?.find((known) => known.type === type)?.modalities ?? [];
  const isAsked = (row: ImageRequirement, check: Check): boolean => row[check] === true;
  const isOffered = (row: ImageRequirement, check: Check): boolean =>
    isAsked(row, check) || canBeAsked(check, { type: row.type, modalities: modalitiesOf(row.type) });
  const focus = (row: number, step: number): void => {
    setFocused({ row, step });
    document.getElementById(cellId(row, step))?.focus();
  };
  return {
    rows,
    types,
    failure,
    isAsked,
    isOffered,
    isChanged: (row, check) => {
      const was = before.find(({ type }) => type === row.type);
      if (was === undefined) return true;
      return (check === undefined ? CHECKS : [check]).some((one) => isAsked(row, one) !== isAsked(was, one));
    },
    toggle,
    toggleCurrent: () => {
      const [row, check] = [rows[focused.row], CHECKS[focused.step]];
      if (row && check && isOffered(row, check)) toggle(row.type, check);
    },
    add: (type) => put([...rows, { type }]),
    remove: (type) => put(rows.filter((row) => row.type !== type)),
    move: (by, steps) => {
      const row = clamp(focused.row + by, rows.length - 1);
      // A step that this type does not have is passed over.
      const asked = rows[row];
      const offered = CHECKS.flatMap((check, at) => (asked && isOffered(asked, check) ? [at] : []));
      const wanted = focused.step + steps;
      const step = steps < 0 ? offered.findLast((at) => at <= wanted) : (offered.find((at) => at >= wanted) ?? offered.at(-1));
      if (step !== undefined) focus(row, step);
    },
    focused,
    focus,
    adding,
    openTypes: () => setAdding(true),
    closeTypes: () => setAdding(false),
  };
}
