/** One case of the load: how many people save what, and how often. */
export interface LoadCase {
  name: string;
  people: number;
  /** Seconds between two saves of one person. */
  everyS: number;
  /** Images of each study, traced in three cycles: about 34 kB of JSON each. */
  images: number;
  /** A save sends one changed image with its base, as the page does; otherwise all images, all of them changed. */
  changes: boolean;
  /** Files are played next to it. */
  plays: boolean;
  /** Limit for the 99th of 100 saves, in ms (docs/scale.md). */
  p99Ms: number;
}

export const CASES: readonly LoadCase[] = [
  { name: '50 people, 200 kB every second', people: 50, everyS: 1, images: 6, changes: false, plays: true, p99Ms: 100 },
  {
    name: '50 people in traced studies of 40 images, one image every second',
    people: 50,
    everyS: 1,
    images: 40,
    changes: true,
    plays: true,
    p99Ms: 100,
  },
  { name: '200 people, 200 kB every two seconds', people: 200, everyS: 2, images: 6, changes: false, plays: false, p99Ms: 500 },
];
