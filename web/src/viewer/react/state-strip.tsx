import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageScale } from '@echometry/bindings/geometry.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { Chip } from '../../ui/chip.tsx';
import type { Player } from '../clip/player.ts';
import { calibrationChip } from '../facts/calibration.ts';
import { syntaxName } from '../facts/syntax-names.ts';
import classes from './viewer.module.css';

export interface StateStripProps {
  player: Player;
  scaling: ImageScale | null;
  modality: string | null;
  /** What is under the pointer. */
  readout: ReactNode;
  /** Frames the file declares, as the list of files knows them. */
  declaredFrames: number;
  /** Frames that are in it, as its import counted them; null where it did not. */
  framesAvailable: number | null;
  onNotes: () => void;
  children?: ReactNode;
}

/** What holds for the picture now: its scale, what is missing of it, where the pointer is, its format. */
export function StateStrip({ player, scaling, modality, readout, declaredFrames, framesAvailable, onNotes, children }: StateStripProps) {
  const state = useSnapshot(player.state);
  const metadata = state.metadata as ImageMetadata | null;
  const calibration = metadata ? calibrationChip(metadata, scaling, modality) : null;
  const declared = Math.max(declaredFrames, metadata?.number_of_frames ?? 0);
  const there = state.complete ? state.frames : (framesAvailable ?? declared);
  const notes = metadata?.warnings.length ?? 0;
  return (
    <div className={classes.strip}>
      {calibration && (
        <Chip tone={calibration.tone} dot title={calibration.detail}>
          {calibration.text}
        </Chip>
      )}
      {there < declared && (
        <Chip tone="warn" dot title="The file ends early: the frames after these are not in it.">
          {there} of {declared} frames
        </Chip>
      )}
      {state.partial && (
        <Chip tone="warn" dot title="The file ends within this frame; what is there is shown.">
          frame incomplete
        </Chip>
      )}
      {children}
      {notes > 0 && (
        <button type="button" className={classes.warnings} onClick={onNotes}>
          {notes} {notes === 1 ? 'note' : 'notes'} on this file
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
