/**
 * The first requests of a page of a study. They are built into a separate file, which the browser runs while the rest of the page's script
 * is on its way (web/preloads.ts). The code of a sign-in leaves the address before them.
 */
import './lib/one-time-code.ts';
import { ENGINE_PARTS } from '@echometry/bindings/browser/engine-modules.ts';
import { beginAhead } from './image-page/begin-ahead.ts';

beginAhead(window.location);
// The engine arrives while the person looks at the first page, whichever it is. A call that needs it gets the failure when it does not come.
ENGINE_PARTS.first.load().catch(() => undefined);
