import { useRef, useState, type ComponentProps } from 'react';
import { hasValue, shownIn, valuesOf, type ReportValue, type ReportView } from '@echometry/contract/rules/report.ts';
import { sidesOf } from '@echometry/contract/rules/anatomies.ts';
import { useComments, useStudyComments } from '../../image-page/comments/use-comments.ts';
import { useAddress } from '../../image-page/use-address.ts';
import { studyDate } from '../../lib/format.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { useEffort } from '../../study/effort/effort.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { FocusHome } from '../../ui/focus-home.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { Later } from '../../ui/later.tsx';
import { Cards } from './cards.tsx';
import { copyTable } from './clipboard.ts';
import { CompareMenu } from './compare-menu.tsx';
import { CompareTable } from './compare-table.tsx';
import type { Counterpart } from './counterparts.ts';
import { CurveTrend } from './curve-trend.tsx';
import { CycleSection } from './cycle-section.tsx';
import { useFollowedValues, type FollowedValues } from './cycle-values.ts';
import { entriesOf } from './entries.ts';
import { EntriesSection } from './entries-section.tsx';
import { GuidelineSection } from './guideline-section.tsx';
import { messages } from './messages.ts';
import { NoMeasurements } from './no-measurements.tsx';
import { PrintSheet } from './print-sheet.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import { Toolbar } from './toolbar.tsx';
import { TrendPanel } from './trend-panel.tsx';
import { useComparison, useCounterparts } from './use-counterparts.ts';
import { machineToCompare, useMachine } from './machine.ts';
import { MachineSection } from './machine-section.tsx';
import { useUncertainty, type UncertaintyOfReport } from './use-uncertainty.ts';
import { useReport, type Basis, type Reading } from './use-report.ts';
import { useReportKeys } from './use-report-keys.ts';
import { ValuePanel } from './value-panel.tsx';

const HINTS: readonly KeyHint[] = [
  { actions: ['report.left', 'report.right', 'report.above', 'report.below'], does: messages.keys.value },
  { actions: ['report.explain'], does: messages.keys.explain },
  { actions: ['report.points'], does: messages.keys.points },
  { actions: ['report.form'], does: messages.keys.form },
  { actions: ['report.side'], does: messages.keys.side },
  { actions: ['report.basis'], does: messages.keys.basis },
  { actions: ['report.guidelines'], does: messages.keys.guidelines },
  { actions: ['report.copy'], does: messages.keys.copy },
  { actions: ['report.print'], does: messages.keys.print },
];

/** Column name of the open report: next to another study its date. */
const ownName = (study: OpenStudy, { kind }: Counterpart): string =>
  kind === 'study' ? studyDate(study.head.date) : messages.compare.own[kind];

/** How the report is looked at; the side is the first with a value until a person chooses one. */
function useView({ report, facts }: Reading) {
  const [chosen, choose] = useState<Omit<ReportView, 'side'> & { side: ReportView['side'] | null }>({
    form: 'summary',
    side: null,
    types: ['direct', 'calculated'],
    anatomies: [],
  });
  const sides = sidesOf(facts.dataType);
  const holds = (side: ReportView['side']) =>
    valuesOf(shownIn(report, { ...chosen, form: 'complete', side }, facts)).some(({ measurement }) => hasValue(measurement));
  const side =
    chosen.side !== null && sides.includes(chosen.side) ? chosen.side : (sides.toReversed().find(holds) ?? sides[1] ?? 'Left heart');
  const view: ReportView = { ...chosen, side };
  return { view, look: (change: Partial<ReportView>) => choose({ ...chosen, ...change }) };
}

type PanelProps = Omit<ComponentProps<typeof ValuePanel>, 'children'> & {
  counterparts: ReturnType<typeof useCounterparts>;
  followed: FollowedValues;
};

/** Where the chosen value comes from, and its trend. */
const Panel = ({ counterparts, followed, ...rest }: PanelProps) => (
  <ValuePanel {...rest}>
    <TrendPanel
      study={rest.study}
      report={rest.reading.report}
      followed={followed}
      uncertainty={rest.uncertainty}
      value={rest.value}
      studies={counterparts.studies}
    />
  </ValuePanel>
);

interface SectionsProps {
  study: OpenStudy;
  link: StudyLink;
  reading: Reading;
  machine: ReturnType<typeof useMachine>;
  followed: FollowedValues;
  entries: ReturnType<typeof entriesOf>;
  uncertainty: UncertaintyOfReport;
  counterparts: ReturnType<typeof useCounterparts>;
}

/** Sections below the values: the machine's values, followed cycles, guidelines and entries of people. */
const Sections = ({ study, link, reading, machine, followed, entries, uncertainty, counterparts }: SectionsProps) => (
  <Later isThere={reading.isThere}>
    <MachineSection machine={machine} />
    <CycleSection found={followed}>
      <CurveTrend {...{ study, reading, followed, uncertainty }} studies={counterparts.studies} />
    </CycleSection>
    <GuidelineSection study={study} link={link} graded={reading.guidelines} />
    <EntriesSection study={study} entries={entries} />
  </Later>
);

/** The printed page, which is hidden on screen. */
const Sheet = (props: ComponentProps<typeof PrintSheet> & { reading: Pick<Reading, 'isThere'> }) => (
  <Later isThere={props.reading.isThere}>
    <PrintSheet {...props} />
  </Later>
);

/** The report of an open study: what is shown above, the values, and where the chosen one comes from. */
export function Report({ link, study }: { link: StudyLink; study: OpenStudy }) {
  const [basis, setBasis] = useState<Basis>('references');
  const reading = useReport(study, basis);
  useStudyComments(link);
  useEffort(study, 'measurements', null);
  const entries = entriesOf(study, useComments());
  const { view, look } = useView(reading);
  const [chosen, setChosen] = useState<string | null>(null);
  const [help, setHelp] = useState(false);
  const counterparts = useCounterparts(study);
  const [counterpart, setCounterpart] = useState<Counterpart | null>(null);
  const machine = useMachine(study, reading.report);
  const uncertainty = useUncertainty(study, reading);
  const followed = useFollowedValues(reading);
  const comparison = useComparison(study, { report: reading.report, curves: followed.report, machine: machine.report }, counterpart);
  const found = { study, link, reading, uncertainty, entries, counterparts, followed };
  const home = useRef<HTMLDivElement>(null);
  const shown = shownIn(reading.report, view, reading.facts);
  const withCurves = [...shown, ...shownIn(followed.report, view, reading.facts)];
  const values = valuesOf(shown);
  const value = values.find(({ key }) => key === chosen) ?? null;
  useAddress('measurements', link, value?.image_id ?? null);
  const choose = (one: ReportValue | null) => setChosen(one === null || one.key === chosen ? null : one.key);
  const copy = () => void copyTable(withCurves, reading, followed.halves);
  useReportKeys({
    home,
    study,
    link,
    view,
    look,
    onCopy: copy,
    values,
    chosen: value,
    choose,
    onBasis: () => setBasis(basis === 'references' ? 'ranges' : 'references'),
    onHelp: () => setHelp(true),
  });
  return (
    <FocusHome value={home}>
      <div className={kit.wholePage}>
        <Toolbar
          study={study}
          reading={reading}
          view={view}
          look={look}
          onBasis={setBasis}
          onCopy={copy}
          canCopy={values.length > 0 || reading.calipers.length > 0}
          comparing={comparison !== null}
        >
          <CompareMenu
            counterparts={counterparts}
            machine={machineToCompare(machine, link.study_id)}
            chosen={counterpart}
            onChoose={setCounterpart}
          />
        </Toolbar>
        <div className={layout.columns}>
          {comparison ? (
            <CompareTable comparison={comparison} own={ownName(study, comparison.with)} />
          ) : (
            <Cards {...{ home, reading, machine, uncertainty, view, shown }} chosen={value?.key ?? null} onChoose={choose}>
              <Sections {...found} machine={machine} />
            </Cards>
          )}
          {value && !comparison && <Panel key={value.key} {...found} value={value} onClose={() => choose(null)} />}
        </div>
        <KeyStrip
          mode={messages.mode}
          hints={HINTS}
          more={{ actions: ['report.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
        />
        <Sheet study={study} shown={withCurves} view={view} reading={reading} entries={entries} followed={followed} />
        <NoMeasurements opened={reading.empty} role={study.role} link={link} />
        <KeyHelp opened={help} onClose={() => setHelp(false)} />
      </div>
    </FocusHome>
  );
}
