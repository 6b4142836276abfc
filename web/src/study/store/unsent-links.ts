/** Addresses of studies with unsent work, in this browser until the work is sent or the user logs out. */
import { sameWork, type StudyLink } from '../../lib/study-link.ts';
import type { LinkStore } from './unsent-work.ts';

const STORE = 'echometry.unsent';

function read(): StudyLink[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as StudyLink[];
  } catch {
    return [];
  }
}

function write(links: readonly StudyLink[]): void {
  try {
    if (links.length === 0) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, JSON.stringify(links));
  } catch {
    // A full store: the work is sent when its study is opened.
  }
}

export const unsentLinks: LinkStore = {
  of: (study) => read().filter(({ study_id }) => study_id === study),
  add: (link) => {
    const links = read();
    if (links.some((one) => sameWork(one, link))) return;
    const { image: _image, frame: _frame, measurement: _measurement, ...where } = link;
    write([...links, where]);
  },
  keepOnly: (studies) => {
    const links = read();
    const left = links.filter(({ study_id }) => studies.includes(study_id));
    if (left.length !== links.length) write(left);
  },
};

export const forgetUnsentLinks = (): void => write([]);
