import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
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

type DemoUsers = AnswerOf<typeof CALLS.demoUsers>;

/** Sign-in: a saved login leads onward, one button leads to the login service, the demo workspace offers its people by one click. */
export function LoginPage() {
  const [, navigate] = useLocation();
  const [demo, setDemo] = useState<DemoUsers | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const onward = () => {
    const query = window.location.search;
    const user = session.user;
    navigate(`${user && hasAcceptedTerms(user) ? '/user-page' : '/accept-terms'}${query}`, { replace: true });
  };

  useEffect(() => {
    const offer = () => call(CALLS.demoUsers, null, { as: 'nobody' }).then(setDemo).catch((error: Error) => { setFailure(`${error.message} Check that Echometry is running, then load this page again.`); });
    const code = takeCode();
    if (code !== null) {
      enterWithCode(code)
        .then((ours) => {
          if (ours) return onward();
          setFailure('This sign-in was not begun in this window, so it was not used. Sign in here.');
          return offer();
        })
        .catch(() => {
          setFailure('The sign-in could not be finished: it was used already, or took longer than a minute. Sign in again.');
          return offer();
        });
    } else if (readLogin()) loadUser().then(onward).catch(offer);
    else void offer();
    // Once, when the page opens.
  }, []);

  const signIn = async (email: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await enterDemo(email);
      onward();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };

  const leave = async () => {
    setBusy(true);
    try {
      await leaveToSignIn(window.location.search);
    } catch (error) {
      setFailure(`${error instanceof Error ? error.message : String(error)} Check that Echometry is running, then try again.`);
      setBusy(false);
    }
  };

  return (
    <Entrance>
      <h1>Sign in</h1>
      {demo?.offered && <p>Demo workspace with synthetic images. Choose who you want to be; no password is needed on this computer.</p>}
      {demo && !demo.offered && <p>You sign in with your password and a code of your authenticator app. Accounts come by invitation of an administrator.</p>}
      {failure && <p role="alert">{failure}</p>}
      {!demo && !failure && <Loading />}
      {demo && !demo.offered && <Button size="md" loading={busy} onClick={() => void leave()}>Sign in</Button>}
      {demo?.users.filter(({ roles }) => roles.some((role) => hasLandingPage(ROLE_CONFIGS[role]))).map((user) => {
        const roles = user.roles.filter((role) => hasLandingPage(ROLE_CONFIGS[role]));
        const first = roles[0];
        return (
          <ChoiceCard
            key={user.email} disabled={busy} color={first ? ROLE_CONFIGS[first].color : 'inherit'}
            icon={first ? <RoleIcon role={first} /> : <IconUser size={20} stroke={1.6} />}
            title={`${user.name} ${user.family_names}`.trim() || user.email}
            text={`${user.email} · ${roles.map((role) => ROLE_CONFIGS[role].name_to_show).join(', ')}`}
            onClick={() => void signIn(user.email)}
          />
        );
      })}
    </Entrance>
  );
}
