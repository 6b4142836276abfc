import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { changesOfImage, type ReviewChange } from '@echometry/contract/rules/review-changes.ts';
import { ago, DASH, decimalsOf, fixed } from '../../lib/format.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Newer } from '../../study/store/review-copy.ts';
import { settleImage, settleMissing } from './gestures.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './validation.module.css';

/** Values of a change that are named in a line. */
const NAMED_VALUES = 2;
const shown = (value: number | string | null, decimals: number): string =>
  typeof value === 'number' ? fixed(value, decimals) : (value ?? DASH);

/** A change in a line: what it is of, and its first values before and after. */
function wordsOf({ what, detail, values }: ReviewChange): string {
  const named = values.slice(0, NAMED_VALUES).map(({ name, before, after, unit }) => {
    const decimals = decimalsOf([before, after]);
    return `${name} ${shown(before, decimals)} → ${shown(after, decimals)} ${unit}`.trim();
  });
  return [detail === '' ? what : `${what}: ${detail}`, ...named].join(', ');
}

/** Saves of the editor after the version the review is based on: taken over, or kept as reviewed, image by image. */
export function NewerWork({ study, newer }: { study: OpenStudy; newer: Newer }) {
  const originals = new Map((study.review?.originals ?? []).map((image) => [image.instance_id, image]));
  return (
    <section className={classes.newer} aria-label={messages.newer.label} data-testid="newer">
      <p>
        <IconRefresh size={16} stroke={1.6} aria-hidden="true" />
        <span>
          {messages.newer.saved(newer.author, newer.version, ago(newer.updated_at, Date.now()))}
          {study.review && messages.newer.based(study.review.base_version)}
        </span>
      </p>
      {newer.images.map((image) => {
        const changes = changesOfImage(originals.get(image.instance_id), image);
        const words = changes.map(wordsOf).join('; ');
        return (
          <Settle
            key={image.instance_id}
            name={image.type ?? messages.newer.image}
            words={words || messages.newer.savedAgain}
            locked={study.readOnly}
            onSettle={(how) => settleImage(image.instance_id, how)}
          />
        );
      })}
      {newer.removed.map((id) => (
        <Settle
          key={id}
          name={originals.get(id)?.type ?? messages.newer.image}
          words={messages.newer.notReference}
          locked={study.readOnly}
          onSettle={(how) => settleImage(id, how)}
        />
      ))}
      {newer.missing_images !== null && (
        <Settle
          name={messages.newer.missing}
          words={newer.missing_images.length === 0 ? messages.newer.noneMissing : newer.missing_images.join(', ')}
          locked={study.readOnly}
          onSettle={settleMissing}
        />
      )}
      {study.readOnly && <p className={layout.panelNote}>{messages.newer.locked}</p>}
    </section>
  );
}

interface SettleProps {
  name: string;
  words: string;
  locked: boolean;
  onSettle: (how: 'take' | 'keep') => void;
}

function Settle({ name, words, locked, onSettle }: SettleProps) {
  return (
    <div className={classes.settle}>
      <span title={words}>
        <b>{name}</b> {words}
      </span>
      {!locked && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => onSettle('take')}>
            {messages.newer.take(name)}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onSettle('keep')}>
            {messages.newer.keep}
          </Button>
        </>
      )}
    </div>
  );
}
