import './lib/one-time-code.ts';
import '@fontsource-variable/inter/wght.css';
import './ui/mantine-styles.ts';
import './ui/tokens.css';
import './ui/kit.module.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ENGINE_PARTS } from '@echometry/bindings/browser/engine-modules.ts';
import { App } from './app/app.tsx';
import { theme, variables } from './ui/theme.ts';
import { firstPicture } from './lib/first-picture.ts';
import { keepShell } from './lib/keep-shell.ts';
import { showSystemLetters } from './lib/letters.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');

// The engine arrives while the person looks at the first page, whichever it is, and all that a first picture does not need arrives after
// it. A call that needs a part gets the failure when it does not come.
ENGINE_PARTS.first.load().catch(() => undefined);
showSystemLetters();
void keepShell(firstPicture.then(() => ENGINE_PARTS.whole.load()));

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="dark" getStyleNonce={() => nonce}>
      <App />
    </MantineProvider>
  </StrictMode>,
);
