import { keysOf, type ActionName } from './actions.ts';
import { keyName } from './key-name.ts';
import { settings } from './settings.ts';

/** The action of a pressed key among the actions of the focused part; undefined where it means none. */
export const actionOfKey = (event: Parameters<typeof keyName>[0], names: readonly ActionName[]): ActionName | undefined =>
  names.find((name) => keysOf(name, settings.own.keys).includes(keyName(event)));
