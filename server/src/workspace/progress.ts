import { complain, say } from '../console.ts';
/** Messages of the program to the person who started it. */
export type StartEvent =
  | { type: 'progress'; what: string; done: number; total: number }
  | { type: 'ready'; url: string; note: string }
  | { type: 'refusal'; message: string };

/** JSON lines for a script (ECHOMETRY_PROGRESS=json), plain text for a person. */
export function startReporter(env: NodeJS.ProcessEnv): (event: StartEvent) => void {
  if (env['ECHOMETRY_PROGRESS'] === 'json') return (event) => say(`${JSON.stringify(event)}\n`);
  let last = '';
  return (event) => {
    if (event.type === 'refusal') return complain(`${event.message}\n`);
    if (event.type === 'ready') return say(`Ready. Open ${event.url}${event.note === '' ? '' : `   ${event.note}`}\n`);
    if (event.what !== last) say(`${event.what} (${event.total})\n`);
    last = event.what;
    return undefined;
  };
}
