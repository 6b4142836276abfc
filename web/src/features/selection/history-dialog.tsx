import { Button, Loader, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { alertUser } from '../../lib/alerts.ts';
import { ago } from '../../lib/format.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { OpenStudy } from '../../study/open-study.ts';
import { readVersion, readVersions, restoreVersion } from '../../study/versions.ts';
import classes from './history-dialog.module.css';

/** What a version says, in a line of words. */
function summary(images: readonly AnalysisImage[], missing: readonly string[]): string {
  const labelled = images.filter(({ type }) => type !== null).length;
  const references = images.filter(({ reference }) => reference).length;
  const segmented = images.filter(({ is_segmented }) => is_segmented).length;
  return [`${labelled} labelled`, `${references} ${references === 1 ? 'reference' : 'references'}`, ...(segmented > 0 ? [`${segmented} segmented`] : []), ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : [])].join(' · ');
}

/** Every version of the analysis with its author and time; an older one can be looked at and brought back as a new one. */
export function HistoryDialog({ study, opened, onClose }: { study: OpenStudy; opened: boolean; onClose: () => void }) {
  const [versions, setVersions] = useState<AnalysisVersion[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!opened) return;
    let here = true;
    setVersions(null);
    setFailure(null);
    setChosen(null);
    readVersions().then((found) => { if (here) setVersions(found); }).catch((error: unknown) => { if (here) setFailure(error instanceof Error ? error.message : String(error)); });
    return () => { here = false; };
  }, [opened]);

  useEffect(() => {
    setWords(null);
    if (chosen === null) return;
    let here = true;
    readVersion(chosen).then(({ images, missing_images }) => { if (here) setWords(summary(images, missing_images)); }).catch((error: unknown) => { if (here) setWords(error instanceof Error ? error.message : String(error)); });
    return () => { here = false; };
  }, [chosen]);

  const restore = async (version: number) => {
    setBusy(true);
    try {
      await restoreVersion(version);
      alertUser(`Version ${version} is back, as a new version. The one before it is in the history.`);
      onClose();
    } catch (error) {
      // The study may have been opened anew meanwhile, and this dialog with it: the message must outlive both.
      alertUser(error instanceof Error ? error.message : String(error), 'hard');
    }
    setBusy(false);
  };

  return (
    <Modal opened={opened} onClose={onClose} title="History of versions" size="lg">
      {failure && <p className={classes.failure} role="alert">{failure}</p>}
      {!versions && !failure && <div className={classes.wait}><Loader size={20} color="accent" /></div>}
      {versions?.length === 0 && <p className={classes.quiet}>Nothing has been saved in this study yet.</p>}
      <ul className={classes.list}>
        {versions?.map((version) => (
          <li key={version.version} data-chosen={version.version === chosen}>
            <button type="button" className={classes.version} aria-expanded={version.version === chosen} onClick={() => { setChosen(version.version === chosen ? null : version.version); }}>
              <span className={classes.number}>{version.version}</span>
              <span>{version.author}<small>{version.role}{version.restored_from !== null && ` · brought back version ${version.restored_from}`}</small></span>
              <time dateTime={new Date(version.created_at).toISOString()} title={new Date(version.created_at).toLocaleString('en-GB')}>{ago(version.created_at, Date.now())}</time>
            </button>
            {version.version === chosen && (
              <div className={classes.more}>
                <span>{words ?? '…'}</span>
                {version.current
                  ? <span className={classes.quiet}>shown now</span>
                  : !study.readOnly && <Button size="xs" loading={busy} onClick={() => void restore(version.version)}>Bring back version {version.version}</Button>}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
