import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { acceptTerms, endSession } from '../../lib/session.ts';
import { LogoName } from '../../ui/logo.tsx';
import kit from '../../ui/kit.module.css';
import classes from './page.module.css';
import { TermsDocuments } from './terms-documents.tsx';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { messages } from './messages.ts';

/** Terms of use, privacy policy and cookie policy; Accept acts only when both boxes are ticked (docs/specification.md#platform-2). */
export function TermsPage() {
  const [, navigate] = useLocation();
  const [terms, setTerms] = useState(false);
  const [research, setResearch] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const accept = async () => {
    try {
      await acceptTerms();
      navigate(`/user-page${window.location.search}`, { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const exit = async () => {
    await endSession();
    navigate('/login', { replace: true });
  };

  return (
    <main className={classes.page}>
      <LogoName />
      <h1>{messages.title}</h1>
      <TermsDocuments />
      <Checkbox
        checked={terms}
        onChange={(event) => {
          setTerms(event.currentTarget.checked);
        }}
        label={messages.acceptTerms}
      />
      <Checkbox
        checked={research}
        onChange={(event) => {
          setResearch(event.currentTarget.checked);
        }}
        label={messages.acceptResearch}
      />
      {failure && <p role="alert">{failure}</p>}
      <div className={kit.answers}>
        <Button variant="default" onClick={() => void exit()}>
          {messages.exit}
        </Button>
        <Button disabled={!terms || !research} onClick={() => void accept()}>
          {messages.accept}
        </Button>
      </div>
    </main>
  );
}
