import { useRef } from 'react';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { alertUser } from '../lib/alerts.ts';
import { studyPath, type StudyLink, type StudyPage } from '../lib/study-link.ts';
import { keep } from '../viewer/clip/kept-settings.ts';
import type { Player } from '../viewer/clip/player.ts';
import { messages } from './messages.ts';

/** An address may name a frame: its image is opened there, once. */
export function useLinkedFrame(link: StudyLink, file: StudyFile | null): void {
  const done = useRef(false);
  if (done.current || !file) return;
  done.current = true;
  const { frame, image } = link;
  if (frame === undefined || (image !== file.instance_id && image !== file.filename)) return;
  keep(file.instance_id, { frameIndex: Math.min(frame, file.number_of_frames) - 1 });
}

/** Puts the address of the frame that is shown on the clipboard. */
export async function copyFrameLink(page: StudyPage, link: StudyLink, file: StudyFile, player: Player): Promise<void> {
  const frame = player.state.frameIndex + 1;
  const address = new URL(studyPath(page, { ...link, image: file.instance_id, frame }), window.location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    alertUser(messages.tools.linkCopied(frame));
  } catch {
    alertUser(messages.tools.linkNotCopied, 'hard');
  }
}
