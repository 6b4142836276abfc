/** Actions on the Reference page: each a gesture of the open study, undone in the order in which they were made. */
import type { Labels } from '@echometry/contract/rules/labels.ts';
import { setReference } from '@echometry/contract/rules/references.ts';
import { alertUser } from '../../lib/alerts.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { messages as labelMessages } from '../../tools/labels/messages.ts';
import { messages } from '../../image-page/messages.ts';

/** Histories that gestures of this page went into: those to undo and those to redo, the newest last. */
export interface Made {
  undo: string[];
  redo: string[];
}

function commit(made: Made, history: string, next: Labels): void {
  if (currentSession()?.commit(history, next) !== true) return;
  made.undo.push(history);
  made.redo = [];
}

/** Marks an image as reference, or takes the mark off; refusals are shown. */
export function toggleReference(made: Made, instanceId: string): void {
  const study = currentSession()?.study;
  const image = study?.images.find(({ instance_id }) => instance_id === instanceId);
  if (!study || study.readOnly || !image) return;
  if (image.type === null || image.view === null) return alertUser(labelMessages.setViewAndTypeFirst);
  const change = setReference(study.images, instanceId, !image.reference, study.project.unique_reference);
  if (change.ok) commit(made, instanceId, { images: change.images, missing_images: study.missing_images });
  else alertUser(change.message, 'hard');
}

/** Declares that the study has no image of a type, or withdraws that. */
export function setMissing(made: Made, history: string, type: string, missing: boolean): void {
  const study = currentSession()?.study;
  if (!study || study.readOnly || study.missing_images.includes(type) === missing) return;
  const others = study.missing_images.filter((known) => known !== type);
  commit(made, history, { images: study.images, missing_images: missing ? [...others, type] : others });
}

export function undo(made: Made): void {
  const history = made.undo.pop();
  if (history === undefined) return;
  if (currentSession()?.undo(history) === true) made.redo.push(history);
}

export function redo(made: Made): void {
  const history = made.redo.pop();
  if (history === undefined) return;
  if (currentSession()?.redo(history) === true) made.undo.push(history);
}

export async function save(readOnly: boolean): Promise<void> {
  const answer = (await currentSession()?.saveNow()) ?? 'nothing';
  if (answer === 'nothing') alertUser(readOnly ? messages.mayNotSave : messages.nothingToSave);
}
