import { beforeEach, expect, test, vi } from 'vitest';
import { ALERT_HIDE_MS } from '@echometry/contract/rules/session.ts';
import { alerts, alertUser, showAlertsOf } from './alerts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  alerts.list = [];
  showAlertsOf(null);
});

const texts = (): string[] => alerts.list.map(({ text }) => text);

test('a message belongs to the image in view and disappears with it', () => {
  alertUser('The server is not reached');
  showAlertsOf('a');
  alertUser('Please select a later onset');
  showAlertsOf('a');
  expect(texts()).toEqual(['The server is not reached', 'Please select a later onset']);
  showAlertsOf('b');
  expect(texts()).toEqual(['The server is not reached']);
});

test('a message about the next image stays when that is shown', () => {
  showAlertsOf('a');
  alertUser('Trace the next image', 'soft', 'b');
  showAlertsOf('b');
  expect(texts()).toEqual(['Trace the next image']);
  vi.advanceTimersByTime(ALERT_HIDE_MS);
  expect(texts()).toEqual([]);
});
