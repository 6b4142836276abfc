import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { alertUser } from '../lib/alerts.ts';
import { endsSession } from '../lib/api.ts';
import { chooserPath, firstPath, pageRefusal } from '../lib/page-refusal.ts';
import { landingPath } from '../lib/navigation.ts';
import { loadSettings } from '../lib/settings.ts';
import { Loading } from '../ui/loading.tsx';
import { OfflinePage } from './offline-page.tsx';
import { checkSession, dropSession, hasAcceptedTerms, session } from '../lib/session.ts';

/**
 * Every protected page checks the session when it is loaded (docs/specification.md#platform-2) and what has to come before it:
 * the terms accepted, a role chosen that has this page. A person who lacks one is led to that step, and back here after it.
 */
export function Guard({ need, children }: { need: 'sign-in' | 'terms' | 'role'; children: ReactNode }) {
  const { login, user } = useSnapshot(session);
  const [location, navigate] = useLocation();
  const [checked, setChecked] = useState(false);
  const [offline, setOffline] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    let here = true;
    checkSession()
      .then((holds) => {
        if (!here) return;
        setOffline(false);
        if (holds) setChecked(true);
        else navigate(loginPath(), { replace: true });
      })
      .catch((error: unknown) => {
        if (!here) return;
        // Only the server's own refusal ends a session; whatever else went wrong can be tried again.
        if (!endsSession(error)) return setOffline(true);
        dropSession();
        navigate(loginPath(), { replace: true });
      });
    return () => {
      here = false;
    };
    // Checked once for each page that is opened, and again while the server cannot be reached.
  }, [location, navigate, attempt]);

  const termsMissing = need !== 'sign-in' && user !== null && !hasAcceptedTerms(user);
  const roleMissing = need === 'role' && login?.role_token == null;
  const pageMissing = need === 'role' && login?.role != null && !mayOpenPage(login.role, location);
  useEffect(() => {
    if (!checked) return;
    if (termsMissing) navigate(firstPath('/accept-terms', window.location), { replace: true });
    else if (roleMissing) navigate(firstPath('/user-page', window.location), { replace: true });
    else if (pageMissing) {
      const { text, isHeld } = pageRefusal(location, session.login?.user_roles ?? []);
      alertUser(text, 'hard');
      if (isHeld) return navigate(chooserPath(window.location), { replace: true });
      const role = session.login?.user_roles.find((known) => known.role === session.login?.role);
      navigate(role && mayOpenPage(role.role, landingPath(role)) ? landingPath(role) : '/user-page?stay=true', { replace: true });
    }
  }, [checked, termsMissing, roleMissing, pageMissing, location, navigate]);

  const ready = checked && !termsMissing && !roleMissing && !pageMissing && need === 'role';
  useEffect(() => {
    if (ready) void loadSettings();
  }, [ready]);

  if (offline) return <OfflinePage user={login?.email ?? null} attempt={attempt} onRetry={retry} />;
  if (!checked || !login || !user || termsMissing || roleMissing || pageMissing) return <Loading />;
  return <>{children}</>;
}

/** The login page, keeping where the person wanted to go. */
function loginPath(): string {
  const { pathname, search } = window.location;
  if (pathname === '/user-page' || pathname === '/accept-terms') return `/login${search}`;
  return firstPath('/login', window.location);
}
