import { useMemo } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { CLIENT_ROUTES } from '@echometry/contract/rules/client-routes.ts';
import { homePage } from '@echometry/contract/rules/pages.ts';
import { UNSUPPORTED_BROWSER, isSupportedBrowser } from '../lib/browser.ts';
import { LoginPage } from '../features/login/page.tsx';
import { PreviewPage } from '../features/preview/page.tsx';
import { RoleStartPage } from '../features/role-start/page.tsx';
import { SelectionPage } from '../features/selection/page.tsx';
import { StudiesPage } from '../features/studies/page.tsx';
import { TermsPage } from '../features/terms/page.tsx';
import { UserPage } from '../features/user-page/page.tsx';
import { Alerts } from '../ui/alerts.tsx';
import { Message } from '../ui/message.tsx';
import { Frame } from './frame.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Guard } from './guard.tsx';
import { SessionEnded } from './session-ended.tsx';
import { session } from '../lib/session.ts';

const BUILT: readonly string[] = ['/', '/login', '/accept-terms', '/user-page', '/studies', '/review', '/preview', '/selection', '/export', '/prisma-review', '/prisma-data'];

/** A page of the specification that this version does not have. */
function NotBuilt() {
  return <Message framed title="Not in this version" text="This page of Echometry is not built yet." action={{ label: 'Go to the list', href: homePage(session.login?.role ?? null) }} />;
}

export function App() {
  const supported = useMemo(() => isSupportedBrowser(), []);
  if (!supported) return <Message title="This browser is not supported" text={UNSUPPORTED_BROWSER} />;
  return (
    <ErrorBoundary>
      <Switch>
        <Route path="/"><LoginPage /></Route>
        <Route path="/login"><LoginPage /></Route>
        <Route path="/accept-terms"><Guard need="sign-in"><TermsPage /></Guard></Route>
        <Route path="/user-page"><Guard need="terms"><UserPage /></Guard></Route>
        <Route path="/studies"><Guard need="role"><Frame><StudiesPage site="studies" /></Frame></Guard></Route>
        <Route path="/review"><Guard need="role"><Frame><StudiesPage site="review" /></Frame></Guard></Route>
        <Route path="/export"><Guard need="role"><Frame><RoleStartPage page="/export" /></Frame></Guard></Route>
        <Route path="/prisma-review"><Guard need="role"><Frame><RoleStartPage page="/prisma-review" /></Frame></Guard></Route>
        <Route path="/prisma-data"><Guard need="role"><Frame><RoleStartPage page="/prisma-data" /></Frame></Guard></Route>
        <Route path="/preview"><Guard need="role"><Frame><PreviewPage /></Frame></Guard></Route>
        <Route path="/selection"><Guard need="role"><Frame><SelectionPage /></Frame></Guard></Route>
        {CLIENT_ROUTES.filter((path) => !BUILT.includes(path)).map((path) => (
          <Route key={path} path={path}>
            <Guard need="role"><Frame><NotBuilt /></Frame></Guard>
          </Route>
        ))}
        <Route><Redirect to="/" replace /></Route>
      </Switch>
      <SessionEnded />
      <Alerts />
    </ErrorBoundary>
  );
}
