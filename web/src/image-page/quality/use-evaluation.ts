import { useMemo, useState } from 'react';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { qualityRefusal, qualityTemplate } from '@echometry/contract/rules/quality.ts';
import { alertUser } from '../../lib/alerts.ts';
import { keepDraft, readDraft } from '../../lib/drafts.ts';
import { REMARK, remarkOn, removeEntries, writeEntry } from '../../study/store/comments.ts';
import { currentSession } from '../../study/store/current-study.ts';
import type { PageContext } from '../parts.ts';
import { evaluationOf, generalMissing, sameEvaluation, scoreToStore, type Evaluation, type Mode } from './evaluation.ts';
import { messages } from './messages.ts';

/** The form of an image's quality: what is stored, what the person made of it since, and how it is sent. */
export interface EvaluationForm {
  saved: Evaluation;
  now: Evaluation;
  /** Why the person may not change it; null when they may. */
  refusal: string | null;
  change: (next: Evaluation) => void;
  /** @returns the question that must be completed first; null when it was sent */
  send: () => string | null;
  /** Deletes what is stored of the image's quality. */
  clear: () => void;
}

export function useEvaluation({ study, image }: PageContext, file: StudyFile, remark: string): EvaluationForm {
  const { config, head, user, role, link } = study;
  const type = image?.type ?? null;
  const template = useMemo(() => qualityTemplate(config.quality, type, head.data_type), [config.quality, type, head.data_type]);
  const name = `quality ${JSON.stringify([user, role, link.study_id, file.instance_id, type])}`;
  const [draft, setDraft] = useState(() => readDraft<Evaluation>(name));
  const saved = evaluationOf(image, template, remark);
  const now = draft ?? saved;
  const refusal = qualityRefusal(role, image);
  const keep = (next: Evaluation | null) => {
    setDraft(next);
    keepDraft(name, next);
  };
  const change = (next: Evaluation) => {
    if (refusal !== null) alertUser(refusal, 'hard');
    else keep(sameEvaluation(saved, next) ? null : next);
  };
  const send = () => {
    if (refusal !== null) {
      alertUser(refusal, 'hard');
      return null;
    }
    const missing = generalMissing(now);
    if (missing !== null) {
      alertUser(messages.answerFirst(missing));
      return missing;
    }
    store(file, now);
    storeRemark(file, now.remark);
    keep(null);
    return null;
  };
  const clear = () => {
    if (refusal === null) store(file, { accepted: null, score: null, remark: '' });
    else alertUser(refusal, 'hard');
  };
  return { saved, now, refusal, change, send, clear };
}

/** One gesture: undone, redone and saved like every other change of the image. */
function store(file: StudyFile, evaluation: Evaluation): void {
  const session = currentSession();
  if (!session) return;
  const { images, missing_images, head } = session.study;
  const { instance_id, filename, active } = file;
  const quality = { accepted: evaluation.accepted, score: scoreToStore(evaluation) };
  const known = images.some((image) => image.instance_id === instance_id);
  const next = known
    ? images.map((image) => (image.instance_id === instance_id ? { ...image, ...quality } : image))
    : [...images, { ...blankImage({ instance_id, filename, active, metadata: null }, head.data_type), ...quality }];
  session.commit(instance_id, { images: next, missing_images });
}

function storeRemark(file: StudyFile, text: string): void {
  const study = currentSession()?.study;
  if (!study || text.trim() === remarkOn(file.filename)) return;
  const label = study.images.find(({ instance_id }) => instance_id === file.instance_id)?.type ?? null;
  const subject = { link: study.link, filename: file.filename, label };
  if (text.trim() === '') removeEntries(subject, [REMARK]);
  else writeEntry(subject, REMARK, text);
}

/** The form that is shown: the one the project has, or the one the person chose of two. */
export const modeOf = (types: readonly Mode[], chosen: Mode): Mode => (types.includes(chosen) ? chosen : (types[0] ?? 'complete'));
