import './lib/one-time-code.ts';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './ui/tokens.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { engineModule } from '@echometry/bindings/browser/engine-module.ts';
import { App } from './app/app.tsx';
import { theme, variables } from './ui/theme.ts';
import { keepShell } from './lib/keep-shell.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');

// The engine arrives while the person looks at the first page, whichever it is; a part that needs it gets the failure when it does not
// come.
void keepShell(engineModule());

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="dark" getStyleNonce={() => nonce}>
      <App />
    </MantineProvider>
  </StrictMode>,
);
