import './begin.ts';
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

// All that a first picture does not need arrives after it.
showSystemLetters();
void keepShell(firstPicture.then(() => ENGINE_PARTS.whole.load()));

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="dark" getStyleNonce={() => nonce}>
      <App />
    </MantineProvider>
  </StrictMode>,
);
