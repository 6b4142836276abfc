import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { enterDemo, enterWithCode, hasAcceptedTerms, loadUser, session } from '../../lib/session.ts';
import { hasLandingPage } from '../../lib/navigation.ts';
import { call } from '../../lib/api.ts';
import { readLogin } from '../../lib/login-store.ts';
import { takeCode } from '../../lib/one-time-code.ts';
import { leaveToSignIn } from '../../lib/sign-in.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { Entrance } from '../../ui/entrance.tsx';
import { Loading } from '../../ui/loading.tsx';
import { RoleIcon } from '../../ui/role-icon.tsx';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { messages } from './messages.ts';

type DemoUsers = AnswerOf<typeof CALLS.demoUsers>;
type DemoUser = DemoUsers['users'][number];

/** Sign-in: a saved login leads onward, one button leads to the login service, the demo workspace offers its people by one click. */
export function LoginPage() {
  const onward = useOnward();
  const [demo, setDemo] = useState<DemoUsers | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const onOpen = useEffectEvent(() => arrive(onward, setDemo, setFailure));
  useEffect(() => {
    void onOpen();
  }, []);

  /** @param onFailure words for what went wrong */
  const attempt = async (act: () => Promise<void>, onFailure: (text: string) => string) => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(onFailure(messageOf(error)));
      setBusy(false);
    }
  };
  const signIn = (email: string) =>
    attempt(
      () => enterDemo(email).then(onward),
      (text) => text,
    );
  const leave = () => attempt(() => leaveToSignIn(window.location.search), messages.notReached);

  return (
    <Entrance>
      <h1>{messages.signIn}</h1>
      {demo?.offered && <p>{messages.demoHint}</p>}
      {demo && !demo.offered && <p>{messages.hint}</p>}
      {failure && <p role="alert">{failure}</p>}
      {!demo && !failure && <Loading />}
      {demo && !demo.offered && (
        <Button size="md" loading={busy} onClick={() => void leave()}>
          {messages.signIn}
        </Button>
      )}
      {demo?.users.map((user) => (
        <DemoUserCard key={user.email} user={user} disabled={busy} onClick={() => void signIn(user.email)} />
      ))}
    </Entrance>
  );
}

/** Leaves the sign-in with what the address carries. */
function useOnward(): () => void {
  const [, navigate] = useLocation();
  return () => {
    const { user } = session;
    navigate(`${user && hasAcceptedTerms(user) ? '/user-page' : '/accept-terms'}${window.location.search}`, { replace: true });
  };
}

/** First step of the page: the code of a sign-in that has just ended, a saved login, or neither. */
async function arrive(onward: () => void, onDemo: (demo: DemoUsers) => void, onFailure: (text: string) => void): Promise<void> {
  const offer = async () => {
    try {
      onDemo(await call(CALLS.demoUsers, null, { as: 'nobody' }));
    } catch (error) {
      onFailure(messages.notLoaded(messageOf(error)));
    }
  };
  const code = takeCode();
  if (code !== null) {
    try {
      if (await enterWithCode(code)) return onward();
      onFailure(messages.otherWindow);
    } catch {
      onFailure(messages.notCompleted);
    }
    return offer();
  }
  if (!readLogin()) return offer();
  try {
    await loadUser();
  } catch {
    return offer();
  }
  onward();
}

/** A person of the demo, with the roles that have a page. */
function DemoUserCard({ user, disabled, onClick }: { user: DemoUser; disabled: boolean; onClick: () => void }) {
  const roles = user.roles.filter((role) => hasLandingPage(ROLE_CONFIGS[role]));
  const [first] = roles;
  if (!first) return null;
  return (
    <ChoiceCard
      disabled={disabled}
      color={ROLE_CONFIGS[first].color}
      icon={<RoleIcon role={first} />}
      title={`${user.name} ${user.family_names}`.trim() || user.email}
      text={`${user.email} · ${roles.map((role) => ROLE_CONFIGS[role].name_to_show).join(', ')}`}
      onClick={onClick}
    />
  );
}
