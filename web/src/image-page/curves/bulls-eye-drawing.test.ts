import { describe, expect, it } from 'vitest';
import { colourOfStrain, inkOn, middleOf, outlineOf, SECTORS, type Sector } from './bulls-eye-drawing.ts';

/** Area of a ring sector as a share of the whole disc. */
const share = ({ inner, outer, from, to }: Sector): number => ((outer * outer - inner * inner) * (to - from)) / 360;

/** Relative luminance of a colour, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const parts = colour.startsWith('#')
    ? (colour.slice(1).match(/../g) ?? []).map((hex) => parseInt(hex, 16))
    : (colour.match(/\d+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('a bull’s-eye', () => {
  it.each([17, 18] as const)('of %i segments covers the disc once', (model) => {
    expect(SECTORS[model]).toHaveLength(model);
    expect(SECTORS[model].reduce((sum, sector) => sum + share(sector), 0)).toBeCloseTo(1, 12);
  });

  it('has the anterior wall at the top, the septum at the left and the lateral wall at the right', () => {
    // Basal anterior, anteroseptal, inferoseptal, inferior, inferolateral, anterolateral.
    const [anterior, anteroseptal, inferoseptal, inferior, inferolateral, anterolateral] = SECTORS[18].map((sector) =>
      middleOf(sector, 100),
    );
    expect(anterior?.x).toBeCloseTo(0, 9);
    expect(anterior?.y).toBeLessThan(-50);
    expect(inferior?.y).toBeGreaterThan(50);
    for (const septal of [anteroseptal, inferoseptal]) expect(septal?.x).toBeLessThan(-50);
    for (const lateral of [inferolateral, anterolateral]) expect(lateral?.x).toBeGreaterThan(50);
    expect(anteroseptal?.y).toBeLessThan(0);
    expect(inferolateral?.y).toBeGreaterThan(0);
    // Of 17: apical anterior, septal, inferior, lateral, and the apex in the middle.
    expect(
      SECTORS[17]
        .slice(12)
        .map((sector) => middleOf(sector, 100))
        .map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`),
    ).toEqual(['0 -34', '-34 0', '0 34', '34 0', '0 0']);
  });

  it('closes each outline, and draws the apex as a circle', () => {
    for (const sector of SECTORS[17]) expect(outlineOf(sector, 100)).toMatch(/^M .* Z$/);
    expect(outlineOf(SECTORS[17][16] as Sector, 100)).toBe('M 20 0 A 20 20 0 1 0 -20 0 A 20 20 0 1 0 20 0 Z');
  });

  it('gets lighter with shortening, with numbers that can be read on every colour', () => {
    const strains = Array.from({ length: 26 }, (_, at) => at - 25);
    const lights = strains.map((strain) => luminance(colourOfStrain(strain)));
    for (const [at, light] of lights.entries()) if (at > 0) expect(light).toBeLessThan(lights[at - 1] as number);
    expect(colourOfStrain(-60)).toBe(colourOfStrain(-25));
    for (const strain of [...strains, 5]) {
      const [one, other] = [luminance(colourOfStrain(strain)), luminance(inkOn(strain))];
      // The least contrast of WCAG 2 for large or bold text is 3; for other text 4.5.
      expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)).toBeGreaterThan(4.2);
    }
  });
});
