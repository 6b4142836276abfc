// Programs of other projects that the engine is compared with (engine-rs/tests/foreign_encoders.rs, deid_validator.rs).
import { installDebian } from './chromium.mjs';
import { answer } from './run.mjs';

/** Programs with the package of Debian that has them. CharLS comes with the foreign readers. */
const PROGRAMS = { opj_compress: 'libopenjp2-tools', ojph_compress: 'openjph-tools', dciodvfy: 'dicom3tools' };

/** Installs what is missing; returns the variables of the tests: with it, an absent encoder is a failure. */
export async function ensureEncoders() {
  for (const [program, name] of Object.entries(PROGRAMS)) {
    if (!(await answer('sh', ['-c', `command -v ${program}`]))) await installDebian(name, 'the engine is compared with it');
  }
  return { ECHOMETRY_ENCODERS: 'required' };
}
