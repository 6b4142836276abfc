/** Texts of the tool. */
export const messages = {
  traceFirst: 'Please place every point of the cycle before you finish',
  traceEvery: 'Please trace every cycle before you finish, or remove the last one',
  traceThisFirst: 'Please place every point of this cycle before the next one',
  nothingTraced: 'Nothing is traced on this image yet.',
  noCursor: 'Place the cursor first: move the pointer over the strip, or press an arrow key.',
  namedStays: 'A named point cannot be deleted. Move it, or remove the trace.',
  pointHeld: 'The point cannot go further in this direction.',
  noRoom: 'No room for another point here',
  noFlow: 'No flow was found there. Move the limits, choose the other side, or lower the threshold.',
  /** Specified, to the letter. */
  notLoaded: 'Image not loaded yet. Please close and open again.',
  removeTraces: 'The points belong to the old correction. Remove all traces of this image?',
  acceptCopies: (cycles: readonly number[]) =>
    cycles.length === 1
      ? `The copy in cycle ${cycles.join()} was not looked at. Accept it as traced?`
      : `The copies in cycles ${cycles.join(', ')} were not looked at. Accept them as traced?`,
  nextPoint: (name: string, free: boolean) => `next: ${name}${free ? ', or a free point' : ''}`,
  point: (number: number) => `point ${number}`,
  midPoint: 'mid point',
};
