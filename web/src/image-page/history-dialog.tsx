import { useEffect, useState } from 'react';
import { LoadingLine } from '../ui/loading.tsx';
import type { OpenStudy } from '../study/store/open-study.ts';
import { readHistory, type History } from '../study/store/versions.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import classes from './history.module.css';
import { messages } from './messages.ts';
import { sittingsOf, type Sitting } from './sittings.ts';
import { VersionLine } from './version-line.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

interface DialogProps {
  study: OpenStudy;
  opened: boolean;
  onClose: () => void;
  onShow: (instanceId: string) => void;
}

/** Who worked on the study when, what each version changed, and the way back to one. */
export function HistoryDialog({ study, opened, onClose, onShow }: DialogProps) {
  const { history, failure } = useHistory(opened);
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    if (opened) setChosen(null);
  }, [opened]);
  return (
    <Dialog opened={opened} onClose={onClose} title={messages.history.title} size="lg">
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {!history && !failure && (
        <div className={classes.wait}>
          <LoadingLine text={messages.history.loading} look="spinner" />
        </div>
      )}
      {history?.versions.length === 0 && <p className={classes.quiet}>{messages.history.empty}</p>}
      <div className={classes.list}>
        {sittingsOf(history?.versions ?? []).map((sitting) => (
          <section key={sitting.versions[0]?.version} aria-label={`${sitting.author}, ${period(sitting)}`}>
            <h3 className={classes.sitting}>
              {sitting.author} <small>{ROLE_CONFIGS[sitting.role].name_to_show}</small>
              <time dateTime={new Date(sitting.to).toISOString()}>{period(sitting)}</time>
            </h3>
            <ul>
              {sitting.versions.map((version) => (
                <VersionLine
                  key={version.version}
                  study={study}
                  version={version}
                  open={version.version === chosen}
                  onToggle={() => setChosen(version.version === chosen ? null : version.version)}
                  onClose={onClose}
                  onShow={(instanceId) => {
                    onClose();
                    onShow(instanceId);
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {history && history.versions.length > 0 && <p className={classes.quiet}>{messages.history.kept(history.kept_days)}</p>}
    </Dialog>
  );
}

function useHistory(opened: boolean): { history: History | null; failure: string | null } {
  const [history, setHistory] = useState<History | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!opened) return;
    let here = true;
    setHistory(null);
    setFailure(null);
    readHistory()
      .then((found) => {
        if (here) setHistory(found);
      })
      .catch((error: unknown) => {
        if (here) setFailure(messageOf(error));
      });
    return () => {
      here = false;
    };
  }, [opened]);
  return { history, failure };
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** When a sitting was: '22 Nov 2026, 14:05 to 14:20'. */
const period = ({ from, to }: Sitting): string => messages.history.period(day.format(to), clock.format(from), clock.format(to));
