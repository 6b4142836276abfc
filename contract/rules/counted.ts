/** How many of something there are: '1 study', '2 studies', '1,200 images'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
