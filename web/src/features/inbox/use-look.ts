/** The stored work on the chosen study, read when the row was chosen for a moment. */
import { useEffect, useState } from 'react';
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { drawFrame, type StillPicture } from '../../image-page/frame-picture/draw-frame.ts';
import { pathOfRow } from '../../image-page/study-path.ts';
import { readStudyLink } from '../../lib/study-link.ts';
import { lookInto } from '../../study/store/current-study.ts';
import { addressOf } from '../../study/store/file-addresses.ts';
import type { OpenedStudy } from '../../study/store/ports.ts';

/** Rows that the arrow keys pass faster than this are not read, in ms. */
const LOOK_AFTER_MS = 200;
/** Largest side of the picture, in pixels: the width of the panel on a screen with two pixels for each of CSS. */
const PICTURE_SIDE_PX = 640;

/** Null while it is read; a text where that fails. */
export function useLook(entry: InboxEntry | null): OpenedStudy | string | null {
  const [look, setLook] = useState<{ of: string; found: OpenedStudy | string } | null>(null);
  const path = entry && pathOfRow(entry.row, 'selection');
  const version = `${path} ${entry?.row.analysis}`;
  useEffect(() => {
    const link = path && readStudyLink(path.slice(path.indexOf('?')));
    if (!link) return;
    let here = true;
    const show = (found: OpenedStudy | string): void => {
      if (here) setLook({ of: version, found });
    };
    const timer = setTimeout(() => void lookInto(link).then(show, (error: unknown) => show(messageOf(error))), LOOK_AFTER_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [path, version]);
  return look?.of === version ? look.found : null;
}

/** The picture of a frame of a study that is not open; null while it is drawn. */
export function usePicture(
  { project, files }: { project: Project; files: OpenedStudy['files'] },
  file: StudyFile,
  frame: number,
): StillPicture | string | null {
  const [picture, setPicture] = useState<{ of: string; found: StillPicture | string } | null>(null);
  const of = `${file.instance_id} ${frame}`;
  useEffect(() => {
    const stop = new AbortController();
    const show = (found: StillPicture | string): void => {
      if (!stop.signal.aborted) setPicture({ of, found });
    };
    const draw = async () => {
      const of = { studyId: files.study.study_id, patient: files.study.patient_id, bucket: project.bucket };
      const url = await addressOf(of, file.filename, 'dicom');
      const source = url === null ? null : new URL(url, window.location.href);
      return drawFrame(source, file, { frame, side: PICTURE_SIDE_PX, signal: stop.signal });
    };
    draw().then(show, (error: unknown) => show(messageOf(error)));
    return () => {
      stop.abort();
    };
  }, [of, project, files, file, frame]);
  return picture?.of === of ? picture.found : null;
}
