import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { alertUser } from '../lib/alerts.ts';
import { CallError } from '../lib/api.ts';
import { URL_NOT_COMPATIBLE } from '../lib/go-to-page.ts';
import { landingPath } from '../lib/navigation.ts';
import { loadSettings } from '../lib/settings.ts';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { checkSession, dropSession, hasAcceptedTerms, session } from '../lib/session.ts';

/**
 * Every protected page checks the session when it is loaded (platform 2) and what has to come before it:
 * the terms accepted, a role chosen that has this page. Whoever fails is led to that step, and back here after it.
 */
export function Guard({ need, children }: { need: 'sign-in' | 'terms' | 'role'; children: ReactNode }) {
  const { login, user } = useSnapshot(session);
  const [location, navigate] = useLocation();
  const [checked, setChecked] = useState(false);
  const [offline, setOffline] = useState<string | null>(null);

  useEffect(() => {
    let here = true;
    setOffline(null);
    checkSession()
      .then((holds) => {
        if (!here) return;
        if (holds) setChecked(true);
        else navigate(loginPath(), { replace: true });
      })
      .catch((error: unknown) => {
        if (!here) return;
        if (error instanceof CallError && error.kind === 'offline') return setOffline(error.message);
        dropSession();
        navigate(loginPath(), { replace: true });
      });
    return () => { here = false; };
    // Checked once for each page that is opened.
  }, [location, navigate]);

  const termsMissing = need !== 'sign-in' && user !== null && !hasAcceptedTerms(user);
  const roleMissing = need === 'role' && login?.role_token == null;
  const pageMissing = need === 'role' && login?.role != null && !mayOpenPage(login.role, location);
  useEffect(() => {
    if (!checked) return;
    if (termsMissing) navigate('/accept-terms', { replace: true });
    else if (roleMissing) navigate('/user-page', { replace: true });
    else if (pageMissing) {
      alertUser(URL_NOT_COMPATIBLE, 'hard');
      const role = session.login?.user_roles.find((known) => known.role === session.login?.role);
      navigate(role && mayOpenPage(role.role, landingPath(role)) ? landingPath(role) : '/user-page?stay=true', { replace: true });
    }
  }, [checked, termsMissing, roleMissing, pageMissing, navigate]);

  const ready = checked && !termsMissing && !roleMissing && !pageMissing && need === 'role';
  useEffect(() => { if (ready) void loadSettings(); }, [ready]);

  if (offline) return <Message title="The server cannot be reached" text="Check that Echometry is running and that this computer is connected." action={{ label: 'Try again', onClick: () => { window.location.reload(); } }} />;
  if (!checked || !login || !user || termsMissing || roleMissing || pageMissing) return <Loading />;
  return <>{children}</>;
}

/** The login page, keeping where the person wanted to go. */
function loginPath(): string {
  const { pathname, search } = window.location;
  if (pathname === '/user-page' || pathname === '/accept-terms') return `/login${search}`;
  return `/login?${new URLSearchParams({ location: pathname.slice(1), params: search.slice(1) })}`;
}
