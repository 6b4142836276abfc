/**
 * Calls once what the page shows now is on the screen. That is a timer after the second animation frame: the first is painted by then.
 * @returns takes the call back
 */
export function afterPaint(done: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(done);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
