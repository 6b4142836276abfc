import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { alertUser } from '../lib/alerts.ts';
import { ago } from '../lib/format.ts';
import { useAttempt } from '../lib/use-attempt.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import { readVersion, restoreVersion } from '../study/store/versions.ts';
import classes from './history.module.css';
import { messages } from './messages.ts';
import { changesBetween } from './sittings.ts';
import { VersionChanges } from './version-changes.tsx';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

interface LineProps {
  study: OpenStudy;
  version: AnalysisVersion;
  open: boolean;
  onToggle: () => void;
  onClose: () => void;
  onShow: (instanceId: string) => void;
}

/** One version: what it changed, what bringing it back would change, and the way to do so. */
export function VersionLine({ study, version, open, onToggle, onClose, onShow }: LineProps) {
  return (
    <li data-testid="version" data-chosen={open}>
      <button type="button" className={classes.version} aria-expanded={open} onClick={onToggle}>
        <span className={classes.number}>{version.version}</span>
        <span>{whatItIs(version)}</span>
        <time dateTime={new Date(version.created_at).toISOString()} title={new Date(version.created_at).toLocaleString('en-GB')}>
          {ago(version.created_at, Date.now())}
        </time>
      </button>
      {open && <Details study={study} version={version} onClose={onClose} onShow={onShow} />}
    </li>
  );
}

/** The state that a version left the study in, or why it was stored. */
function whatItIs({ restored_from, without_head, study_state }: AnalysisVersion): string {
  if (without_head) return messages.history.oneSide;
  return restored_from === null ? messages.history.study(study_state) : messages.history.restoredFrom(restored_from);
}

/** A version and the one it was made from; null while they load. */
function useContents({ version, parent }: AnalysisVersion): { own: AnalysisImage[]; before: AnalysisImage[] } | string | null {
  const [found, setFound] = useState<{ own: AnalysisImage[]; before: AnalysisImage[] } | string | null>(null);
  useEffect(() => {
    let here = true;
    const imagesOf = async (number: number | null): Promise<AnalysisImage[]> => (number === null ? [] : (await readVersion(number)).images);
    Promise.all([imagesOf(version), imagesOf(parent)])
      .then(([own, before]) => {
        if (here) setFound({ own, before });
      })
      .catch((error: unknown) => {
        if (here) setFound(messageOf(error));
      });
    return () => {
      here = false;
    };
  }, [version, parent]);
  return found;
}

function Details({ study, version, onClose, onShow }: Omit<LineProps, 'open' | 'onToggle'>) {
  const contents = useContents(version);
  const { busy, attempt } = useAttempt();
  if (contents === null) return <div className={classes.more}>…</div>;
  if (typeof contents === 'string') return <div className={classes.more}>{contents}</div>;
  const back = changesBetween(study.images, contents.own);
  const labelled = contents.own.filter(({ type }) => type !== null).length;
  // The study may have been opened again meanwhile, and this dialog with it: a message of a failure outlives both.
  const restore = () =>
    attempt(
      async () => {
        await restoreVersion(version.version);
        alertUser(messages.history.restored(version.version));
        onClose();
      },
      (why) => why,
    );
  return (
    <div className={classes.more}>
      <VersionChanges
        title={messages.history.changed(labelled)}
        study={study}
        changes={changesBetween(contents.before, contents.own)}
        onShow={onShow}
      />
      {version.current ? (
        <p className={classes.quiet}>{messages.history.shownNow}</p>
      ) : (
        <>
          <VersionChanges title={messages.history.wouldChange} study={study} changes={back} pictures="large" onShow={onShow} />
          {!study.readOnly && study.review === null && (
            <Button size="xs" loading={busy} onClick={() => void restore()}>
              {messages.history.restore(version.version)}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
