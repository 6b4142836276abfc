import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { sidesOf } from '@echometry/contract/rules/anatomies.ts';
import { anatomiesOf, VALUE_TYPES, type ReportView } from '@echometry/contract/rules/report.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Segments } from '../../ui/segments.tsx';
import { messages, STATE_WORDS } from './messages.ts';
import { QuantitiesBar } from './quantities-bar.tsx';
import layout from '../../ui/layout.module.css';
import classes from './report.module.css';
import type { Basis, Reading } from './use-report.ts';
import { toggled } from './use-report-keys.ts';

interface Props {
  study: OpenStudy;
  reading: Reading;
  view: ReportView;
  look: (change: Partial<ReportView>) => void;
  onBasis: (basis: Basis) => void;
  onCopy: () => void;
  canCopy: boolean;
  /** Another report is next to this one: all values of both, whatever the view. */
  comparing: boolean;
  /** Further ways out of the report. */
  children?: ReactNode;
}

const FORMS = [
  { value: 'summary', label: messages.toolbar.forms.summary },
  { value: 'complete', label: messages.toolbar.forms.complete },
] as const;

const BASES = [
  { value: 'references', label: messages.toolbar.bases.references },
  { value: 'ranges', label: messages.toolbar.bases.ranges },
] as const;

/** Choices of the report's view, the legend of its colours, and its exports. */
export function Toolbar({ study, reading, view, look, onBasis, onCopy, canCopy, comparing, children }: Props) {
  return (
    <div className={classes.bars}>
      <div className={classes.bar}>
        {!comparing && <Segments label={messages.toolbar.form} value={view.form} segments={FORMS} onChange={(form) => look({ form })} />}
        {!comparing && view.form === 'complete' && <CompleteChoices study={study} reading={reading} view={view} look={look} />}
        {!comparing && <Segments label={messages.toolbar.basis} value={reading.basis} segments={BASES} onChange={onBasis} />}
        <span className={classes.legend} aria-label={messages.toolbar.colours}>
          {(['in_range', 'out_of_range', 'undefined'] as const).map((state) => (
            <span key={state} data-range={state}>
              {STATE_WORDS[state]}
            </span>
          ))}
        </span>
        {children}
        {!comparing && <WaysOut onCopy={onCopy} canCopy={canCopy} />}
      </div>
      <QuantitiesBar study={study} missing={reading.missing} />
    </div>
  );
}

function CompleteChoices({ study, reading, view, look }: Pick<Props, 'study' | 'reading' | 'view' | 'look'>) {
  const sides = sidesOf(study.head.data_type).map((side) => ({ value: side, label: side }));
  const anatomies = anatomiesOf(reading.report, view);
  const toggleAnatomy = (name: string) =>
    look({ anatomies: view.anatomies.includes(name) ? view.anatomies.filter((one) => one !== name) : [...view.anatomies, name] });
  return (
    <>
      <Segments label={messages.toolbar.side} value={view.side} segments={sides} onChange={(side) => look({ side })} />
      <span className={`${layout.joined} ${classes.toggles}`} role="group" aria-label={messages.toolbar.types}>
        {VALUE_TYPES.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={view.types.includes(type)}
            onClick={() => look({ types: toggled(view.types, type) })}
          >
            {messages.toolbar.typeNames[type]}
          </button>
        ))}
      </span>
      <span className={classes.anatomies} role="group" aria-label={messages.toolbar.anatomies}>
        {anatomies.map(({ name_short, name_long }) => (
          <button
            key={name_short}
            type="button"
            title={name_long}
            aria-pressed={view.anatomies.includes(name_short)}
            onClick={() => toggleAnatomy(name_short)}
          >
            {name_short}
          </button>
        ))}
      </span>
    </>
  );
}

function WaysOut({ onCopy, canCopy }: Pick<Props, 'onCopy' | 'canCopy'>) {
  const shared = { variant: 'default', size: 'compact-sm', h: 28, disabled: !canCopy } as const;
  return (
    <>
      <Button {...shared} leftSection={<IconCopy size={16} stroke={1.6} />} onClick={onCopy}>
        {messages.toolbar.copyTable}
      </Button>
      <Button {...shared} leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
        {messages.toolbar.print}
      </Button>
    </>
  );
}
