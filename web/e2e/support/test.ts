/** The test of all journeys: pages on the demo server that fail their test when anything goes wrong behind the scenes. */
import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { serverUrl } from './repository.ts';
import { NO_SETTINGS, WorkspaceCopy, type ServerSettings } from './workspace-copy.ts';

/** Errors in the pages of a test, and the ones that the test expects. */
export class Faults {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Declares that the test provokes console errors like this one. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  note(text: string): void {
    this.#found.push(text);
  }

  unexpected(): string[] {
    return this.#found.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

/** Several servers are there already, one of which may be killed at any moment (replicas.ts). */
const HAS_REPLICAS = process.env['ECHOMETRY_JOURNEY_REPLICAS'] === 'true';
/** Message of a browser about a request that broke with its server, and that the page repeats. */
const BROKEN_REQUEST = /Failed to load resource: (the server responded with a status of 50[23]|net::ERR_)/;

/** Any breach of the content security policy is written where `Faults` reads it. */
const REPORT_BREACHES = `addEventListener('securitypolicyviolation', (event) => {
  console.error('policy breach: ' + event.violatedDirective + ' by ' + event.blockedURI + ' at ' + event.sourceFile + ':' + event.lineNumber);
});`;

async function watch(context: BrowserContext, faults: Faults): Promise<void> {
  await context.addInitScript(REPORT_BREACHES);
  context.on('weberror', (error) => {
    faults.note(`page error: ${error.error().stack ?? error.error().message}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') faults.note(`console: ${message.text()} (${message.location().url})`);
  });
}

/** A separate browser for one more person. */
export type NewBrowser = (options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>;

/** Serves one copy of the workspace at a time: the one of the file whose journeys this worker walks. */
class Served {
  #file: string | null = null;
  #copy: WorkspaceCopy | null = null;

  async for(file: string, settings: ServerSettings): Promise<void> {
    if (this.#file === file) return;
    await this.end();
    this.#copy = await WorkspaceCopy.serve(settings);
    this.#file = file;
  }

  /** Kills the server of the file whose journeys are walked. @returns starts it again */
  kill(): Promise<() => Promise<void>> {
    if (this.#copy === null) throw new Error('No server runs');
    return this.#copy.kill();
  }

  async end(): Promise<void> {
    await this.#copy?.end();
    this.#copy = null;
    this.#file = null;
  }
}

/** Fixtures that a worker shares between its files of journeys. */
interface WorkerFixtures {
  served: Served;
}

interface Options {
  /** How the server of a file of journeys is set up. */
  serverSettings: ServerSettings;
}

interface Fixtures {
  faults: Faults;
  newBrowser: NewBrowser;
  page: Page;
  /** Kills the server of the file whose journeys are walked. */
  killServer: Served['kill'];
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  serverSettings: [NO_SETTINGS, { option: true }],
  killServer: async ({ served }, use) => {
    await use(() => served.kill());
  },
  served: [
    async ({}, use) => {
      const served = new Served();
      await use(served);
      await served.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ served, serverSettings }, use, { file }) => {
    if (!HAS_REPLICAS) await served.for(file, serverSettings);
    await use(serverUrl());
  },
  faults: async ({}, use) => {
    const faults = new Faults();
    if (HAS_REPLICAS) faults.expect(BROKEN_REQUEST);
    await use(faults);
    expect(faults.unexpected(), 'nothing goes wrong behind the scenes').toEqual([]);
  },
  context: async ({ context, faults }, use) => {
    await watch(context, faults);
    await use(context);
  },
  newBrowser: async ({ browser, baseURL, viewport, faults }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: baseURL ?? serverUrl(), viewport, ...options });
      await watch(context, faults);
      opened.push(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

export { expect };
