// Counts results in the output of each runner.

/** Sums of `cargo test`: every "test result" line. */
export function cargoTally(output) {
  let passed = 0;
  let failed = 0;
  for (const [, p, f] of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    passed += Number(p);
    failed += Number(f);
  }
  return { passed, failed };
}

/** Report of `vitest --reporter=json`. */
export const vitestTally = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numFailedTestSuites - suitesWithFailedTests(report),
  skipped: report.numPendingTests,
});

/** A suite that failed because of its tests is counted by them; a suite that could not be loaded counts itself. */
const suitesWithFailedTests = (report) => {
  const ownFailures = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length;
  return report.numFailedTestSuites - ownFailures;
};

/** Report of `playwright --reporter=json`. */
export const playwrightTally = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + (errors?.length ?? 0),
  skipped: stats.skipped,
});

/** Titles of the tests of a playwright report that failed first and passed when they were repeated. */
export const unsteady = ({ suites = [] }) => suites.flatMap(unsteadyIn);

const unsteadyIn = (suite) => [
  ...(suite.specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...(suite.suites ?? []).flatMap(unsteadyIn),
];
