import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import type { Result } from '@echometry/bindings/engine/result.ts';
import type { Spread } from '@echometry/contract/records/agreement.ts';

/** Result of the engine. @throws Error with its message when it refused the request */
export function found<T>(result: Result<T, { message: string }>): T {
  if (!result.ok) throw new Error(`The readings could not be compared: ${result.error.message}`);
  return result.value;
}

/** Entries by a key, in the order they are met first. */
export class Grouped<T> {
  readonly #groups = new Map<string, T>();
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  at(...key: readonly (string | null)[]): T {
    const name = JSON.stringify(key);
    const known = this.#groups.get(name) ?? this.#make();
    this.#groups.set(name, known);
    return known;
  }

  get entries(): { key: (string | null)[]; value: T }[] {
    return [...this.#groups].map(([name, value]) => ({ key: JSON.parse(name) as (string | null)[], value }));
  }
}

/** Mean and standard deviation of a sample: bias and spread of its differences from zero. */
export async function spreadOf(engine: AgreementFunctions, sample: readonly number[]): Promise<Spread> {
  if (sample.length === 1) return { mean: sample[0] ?? null, sd: null };
  const { bias, sd } = found(
    await engine.blandAltman(
      sample.map((value) => [0, value] as const),
      '1',
    ),
  );
  return { mean: bias.value, sd: sd.value };
}
