/** The product's colours, for its pages and the login service's. Their contrast is tested in web/src/ui/tokens.test.ts. */
export const TOKENS = {
  stage: '#000000',
  bg: '#0E0F11',
  panel: '#15171A',
  raised: '#1C1F23',
  hover: '#23272C',
  line: '#262A2F',
  'line-strong': '#353A41',
  'text-1': '#D8DBE0',
  'text-2': '#9BA2AC',
  'text-3': '#868D97',
  accent: '#74B6F2',
  'on-accent': '#08131E',
  ok: '#5CC28A',
  warn: '#E3B04E',
  bad: '#EA6A6A',
  'modality-2d': '#86B2F5',
  'modality-mm': '#C49AF2',
  'modality-doppler': '#F2AE78',
} as const;

/** Ten line colours that can be distinguished with colour-vision deficiency. */
export const LINE_PALETTE = [
  '#56B4E9',
  '#E69F00',
  '#2FBF9F',
  '#F0E442',
  '#CC79A7',
  '#7C9CFF',
  '#D55E00',
  '#9BD770',
  '#B39DDB',
  '#8FD3C8',
] as const;
