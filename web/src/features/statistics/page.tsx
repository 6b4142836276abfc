import { counted } from '../../lib/format.ts';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isBlind, mayCompare } from '@echometry/contract/rules/permissions.ts';
import { useKeys } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { AgreementBlock } from './agreement-block.tsx';
import { Block } from './block.tsx';
import { DataBlock, type PlaceOfStudy } from './data-block.tsx';
import { QualityBlock } from './quality-block.tsx';
import classes from './statistics.module.css';
import { UpdateBar } from './update-bar.tsx';
import { useStatistics, type Statistics } from './use-statistics.ts';

export interface StatisticsProps {
  project: { id: string; db: string };
  /** Opens a page of a study; null for a role that opens none. */
  onOpen: ((study_id: string, place: Pick<PlaceOfStudy, 'page' | 'instance_id' | 'measurement'>) => void) | null;
}

const COMPARES = ['statistics.agreement'] as const;

/** Statistics of a project, in place of the list of its studies (docs/specification.md#platform-2). */
export function StatisticsPage({ project, onOpen }: StatisticsProps) {
  const { login } = useSnapshot(session);
  const statistics = useStatistics(project);
  const [help, setHelp] = useState(false);
  const compares = mayCompare(login?.role ?? null);
  const { files, failure, loading } = statistics;
  const open = ({ study_id, ...place }: PlaceOfStudy) => onOpen?.(study_id, place);
  useKeys({ 'statistics.help': () => setHelp(true) });
  return (
    <div className={classes.page}>
      <UpdateBar project={project} statistics={statistics} />
      <div className={classes.scroll}>
        {files ? (
          <Blocks
            project={project}
            files={files}
            byAge={statistics.byAge}
            compares={compares}
            blind={isBlind(login?.role ?? null)}
            opens={onOpen !== null}
            onOpen={open}
          />
        ) : (
          <p className={classes.quiet} role={failure === null ? 'status' : 'alert'}>
            {failure ?? (loading ? 'Loading statistics...' : 'There are no statistics for this project yet.')}
          </p>
        )}
      </div>
      <div className={classes.keys}>
        <KeyStrip
          mode="Statistics"
          hints={[
            { actions: ['statistics.data', 'statistics.quality', ...(compares ? COMPARES : [])], does: 'open or close a block' },
            { actions: ['statistics.previous', 'statistics.next'], does: 'point' },
            { actions: ['statistics.open'], does: 'open its study' },
            { actions: ['statistics.filters'], does: 'filters' },
            { actions: ['statistics.save-plot'], does: 'plot as SVG' },
          ]}
          more={{ actions: ['statistics.help'], does: 'all keys', onClick: () => setHelp(true) }}
        />
      </div>
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

interface BlocksProps {
  project: StatisticsProps['project'];
  /** The role compares readers. */
  compares: boolean;
  /** The role works blind. */
  blind: boolean;
  files: NonNullable<Statistics['files']>;
  byAge: boolean;
  opens: boolean;
  onOpen: (place: PlaceOfStudy) => void;
}

function Blocks({ project, files: { data, odd, quality }, byAge, compares, blind, opens, onOpen }: BlocksProps) {
  const [open, setOpen] = useState({ data: true, quality: false, agreement: false });
  const filters = useRef<HTMLInputElement>(null);
  const toggle = (name: keyof typeof open) => setOpen((before) => ({ ...before, [name]: !before[name] }));
  useKeys({
    'statistics.data': () => toggle('data'),
    'statistics.quality': () => toggle('quality'),
    ...(compares ? { 'statistics.agreement': () => toggle('agreement') } : {}),
    ...(open.quality ? { 'statistics.filters': () => filters.current?.focus() } : {}),
  });
  const { studies, validated, images, values } = data.totals;
  const openImage = (study_id: string, instance_id: string) => onOpen({ study_id, page: 'measurements', instance_id, measurement: null });
  return (
    <>
      <Block
        name="DATA STATISTICS"
        open={open.data}
        onToggle={() => toggle('data')}
        aside={
          <span>
            {counted(studies, 'study', 'studies')} · {validated} validated · {counted(images, 'image')} · {counted(values, 'value')}
          </span>
        }
      >
        <DataBlock data={data} odd={odd} opens={opens} blind={blind} onOpen={onOpen} />
      </Block>
      <Block name="IMAGE QUALITY STATISTICS" open={open.quality} onToggle={() => toggle('quality')}>
        <QualityBlock images={quality.images} byAge={byAge} filters={filters} />
      </Block>
      {compares && (
        <Block name="AGREEMENT" open={open.agreement} onToggle={() => toggle('agreement')}>
          <AgreementBlock project={project.db} onOpen={opens ? openImage : null} />
        </Block>
      )}
    </>
  );
}
