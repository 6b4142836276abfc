import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import type { RoleConfig } from '@echometry/contract/records/role.ts';
import { CLIENT_ROUTES } from '@echometry/contract/rules/client-routes.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { hasLandingPage, landingPath } from '../../lib/navigation.ts';
import { actAs, dropSession, loadUser, session } from '../../lib/session.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { Entrance } from '../../ui/entrance.tsx';
import { RoleIcon } from '../../ui/role-icon.tsx';

/** 'Login as:': one button for each role the person holds whose landing page exists (platform 2). */
export function UserPage() {
  const { login, user } = useSnapshot(session);
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const stay = query.get('stay') === 'true';
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** Where the person wanted to go before the login, when that is one of our pages and the role has it. */
  const wanted = (role: RoleConfig): string => {
    const location = query.get('location');
    const params = query.get('params');
    const page = CLIENT_ROUTES.find((route) => route === `/${location ?? ''}`);
    return page && location && mayOpenPage(role.role, page) ? `${page}${params ? `?${params}` : ''}` : landingPath(role);
  };

  useEffect(() => {
    if (stay) {
      loadUser().catch(() => { dropSession(); navigate('/login', { replace: true }); });
      return;
    }
    const stored = login?.user_roles.find((role) => role.role === login.role);
    if (stored && login?.role_token && hasLandingPage(stored)) navigate(wanted(stored), { replace: true });
    // Only what the page was opened with decides.
  }, []);

  useEffect(() => {
    if (user && user.user_role.length === 0) { dropSession(); navigate('/login', { replace: true }); }
  }, [user, navigate]);

  const choose = async (role: RoleConfig) => {
    if (role.new_tab) {
      window.open(landingPath(role), '_blank', 'noopener');
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await actAs(role.role);
      navigate(wanted(role));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };

  const roles = (user?.user_role ?? []).filter((role) => hasLandingPage(role));
  return (
    <Entrance>
      <h1>Login as:</h1>
      <p>{login?.email}</p>
      {failure && <p role="alert">{failure}</p>}
      {roles.map((role) => (
        <ChoiceCard key={role.role} disabled={busy} color={role.color} icon={<RoleIcon role={role.role} />} title={role.name_to_show} text={role.new_tab ? `${role.description} Opens in a new tab.` : role.description} onClick={() => void choose(role as RoleConfig)} />
      ))}
      {user && roles.length === 0 && <p>Your roles open linked applications, and this installation names no address for them yet. Ask your administrator.</p>}
      <button type="button" className="visually-hidden" onClick={() => { dropSession(); navigate('/login', { replace: true }); }}>Sign in as another person</button>
    </Entrance>
  );
}
