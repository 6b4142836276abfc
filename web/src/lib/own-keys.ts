import { keysOf, type ActionName } from './actions.ts';
import { keyName } from './key-name.ts';
import { settings } from './settings.ts';

/** The action that a pressed key means among those of a part that has the focus; undefined where it means none. */
export const actionOfKey = (event: Parameters<typeof keyName>[0], names: readonly ActionName[]): ActionName | undefined =>
  names.find((name) => keysOf(name, settings.own.keys).includes(keyName(event)));
