import './lib/one-time-code.ts';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './ui/tokens.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { theme, variables } from './ui/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="dark" getStyleNonce={() => nonce}>
      <App />
    </MantineProvider>
  </StrictMode>,
);
