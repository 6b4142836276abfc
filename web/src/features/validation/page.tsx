import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { type FoundPoint, openPoints } from '@echometry/contract/rules/open-points.ts';
import type { ReviewChange } from '@echometry/contract/rules/review-changes.ts';
import { useStudyComments } from '../../image-page/comments/use-comments.ts';
import { ConflictBar } from '../../image-page/conflict-bar.tsx';
import { useMeasuring } from '../../image-page/use-measuring.ts';
import { useKeys } from '../../lib/keys.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { useEffort } from '../../study/effort/effort.ts';
import { useStudy } from '../../study/react/use-study.ts';
import { WithStudy } from '../../study/react/with-study.tsx';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { Banner, stateOf } from './banner.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { ClosingPanel, type Ending } from './closing-panel.tsx';
import { ConsensusBoard } from './consensus-board.tsx';
import { ConsensusButton } from './consensus-button.tsx';
import { Editing, type ImageEditors } from './editing.tsx';
import { lookForNewer, reject, removed, reopen, setValidated, toggleValidated, validate } from './gestures.ts';
import { type Goal, goalOfChange, goalOfIssue } from './goal.ts';
import { useStage } from './use-stage.ts';
import { Grid } from './grid.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { IssuesList } from './issues-list.tsx';
import { messages } from './messages.ts';
import { useIssueKeys, useRaised } from './use-raised.ts';
import type { Sides } from './picture.tsx';
import type { ImageTool } from './toolbox.tsx';
import { IMAGES_OF_A_PAGE, pageOf, pagesOf, type Reviewed, reviewedStudy } from './validated-page.ts';
import kit from '../../ui/kit.module.css';
import classes from './validation.module.css';

/** How often the server is asked whether the editor saved, in ms. */
const LOOK_EVERY_MS = 30_000;
const NEXT_SIDES: Readonly<Record<Sides, Sides>> = { both: 'original', original: 'reviewed', reviewed: 'both' };

/** A reviewer's page: the images of an editor's analysis, four at a time, worked on in the review's own copy. */
export const ValidationPage = ({ editors }: { editors: ImageEditors }) => (
  <WithStudy>{(link, study) => <Opened key={`${link.study_id} ${link.editor}`} link={link} study={study} editors={editors} />}</WithStudy>
);

function Opened({ link, study, editors }: { link: StudyLink; study: OpenStudy; editors: ImageEditors }) {
  const [, navigate] = useLocation();
  const [tool, setTool] = useState<ImageTool | 'consensus' | null>(null);
  useStudyComments(link);
  useNewer(link);
  useMeasuring(null);
  const open = (next: ImageTool | 'consensus', instanceId?: string) => {
    const path = studyPath('validation', instanceId === undefined ? link : { ...link, image: instanceId });
    navigate(path, { replace: true });
    // A step of the browser's history: its Back returns to the images.
    navigate(path);
    setTool(next);
  };
  useEffect(() => {
    const onBack = () => setTool(null);
    window.addEventListener('popstate', onBack);
    return () => window.removeEventListener('popstate', onBack);
  }, []);
  useEffect(() => {
    removed.image = null;
  }, [link.study_id]);
  useRefusedSave(link);
  const close = () => window.history.back();
  if (tool === 'consensus') return <Consensus given={study} onClose={close} />;
  if (tool !== null) return <Editing tool={tool} editors={editors} onClose={close} />;
  return <Board link={link} onTool={open} onConsensus={() => open('consensus')} given={study} />;
}

/** The study as it is now, not as it was opened. */
const Consensus = ({ given, onClose }: { given: OpenStudy; onClose: () => void }) => (
  <ConsensusBoard study={useStudy().study ?? given} onClose={onClose} />
);

/** A save that the server refuses may mean that the review was finished elsewhere: that is looked up at once. */
function useRefusedSave(link: StudyLink): void {
  const save = useStudy().study?.save;
  const refused = save?.state === 'offline' && save.refused === true;
  useEffect(() => {
    if (refused) void lookForNewer(link);
  }, [refused, link]);
}

/** Asks now and then whether the editor has saved since. */
function useNewer(link: StudyLink): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void lookForNewer(link);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [link]);
}

/** Where on the page one is, and what its keys are about. */
function useBoard(link: StudyLink, study: OpenStudy) {
  const { files, images, review } = study;
  const reviewed = useMemo(() => reviewedStudy({ files, images, review }), [files, images, review]);
  const [page, setPage] = useState(() => (link.image === undefined ? 0 : (pageOf(reviewed.images, link.image) ?? 0)));
  const [current, setCurrent] = useState<string | null>(link.image ?? null);
  const [at, setAt] = useState<number | null>(null);
  const [sides, setSides] = useState<Sides>('both');
  const [goal, setGoal] = useState<Goal | null>(null);
  const last = pagesOf(reviewed.images.length) - 1;
  const here = Math.min(page, last);
  const shown = reviewed.images.slice(here * IMAGES_OF_A_PAGE, (here + 1) * IMAGES_OF_A_PAGE);
  const place = at === null || reviewed.changes.length === 0 ? null : Math.min(at, reviewed.changes.length - 1);
  const show = (instanceId: string) => {
    setCurrent(instanceId);
    setPage((before) => pageOf(reviewed.images, instanceId) ?? before);
  };
  const choose = (next: number) => {
    const change = reviewed.changes[next];
    if (!change) return;
    setAt(next);
    show(change.instance_id);
    const isIt = ({ instance_id }: { instance_id: string }): boolean => instance_id === change.instance_id;
    setGoal(goalOfChange(change, review?.originals.find(isIt), images.find(isIt)));
    setSides('both');
  };
  const chooseIssue = (issue: ReviewIssue) => {
    show(issue.instance_id);
    setGoal(
      goalOfIssue(
        issue,
        images.find(({ instance_id }) => instance_id === issue.instance_id),
      ),
    );
  };
  const turn = (to: number) => setPage(Math.min(Math.max(to, 0), last));
  const fit = () => setGoal((before) => before && { ...before, box: null });
  return { reviewed, page: here, shown, current, setCurrent, at: place, show, choose, chooseIssue, turn, sides, setSides, goal, fit };
}

interface BoardProps {
  link: StudyLink;
  given: OpenStudy;
  onTool: (tool: ImageTool, instanceId: string) => void;
  onConsensus: () => void;
}

function Board({ link, given, onTool, onConsensus }: BoardProps) {
  // The study as it is now: while a tool was open, nothing here followed its images.
  const study = useStudy().study ?? given;
  useEffort(study, 'validation', null);
  const board = useBoard(link, study);
  const surface = useStage();
  const { reviewed, page, shown, current, at, sides } = board;
  const [help, setHelp] = useState(false);
  const ids = shown.map(({ file }) => file.instance_id);
  const raised = useRaised(link, study, board.chooseIssue);
  const closing = useClosing(study, reviewed.images, raised.issues);
  const validated = reviewed.images.filter(({ image }) => image.validated).length;
  useBoardKeys(study, board, closing, () => setHelp(true));
  useIssueKeys(study, raised);
  return (
    <div className={`${kit.wholePage} ${classes.page}`}>
      {study.conflicts && <ConflictBar study={study} conflicts={study.conflicts} />}
      <Banner
        study={study}
        page={page}
        count={reviewed.images.length}
        validated={validated}
        onPage={board.turn}
        onValidatePage={() => toggleValidated(ids)}
        busy={closing.busy}
        onCheckPoint={() => closing.ask('checkpoint')}
        onFinish={() => closing.ask('finished')}
        onReopen={closing.reopen}
      />
      <div className={classes.body}>
        <Grid
          surface={surface}
          study={study}
          shown={shown}
          current={current}
          sides={sides}
          issues={raised.issues}
          goal={board.goal}
          onCurrent={board.setCurrent}
          onTool={onTool}
          onIssue={(image, frame) => raised.setSubject({ image, frame })}
        />
        {closing.ending === null ? (
          <ChangesPanel
            study={study}
            stage={shown.length > 0 ? surface.stage : null}
            changes={reviewed.changes}
            at={at}
            sides={sides}
            onSides={board.setSides}
            onChoose={board.choose}
          >
            <ConsensusButton study={study} onOpen={onConsensus} />
            <IssuesList study={study} {...raised} onChoose={raised.choose} />
          </ChangesPanel>
        ) : (
          <ClosingPanel
            study={study}
            ending={closing.ending}
            points={closing.points}
            validated={validated}
            count={reviewed.images.length}
            busy={closing.busy}
            onShow={showPoint(board, raised)}
            onBack={closing.back}
            onEnd={closing.end}
          />
        )}
      </div>
      <KeyStrip
        mode={study.readOnly ? messages.lockedMode : messages.mode}
        hints={study.readOnly ? LOOKING_HINTS : HINTS}
        more={{ actions: ['validation.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
      />
      <IssueDialog study={study} issues={raised.issues} subject={raised.subject} onClose={() => raised.setSubject(null)} />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

const LOOKING_HINTS = [
  { actions: ['validation.reopen'], does: messages.keys.reopen },
  { actions: ['validation.next-change'], does: messages.keys.nextChange },
  { actions: ['validation.next-issue'], does: messages.keys.nextIssue },
  { actions: ['validation.original'], does: messages.keys.original },
  { actions: ['validation.play'], does: messages.keys.play },
  { actions: ['validation.next-page'], does: messages.keys.nextPage },
] as const;
const HINTS = [
  { actions: ['validation.image-1', 'validation.image-4'], does: messages.keys.validateImage },
  { actions: ['validation.validate-page'], does: messages.keys.page },
  { actions: ['validation.next-change'], does: messages.keys.nextChange },
  { actions: ['validation.accept'], does: messages.keys.accept },
  { actions: ['validation.reject'], does: messages.keys.reject },
  { actions: ['validation.issue'], does: messages.keys.issue },
  { actions: ['validation.original'], does: messages.keys.original },
  { actions: ['validation.play'], does: messages.keys.play },
  { actions: ['validation.next-page'], does: messages.keys.nextPage },
  { actions: ['validation.finish'], does: messages.keys.finish },
] as const;

const sameChange = (a: ReviewChange, b: ReviewChange): boolean =>
  a.instance_id === b.instance_id && a.part === b.part && a.what === b.what && a.detail === b.detail;

/** Goes to what a point of the closing list is about. */
const showPoint =
  ({ reviewed, choose, show }: ReturnType<typeof useBoard>, raised: ReturnType<typeof useRaised>) =>
  ({ change, issue, instance_id }: FoundPoint): void => {
    const chosen = change === null ? -1 : reviewed.changes.findIndex((one) => sameChange(one, change));
    if (chosen >= 0) choose(chosen);
    else if (issue !== null) raised.choose(raised.issues.find(({ id }) => id === issue));
    else if (instance_id !== null) show(instance_id);
  };

/** Check point, end and reopening, one at a time. Where something is open, the closing list asks first. */
function useClosing(study: OpenStudy, shown: readonly Reviewed[], issues: readonly ReviewIssue[]) {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Ending | null>(null);
  const ending = study.readOnly ? null : asked;
  const { review } = study;
  const points = useMemo(() => {
    const images = shown.map(({ image }) => image);
    return openPoints({ images, originals: review?.originals ?? [], newer: review?.newer ?? null, issues });
  }, [shown, review, issues]);
  const run = (work: Promise<unknown>) => {
    setBusy(true);
    void work.finally(() => setBusy(false));
  };
  const end = (to: Ending, reason: string | null) =>
    run(
      validate(study, to, reason).then((done) => {
        if (done) navigate(`/review?project=${encodeURIComponent(study.link.project)}`);
      }),
    );
  return {
    busy,
    points,
    ending,
    ask: (to: Ending) => (points.length === 0 ? end(to, null) : setAsked(to)),
    back: () => setAsked(null),
    end: (reason: string | null) => ending !== null && end(ending, reason),
    reopen: () => run(reopen(study)),
  };
}

function useBoardKeys(
  study: OpenStudy,
  board: ReturnType<typeof useBoard>,
  closing: ReturnType<typeof useClosing>,
  onHelp: () => void,
): void {
  const { reviewed, shown, page, at, choose, turn, sides, setSides } = board;
  const change: ReviewChange | undefined = reviewed.changes[at ?? -1];
  const image = (number: number) => () => {
    const one = shown[number - 1];
    if (one) toggleValidated([one.file.instance_id]);
  };
  const working = {
    'validation.image-1': image(1),
    'validation.image-2': image(2),
    'validation.image-3': image(3),
    'validation.image-4': image(4),
    'validation.validate-page': () => toggleValidated(shown.map(({ file }) => file.instance_id)),
    'validation.accept': () => change && setValidated(change.instance_id),
    'validation.reject': () => change && reject(change),
    'validation.undo': () => board.current !== null && currentSession()?.undo(board.current),
    'validation.redo': () => board.current !== null && currentSession()?.redo(board.current),
    'validation.save': () => void currentSession()?.saveNow(),
    'validation.check-point': () => closing.ask('checkpoint'),
    'validation.finish': () => stateOf(study).finishable && closing.ask('finished'),
  };
  useKeys({
    ...(closing.ending === null ? {} : { 'validation.close': closing.back }),
    ...(study.readOnly ? { 'validation.reopen': closing.reopen } : working),
    'validation.next-change': () => choose(((at ?? -1) + 1) % Math.max(reviewed.changes.length, 1)),
    'validation.previous-change': () => choose(((at ?? 0) - 1 + reviewed.changes.length) % Math.max(reviewed.changes.length, 1)),
    'validation.original': () => setSides(NEXT_SIDES[sides]),
    'validation.fit': board.fit,
    'validation.next-page': () => turn(page + 1),
    'validation.previous-page': () => turn(page - 1),
    'validation.help': onHelp,
  });
}
