import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { megabytes } from '../../lib/format.ts';
import { useKeys } from '../../lib/keys.ts';
import { projectOf, session } from '../../lib/session.ts';
import { readStudyLink, studyPath } from '../../lib/study-link.ts';
import { downloadFiles, type DownloadProgress } from '../../study/file-cache.ts';
import { chooseFiles } from '../../study/describe-study.ts';
import { Thumbnail } from '../../study/thumbnail.tsx';
import { useOpenStudy } from '../../study/use-study.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import classes from './page.module.css';

/** Choosing which files of a study to work with (image analysis 2, Preview). */
export function PreviewPage() {
  const link = readStudyLink(useSearch());
  const [, navigate] = useLocation();
  const { study, failure } = useOpenStudy(link);
  const home = homePage(session.login?.role ?? null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState(0);
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const [help, setHelp] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const id = study?.link.study_id;

  useEffect(() => {
    if (!study) return;
    // A stored selection is shown, but not to Viewers; without one nothing is chosen, and Done then takes all.
    setChosen(new Set(study.selectionStored && !study.readOnly ? study.files.filter(({ active }) => active).map(({ filename }) => filename) : []));
  }, [id]);

  const toggle = (filename: string) => {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(filename)) next.add(filename);
      return next;
    });
  };
  const done = async () => {
    if (!study || !link || stop.current) return;
    const request = new AbortController();
    stop.current = request;
    const files = study.files.map(({ filename }) => ({ filename, active: chosen.size === 0 || chosen.has(filename) }));
    const active = files.filter((file) => file.active).map(({ filename }) => filename);
    setProgress({ done: 0, files: active.length, bytes: 0 });
    try {
      if (!study.readOnly) {
        await call(CALLS.filesUpdate, { id: study.link.study_id, editor: session.login?.email ?? '', images: files, db_name: projectOf(link.project)?.db_name ?? link.project, medical_data_type: MEDICAL_DATA_TYPE }, { signal: request.signal });
      }
      chooseFiles(new Set(active), !study.readOnly);
      const failed = await downloadFiles(active, setProgress, request.signal);
      if (request.signal.aborted) return;
      if (failed.length > 0) alertUser(`${failed.length === 1 ? 'One image' : `${failed.length} images`} could not be downloaded yet; opening it tries again.`);
      navigate(studyPath('selection', link));
    } catch (error) {
      if (!request.signal.aborted) alertUser(`The selection was not saved: ${error instanceof Error ? error.message : String(error)} Press Done again.`, 'hard');
    } finally {
      stop.current = null;
      setProgress(null);
    }
  };
  useEffect(() => () => { stop.current?.abort(); }, []);
  const columns = () => (grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1);
  const move = (by: number) => { setFocused((at) => Math.min(Math.max(at + by, 0), Math.max((study?.files.length ?? 1) - 1, 0))); };

  useKeys({
    'preview.right': () => { move(1); },
    'preview.left': () => { move(-1); },
    'preview.below': () => { move(columns()); },
    'preview.above': () => { move(-columns()); },
    'preview.toggle': () => { const file = study?.files[focused]; if (file) toggle(file.filename); },
    'preview.all': () => { setChosen(new Set(study?.files.map(({ filename }) => filename))); },
    'preview.done': () => void done(),
    'preview.help': () => { setHelp(true); },
  });
  useEffect(() => {
    const thumbnails = grid.current?.querySelectorAll<HTMLButtonElement>('[data-testid=thumbnail]');
    thumbnails?.[focused]?.focus({ preventScroll: false });
  }, [focused]);

  if (!link) return <Message framed title="This address names no study" text="Open a study from the list." action={{ label: 'Go to the list', href: home }} />;
  if (failure) return <Message framed title="The study could not be opened" text={failure} action={{ label: 'Go to the list', href: home }} />;
  if (!study) return <Loading what="Opening the study" onCancel={() => { navigate(home); }} />;
  if (progress) {
    return (
      <Loading
        percent={progress.files === 0 ? 100 : (progress.done / progress.files) * 100} what={`Downloading images ${progress.done}/${progress.files} · ${megabytes(progress.bytes)}`}
        onCancel={() => { stop.current?.abort(); navigate(home); }}
      />
    );
  }
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <h1>Please select the files of the study you want to load</h1>
        <Button leftSection={<IconCheck size={18} stroke={1.6} />} onClick={() => void done()}>DONE {chosen.size === 0 ? study.files.length : `${chosen.size}/${study.files.length}`}</Button>
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
      <KeyStrip
        mode="Preview"
        hints={[
          { actions: ['preview.left', 'preview.right', 'preview.above', 'preview.below'], does: 'move' }, { actions: ['preview.toggle'], does: 'take or leave' },
          { actions: ['preview.all'], does: 'all' }, { actions: ['preview.done'], does: 'done' },
        ]}
        more={{ actions: ['preview.help'], does: 'all keys', onClick: () => { setHelp(true); } }}
      />
      <KeyHelp opened={help} onClose={() => { setHelp(false); }} />
    </div>
  );
}
