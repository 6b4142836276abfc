import { describe, expect, it } from 'vitest';
import { LINE_PALETTE, TOKENS, contrast } from './tokens.ts';

const GROUNDS = [TOKENS.bg, TOKENS.panel, TOKENS.raised];

describe('tokens', () => {
  it('agree with the published contrast of black on white and of grey', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 6);
    // Example widely given for WCAG: #767676 on white is the lightest grey of 4.5:1.
    expect(contrast('#767676', '#FFFFFF')).toBeGreaterThan(4.5);
    expect(contrast('#777777', '#FFFFFF')).toBeLessThan(4.5);
  });

  it.each(['text-1', 'text-2', 'text-3', 'accent', 'ok', 'warn', 'bad', 'modality-2d', 'modality-mm', 'modality-doppler'] as const)(
    '%s reads at 4.5:1 on every ground',
    (name) => {
      for (const ground of GROUNDS) expect(contrast(TOKENS[name], ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('keeps text on the accent readable', () => {
    expect(contrast(TOKENS['on-accent'], TOKENS.accent)).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps every line colour at 3:1 on the black stage', () => {
    for (const colour of LINE_PALETTE) expect(contrast(colour, TOKENS.stage)).toBeGreaterThanOrEqual(3);
  });
});
