import type { HeartChange } from './phantom-job.ts';
import { grown, image, type MachineReads, study, type PlannedStudy } from './plan-image.ts';

const FRAMES_PER_S = 20;
/** Dates of the visits: before, during and after a treatment. */
const DATES = ['20261005', '20261026', '20261123'] as const;

type Patient = readonly [
  patient: string,
  sex: 'F' | 'M',
  age_years: number,
  height_cm: number,
  weight_kg: number,
  hearts: readonly HeartChange[],
];

/** One patient whose ventricle stays as it is, one whose ventricle weakens, and one whose ventricle weakens and recovers. */
const PATIENTS: readonly Patient[] = [
  ['V01', 'F', 46.2, 167, 63, [{ shortening: 0.18 }, { shortening: 0.182 }, { shortening: 0.179 }]],
  [
    'V02',
    'F',
    58.7,
    164,
    71,
    [
      { shortening: 0.185, narrowing: 0.33 },
      { shortening: 0.15, narrowing: 0.27, size: 1.02 },
      { shortening: 0.11, narrowing: 0.2, size: 1.05 },
    ],
  ],
  [
    'V03',
    'M',
    63.4,
    179,
    86,
    [
      { shortening: 0.18, narrowing: 0.32 },
      { shortening: 0.12, narrowing: 0.22, size: 1.04 },
      { shortening: 0.165, narrowing: 0.3, size: 1.02 },
    ],
  ],
];

/** Shares of the drawn volumes that the machine reports at each visit: its contours are larger, most of all at end systole. */
const MACHINE: readonly (readonly [edv: number, esv: number])[] = [
  [1.05, 1.12],
  [1.08, 1.1],
  [1.03, 1.09],
  [1.06, 1.15],
  [1.04, 1.07],
  [1.07, 1.13],
  [1.02, 1.06],
  [1.09, 1.16],
  [1.05, 1.11],
];
const machineAt = (study: number): { machine: MachineReads } => {
  const [edv, esv] = MACHINE[study] ?? [1, 1];
  return { machine: { edv, esv } };
};

/** Adults who come again. Each visit comes with the structured report of the machine. */
export const VISITS_ADULT: PlannedStudy[] = PATIENTS.flatMap(([patient, sex, years, height, weight, hearts], at) =>
  DATES.map((date, visit) => ({
    ...study(patient, date, grown(sex, years, height, weight), [
      image('a4c', 'adult', {
        variant: 'adult',
        seed: 481 + DATES.length * at + visit,
        rate: FRAMES_PER_S,
        heart: { beats: 1, ...hearts[visit] },
      }),
    ]),
    ...machineAt(DATES.length * at + visit),
  })),
);
