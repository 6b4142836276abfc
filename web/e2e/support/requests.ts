/** Requests that a journey sends itself, beside the requests of its page. */
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';

/**
 * How often a request is sent again whose connection was reset. The server closes a connection that was idle for `KEEP_ALIVE_MS`
 * (server/src/limits.ts): on a busy machine a page takes as long to open, and the next request meets the end of its connection.
 */
const REPEATS = 2;

type Options = NonNullable<Parameters<APIRequestContext['fetch']>[1]>;

/** Sends a request with the cookies of the page; an address without host is the page's server. */
export const requestFrom = (page: Page, url: string, options: Options = {}): Promise<APIResponse> =>
  // oxlint-disable-next-line no-restricted-properties -- the one place
  page.request.fetch(url, { maxRetries: REPEATS, ...options });

export const postFrom = (page: Page, url: string, options: Options): Promise<APIResponse> =>
  requestFrom(page, url, { method: 'POST', ...options });
