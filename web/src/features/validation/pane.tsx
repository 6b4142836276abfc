import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useMeasuring } from '../../image-page/use-measuring.ts';
import { modalityColour, shortModality } from '../../study/store/modality.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Player } from '../../viewer/clip/player.ts';
import type { CompareStage } from '../../viewer/compare/compare-stage.ts';
import { Chip } from '../../ui/chip.tsx';
import { framesOf } from './drawn.ts';
import { toggleValidated } from './gestures.ts';
import { Picture, type Sides } from './picture.tsx';
import { Toolbox, type ImageTool } from './toolbox.tsx';
import type { Reviewed } from './validated-page.ts';
import classes from './validation.module.css';

interface PaneProps {
  study: OpenStudy;
  reviewed: Reviewed;
  /** Place on the page, from 1: its key. */
  number: number;
  current: boolean;
  player: Player | null;
  stage: CompareStage;
  sides: Sides;
  geometry: boolean;
  problem: string | null;
  comments: number;
  onCurrent: () => void;
  onTool: (tool: ImageTool) => void;
}

/** One image of the review: what it is and what changed, its picture with both sides, its tools. */
export function Pane({ study, reviewed, number, current, player, comments, onCurrent, onTool, ...picture }: PaneProps) {
  const { image, original, changes } = reviewed;
  useMeasuring(player);
  const frames = framesOf(image);
  const systole = frames.findIndex(({ label }) => label.startsWith('ES'));
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? Math.max(systole, 0), frames.length - 1);
  return (
    <article
      className={classes.pane}
      data-current={current}
      data-validated={image.validated}
      aria-label={`Image ${number}: ${image.type ?? 'not labelled'}`}
      data-testid="review-pane"
      onPointerDown={onCurrent}
      onFocus={onCurrent}
    >
      <header>
        {image.modality && <b style={{ color: modalityColour(image.modality, study.project) }}>{shortModality(image.modality)}</b>}
        <span className={classes.name} title={image.view ? `${image.type}, ${image.view}` : (image.type ?? undefined)}>
          {image.type ?? 'not labelled'} <small>{image.view}</small>
        </span>
        {changes.length > 0 ? (
          <Chip tone="accent">{changes.length === 1 ? '1 change' : `${changes.length} changes`}</Chip>
        ) : (
          <small className={classes.same}>as editor</small>
        )}
        <Switch
          size="sm"
          checked={image.validated}
          disabled={study.readOnly}
          label={image.validated ? 'Validated' : 'Validate'}
          labelPosition="left"
          onChange={() => toggleValidated([image.instance_id])}
        />
        <kbd>{number}</kbd>
      </header>
      <div className={classes.work}>
        <div className={classes.seen}>
          {player ? (
            <Picture
              {...picture}
              player={player}
              image={image}
              original={original}
              types={study.config.imageTypes}
              frame={frames[at]?.frame ?? 1}
            />
          ) : (
            <div className={classes.picture} />
          )}
          {frames.length > 1 && (
            <div className={classes.frames} role="group" aria-label="Frame that is shown">
              {frames.map(({ label }, index) => (
                <button key={label} type="button" aria-pressed={index === at} onClick={() => setChosen(index)}>
                  {label}
                </button>
              ))}
            </div>
          )}
        </div>
        <Toolbox study={study} reviewed={reviewed} comments={comments} onTool={onTool} />
      </div>
    </article>
  );
}
