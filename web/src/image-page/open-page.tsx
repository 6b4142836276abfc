import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useSnapshot } from 'valtio';
import { useClip } from '../viewer/react/use-clip.ts';
import { Viewer } from '../viewer/react/viewer.tsx';
import { Stage } from '../viewer/stage.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { showAlertsOf } from '../lib/alerts.ts';
import { useFocusReturn } from '../lib/focus.ts';
import type { StudyLink } from '../lib/study-link.ts';
import { useEffort } from '../study/effort/effort.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import type { ToolStack } from '../tools/stack.ts';
import { FocusHome } from '../ui/focus-home.ts';
import { KeyHelp } from '../ui/key-help.tsx';
import { KeyStrip } from '../ui/key-strip.tsx';
import type { ClipFile } from '../viewer/clip/clip-cache.ts';
import { ASSESSMENT_PART, assessmentParts } from './assessment-part.tsx';
import { CALIBRATION, calibrationPart } from './calibration/calibration-part.tsx';
import { CalibrationOnPage } from './calibration/calibration-on-page.ts';
import { useStudyComments } from './comments/use-comments.ts';
import { CommentTicks } from './comments/comment-ticks.tsx';
import { useSpot } from './comments/spot.ts';
import { ConflictBar } from './conflict-bar.tsx';
import { useFullScreen } from './full-screen.ts';
import { HistoryDialog } from './history-dialog.tsx';
import kit from '../ui/kit.module.css';
import classes from './image-page.module.css';
import { messages } from './messages.ts';
import { METADATA_PART } from './metadata-part.tsx';
import { panelFocus, togglePanel } from './panel-place.ts';
import { filesBeside } from './files-beside.ts';
import type { PageContext, PageParts, PanePart } from './parts.ts';
import { RightPanel } from './right-panel.tsx';
import { Thumbnails } from './thumbnails.tsx';
import type { Images } from './use-images.ts';
import { useLinkedFrame } from './linked-frame.ts';
import { useMeasuring } from './use-measuring.ts';
import { usePageKeys } from './use-page-keys.ts';
import { usePageTools, useToolKeys } from './use-page-tools.ts';
import { useToolScale } from './use-tool-on-page.ts';
import { ViewerTools } from './viewer-tools.tsx';

const clipOf = ({ filename, instance_id, size_bytes }: StudyFile): ClipFile => ({
  filename,
  instanceId: instance_id,
  sizeBytes: size_bytes,
});

export interface OpenPageProps {
  parts: PageParts;
  link: StudyLink;
  study: OpenStudy;
  images: Images;
  tools: ToolStack;
}

/** The frame around an open study: parts above, thumbnails, stage, panel, strip of keys. */
export function OpenPage({ parts, link, study, images, tools }: OpenPageProps) {
  const [stage] = useState(() => new Stage());
  const [calibration] = useState(() => new CalibrationOnPage());
  const [toolParts] = useState(() => [calibration.part, ...parts.tools]);
  const page = useRef<HTMLDivElement>(null);
  const home = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState(false);
  const [history, setHistory] = useState(false);
  const { files, file, targets, send } = images;
  useLinkedFrame(link, file);
  useEffort(study, parts.page, file?.instance_id ?? null);
  useStudyComments(link);
  useEffect(() => showAlertsOf(file?.instance_id ?? null), [file?.instance_id]);
  useEffect(() => () => showAlertsOf(null), []);
  const at = file ? files.indexOf(file) : -1;
  const neighbours = [files[at + 1], files[at - 1]].filter((one) => one !== undefined).map(clipOf);
  const count = parts.beside?.count ?? 1;
  const shown = useMemo(() => filesBeside(files, targets, count), [files, targets, count]);
  const { player, players, retry } = useClip(file ? clipOf(file) : null, neighbours, shown.slice(1).map(clipOf));
  const imageOf = (instanceId: string | undefined) => study.images.find(({ instance_id }) => instance_id === instanceId);
  const image = imageOf(file?.instance_id);
  const panes = shown.flatMap((one, index): PanePart[] => {
    const own = players[index];
    return own?.image === one.instance_id
      ? [{ file: one, number: images.active.indexOf(one) + 1, image: imageOf(one.instance_id), player: own }]
      : [];
  });
  const openHistory = () => setHistory(true);
  const context: PageContext = { page: parts.page, study, link, files, file, image, targets, player, panes, send, tools, openHistory };

  useSpot(tools, file, player);
  usePageTools(tools, toolParts, context, stage);
  const onShow = (chosen: string) => {
    images.setFilter('all');
    send({ type: 'choose', image: chosen, how: 'alone' });
  };
  usePageKeys({ page: parts.page, context, own: parts.keys(context), onHelp: () => setHelp(true), onShow });
  useFocusReturn(page, home);
  return (
    <FocusHome value={home}>
      <div ref={page} className={`${kit.wholePage} ${classes.page}`}>
        <Followers calibration={calibration} context={context} />
        {parts.above?.(context)}
        <div className={classes.body} data-narrow={parts.narrow}>
          <Thumbnails page={parts.page} study={study} images={images} stage={stage} beside={shown} />
          <div className={classes.work}>
            {file && parts.column?.(context)}
            <div className={classes.stage} data-messages>
              {study.conflicts && <ConflictBar study={study} conflicts={study.conflicts} />}
              {parts.beside && shown.length > 1 ? (
                parts.beside.render(context, home)
              ) : (
                <Picture parts={parts} context={context} stage={stage} home={home} onRetry={retry} />
              )}
              {parts.below?.(context)}
              <KeysNow parts={parts} context={context} onHelp={() => setHelp(true)} />
            </div>
          </div>
          <RightPanel
            parts={[...parts.panel, ...assessmentParts(context), calibrationPart(calibration), METADATA_PART]}
            context={context}
            stage={stage}
          />
        </div>
        <KeyHelp opened={help} onClose={() => setHelp(false)} />
        <HistoryDialog study={study} opened={history} onClose={() => setHistory(false)} onShow={onShow} />
      </div>
    </FocusHome>
  );
}

/** The scale of the calibration, measuring and keys of tools. They change with clip and tools, and the page is not rendered again for them. */
function Followers({ calibration, context }: { calibration: CalibrationOnPage; context: PageContext }): null {
  useToolScale(calibration, context);
  useMeasuring(context.player);
  useToolKeys(context.tools);
  return null;
}

/** The strip of keys. It follows the mode of the tools, for which the rest of the page is not rendered again. */
function KeysNow({ parts, context, onHelp }: { parts: PageParts; context: PageContext; onHelp: () => void }) {
  const { in: focus } = useSnapshot(panelFocus);
  const mode = useSyncExternalStore(context.tools.subscribe, () => (typeof parts.mode === 'string' ? parts.mode : parts.mode(context)));
  const shown = ASSESSMENT_PART.strip(context, focus) ?? { mode, hints: parts.hints(context) };
  return <KeyStrip {...shown} more={{ actions: ['selection.help'], does: messages.allKeys, onClick: onHelp }} />;
}

/** The image that is shown with its player, or what to do where none is. */
function Picture({
  parts,
  context,
  stage,
  home,
  onRetry,
}: {
  parts: PageParts;
  context: PageContext;
  stage: Stage;
  home: RefObject<HTMLDivElement | null>;
  onRetry: () => void;
}) {
  const screen = useFullScreen();
  const { file, image, player } = context;
  if (!file && parts.none) return parts.none(context);
  if (!file || !player) return <p className={classes.empty}>{file ? '' : messages.selectImage}</p>;
  const toggleMetadata = () => {
    if (player.state.metadata) togglePanel(METADATA_PART.id);
    else METADATA_PART.refuse();
  };
  return (
    <Viewer
      stage={stage}
      player={player}
      tools={context.tools}
      image={{
        instanceId: file.instance_id,
        frames: file.number_of_frames,
        framesAvailable: file.frames_available,
        modality: image?.modality ?? null,
        calibration: image?.calibration ?? null,
      }}
      home={home}
      onRetry={onRetry}
      onNotes={() => togglePanel(METADATA_PART.id)}
      onCalibration={() => togglePanel(CALIBRATION)}
      keys={{
        'viewer.calibration': () => togglePanel(CALIBRATION),
        'viewer.metadata': toggleMetadata,
        'viewer.full-screen': screen.toggle,
      }}
      state={parts.state?.(context)}
      over={parts.over?.(context)}
      timeline={
        <>
          {parts.timeline?.(context)}
          <CommentTicks context={context} />
        </>
      }
      controls={
        <>
          {parts.controls?.(context)}
          <ViewerTools context={context} full={screen.full} onFull={screen.toggle} onMetadata={toggleMetadata} />
        </>
      }
    />
  );
}
