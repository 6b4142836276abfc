import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { matchRoute, Redirect, useLocation, useRouter } from 'wouter';
import { CLIENT_ROUTES, type ClientRoute } from '@echometry/contract/rules/client-routes.ts';
import { isSupportedBrowser } from '../lib/browser.ts';
import { showPage } from '../lib/first-picture.ts';
import { messages as libMessages } from '../lib/messages.ts';
import { LoginPage } from '../features/login/page.tsx';
import { Alerts } from '../ui/alerts.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Tips } from '../ui/tips.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Guard } from './guard.tsx';
import { messages } from './messages.ts';
import { PAGES } from './pages.tsx';
import { SessionEnded } from './session-ended.tsx';

type Entrance = '/' | '/login';
const isEntrance = (address: ClientRoute): address is Entrance => address === '/' || address === '/login';

/** The route of an address; undefined where there is none. */
function useShownRoute(): ClientRoute | undefined {
  const { parser } = useRouter();
  const [path] = useLocation();
  return CLIENT_ROUTES.find((route) => matchRoute(parser, route, path)[0]);
}

/** The page at an address. Guard and frame have the same place in every page, so React keeps them when another page is opened. */
function contentOf(address: ClientRoute | undefined): ReactNode {
  if (address === undefined) return <Redirect to="/" replace />;
  if (isEntrance(address)) return <LoginPage />;
  const { need, framed, Content } = PAGES[address];
  const content = (
    <Suspense key={address} fallback={<Loading />}>
      <Content />
    </Suspense>
  );
  return <Guard need={need}>{framed ? <Frame>{content}</Frame> : content}</Guard>;
}

export function App() {
  const supported = useMemo(() => isSupportedBrowser(), []);
  const [path] = useLocation();
  const route = useShownRoute();
  useEffect(() => showPage(path), [path]);
  if (!supported) return <Message title={messages.unsupportedBrowser} text={libMessages.unsupportedBrowser} />;
  return (
    <ErrorBoundary>
      {contentOf(route)}
      <SessionEnded />
      <Alerts />
      <Tips />
    </ErrorBoundary>
  );
}
