/** Control characters but the line feed: C0, DEL and C1. They move the cursor, change colours, or rename the window of a terminal. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text for a console: a file may be named anything, and what is shown of it must not act on the terminal. JSON stays JSON. */
export const printable = (text: string): string => text.replace(CONTROL, escaped);

/** Writes to standard output. */
export const say = (text: string): void => void process.stdout.write(printable(text));

let complaints = (text: string): void => void process.stderr.write(printable(text));

/** Writes to standard error, or where the process keeps its log. */
export const complain = (text: string): void => complaints(text);

/** Sends later messages of this process to the log: a process has one standard error, and one log. */
export function complainInto(log: (text: string) => void): void {
  complaints = log;
}

/** Lets a server outlive the program that reads its output: a closed pipe is an error of the stream, and without a listener it ends the process. */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
