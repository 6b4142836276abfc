import { describe, expect, it } from 'vitest';
import { routeOf, type Route } from './routes.ts';

const ORIGIN = 'https://echo.example.org';
const FILES = new Set(['/assets/index-1a2b.js', '/assets/engine_bg-3c4d.wasm']);

describe('the service worker', () => {
  it.each<[string, Route, Partial<Request>]>([
    ['/selection?study_id=1_20260101&project=p', 'page', { mode: 'navigate' }],
    ['/', 'page', { mode: 'navigate' }],
    ['/auth/login', 'network', { mode: 'navigate' }],
    ['/manual/index.html', 'network', { mode: 'navigate' }],
    ['/nothing', 'network', { mode: 'navigate' }],
    ['/assets/engine_bg-3c4d.wasm', 'file', { mode: 'cors' }],
    ['/assets/of-another-build-9z.js', 'network', { mode: 'cors' }],
    ['/api/analysis/get/1_20260101', 'network', { mode: 'cors' }],
    ['/api/analysis/update', 'network', { mode: 'cors', method: 'POST' }],
    ['/files/5e884898da28?exp=1&uid=2&sig=3', 'network', { mode: 'cors' }],
    ['/config/endpoints.json', 'network', { mode: 'cors' }],
    ['/selection', 'network', { mode: 'navigate', method: 'POST' }],
  ])('%s is for the %s', (address, route, request) => {
    expect(routeOf({ url: `${ORIGIN}${address}`, method: 'GET', mode: 'cors', ...request }, ORIGIN, FILES)).toBe(route);
  });

  it('does not serve other origins', () => {
    expect(routeOf({ url: 'https://objects.example.org/assets/index-1a2b.js', method: 'GET', mode: 'cors' }, ORIGIN, FILES)).toBe(
      'network',
    );
  });
});
