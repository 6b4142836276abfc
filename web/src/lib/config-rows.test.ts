import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AdditionalLabelRow, ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { readRows } from './config-rows.ts';

const shipped = (name: string): unknown[] => {
  const { data } = JSON.parse(readFileSync(new URL(`../../../contract/config/${name}.json`, import.meta.url), 'utf8')) as {
    data: unknown[];
  };
  return data;
};

describe('rows of the configuration', () => {
  it('are read whole from the shipped sets', () => {
    for (const [schema, name] of [
      [ImageTypeRow, 'echo_image_types'],
      [AdditionalLabelRow, 'echo_additional_labels'],
    ] as const) {
      const data = shipped(name);
      expect(readRows(schema, name, data, 'type')).toEqual({ rows: data, refused: [] });
    }
  });

  it('that do not fit are left out by name, and the others stay', () => {
    const [first, second] = shipped('echo_image_types') as Record<string, unknown>[];
    const { rows, refused } = readRows(ImageTypeRow, 'echo_image_types', [{ ...first, modalities: ['Sonar'] }, second, 7], 'type');
    expect(rows).toEqual([second]);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toContain(`echo_image_types, row 1 (${String(first?.['type'])}): /modalities`);
    expect(refused[1]).toContain('echo_image_types, row 3:');
  });
});
