import { Modal } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { alertUser } from '../../lib/alerts.ts';
import { useKeys, type Binding } from '../../lib/keys.ts';
import { readStudyLink, studyPath } from '../../lib/study-link.ts';
import { toggleReference } from '../../study/labelling.ts';
import { redo, saveNow, showHistory, undo } from '../../study/open-study.ts';
import { Thumbnail } from '../../study/thumbnail.tsx';
import { useOpenStudy } from '../../study/use-study.ts';
import { KeyStrip, Keys } from '../../ui/key-strip.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { Viewer } from '../../viewer/viewer.tsx';
import { ConflictBar } from './conflict-bar.tsx';
import { LabelBar } from './label-bar.tsx';
import classes from './page.module.css';
import { useViewerSource } from './viewer-source.ts';

/** Labelling the images of a study: labels above, thumbnails at the left, the image as large as it fits. */
export function SelectionPage() {
  const link = readStudyLink(useSearch());
  const [, navigate] = useLocation();
  const { study, failure } = useOpenStudy(link);
  const [chosen, setChosen] = useState<string | null>(null);
  const [help, setHelp] = useState(false);

  const files = useMemo(() => study?.files.filter(({ active }) => active) ?? [], [study?.files]);
  const wanted = chosen ?? link?.image ?? null;
  const file = files.find(({ instance_id, filename }) => instance_id === wanted || filename === wanted) ?? files[0];
  const image = study?.images.find(({ instance_id }) => instance_id === file?.instance_id);
  const source = useViewerSource(file?.filename ?? null);

  useEffect(() => { if (file) showHistory(file.instance_id); }, [file?.instance_id, study?.images]);

  const go = (by: number) => {
    const at = files.findIndex((known) => known === file);
    const next = files[at + by];
    if (next) setChosen(next.instance_id);
  };
  const nextUnlabelled = () => {
    const at = files.findIndex((known) => known === file);
    const next = [...files.slice(at + 1), ...files.slice(0, Math.max(at, 0))].find((known) => !study?.images.some((labelled) => labelled.instance_id === known.instance_id && labelled.type !== null));
    if (next) setChosen(next.instance_id);
    else alertUser('Every image shown has a label');
  };
  const save = async () => {
    const answer = await saveNow();
    if (answer === 'nothing') alertUser(study?.readOnly ? 'User role not allowed to save changes' : 'Nothing to save');
  };

  const bindings: Binding[] = [
    { key: 'ArrowDown', does: 'next image', run: () => { go(1); }, repeat: true },
    { key: 'ArrowUp', does: 'previous image', run: () => { go(-1); }, repeat: true },
    { key: 'n', does: 'next unlabelled', run: nextUnlabelled },
    { key: '*', does: 'reference', run: () => { if (file) toggleReference(file.instance_id); } },
    { key: 'Ctrl+z', does: 'undo', run: () => { if (file) undo(file.instance_id); } },
    { key: 'Shift+Ctrl+z', does: 'redo', run: () => { if (file) redo(file.instance_id); } },
    { key: 'Ctrl+y', does: 'redo', run: () => { if (file) redo(file.instance_id); } },
    { key: 'Ctrl+s', does: 'save', run: () => void save() },
    { key: '?', does: 'all keys', run: () => { setHelp(true); } },
  ];
  useKeys(bindings);

  if (!link) return <Message title="This address names no study" text="Open a study from the list." action={{ label: 'Go to studies', href: '/studies' }} />;
  if (failure) return <Message title="The study could not be opened" text={failure} action={{ label: 'Go to studies', href: '/studies' }} />;
  if (!study) return <Loading what="Opening the study" onCancel={() => { navigate('/studies'); }} />;
  return (
    <div className={classes.page}>
      <LabelBar study={study} instanceId={file?.instance_id ?? null} image={image} />
      {study.conflicts && <ConflictBar study={study} conflicts={study.conflicts} />}
      <div className={classes.body}>
        <aside className={classes.images} aria-label="Images">
          <div className={classes.count}>
            <span>{files.length}/{study.files.length} IMAGES SHOWN</span>
            <Link href={studyPath('preview', link)}>CHANGE SELECTION</Link>
          </div>
          <div className={classes.grid}>
            {files.map((known, index) => (
              <Thumbnail
                key={known.filename} filename={known.filename} size="small_icon" project={study.project} index={index}
                image={study.images.find(({ instance_id }) => instance_id === known.instance_id)} selected={known === file}
                onSelect={() => { setChosen(known.instance_id); }}
              />
            ))}
          </div>
        </aside>
        <div className={classes.stage}>
          {file
            ? <Viewer key={file.filename} source={source} expectedFrames={file.number_of_frames} modality={image?.modality ?? null} />
            : <p className={classes.empty}>Please load/select image to display</p>}
          <KeyStrip
            mode="Selection"
            hints={[
              { keys: ['Space'], does: 'play' }, { keys: ['←', '→'], does: 'frame' }, { keys: ['⇧', ' + ', '←', '→'], does: 'ten' }, { keys: ['↑', '↓'], does: 'image' },
              ...(study.readOnly ? [] : [{ keys: ['N'], does: 'next unlabelled' }, { keys: ['*'], does: 'reference' }]),
            ]}
            more={{ keys: ['?'], does: 'all keys', onClick: () => { setHelp(true); } }}
          />
        </div>
      </div>
      <Modal opened={help} onClose={() => { setHelp(false); }} title="Keys that work now" size="md">
        <dl className={classes.keys}>
          {ALL_KEYS.filter(({ needsSaving }) => !(needsSaving && study.readOnly)).map(({ keys, does }) => <div key={does}><dt><Keys keys={keys} /></dt><dd>{does}</dd></div>)}
        </dl>
      </Modal>
    </div>
  );
}

const ALL_KEYS: readonly { keys: readonly string[]; does: string; needsSaving?: boolean }[] = [
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'One frame back or on' },
  { keys: ['⇧', ' + ', '←', '→'], does: 'Ten frames back or on' },
  { keys: ['Home', 'End'], does: 'First or last frame' },
  { keys: ['L'], does: 'Loop on or off' },
  { keys: ['[', ']'], does: 'Slower or faster' },
  { keys: ['B', 'C'], does: 'Brighter, more contrast; with ⇧ less' },
  { keys: ['+', '-', '0'], does: 'Zoom in, out, fit' },
  { keys: ['1'], does: 'One image pixel on one screen pixel' },
  { keys: ['W', 'A', 'S', 'D'], does: 'Move the picture' },
  { keys: ['I'], does: 'Metadata' },
  { keys: ['↑', '↓'], does: 'Previous or next image' },
  { keys: ['N'], does: 'Next image without a label', needsSaving: true },
  { keys: ['*'], does: 'Mark or unmark as reference', needsSaving: true },
  { keys: ['Ctrl', ' + ', 'Z'], does: 'Undo on this image', needsSaving: true },
  { keys: ['Ctrl', ' + ', 'Y'], does: 'Redo on this image', needsSaving: true },
  { keys: ['Ctrl', ' + ', 'S'], does: 'Save now', needsSaving: true },
];
