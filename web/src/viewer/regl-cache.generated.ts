import type { CommandCache } from './gl.ts';

export const commandCache: CommandCache | undefined = undefined;
