import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { Chip } from '../../ui/chip.tsx';
import type { Player } from '../clip/player.ts';
import { calibrationChip, type ChipText } from '../facts/calibration.ts';
import { syntaxName } from '../facts/syntax-names.ts';
import { messages } from '../messages.ts';
import { FrameMark } from './frame-mark.tsx';
import classes from './viewer.module.css';

export interface StateStripProps {
  player: Player;
  scaling: ImageScale | null;
  modality: string | null;
  /** The user's choice of the scale; null for the file's own. */
  chosen: ImageCalibration | null;
  /** Opens the panel of the scale; null where a page has no place for it. */
  onCalibration: (() => void) | null;
  /** Values under the pointer. */
  readout: ReactNode;
  /** Frames the file declares, as the list of files knows them. */
  declaredFrames: number;
  /** Frames that are in it, as its import counted them; null where it did not. */
  framesAvailable: number | null;
  onNotes: () => void;
  children?: ReactNode;
}

/** State of the picture: its scale, what is missing of it, where the pointer is, its format. */
export function StateStrip({
  player,
  scaling,
  modality,
  chosen,
  onCalibration,
  readout,
  declaredFrames,
  framesAvailable,
  onNotes,
  children,
}: StateStripProps) {
  const state = useSnapshot(player.state);
  const metadata = state.metadata as ImageMetadata | null;
  const calibration = metadata ? calibrationChip(metadata, scaling, modality, chosen) : null;
  const declared = Math.max(declaredFrames, metadata?.number_of_frames ?? 0);
  const notes = metadata?.warnings.length ?? 0;
  return (
    <div className={classes.strip}>
      {calibration && <ScaleChip calibration={calibration} onOpen={onCalibration} />}
      {metadata?.frame_axis === 'planes' && declared > 1 && (
        <Chip tone="accent" dot title={messages.state.planesHint}>
          {messages.state.planes}
        </Chip>
      )}
      <FrameMark declared={declared} counted={framesAvailable} found={state.complete ? state.frames : null} />
      {state.partial && (
        <Chip tone="warn" dot title={messages.state.incompleteHint}>
          {messages.state.incomplete}
        </Chip>
      )}
      {children}
      {notes > 0 && (
        <button type="button" className={classes.warnings} onClick={onNotes}>
          {messages.state.notes(notes)}
        </button>
      )}
      {readout}
      {metadata && (
        <span className={classes.format}>
          {metadata.width} × {metadata.height} · {syntaxName(metadata.transfer_syntax_uid)}
        </span>
      )}
    </div>
  );
}

function ScaleChip({ calibration: { tone, text, detail }, onOpen }: { calibration: ChipText; onOpen: (() => void) | null }) {
  const chip = (
    <Chip tone={tone} dot title={detail}>
      {text}
    </Chip>
  );
  if (!onOpen) return chip;
  return (
    <button type="button" className={classes.scale} aria-label={messages.state.calibration(text)} data-testid="scale-chip" onClick={onOpen}>
      {chip}
    </button>
  );
}
