/** What the program tells whoever started it. */
export type StartEvent =
  | { type: 'progress'; what: string; done: number; total: number }
  | { type: 'ready'; url: string; note: string }
  | { type: 'refusal'; message: string };

/** JSON lines for a script (ECHOMETRY_PROGRESS=json), plain text for a person. */
export function teller(env: NodeJS.ProcessEnv): (event: StartEvent) => void {
  if (env['ECHOMETRY_PROGRESS'] === 'json') return (event) => void process.stdout.write(`${JSON.stringify(event)}\n`);
  let last = '';
  return (event) => {
    if (event.type === 'refusal') return void process.stderr.write(`${event.message}\n`);
    if (event.type === 'ready') return void process.stdout.write(`Ready. Open ${event.url}${event.note === '' ? '' : `   ${event.note}`}\n`);
    if (event.what !== last) process.stdout.write(`${event.what} (${event.total})\n`);
    last = event.what;
    return undefined;
  };
}
