import type { AnalysisImage, Measurement } from '../generated/analysis-image.ts';
import { linesOf } from './cardiac-events.ts';
import { type PlausibilityRules, SHIPPED_PLAUSIBILITY } from '../records/plausibility.ts';

/** Something in a drawing that is hardly so; it is shown and blocks nothing. */
export interface Oddity {
  rule: keyof PlausibilityRules;
  /** From 0. */
  cycle: number;
  text: string;
}

export interface Examined {
  image: Pick<AnalysisImage, 'modality' | 'segmentation' | 'metadata' | 'correct_aliasing'>;
  /** As computed of the image now. */
  measurements: readonly Measurement[];
  /** Beats a minute that the file names; null where it names none. */
  heartRate: number | null;
}

const MS_A_MINUTE = 60_000;
/** Atria are largest at end systole. */
const ATRIA: readonly (string | undefined)[] = ['LA', 'RA'];
const SIZES: readonly string[] = ['area', 'volume'];

const shown = (cycle: number, text: string): string => `Cycle ${cycle + 1}: ${text}`;

/** Value by value of a list, where there is one. */
const values = ({ value }: Measurement): [number, number][] =>
  value.flatMap((one, cycle): [number, number][] => (one === null ? [] : [[cycle, one]]));

function systole({ measurements }: Examined): Oddity[] {
  const sizes = measurements.filter(({ type, anatomy }) => SIZES.includes(type) && !ATRIA.includes(anatomy));
  return sizes
    .filter(({ cardiac_event }) => cardiac_event === 'end_diastole')
    .flatMap((full) => {
      const same = ({ type, formula, line }: Measurement): boolean => type === full.type && formula === full.formula && line === full.line;
      const empty = sizes.find((one) => one.cardiac_event === 'end_systole' && same(one));
      if (!empty) return [];
      return values(full).flatMap(([cycle, at]): Oddity[] => {
        const after = empty.value[cycle] ?? null;
        if (after === null || after < at) return [];
        return [{ rule: 'systole_below_diastole', cycle, text: shown(cycle, `${empty.name} is not below ${full.name}.`) }];
      });
    });
}

function waves({ image }: Examined): Oddity[] {
  return image.segmentation.flatMap((segmentation, cycle) =>
    linesOf(segmentation).flatMap(({ name, points }): Oddity[] => {
      const [e, a] = ['E', 'A'].map((wave) => points.find(({ type }) => type === wave));
      if (!e || !a || e.x < a.x) return [];
      return [{ rule: 'e_before_a', cycle, text: shown(cycle, `E does not come before A on ${name}.`) }];
    }),
  );
}

function sector({ image: { segmentation, metadata, correct_aliasing } }: Examined): Oddity[] {
  const region = metadata?.flow_region;
  if (!region) return [];
  // Rows cut off at one edge of an aliased strip belong beyond the other.
  const [below, above] = [Math.max(correct_aliasing?.up ?? 0, 0), Math.max(correct_aliasing?.down ?? 0, 0)];
  const outside = ({ x, y }: { x: number; y: number }): boolean =>
    x < region.region_location_min_x ||
    x > region.region_location_max_x ||
    y < region.region_location_min_y - above ||
    y > region.region_location_max_y + below;
  return segmentation.flatMap((cycle, number) =>
    linesOf(cycle)
      .filter(({ points }) => points.some(outside))
      .map(({ name }): Oddity => ({ rule: 'inside_sector', cycle: number, text: shown(number, `${name} leaves the calibrated region.`) })),
  );
}

function beats({ measurements, heartRate }: Examined, deviation_pct: number): Oddity[] {
  if (heartRate === null || heartRate <= 0) return [];
  const lengths = measurements.find(({ type, units }) => type === 'Cycle length' && units === 'ms');
  const expected = MS_A_MINUTE / heartRate;
  return (lengths ? values(lengths) : []).flatMap(([cycle, length]): Oddity[] => {
    if (Math.abs(length / expected - 1) * 100 <= deviation_pct) return [];
    const rate = Math.round(MS_A_MINUTE / length);
    const text = shown(cycle, `a beat of ${rate} bpm, where the file names ${Math.round(heartRate)} bpm.`);
    return [{ rule: 'beat_deviation_pct', cycle, text }];
  });
}

function fractions({ measurements }: Examined, [least, most]: readonly [number, number]): Oddity[] {
  return measurements
    .filter(({ type, units }) => type === 'EF' && units === '%')
    .flatMap((fraction) =>
      values(fraction)
        .filter(([, share]) => share < least || share > most)
        .map(([cycle, share]): Oddity => ({
          rule: 'ejection_fraction_pct',
          cycle,
          text: shown(cycle, `${fraction.name} of ${share.toFixed(1)} % is not between ${least} and ${most} %.`),
        })),
    );
}

/** Oddities of a drawing and its values, by the rules of the project; those it does not name are as shipped. */
export function oddities(examined: Examined, project: PlausibilityRules | undefined): Oddity[] {
  const rules = { ...SHIPPED_PLAUSIBILITY, ...project };
  return [
    ...(rules.systole_below_diastole ? systole(examined) : []),
    ...(rules.e_before_a ? waves(examined) : []),
    ...(rules.inside_sector ? sector(examined) : []),
    ...(rules.beat_deviation_pct === null ? [] : beats(examined, rules.beat_deviation_pct)),
    ...(rules.ejection_fraction_pct === null ? [] : fractions(examined, rules.ejection_fraction_pct)),
  ];
}
