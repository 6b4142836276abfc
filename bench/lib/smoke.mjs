// The smoke form of the bench (`--smoke`): every group on its smallest material in one round, to show that it runs and that
// its results are right. Its times mean nothing and are not judged.

export const SMOKE = process.argv.includes('--smoke');

/** @template T @param {T} whole @param {T} small @returns {T} the size of the material in this form */
export const sized = (whole, small) => (SMOKE ? small : whole);
