import type { Call } from '@echometry/contract/calls/call.ts';

/** Content of a response as its contract describes it: lines are a list. */
export const jsonOf = (call: Call, status: number, text: string): unknown =>
  call.lines === true && status === 200
    ? text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown)
    : JSON.parse(text);
