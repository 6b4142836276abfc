import { useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { DataStatistics } from '@echometry/contract/records/statistics.ts';
import { isBlind, mayCompare, mayPredict, maySave, maySeeEffort, seesGates } from '@echometry/contract/rules/permissions.ts';
import { useKeys } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { AgreementBlock } from './agreement-block.tsx';
import { Block } from './block.tsx';
import { EffortBlock } from './effort-block.tsx';
import { DataBlock, type DataBlockProps, type PlaceOfStudy } from './data-block.tsx';
import { GatesBlock } from './gates-block.tsx';
import { GuidelinesBlock } from './guidelines-block.tsx';
import { messages } from './messages.ts';
import { judgedTable } from './judged.ts';
import { OwnCharts } from './own-charts.tsx';
import { QualityBlock } from './quality-block.tsx';
import { ReadersBlock } from './readers-block.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './statistics.module.css';
import { UpdateBar } from './update-bar.tsx';
import { useJudged, type Judging } from './use-judged.ts';
import { useStatistics, type Statistics } from './use-statistics.ts';

export interface StatisticsProps {
  project: { id: string; db: string };
  /** Opens a page of a study; null for a role that opens none. */
  onOpen: ((study_id: string, place: Pick<PlaceOfStudy, 'page' | 'instance_id' | 'measurement'>) => void) | null;
}

const COMPARES = ['statistics.agreement'] as const;
const SEES_READERS = ['statistics.readers'] as const;
const SEES_STUDIES = ['statistics.guidelines'] as const;
const SEES_EFFORT = ['statistics.effort'] as const;

/** The tables of the project, with those by reference values once they are known; null while values are judged. */
function tablesOf({ stats, plots }: DataStatistics, judging: Judging): DataBlockProps['tables'] | null {
  if (judging.state === 'judging') return null;
  return judging.state === 'done' ? [...stats, judgedTable(judging.judged, plots[2].measurements)] : stats;
}

/** Statistics of a project, in place of the list of its studies (docs/specification.md#platform-2). */
export function StatisticsPage({ project, onOpen }: StatisticsProps) {
  const { login } = useSnapshot(session);
  const statistics = useStatistics(project);
  const [help, setHelp] = useState(false);
  const compares = mayCompare(login?.role ?? null);
  const reads = maySave(login?.role ?? null);
  const gated = seesGates(login?.role ?? null);
  const predicts = mayPredict(login?.role ?? null);
  const effort = maySeeEffort(login?.role ?? null);
  const { files, failure, loading } = statistics;
  const blind = isBlind(login?.role ?? null);
  const judging = useJudged(project.db, statistics.references, files, blind);
  const tables = useMemo(() => files && tablesOf(files.data, judging), [files, judging]);
  const open = ({ study_id, ...place }: PlaceOfStudy) => onOpen?.(study_id, place);
  useKeys({ 'statistics.help': () => setHelp(true) });
  return (
    <div className={`${kit.rest} ${classes.page}`}>
      <UpdateBar project={project} statistics={statistics} tables={tables} />
      <div className={`${layout.scroll} ${classes.scroll}`}>
        {gated && (
          <GatesBlock
            db={project.db}
            onOpen={onOpen && ((study_id) => open({ study_id, page: 'measurements', instance_id: null, measurement: null }))}
          />
        )}
        {files ? (
          <Blocks
            project={project}
            files={files}
            byAge={statistics.byAge}
            references={statistics.references}
            judging={judging}
            tables={tables ?? files.data.stats}
            compares={compares}
            reads={reads}
            predicts={predicts}
            blind={blind}
            opens={onOpen !== null}
            onOpen={open}
          />
        ) : (
          <p className={classes.quiet} role={failure === null ? 'status' : 'alert'}>
            {failure ?? (loading ? messages.loading : messages.none)}
          </p>
        )}
        {effort && <Effort db={project.db} />}
      </div>
      <div className={classes.keys}>
        <KeyStrip
          mode={messages.mode}
          hints={[
            {
              actions: [
                'statistics.data',
                'statistics.quality',
                ...(compares ? COMPARES : []),
                ...(blind ? [] : SEES_STUDIES),
                ...(compares || reads ? SEES_READERS : []),
                ...(effort ? SEES_EFFORT : []),
              ],
              does: messages.keys.blocks,
            },
            { actions: ['statistics.previous', 'statistics.next'], does: messages.keys.point },
            { actions: ['statistics.open'], does: messages.keys.open },
            ...(compares
              ? [
                  { actions: ['statistics.previous-reader', 'statistics.next-reader'] as const, does: messages.keys.reader },
                  { actions: ['statistics.previous-measurement', 'statistics.next-measurement'] as const, does: messages.keys.measurement },
                ]
              : []),
            { actions: ['statistics.filters'], does: messages.keys.filters },
            { actions: ['statistics.save-plot'], does: messages.keys.savePlot },
          ]}
          more={{ actions: ['statistics.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
        />
      </div>
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

/** Does not wait for the first statistics: time is measured without them. */
function Effort({ db }: { db: string }) {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen((before) => !before);
  useKeys({ 'statistics.effort': toggle });
  return (
    <Block name={messages.effort.title} open={open} onToggle={toggle}>
      <EffortBlock db={db} />
    </Block>
  );
}

interface BlocksProps {
  project: StatisticsProps['project'];
  /** The role compares readers. */
  compares: boolean;
  /** The role reads studies, and has charts of its readings. */
  reads: boolean;
  /** The role adds lines of a model. */
  predicts: boolean;
  /** The role works blind. */
  blind: boolean;
  files: NonNullable<Statistics['files']>;
  byAge: boolean;
  references: Statistics['references'];
  judging: Judging;
  tables: DataBlockProps['tables'];
  opens: boolean;
  onOpen: (place: PlaceOfStudy) => void;
}

function Blocks({ project, files, byAge, references, judging, tables, compares, reads, predicts, blind, opens, onOpen }: BlocksProps) {
  const { data, odd, quality, guidelines } = files;
  const [open, setOpen] = useState({ data: true, quality: false, agreement: false, guidelines: false, readers: false });
  const filters = useRef<HTMLInputElement>(null);
  const toggle = (name: keyof typeof open) => setOpen((before) => ({ ...before, [name]: !before[name] }));
  useKeys({
    'statistics.data': () => toggle('data'),
    'statistics.quality': () => toggle('quality'),
    ...(compares ? { 'statistics.agreement': () => toggle('agreement') } : {}),
    ...(blind ? {} : { 'statistics.guidelines': () => toggle('guidelines') }),
    ...(compares || reads ? { 'statistics.readers': () => toggle('readers') } : {}),
    ...(open.quality ? { 'statistics.filters': () => filters.current?.focus() } : {}),
  });
  const openImage = (study_id: string, instance_id: string) => onOpen({ study_id, page: 'measurements', instance_id, measurement: null });
  const openReport = (study_id: string) => onOpen({ study_id, page: 'measurements', instance_id: null, measurement: null });
  return (
    <>
      <Block
        name={messages.data.title}
        open={open.data}
        onToggle={() => toggle('data')}
        aside={<span>{messages.data.totals(data.totals)}</span>}
      >
        <DataBlock data={data} odd={odd} judging={judging} tables={tables} opens={opens} blind={blind} onOpen={onOpen} />
      </Block>
      <Block name={messages.quality.title} open={open.quality} onToggle={() => toggle('quality')}>
        <QualityBlock images={quality.images} byAge={byAge} filters={filters} />
      </Block>
      {compares && (
        <Block name={messages.agreement.title} open={open.agreement} onToggle={() => toggle('agreement')}>
          <AgreementBlock project={project} predicts={predicts} onOpen={opens ? openImage : null} />
        </Block>
      )}
      {(compares || reads) && (
        <Block name={messages.readers.title} open={open.readers} onToggle={() => toggle('readers')}>
          {compares ? <ReadersBlock db={project.db} onOpen={opens ? openImage : null} /> : <OwnCharts db={project.db} />}
        </Block>
      )}
      {!blind && (
        <Block
          name={messages.guidelines.title}
          open={open.guidelines}
          onToggle={() => toggle('guidelines')}
          aside={<span>{messages.guidelines.research}</span>}
        >
          <GuidelinesBlock project={project} choice={references} cohort={guidelines} onOpen={opens ? openReport : null} />
        </Block>
      )}
    </>
  );
}
