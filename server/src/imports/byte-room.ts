/** Lets files in while their bytes together stay below a bound; a file larger than the bound goes separately. */
export interface ByteRoom {
  /** Resolves when there is room, with what gives it back. */
  enter(bytes: number): Promise<() => void>;
}

export function byteRoom(bound: number): ByteRoom {
  let inside = 0;
  const waiting: Array<{ bytes: number; enter: () => void }> = [];

  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && (inside === 0 || inside + next.bytes <= bound); next = waiting[0]) {
      waiting.shift();
      inside += next.bytes;
      next.enter();
    }
  };
  return {
    enter: (bytes) =>
      new Promise((resolve) => {
        waiting.push({
          bytes,
          enter: () =>
            resolve(() => {
              inside -= bytes;
              admit();
            }),
        });
        admit();
      }),
  };
}
