// The studies of the demo, drawn while the first start compiles: the compiler leaves a processor idle for much of its time.
import { existsSync, rmSync } from 'node:fs';
import { isEngineThere } from './build.mjs';
import { bundle } from './bundle.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';

const DRAWN = inRoot('build', 'demo-drawn');

/** Whether the server that starts now makes a demo (server/src/main.ts), and the engine is not there yet. */
export const isWorthwhile = (dataFolder, isNamed, args) =>
  !isEngineThere() && !existsSync(dataFolder) && (!isNamed || args.includes('--demo'));

/** Draws the demo with what the compilers leave of the processors. Returns the folder of it, for ECHOMETRY_DEMO_DRAWN of the server. */
export async function drawDemoAhead() {
  removeDrawn();
  await bundle({ generate: 'server/src/demo/plan/cli.ts' }, 'build/plan');
  await step('synthetic studies of the demo', 'drawn while the engine is compiled', () =>
    run(process.execPath, [inRoot('build', 'plan', 'generate.js'), DRAWN, '--no-visible-edges'], { log: 'demo-drawn', last: true }),
  );
  return DRAWN;
}

export const removeDrawn = () => rmSync(DRAWN, { recursive: true, force: true });
