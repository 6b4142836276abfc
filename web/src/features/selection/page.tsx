import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { alertUser } from '../../lib/alerts.ts';
import { useKeys, type Bindings } from '../../lib/keys.ts';
import { session } from '../../lib/session.ts';
import { readStudyLink, studyPath } from '../../lib/study-link.ts';
import { toggleReference } from '../../study/labelling.ts';
import { redo, saveNow, showHistory, undo } from '../../study/open-study.ts';
import { Thumbnail } from '../../study/thumbnail.tsx';
import { useOpenStudy } from '../../study/use-study.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { Viewer } from '../../viewer/viewer.tsx';
import { ConflictBar } from './conflict-bar.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { HoverPreview } from './hover-preview.tsx';
import { LabelBar } from './label-bar.tsx';
import classes from './page.module.css';
import { StudyStateLine } from './study-state-line.tsx';
import { useViewerSource } from './viewer-source.ts';

/** A study without images shown leads back to their choice after this long, in ms (platform 9). */
const EMPTY_REDIRECT_MS = 3000;
/** How long an image is looked at before the address names it, in ms: browsers take few changes of an address in a short time. */
const ADDRESS_AFTER_MS = 250;

/** Labelling the images of a study: labels above, thumbnails at the left, the image as large as it fits. */
export function SelectionPage() {
  const link = readStudyLink(useSearch());
  const [, navigate] = useLocation();
  const { study, failure } = useOpenStudy(link);
  const home = homePage(session.login?.role ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [help, setHelp] = useState(false);
  const [history, setHistory] = useState(false);

  const files = useMemo(() => study?.files.filter(({ active }) => active) ?? [], [study?.files]);
  const wanted = chosen ?? link?.image ?? null;
  const file = files.find(({ instance_id, filename }) => instance_id === wanted || filename === wanted) ?? files[0];
  const image = study?.images.find(({ instance_id }) => instance_id === file?.instance_id);
  const source = useViewerSource(file?.filename ?? null);

  useEffect(() => { if (file) showHistory(file.instance_id); }, [file?.instance_id, study?.images]);

  // The chosen image is carried by the address, and so by the tabs of the header, once the person stays with it.
  useEffect(() => {
    if (chosen === null || !link || link.image === chosen) return;
    const timer = setTimeout(() => { navigate(studyPath('selection', { ...link, image: chosen }), { replace: true }); }, ADDRESS_AFTER_MS);
    return () => { clearTimeout(timer); };
  }, [chosen, link?.study_id, link?.image]);

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

  const saving: Bindings = {
    'selection.next-unlabelled': nextUnlabelled,
    'selection.reference': () => { if (file) toggleReference(file.instance_id); },
    'selection.undo': () => { if (file) undo(file.instance_id); },
    'selection.redo': () => { if (file) redo(file.instance_id); },
  };
  useKeys({
    'selection.next': () => { go(1); },
    'selection.previous': () => { go(-1); },
    ...(study?.readOnly ? {} : saving),
    'selection.save': () => void save(),
    'selection.history': () => { setHistory(true); },
    'selection.help': () => { setHelp(true); },
  });

  const empty = study !== null && files.length === 0;
  useEffect(() => {
    if (!empty || !link) return;
    const timer = setTimeout(() => { navigate(studyPath('preview', link)); }, EMPTY_REDIRECT_MS);
    return () => { clearTimeout(timer); };
    // Once for a study without images.
  }, [empty]);

  if (!link) return <Message framed title="This address names no study" text="Open a study from the list." action={{ label: 'Go to the list', href: home }} />;
  if (failure) return <Message framed title="The study could not be opened" text={failure} action={{ label: 'Go to the list', href: home }} />;
  if (!study) return <Loading what="Opening the study" onCancel={() => { navigate(home); }} />;
  return (
    <div className={classes.page}>
      <LabelBar onHistory={() => { setHistory(true); }} study={study} instanceId={file?.instance_id ?? null} image={image} />
      {study.conflicts && <ConflictBar study={study} conflicts={study.conflicts} />}
      <div className={classes.body}>
        <aside className={classes.images} aria-label="Images">
          <div className={classes.count}>
            <span>{files.length}/{study.files.length} IMAGES SHOWN</span>
            <Link href={studyPath('preview', link)}>CHANGE SELECTION</Link>
          </div>
          <StudyStateLine study={study} />
          <div className={classes.grid}>
            {files.map((known, index) => (
              <Thumbnail
                key={known.filename} filename={known.filename} size="small_icon" project={study.project} index={index}
                image={study.images.find(({ instance_id }) => instance_id === known.instance_id)} selected={known === file}
                onSelect={() => { setChosen(known.instance_id); }} hover={known.number_of_frames > 1 ? <HoverPreview filename={known.filename} /> : null}
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
              ...(file && file.number_of_frames > 1 ? CLIP_HINTS : []), { actions: ['selection.previous', 'selection.next'], does: 'image' },
              ...(study.readOnly ? [] : LABEL_HINTS),
            ]}
            more={{ actions: ['selection.help'], does: 'all keys', onClick: () => { setHelp(true); } }}
          />
        </div>
      </div>
      <KeyHelp opened={help} onClose={() => { setHelp(false); }} />
      <HistoryDialog study={study} opened={history} onClose={() => { setHistory(false); }} />
    </div>
  );
}

const CLIP_HINTS: readonly KeyHint[] = [
  { actions: ['viewer.play'], does: 'play' }, { actions: ['viewer.previous-frame', 'viewer.next-frame'], does: 'frame' }, { actions: ['viewer.ten-back', 'viewer.ten-on'], does: 'ten' },
];
const LABEL_HINTS: readonly KeyHint[] = [{ actions: ['selection.next-unlabelled'], does: 'next unlabelled' }, { actions: ['selection.reference'], does: 'reference' }];
