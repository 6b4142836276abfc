// The table of figures in bench/README.md.
import { expect, it } from 'vitest';
import { withFigures } from './figures.mjs';

const README = `# Benches
<!-- figures: begin -->
Last written on 2026-01-01.

| group | name | value | unit | peer | ratio | worst | must | stretch | commit |
|---|---|---|---|---|---|---|---|---|---|
| planes | 800x600 | 1.5 | ms |  |  |  |  |  | aaaaaaa |
| rgb | old row | 2 | ms |  |  |  |  |  | aaaaaaa |
<!-- figures: end -->
After.
`;

it('rows of measured groups replace the former ones, with their commit, and other groups stay', () => {
  const rows = [{ group: 'rgb', name: 'new | row', value: 12.3456, unit: 'ms', worst: 13, must: null }];
  expect(withFigures(README, rows, { at: 'bbbbbbb', machine: 'Last written on 2026-02-02.' })).toBe(`# Benches
<!-- figures: begin -->
Last written on 2026-02-02.

| group | name | value | unit | peer | ratio | worst | must | stretch | commit |
|---|---|---|---|---|---|---|---|---|---|
| planes | 800x600 | 1.5 | ms |  |  |  |  |  | aaaaaaa |
| rgb | new / row | 12.3 | ms |  |  | 13 |  |  | bbbbbbb |
<!-- figures: end -->
After.
`);
});

it('a README without a place for figures is refused', () => {
  expect(() => withFigures('# Benches', [], { at: 'bbbbbbb', machine: '' })).toThrow('no place for figures');
});
