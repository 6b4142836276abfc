import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { messages } from './messages.ts';
import { TOKENS } from './tokens.ts';

const accent: MantineColorsTuple = [
  '#E9F3FD',
  '#D3E7FB',
  '#BCDBF9',
  '#A6CFF6',
  '#8FC2F4',
  TOKENS.accent,
  '#5A9BD6',
  '#447FB5',
  '#2F6493',
  '#1C4971',
];
const dark: MantineColorsTuple = [
  TOKENS['text-1'],
  '#B9BEC6',
  TOKENS['text-2'],
  TOKENS['text-3'],
  TOKENS['line-strong'],
  TOKENS.line,
  TOKENS.hover,
  TOKENS.raised,
  TOKENS.panel,
  TOKENS.bg,
];

/** Motion in ms; none when the system asks for less (tokens.css). */
export const MOTION_MS = 120;

/** Gone at once when closed: an open menu or dialog owns the keyboard, and the next key is meant for the page. */
const quiet = { transitionProps: { duration: MOTION_MS, exitDuration: 0 } };

export const theme = createTheme({
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"Inter Variable", ui-monospace, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '24px' },
  lineHeights: { xs: '17px', sm: '20px', md: '20px', lg: '22px', xl: '30px' },
  headings: { fontWeight: '620', sizes: { h1: { fontSize: '24px', lineHeight: '30px' }, h2: { fontSize: '15px', lineHeight: '22px' } } },
  primaryColor: 'accent',
  primaryShade: 5,
  autoContrast: true,
  black: TOKENS['on-accent'],
  colors: { accent, dark },
  defaultRadius: '6px',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Controls are 32 px high.
    Input: { vars: () => ({ wrapper: { '--input-height': '32px' } }) },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Button: { defaultProps: { size: 'sm', h: 32 } },
    Tooltip: { defaultProps: { withArrow: false, ...quiet } },
    Menu: { defaultProps: { shadow: 'none', ...quiet } },
    Popover: { defaultProps: { shadow: 'none', ...quiet } },
    Combobox: { defaultProps: { shadow: 'none', ...quiet } },
    // The page never scrolls, and locking it would need an inline style that the policy refuses.
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': messages.close },
        centered: true,
        lockScroll: false,
        overlayProps: { backgroundOpacity: 0.6 },
        ...quiet,
      },
    },
  },
});

/** Mantine's own variables, set to the tokens. */
export const variables: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(Object.entries(TOKENS).map(([name, value]) => [`--${name}`, value])),
  light: {},
  dark: {
    '--mantine-color-body': TOKENS.bg,
    '--mantine-color-text': TOKENS['text-1'],
    '--mantine-color-dimmed': TOKENS['text-3'],
    '--mantine-color-default': TOKENS.raised,
    '--mantine-color-default-hover': TOKENS.hover,
    '--mantine-color-default-border': TOKENS['line-strong'],
    '--mantine-color-default-color': TOKENS['text-1'],
    '--mantine-color-placeholder': TOKENS['text-3'],
    '--mantine-color-error': TOKENS.bad,
  },
});
