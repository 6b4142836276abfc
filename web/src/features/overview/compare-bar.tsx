import { SegmentedControl } from '@mantine/core';
import { memo } from 'react';
import { useSnapshot } from 'valtio';
import type { ComparePlayer } from '../../viewer/compare/compare-player.ts';
import classes from './compare.module.css';
import { messages } from './messages.ts';

/** Images that are shown at once. */
export const COUNTS = [1, 2, 4] as const;
export type Count = (typeof COUNTS)[number];

/** How many images are shown, and what they are played by. */
export const CompareBar = memo(function CompareBar({
  count,
  onCount,
  compare,
  files,
}: {
  count: Count;
  onCount: (count: Count) => void;
  compare: ComparePlayer;
  /** Images there are to show. */
  files: number;
}) {
  const { by, whyNotByPhase } = useSnapshot(compare.state);
  const several = count > 1 && files > 1;
  return (
    <div className={classes.bar} role="toolbar" aria-label={messages.bar.label}>
      <span id="side-by-side">{messages.bar.count}</span>
      <SegmentedControl
        aria-labelledby="side-by-side"
        size="xs"
        value={String(count)}
        data={COUNTS.map((one) => ({ value: String(one), label: String(one), disabled: one > 1 && files < 2 }))}
        onChange={(value) => onCount(COUNTS.find((one) => String(one) === value) ?? 1)}
      />
      {several && (
        <>
          <span id="played-by">{messages.bar.playedBy}</span>
          <SegmentedControl
            aria-labelledby="played-by"
            size="xs"
            value={by}
            data={[
              { value: 'time', label: messages.bar.byTime },
              { value: 'phase', label: messages.bar.byPhase, disabled: whyNotByPhase !== null },
            ]}
            onChange={(value) => compare.playBy(value === 'phase' ? 'phase' : 'time')}
          />
          <span className={classes.why} title={whyNotByPhase ?? undefined}>
            {whyNotByPhase === null ? (by === 'phase' ? messages.bar.phaseHint : '') : messages.bar.notByPhase(whyNotByPhase)}
          </span>
        </>
      )}
      {files < 2 && <span className={classes.why}>{messages.bar.oneImage}</span>}
    </div>
  );
});
