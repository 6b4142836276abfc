/** Versions of configuration sets against the contract. */
import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import type { ConfigFault } from '@echometry/contract/records/configuration.ts';
import { ROW_SCHEMAS, rowFaults } from '@echometry/contract/rules/config-faults.ts';
import { Compile, type Validator } from 'typebox/compile';

/** Compiled at the first use: reading the schema of reference values again for every row takes seconds. */
const checks = new Map<ConfigSetName, Validator>();

function checkOf(name: ConfigSetName): Validator {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const compiled = Compile(ROW_SCHEMAS[name]);
  checks.set(name, compiled);
  return compiled;
}

/** Faults of every row, in steps of one row. */
export function* contractFaults(name: ConfigSetName, data: readonly unknown[], knownTypes: ReadonlySet<string>): Generator<ConfigFault[]> {
  const check = checkOf(name);
  for (const [at, row] of data.entries()) yield rowFaults(name, { row, at, errors: check.Check(row) ? [] : check.Errors(row) }, knownTypes);
}
