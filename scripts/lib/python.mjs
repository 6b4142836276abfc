// The foreign readers of the formats: a separate Python environment in the build folder, at pinned versions.
import { existsSync, rmSync } from 'node:fs';
import { contentKey, unlessBuilt } from './content-key.mjs';
import { installDebian } from './chromium.mjs';
import { inRoot } from './root.mjs';
import { Refusal, answer, run } from './run.mjs';
import { step } from './steps.mjs';

const FOLDER = 'build/readers';
const REQUIREMENTS = 'server/test/readers/requirements.txt';
/** The oldest that the pinned packages run on. */
const MIN_MINOR = 11;

export const readersPython = () => inRoot(...FOLDER.split('/'), 'bin', 'python');

async function systemPython() {
  const program = process.env.ECHOMETRY_PYTHON ?? 'python3';
  const version = /^Python 3\.(\d+)/.exec((await answer(program, ['--version'])) ?? '');
  return version && Number(version[1]) >= MIN_MINOR ? program : null;
}

async function makeEnvironment() {
  if (!(await systemPython())) await installDebian('python3-venv', 'the formats are read back by foreign readers');
  const python = await systemPython();
  if (!python)
    throw new Refusal(
      `Python 3.${MIN_MINOR} or newer was not found. Install it with: apt-get install python3-venv (or name one in ECHOMETRY_PYTHON)`,
    );
  const make = () => run(python, ['-m', 'venv', inRoot(...FOLDER.split('/'))], { log: 'python-venv' });
  try {
    await make();
  } catch {
    // Debian's Python comes without venv until its package is there.
    await installDebian('python3-venv', 'the formats are read back by foreign readers');
    await make();
  }
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--only-binary',
    ':all:',
    '--no-deps',
    '-r',
    inRoot(REQUIREMENTS),
  ];
  await run(readersPython(), pip, { log: 'python-pip' });
}

/** Makes it unless it is there with the same packages; returns its Python. */
export async function ensureReaders() {
  const python = await systemPython();
  const key = contentKey([REQUIREMENTS], [(python && (await answer(python, ['--version']))) ?? '']);
  await unlessBuilt(`${FOLDER}/.echometry-key`, key, [`${FOLDER}/bin/python`], () =>
    step(
      'foreign readers',
      'pydicom, highdicom, pycocotools, nibabel, OpenCV and pandas read what is exported; mypy and notebooks try the Python package',
      async () => {
        if (existsSync(inRoot(FOLDER))) rmSync(inRoot(FOLDER), { recursive: true });
        await makeEnvironment();
      },
    ),
  );
  return readersPython();
}
