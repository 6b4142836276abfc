import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import type { RoleConfig } from '@echometry/contract/records/role.ts';
import { CLIENT_ROUTES } from '@echometry/contract/rules/client-routes.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { endsSession } from '../../lib/api.ts';
import { hasLandingPage, landingPath } from '../../lib/navigation.ts';
import { neededRoles } from '../../lib/page-refusal.ts';
import { actAs, dropSession, loadUser, session } from '../../lib/session.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { Entrance } from '../../ui/entrance.tsx';
import { Loading } from '../../ui/loading.tsx';
import { RoleIcon } from '../../ui/role-icon.tsx';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { messages } from './messages.ts';

/** Removes the person from this browser and goes to the sign-in. */
function useSignOut(): () => void {
  const [, navigate] = useLocation();
  return () => {
    dropSession();
    navigate('/login', { replace: true });
  };
}

/** The page that the address asks for, when the product has it. */
const askedPage = (query: URLSearchParams) => CLIENT_ROUTES.find((route) => route !== '/' && route === `/${query.get('location') ?? ''}`);

/** Where the person wanted to go before the login, when that is one of our pages and the role has it. */
function wantedPath(query: URLSearchParams, role: RoleConfig): string {
  const params = query.get('params');
  const page = askedPage(query);
  return page && mayOpenPage(role.role, page) ? `${page}${params ? `?${params}` : ''}` : landingPath(role);
}

/** 'Login as:': one button for each role the person holds whose landing page exists. */
export function UserPage() {
  const { login, user } = useSnapshot(session);
  const query = new URLSearchParams(useSearch());
  const stay = query.get('stay') === 'true';
  const leave = useSignOut();
  useOpening(query, stay);
  const { busy, failure, choose } = useChoice(query);

  const withoutRole = user !== null && user.user_role.length === 0;
  const onNobody = useEffectEvent(leave);
  useEffect(() => {
    if (withoutRole) onNobody();
  }, [withoutRole]);

  const roles = (user?.user_role ?? []).filter((role) => hasLandingPage(role));
  const only = roles.length === 1 && !stay ? roles[0] : undefined;
  const asked = askedPage(query);
  const needed = asked === undefined ? null : neededRoles(asked);
  const straight = useStraight(only !== undefined && !only.new_tab ? only : undefined, choose);
  if (straight && failure === null) return <Loading />;
  return (
    <Entrance>
      <h1>{messages.title}</h1>
      <p>{login?.email}</p>
      {needed !== null && <p data-testid="needed-role">{messages.neededRole(needed)}</p>}
      {failure && <p role="alert">{failure}</p>}
      {roles.map((role) => (
        <RoleCard key={role.role} role={role} disabled={busy} onClick={() => void choose(role)} />
      ))}
      {user && roles.length === 0 && <p>{messages.noAddress}</p>}
      <button type="button" className="visually-hidden" onClick={leave}>
        {messages.signOut}
      </button>
    </Entrance>
  );
}

function RoleCard({ role, disabled, onClick }: { role: RoleConfig; disabled: boolean; onClick: () => void }) {
  return (
    <ChoiceCard
      disabled={disabled}
      color={role.color}
      icon={<RoleIcon role={role.role} />}
      title={role.name_to_show}
      text={role.new_tab ? messages.opensNewTab(role.description) : role.description}
      onClick={onClick}
    />
  );
}

/** A returning person continues at once, unless they came to choose again. The address of the opened page decides. */
function useOpening(query: URLSearchParams, stay: boolean): void {
  const { login } = useSnapshot(session);
  const [, navigate] = useLocation();
  const leave = useSignOut();
  const onOpen = useEffectEvent(() => {
    if (stay) {
      loadUser().catch((error: unknown) => {
        if (endsSession(error)) leave();
      });
      return;
    }
    const stored = login?.user_roles.find((role) => role.role === login.role);
    const asked = askedPage(query);
    // A role that does not have the page is not taken silently: the person reads which one has.
    if (stored && asked !== undefined && !mayOpenPage(stored.role, asked)) return;
    if (stored && login?.role_token && hasLandingPage(stored)) navigate(wantedPath(query, stored), { replace: true });
  });
  useEffect(() => {
    onOpen();
  }, []);
}

/** Takes a role and goes to its page. */
function useChoice(query: URLSearchParams): { busy: boolean; failure: string | null; choose: (role: RoleConfig) => Promise<void> } {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (role: RoleConfig) => {
    if (role.new_tab) {
      window.open(landingPath(role), '_blank', 'noopener');
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await actAs(role.role);
      navigate(wantedPath(query, role));
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return { busy, failure, choose };
}

/** Takes the only role automatically, once: a failure leaves the choice to the person. @returns true for a single role */
function useStraight(only: RoleConfig | undefined, choose: (role: RoleConfig) => Promise<void>): boolean {
  const gone = useRef(false);
  const straight = only !== undefined;
  const onStraight = useEffectEvent(() => {
    if (only && !gone.current) void choose(only);
    gone.current = true;
  });
  useEffect(() => {
    if (straight) onStraight();
  }, [straight]);
  return straight;
}
