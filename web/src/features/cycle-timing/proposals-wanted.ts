/** Whether a person wants proposals; kept in this browser. */
import { proxy } from 'valtio';

const KEY = 'echometry-proposals';
const NO = 'off';

export const wanted = proxy({ on: localStorage.getItem(KEY) !== NO });

export function want(on: boolean): void {
  wanted.on = on;
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, NO);
}
