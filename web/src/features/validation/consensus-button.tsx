import { Button } from '@mantine/core';
import type { OpenStudy } from '../../study/store/open-study.ts';
import classes from './consensus.module.css';
import { messages } from './messages.ts';
import { useConsensus } from './use-consensus.ts';

/** Opens the comparison of others' reviews, for the person who settles their differences. */
export function ConsensusButton({ study, onOpen }: { study: OpenStudy; onOpen: () => void }) {
  const consensus = useConsensus(study);
  if (!consensus) return null;
  const differ = consensus.images.filter(({ agreed }) => !agreed).length;
  return (
    <div className={classes.bar}>
      <Button size="xs" fullWidth variant="default" onClick={onOpen}>
        {messages.consensus.open(consensus.reviews.length, differ)}
      </Button>
    </div>
  );
}
