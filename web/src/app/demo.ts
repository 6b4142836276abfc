/** Whether this is a demo workspace, by what the server reports on this address. */
import { proxy } from 'valtio';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { call } from '../lib/api.ts';

export const demoState = proxy({ demo: false });

call(CALLS.demoUsers, null, { as: 'nobody' })
  .then(({ offered }) => {
    demoState.demo = offered;
  })
  // If this call fails, the page shows a real workspace; the next call reports that the server is away.
  .catch(() => undefined);
