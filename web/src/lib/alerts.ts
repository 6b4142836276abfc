/** Short messages to the person: soft ones inform, hard ones refuse. They hide by themselves. */
import { proxy } from 'valtio';
import { ALERT_HIDE_MS } from '@echometry/contract/rules/session.ts';

export interface Alert {
  id: number;
  level: 'soft' | 'hard';
  text: string;
}

export const alerts = proxy<{ list: Alert[] }>({ list: [] });
let nextId = 1;

export function alertUser(text: string, level: Alert['level'] = 'soft'): void {
  const id = nextId++;
  alerts.list = [...alerts.list.filter((alert) => alert.text !== text), { id, level, text }];
  setTimeout(() => {
    dismissAlert(id);
  }, ALERT_HIDE_MS);
}

export function dismissAlert(id: number): void {
  alerts.list = alerts.list.filter((alert) => alert.id !== id);
}
