import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { dropSession, session, signInAgain } from '../lib/session.ts';
import { useStudy } from '../study/react/use-study.ts';
import { currentSession } from '../study/store/current-study.ts';
import { demoState } from './demo.ts';
import { messages } from './messages.ts';
import kit from '../ui/kit.module.css';
import classes from './app.module.css';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** The server ended the session: the page stays as it is, and the person signs in next to it. */
export function SessionEnded() {
  const { ended, login } = useSnapshot(session);
  const { demo } = useSnapshot(demoState);
  const { study } = useStudy();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const changes = study?.save.state === 'offline' ? study.save.changes : 0;

  const leave = () => {
    dropSession();
    navigate('/login', { replace: true });
  };
  const again = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if (await signInAgain(demo)) await currentSession()?.saveNow();
      else navigate('/user-page?stay=true', { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={messages.sessionEnded.title}
      size="sm"
    >
      <p className={classes.text}>
        {messages.sessionEnded.signInAs} <strong>{login?.email}</strong> {messages.sessionEnded.continue(changes)}
      </p>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={kit.answers}>
        <Button variant="default" onClick={leave}>
          {messages.sessionEnded.leave}
        </Button>
        <Button loading={busy} data-autofocus onClick={() => void again()}>
          {messages.sessionEnded.signIn}
        </Button>
      </div>
    </Modal>
  );
}
