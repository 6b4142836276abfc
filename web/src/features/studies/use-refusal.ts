import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { alertUser } from '../../lib/alerts.ts';
import { dropSession } from '../../lib/session.ts';
import type { Site } from './site.ts';

/** Any status but 200 is UNAUTHORIZED: the person is removed and signs in again. */
export function useRefusal(refused: string | null, site: Site): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (refused === null) return;
    alertUser(refused, 'hard');
    dropSession();
    navigate(`/login?${new URLSearchParams({ location: site, params: window.location.search.slice(1) })}`, { replace: true });
  }, [refused, site, navigate]);
}
