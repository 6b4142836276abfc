import { describe, expect, it } from 'vitest';
import { comparable, partnersOf, readerName, type KnownReader } from './readers.ts';

const reader = (editor: string, part: Partial<KnownReader> = {}): KnownReader => ({
  editor,
  reviewer: null,
  blind: false,
  pass: 1,
  studies: 1,
  ...part,
});

describe('readers that are compared', () => {
  const [anna, annaAgain, ben, review] = [
    reader('anna@a', { blind: true }),
    reader('anna@a', { blind: true, pass: 2 }),
    reader('ben@a'),
    reader('anna@a', { reviewer: 'rita@a', blind: true }),
  ];
  const all = [anna, annaAgain, ben, review];

  it('are different people between readers, and one person twice within', () => {
    expect(partnersOf(anna, all, 'between')).toEqual([ben, review]);
    expect(partnersOf(anna, all, 'within')).toEqual([annaAgain]);
    expect(partnersOf(ben, all, 'within')).toEqual([]);
  });

  it('are offered where a comparison is possible', () => {
    expect(comparable(all, 'within')).toEqual([anna, annaAgain]);
    expect(comparable([anna, annaAgain], 'between')).toEqual([]);
  });

  it('are named by person, kind of work and pass', () => {
    expect(all.map(readerName)).toEqual(['anna, blind', 'anna, blind, pass 2', 'ben', 'rita, reviewing anna, blind']);
  });
});
