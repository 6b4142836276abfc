import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { useKeys } from '../../lib/keys.ts';
import { projectOf, session } from '../../lib/session.ts';
import { readStudyLink, studyPath } from '../../lib/study-link.ts';
import { studyState } from '../../study/open-study.ts';
import { Thumbnail } from '../../study/thumbnail.tsx';
import { useOpenStudy } from '../../study/use-study.ts';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import classes from './page.module.css';

/** Choosing which files of a study to work with (image analysis 2, Preview). */
export function PreviewPage() {
  const link = readStudyLink(useSearch());
  const [, navigate] = useLocation();
  const { study, failure } = useOpenStudy(link);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState(0);
  const [busy, setBusy] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const id = study?.link.study_id;

  useEffect(() => {
    if (!study) return;
    // A stored selection is shown; without one nothing is chosen, and Done then takes all.
    setChosen(new Set(study.selectionStored ? study.files.filter(({ active }) => active).map(({ filename }) => filename) : []));
  }, [id]);

  const toggle = (filename: string) => {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(filename)) next.add(filename);
      return next;
    });
  };
  const done = async () => {
    if (!study || !link || busy) return;
    setBusy(true);
    const files = study.files.map(({ filename }) => ({ filename, active: chosen.size === 0 || chosen.has(filename) }));
    try {
      if (!study.readOnly) {
        await call(CALLS.filesUpdate, { id: study.link.study_id, editor: session.login?.email ?? '', images: files, db_name: projectOf(link.project)?.db_name ?? link.project, medical_data_type: MEDICAL_DATA_TYPE });
      }
      const active = new Set(files.filter((file) => file.active).map((file) => file.filename));
      if (studyState.study) {
        studyState.study.files = studyState.study.files.map((file) => ({ ...file, active: active.has(file.filename) }));
        studyState.study.selectionStored = !study.readOnly;
      }
      navigate(studyPath('selection', link));
    } catch (error) {
      alertUser(`The selection was not saved: ${error instanceof Error ? error.message : String(error)} Press Done again.`, 'hard');
      setBusy(false);
    }
  };
  const columns = () => (grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1);
  const move = (by: number) => { setFocused((at) => Math.min(Math.max(at + by, 0), Math.max((study?.files.length ?? 1) - 1, 0))); };

  useKeys([
    { key: 'ArrowRight', does: 'next', run: () => { move(1); }, repeat: true },
    { key: 'ArrowLeft', does: 'previous', run: () => { move(-1); }, repeat: true },
    { key: 'ArrowDown', does: 'below', run: () => { move(columns()); }, repeat: true },
    { key: 'ArrowUp', does: 'above', run: () => { move(-columns()); }, repeat: true },
    { key: 'x', does: 'take or leave', run: () => { const file = study?.files[focused]; if (file) toggle(file.filename); } },
    { key: 'a', does: 'all', run: () => { setChosen(new Set(study?.files.map(({ filename }) => filename))); } },
    { key: 'Enter', does: 'done', run: () => void done() },
  ]);
  useEffect(() => {
    const thumbnails = grid.current?.querySelectorAll<HTMLButtonElement>('[data-testid=thumbnail]');
    thumbnails?.[focused]?.focus({ preventScroll: false });
  }, [focused]);

  if (!link) return <Message title="This address names no study" text="Open a study from the list." action={{ label: 'Go to studies', href: '/studies' }} />;
  if (failure) return <Message title="The study could not be opened" text={failure} action={{ label: 'Go to studies', href: '/studies' }} />;
  if (!study) return <Loading what="Opening the study" onCancel={() => { navigate('/studies'); }} />;
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <h1>Please select the files of the study you want to load</h1>
        <Button loading={busy} leftSection={<IconCheck size={18} stroke={1.6} />} onClick={() => void done()}>DONE {chosen.size === 0 ? study.files.length : `${chosen.size}/${study.files.length}`}</Button>
      </header>
      <div className={classes.scroll}>
        <div ref={grid} className={classes.grid}>
          {study.files.map((file, index) => (
            <Thumbnail
              key={file.filename} filename={file.filename} size="big_icon" project={study.project} index={index} image={study.images.find(({ instance_id }) => instance_id === file.instance_id)}
              selected={chosen.has(file.filename)} dimmed={chosen.size > 0 && !chosen.has(file.filename)}
              caption={`${index + 1} · ${file.number_of_frames > 1 ? `${file.number_of_frames} frames` : 'still'}${file.manufacturer ? ` · ${file.manufacturer}` : ''}`}
              onSelect={() => { setFocused(index); toggle(file.filename); }}
            />
          ))}
        </div>
      </div>
      <KeyStrip mode="Preview" hints={[{ keys: ['←', '→', '↑', '↓'], does: 'move' }, { keys: ['X'], does: 'take or leave' }, { keys: ['A'], does: 'all' }, { keys: ['Enter'], does: 'done' }]} />
    </div>
  );
}
