import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import { sidesOf } from '@echometry/contract/rules/anatomies.ts';
import type { ReportValue, ReportView, ValueType } from '@echometry/contract/rules/report.ts';
import { useKeys } from '../../lib/keys.ts';
import { nearest, type Direction } from '../../lib/nearest.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { copyValue } from './clipboard.ts';
import { focusGuidelines } from './guideline-section.tsx';
import { pathOfPoints } from './points.ts';
import { focusQuantities } from './quantities-bar.tsx';

interface Options {
  home: RefObject<HTMLDivElement | null>;
  study: OpenStudy;
  link: StudyLink;
  view: ReportView;
  look: (change: Partial<ReportView>) => void;
  /** Copies the table of what is shown. */
  onCopy: () => void;
  values: readonly ReportValue[];
  chosen: ReportValue | null;
  choose: (value: ReportValue | null) => void;
  /** Judges by reference values or by normal ranges. */
  onBasis: () => void;
  onHelp: () => void;
}

/** Moves the focus to the nearest value in a direction; from outside to the first. */
function move(home: HTMLElement | null, direction: Direction): void {
  const cards = [...(home?.querySelectorAll<HTMLElement>('[data-value]') ?? [])];
  const from = cards.findIndex((card) => card === document.activeElement);
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const to = from < 0 ? cards[0] : cards[nearest(boxes, from, direction)];
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'nearest' });
}

export const toggled = (types: readonly ValueType[], type: ValueType): ValueType[] =>
  types.includes(type) ? types.filter((one) => one !== type) : [...types, type];

/** Keys of the report. */
export function useReportKeys({ home, study, link, view, look, onCopy, values, chosen, choose, onBasis, onHelp }: Options): void {
  const [, navigate] = useLocation();
  /** The value the keys are about: the one with the focus, else the chosen one. */
  const current = (): ReportValue | null => {
    const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['value'] : undefined;
    return values.find((value) => value.key === key) ?? chosen;
  };
  const otherSide = sidesOf(study.head.data_type).find((side) => side !== view.side) ?? view.side;
  useKeys({
    'report.right': () => move(home.current, 'right'),
    'report.left': () => move(home.current, 'left'),
    'report.below': () => move(home.current, 'below'),
    'report.above': () => move(home.current, 'above'),
    'report.explain': () => choose(current()),
    'report.points': () => {
      const value = current();
      const path = value && pathOfPoints(study.role, link, value);
      if (path) navigate(path);
    },
    'report.form': () => look({ form: view.form === 'summary' ? 'complete' : 'summary' }),
    'report.side': () => look({ form: 'complete', side: otherSide }),
    'report.direct': () => look({ form: 'complete', types: toggled(view.types, 'direct') }),
    'report.calculated': () => look({ form: 'complete', types: toggled(view.types, 'calculated') }),
    'report.copy': () => {
      const value = current();
      if (value) void copyValue(value);
    },
    'report.copy-table': onCopy,
    'report.print': () => window.print(),
    'report.quantities': focusQuantities,
    'report.guidelines': focusGuidelines,
    'report.close': () => choose(null),
    'report.basis': onBasis,
    'report.help': onHelp,
  });
}
