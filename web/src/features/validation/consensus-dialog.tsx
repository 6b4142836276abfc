import { Button } from '@mantine/core';
import { useState } from 'react';
import { MIN_REVIEWS, type ConsensusImage, type Overlap } from '@echometry/contract/rules/consensus.ts';
import { displayState } from '@echometry/contract/rules/study-state.ts';
import { DASH, fixed, number } from '../../lib/format.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { takeImage, useConsensus, type Consensus } from './use-consensus.ts';
import classes from './consensus.module.css';

const DICE_DECIMALS = 3;

/** The way to the comparison of others' reviews; there for who settles their differences. */
export function ConsensusButton({ study }: { study: OpenStudy }) {
  const consensus = useConsensus(study);
  const [opened, setOpened] = useState(false);
  if (!consensus) return null;
  const differ = consensus.images.filter(({ agreed }) => !agreed).length;
  return (
    <div className={classes.bar}>
      <Button size="xs" fullWidth variant="default" onClick={() => setOpened(true)}>
        Consensus of {consensus.reviews.length} reviews · {differ} {differ === 1 ? 'image differs' : 'images differ'}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Consensus" size="auto">
        <Compared study={study} consensus={consensus} />
      </Dialog>
    </div>
  );
}

function Compared({ study, consensus: { reviews, images, overlaps } }: { study: OpenStudy; consensus: Consensus }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Image</th>
          {reviews.map(({ reviewer, study_state }) => (
            <th key={reviewer} scope="col">
              {reviewer}
              <small>{displayState(study_state, true)}</small>
            </th>
          ))}
          <th scope="col">Marks</th>
          <th scope="col">Contours</th>
          <th scope="col">Values that differ</th>
        </tr>
      </thead>
      <tbody>
        {[...images]
          .sort((a, b) => Number(a.agreed) - Number(b.agreed))
          .map((image) => (
            <Row
              key={image.instance_id}
              study={study}
              image={image}
              reviewers={reviews.map(({ reviewer }) => reviewer)}
              overlap={overlaps.get(image.instance_id)}
            />
          ))}
      </tbody>
    </table>
  );
}

/** How far marks of the same beat lie apart, in the steps of the image. */
function marksApart({ marks, images }: ConsensusImage): string {
  if (marks === null) return DASH;
  if (marks === 0) return 'the same';
  const unit = images.some((image) => image?.modality === '2D') ? (marks === 1 ? 'frame' : 'frames') : 'px';
  return `up to ${number(marks)} ${unit} apart`;
}

/** Of more than two reviews, the two that overlap least are named. */
function overlapWords(overlap: Overlap | undefined, reviews: number): string {
  if (overlap === undefined) return DASH;
  const { lowest, between, lines } = overlap;
  const who = reviews > MIN_REVIEWS ? ` (${between.map((reviewer) => reviewer.split('@')[0] ?? reviewer).join(' and ')})` : '';
  return `Dice ${fixed(lowest, DICE_DECIMALS)} or more${who}, ${lines} lines`;
}

interface RowProps {
  study: OpenStudy;
  image: ConsensusImage;
  reviewers: readonly string[];
  overlap: Overlap | undefined;
}

function Row({ study, image, reviewers, overlap }: RowProps) {
  const differing = image.values.filter(({ agreed }) => !agreed);
  const name = image.type ?? 'not labelled';
  // A view is worth a word where the reviews name different ones.
  const labelled = new Set(image.views).size > 1;
  return (
    <tr data-agreed={image.agreed} data-testid="consensus-image">
      <th scope="row">
        {name}
        <small>{image.agreed ? 'agreed' : 'differs'}</small>
      </th>
      {reviewers.map((reviewer, at) => (
        <td key={reviewer}>
          {image.images[at] === undefined ? (
            'not a reference image'
          ) : (
            <>
              {labelled && `${image.views[at] ?? 'no view'} · `}
              {image.scores[at] ?? 'not scored'} · {image.cycles[at]} {image.cycles[at] === 1 ? 'cycle' : 'cycles'}
            </>
          )}
          <Button
            size="compact-xs"
            variant="default"
            disabled={study.readOnly}
            aria-label={`Take ${name} of ${reviewer}`}
            onClick={() => takeImage(image, at)}
          >
            Take
          </Button>
        </td>
      ))}
      <td>{marksApart(image)}</td>
      <td>{overlapWords(overlap, reviewers.length)}</td>
      <td>
        {differing.length === 0 && DASH}
        {differing.map(({ name: value, units, values }) => (
          <span key={value}>
            {value} {values.map((one) => (one === null ? DASH : number(one))).join(' / ')} {units}
          </span>
        ))}
      </td>
    </tr>
  );
}
