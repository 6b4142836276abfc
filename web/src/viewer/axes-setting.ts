import { proxy } from 'valtio';

const STORE = 'echometry.axes';

/** Whether axes are drawn along the picture; this browser remembers it. They are not at first: files carry their own. */
export const axesSetting = proxy<{ shown: boolean }>({ shown: globalThis.localStorage?.getItem(STORE) === 'true' });

export function toggleAxes(): void {
  axesSetting.shown = !axesSetting.shown;
  globalThis.localStorage?.setItem(STORE, String(axesSetting.shown));
}
