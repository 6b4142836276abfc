import { Suspense, useMemo, type ReactNode } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { CLIENT_ROUTES, type ClientRoute } from '@echometry/contract/rules/client-routes.ts';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { UNSUPPORTED_BROWSER, isSupportedBrowser } from '../lib/browser.ts';
import { session } from '../lib/session.ts';
import { LoginPage } from '../features/login/page.tsx';
import { Alerts } from '../ui/alerts.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Tips } from '../ui/tips.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Guard } from './guard.tsx';
import { PAGES } from './pages.tsx';
import { SessionEnded } from './session-ended.tsx';

const ENTRANCES: readonly ClientRoute[] = ['/', '/login'];

/** A page of the specification that this version does not have. */
function NotBuilt() {
  return (
    <Message
      framed
      title="Not in this version"
      text="This page of Echometry is not built yet."
      action={{ label: 'Go to the list', href: homePage(session.login?.role ?? null) }}
    />
  );
}

function contentOf(address: ClientRoute): ReactNode {
  if (ENTRANCES.includes(address)) return <LoginPage />;
  const page = PAGES[address];
  const Content = page?.Content ?? NotBuilt;
  const content = (
    <Suspense fallback={<Loading />}>
      <Content />
    </Suspense>
  );
  return <Guard need={page?.need ?? 'role'}>{page?.framed === false ? content : <Frame>{content}</Frame>}</Guard>;
}

export function App() {
  const supported = useMemo(() => isSupportedBrowser(), []);
  if (!supported) return <Message title="This browser is not supported" text={UNSUPPORTED_BROWSER} />;
  return (
    <ErrorBoundary>
      <Switch>
        {CLIENT_ROUTES.map((address) => (
          <Route key={address} path={address}>
            {contentOf(address)}
          </Route>
        ))}
        <Route>
          <Redirect to="/" replace />
        </Route>
      </Switch>
      <SessionEnded />
      <Alerts />
      <Tips />
    </ErrorBoundary>
  );
}
