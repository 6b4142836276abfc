/** Amounts and times as the export page writes them. */
const KIB = 1024;
const MIB = KIB * KIB;

export function bytes(size: number): string {
  if (size < KIB) return `${size} B`;
  return size < MIB ? `${(size / KIB).toFixed(0)} kB` : `${(size / MIB).toFixed(1)} MB`;
}

export const whenText = (at: number): string =>
  new Date(at).toLocaleString('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
export const dayText = (at: number): string => new Date(at).toLocaleDateString('en-GB', { day: '2-digit', month: 'short' });

const MINUTE_S = 60;
export const durationText = (seconds: number): string =>
  seconds < MINUTE_S ? `${Math.round(seconds)} s` : `${Math.floor(seconds / MINUTE_S)} min ${Math.round(seconds % MINUTE_S)} s`;

const LOG_LINE = /^(\d{4}-\d\d-\d\dT\S+Z) (.*)$/;

/** A line of a log with its time of day where the reader is; the output of a job has no time. */
export function logLine(line: string): { time: string; text: string } {
  const [, at, text] = LOG_LINE.exec(line) ?? [];
  if (at === undefined || text === undefined) return { time: '', text: line };
  return { time: new Date(at).toLocaleTimeString('en-GB', { hour12: false }), text };
}
