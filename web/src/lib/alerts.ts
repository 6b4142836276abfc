/** Short messages to the user: soft ones inform, hard ones refuse. They hide automatically, and together with their image. */
import { proxy } from 'valtio';
import { ALERT_HIDE_MS } from '@echometry/contract/rules/session.ts';

export interface Alert {
  id: number;
  level: 'soft' | 'hard';
  text: string;
  /** The image it is about; null for one that is about none. */
  image: string | null;
}

export const alerts = proxy<{ list: Alert[] }>({ list: [] });
let nextId = 1;
let shown: string | null = null;

/** @param image the image it is about, where that is not the one in view */
export function alertUser(text: string, level: Alert['level'] = 'soft', image: string | null = shown): void {
  const id = nextId++;
  alerts.list = [...alerts.list.filter((alert) => alert.text !== text), { id, level, text, image }];
  setTimeout(() => {
    dismissAlert(id);
  }, ALERT_HIDE_MS);
}

export function dismissAlert(id: number): void {
  alerts.list = alerts.list.filter((alert) => alert.id !== id);
}

/** Another image is in view: messages about others disappear. */
export function showAlertsOf(image: string | null): void {
  if (shown === image) return;
  shown = image;
  const left = alerts.list.filter((alert) => alert.image === null || alert.image === image);
  if (left.length !== alerts.list.length) alerts.list = left;
}
