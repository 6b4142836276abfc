/** The chance that a review changes a conclusion, with its reasons (docs/readers.md#triage). */
import { unitShown } from './unit-shown.ts';
import type { PlausibilityRules } from '../records/plausibility.ts';
import { MAX_TRIAGE_REASONS, type TriageReason } from '../records/triage.ts';
import { DOUBTFUL_QUALITY } from '../generated/drawing-limits.ts';
import { seededRandom } from './assign-studies.ts';
import { grouped } from './grouped.ts';
import { normalBelow, normalDensity } from './normal-distribution.ts';

/** A value with the cut-offs that conclusions depend on. */
export interface TriageValue {
  name: string;
  units: string;
  value: number;
  /** Standard deviation of the value, in its unit. */
  sd: number;
  limits: readonly number[];
  /** The value and its deviation by everything that was measured of it. */
  believed: { value: number; sd: number };
}

/** The same measurement by another reader, by the machine, or of another image type of the same work. */
export interface TriageDifference {
  name: string;
  units: string;
  value: number;
  other: number;
  /** Usual difference of two right values, and its standard deviation, in the unit. */
  bias: number;
  sd: number;
  by: 'machine' | 'reader' | 'view';
  /** The other image type; null for the same. */
  from: string | null;
}

/** A cycle that stands out among the others. */
export interface TriageCycle {
  name: string;
  /** From 0. */
  cycle: number;
  /** From the mean of the others, in usual deviations. */
  z: number;
}

/** Facts of an image in a piece of work. */
export interface TriageImage {
  type: string;
  values: readonly TriageValue[];
  differences: readonly TriageDifference[];
  cycles: readonly TriageCycle[];
  /** Type that the machine took the image for; null where it is the reader's, or not known. */
  seen_as: string | null;
  oddities: readonly { rule: keyof PlausibilityRules; text: string }[];
  /** Lowest mean quality, 0 to 1, of a frame of accepted lines; null without any. */
  proposal: number | null;
  /** Its assessed quality; null without an assessment. */
  good: boolean | null;
  /** False where the project requires a certificate for its type and the reader has no valid one. */
  certified: boolean;
}

/**
 * Share of right values that a reviewer measures again: near a limit a second measurement can fall on the other side by
 * chance, but most reviewers confirm lines that look right. An assumption.
 */
export const REDRAWN_SHARE = 0.2;
/** Share of images with a value that is wrong beyond the deviation of readers. An assumption: the drawn tenth measures the true share. */
export const WRONG_SHARE = 0.05;
/** Differences of wrong values are spread this many times as wide as those of right ones. */
export const WRONG_SPREAD = 4;
/** Differences beyond so many standard deviations are equally certain. */
const FARTHEST = 10;
/** How often something that is hardly so is a mistake. Impossible findings nearly always are, rare ones less often. */
export const ODDITY_CHANCES: Readonly<Record<keyof PlausibilityRules, number>> = {
  systole_below_diastole: 0.9,
  e_before_a: 0.9,
  ejection_fraction_pct: 0.7,
  inside_sector: 0.4,
  beat_deviation_pct: 0.2,
};
/**
 * How often the reader chose the wrong type where the machine took the image for another: machines are wrong in 2 % of clips
 * (Madani 2018, doi:10.1038/s41746-017-0013-1), and readers, it is assumed, as often.
 */
export const OTHER_TYPE_CHANCE = 0.5;
/** Lines of the lowest quality are wrong this often, those of DOUBTFUL_QUALITY or better no more than others. */
export const WORST_PROPOSAL_CHANCE = 0.3;
/** Chances for a poor image, and for a reader without the required certificate. */
export const POOR_IMAGE_CHANCE = 0.05;
export const UNCERTIFIED_CHANCE = 0.05;
/** Weaker reasons are left out: every value has a limit somewhere. */
export const LEAST_CHANCE = 0.01;
/** Share of the entries whose place is drawn at random, so that the order can be checked. */
export const DRAWN_SHARE = 0.1;

/** Digits of a value in a reason. */
const DIGITS = 3;
const shown = (value: number): string => String(Number(value.toPrecision(DIGITS)));
const inUnits = (value: number, units: string): string => `${shown(value)} ${unitShown(units)}`.trim();
const apart = (value: number, units: string): string => (units === '%' ? `${shown(value)} percentage points` : inUnits(value, units));

/** The chance that the true value is on the other side of a limit than the value. */
export function chanceAcross({ value, believed }: Pick<TriageValue, 'value' | 'believed'>, limit: number): number {
  const below = normalBelow((limit - believed.value) / believed.sd);
  return value >= limit ? below : 1 - below;
}

/** How many times as likely a difference, in standard deviations, is of a wrong value as of a right one: both are normal, of different width. */
function timesAsLikely(z: number): number {
  const at = Math.min(Math.abs(z), FARTHEST);
  return normalDensity(at / WRONG_SPREAD) / WRONG_SPREAD / normalDensity(at);
}

/** A value next to others: measured again of the same beats, in another view, or cycle by cycle. */
export interface Comparison {
  of: 'value' | 'view' | 'cycle';
  name: string;
  /** In standard deviations of right values. */
  z: number;
}

const COMPARISONS = ['value', 'view', 'cycle'] as const satisfies readonly Comparison['of'][];
const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/**
 * The chance that something in an image is wrong, by all comparisons of its values. Measurements of one value by several others
 * confirm each other; otherwise the mistake may be in any of them, and the more comparisons there are, the less each counts.
 */
export function chanceWrong(comparisons: readonly Comparison[]): number {
  const ways = COMPARISONS.flatMap((of) => {
    const some = comparisons.filter((one) => one.of === of);
    if (some.length === 0) return [];
    if (of !== 'value') return [meanOf(some.map(({ z }) => timesAsLikely(z)))];
    const byName = [...grouped(some, ({ name }) => name).values()];
    return [meanOf(byName.map((same) => same.reduce((all, { z }) => all * timesAsLikely(z), 1)))];
  });
  const wrong = ways.length === 0 ? 0 : WRONG_SHARE * meanOf(ways);
  return wrong / (wrong + 1 - WRONG_SHARE);
}

/** The chance that at least one of independent causes applies. */
export const anyOf = (chances: readonly number[]): number => 1 - chances.reduce((none, chance) => none * (1 - chance), 1);

/** The entry with the greatest measure, the first of several; words are made of it only, because those of all take longer than the rest. */
function mostOf<T>(entries: readonly T[], measure: (entry: T) => number): T | undefined {
  let most: { entry: T; size: number } | undefined;
  for (const entry of entries) {
    const size = measure(entry);
    if (most === undefined || size > most.size) most = { entry, size };
  }
  return most?.entry;
}

/** The limit that is crossed most probably. */
function limitReasons({ type, values }: TriageImage): TriageReason[] {
  const all = values.flatMap((read) => read.limits.map((limit) => ({ ...read, limit, chance: REDRAWN_SHARE * chanceAcross(read, limit) })));
  const most = mostOf(all, ({ chance }) => chance);
  if (most === undefined) return [];
  const { name, units, value, sd, limit, chance } = most;
  const away = (Math.abs(value - limit) / sd).toFixed(1);
  const text = `${name} ${inUnits(value, units)}, ${away} SD from the limit of ${inUnits(limit, units)}`;
  return [{ kind: 'limit', image_type: type, text, chance }];
}

const OTHERS: Readonly<Record<TriageDifference['by'], (type: string | null) => string>> = {
  machine: () => 'the machine’s',
  reader: () => 'another reader’s',
  view: (type) => `the one of ${type}`,
};

const typeReasons = ({ type, seen_as }: TriageImage): TriageReason[] =>
  seen_as === null
    ? []
    : [{ kind: 'difference', image_type: type, text: `The machine measured this image as ${seen_as}`, chance: OTHER_TYPE_CHANCE }];

/** The comparison that shows most that something in the image is wrong. */
function comparisonReasons({ type, differences, cycles }: TriageImage): TriageReason[] {
  const found = [
    ...differences.map((one) => ({
      kind: 'difference' as const,
      of: one.by === 'view' ? ('view' as const) : ('value' as const),
      name: one.name,
      z: (one.value - one.other - one.bias) / one.sd,
      text: () => `${one.name} differs from ${OTHERS[one.by](one.from)} by ${apart(Math.abs(one.value - one.other), one.units)}`,
    })),
    ...cycles.map(({ name, cycle, z }) => ({
      kind: 'cycle' as const,
      of: 'cycle' as const,
      name,
      z,
      text: () => `${name} of cycle ${cycle + 1} stands out, ${Math.abs(z).toFixed(1)} SD from the other cycles`,
    })),
  ];
  const most = mostOf(found, ({ z }) => Math.abs(z));
  return most === undefined ? [] : [{ kind: most.kind, image_type: type, text: most.text(), chance: chanceWrong(found) }];
}

const oddityReasons = ({ type, oddities }: TriageImage): TriageReason[] =>
  oddities.map(({ rule, text }) => ({
    kind: 'implausible',
    image_type: type,
    text: text.replace(/\.$/, ''),
    chance: ODDITY_CHANCES[rule],
  }));

function proposalReasons({ type, proposal }: TriageImage): TriageReason[] {
  if (proposal === null || proposal >= DOUBTFUL_QUALITY) return [];
  const chance = WORST_PROPOSAL_CHANCE * (1 - proposal / DOUBTFUL_QUALITY);
  return [{ kind: 'proposal', image_type: type, text: `Accepted lines have a quality of ${shown(proposal)}`, chance }];
}

const qualityReasons = ({ type, good }: TriageImage): TriageReason[] =>
  good === false ? [{ kind: 'quality', image_type: type, text: 'Poor image quality', chance: POOR_IMAGE_CHANCE }] : [];

const certificateReasons = ({ type, certified }: TriageImage): TriageReason[] =>
  certified ? [] : [{ kind: 'certificate', image_type: type, text: `No valid certificate for ${type}`, chance: UNCERTIFIED_CHANCE }];

const strongestFirst = (reasons: readonly TriageReason[]): TriageReason[] => reasons.toSorted((a, b) => b.chance - a.chance);
const strongest = (reasons: readonly TriageReason[]): TriageReason[] => strongestFirst(reasons).slice(0, 1);

/**
 * The chance that a review changes a conclusion, and the reasons, the strongest first. Values of one image come from the same
 * lines, so that only the strongest reason of each kind counts there; a reader has one certificate too few, however many images.
 */
export function triage(images: readonly TriageImage[]): { chance: number; reasons: TriageReason[] } {
  const ofImages = images.flatMap((image) =>
    [limitReasons, comparisonReasons, typeReasons, oddityReasons, proposalReasons, qualityReasons].flatMap((of) => strongest(of(image))),
  );
  const reasons = [...ofImages, ...strongest(images.flatMap(certificateReasons))].filter(({ chance }) => chance >= LEAST_CHANCE);
  return { chance: anyOf(reasons.map(({ chance }) => chance)), reasons: strongestFirst(reasons).slice(0, MAX_TRIAGE_REASONS) };
}

/** FNV-1a, 32 bits. */
const HASH_BEGIN = 0x81_1c_9d_c5;
const HASH_FACTOR = 0x01_00_01_93;

/** A number on [0, 1) that is always the same for the same work. */
export function drawOf(...names: readonly string[]): number {
  let hash = HASH_BEGIN;
  for (const byte of new TextEncoder().encode(JSON.stringify(names))) hash = Math.imul(hash ^ byte, HASH_FACTOR);
  return seededRandom(hash)();
}

/**
 * The order of a queue: chances descending, with a tenth that was drawn spread evenly over it. A drawn entry never comes later
 * than by its chance. All drawn entries together are a random sample; the first of them are not.
 * @param entries each with its draw on [0, 1), by which a tenth is chosen
 */
export function queueOrder<T extends { chance: number; draw: number }>(entries: readonly T[]): (T & { drawn: boolean })[] {
  const byChance = entries.toSorted((a, b) => b.chance - a.chance || a.draw - b.draw);
  const drawn = entries.filter(({ draw }) => draw < DRAWN_SHARE).toSorted((a, b) => a.draw - b.draw);
  // Of m drawn entries, the nth comes in the middle of the nth of m equal parts of the queue.
  const drawnPlaces = new Map(drawn.map((entry, n) => [entry, (n + 0.5) / drawn.length]));
  return byChance
    .map((entry, n) => {
      const drawnPlace = drawnPlaces.get(entry);
      return { entry: { ...entry, drawn: drawnPlace !== undefined }, place: Math.min((n + 0.5) / entries.length, drawnPlace ?? 1) };
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}
