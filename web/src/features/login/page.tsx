import { IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { hasAcceptedTerms, loadUser, session, signInDemo } from '../../lib/session.ts';
import { hasLandingPage } from '../../lib/navigation.ts';
import { call } from '../../lib/api.ts';
import { readLogin } from '../../lib/login-store.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { Entrance } from '../../ui/entrance.tsx';
import { Loading } from '../../ui/loading.tsx';
import { RoleIcon } from '../../ui/role-icon.tsx';

type DemoUsers = AnswerOf<typeof CALLS.demoUsers>;

/** Sign-in. A saved login leads onward; the demo workspace offers its people by one click. */
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
    const offer = () => call(CALLS.demoUsers, null, { as: 'nobody' }).then(setDemo).catch((error: Error) => { setFailure(error.message); });
    if (readLogin()) loadUser().then(onward).catch(offer);
    else void offer();
    // Once, when the page opens.
  }, []);

  const signIn = async (email: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await signInDemo(email);
      onward();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };

  return (
    <Entrance>
      <h1>Sign in</h1>
      {demo?.offered && <p>Demo workspace with synthetic images. Choose who you want to be; no password is needed on this computer.</p>}
      {demo && !demo.offered && <p>This workspace has no demo sign-in. Accounts are made by its administrator; a demo starts with <code>npm start</code> and is open on this computer only.</p>}
      {failure && <p role="alert">{failure} Check that Echometry is running, then load this page again.</p>}
      {!demo && !failure && <Loading />}
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
