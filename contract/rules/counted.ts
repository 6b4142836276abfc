/** How many of something there are: '1 point', '2 points'. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
