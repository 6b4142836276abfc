// Loaded into a real server before everything else (node --import): its clock is off by the content of a file, in ms.
import { readFileSync } from 'node:fs';

const file = process.env.ECHOMETRY_TORTURE_CLOCK ?? '';
const EVERY_MS = 20;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let offset = 0;

const look = () => {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // Between two writes of the file there is none: the clock stays as it was.
  }
};
look();
setInterval(look, EVERY_MS).unref();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(realNow() + offset);
    else super(...given);
  }
  static now() {
    return realNow() + offset;
  }
};
