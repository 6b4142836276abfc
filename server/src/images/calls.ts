import type { ImageServices } from './services.ts';
import { createSnapshotHandlers } from './create-snapshot.ts';
import { filesGetHandlers } from './get-files.ts';
import { getUrlsHandlers } from './get-urls.ts';
import { filesSetColoursHandlers } from './set-colours.ts';
import { filesUpdateHandlers } from './update.ts';

/** Handlers of the calls of images. */
export const handlersOfImages = (services: ImageServices) => ({
  ...filesGetHandlers(services),
  ...filesSetColoursHandlers(services),
  ...filesUpdateHandlers(services),
  ...getUrlsHandlers(services),
  ...createSnapshotHandlers(services),
});
