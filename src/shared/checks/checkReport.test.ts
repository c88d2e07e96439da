import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { type CheckReport, readReport } from './checkReport';

const lines = (...all: readonly string[]) => all.join('\n');

const cases: Readonly<Record<string, readonly [output: string, report: CheckReport | null]>> = {
  'TAP with a plan': [
    lines(
      'TAP version 13',
      '1..3',
      'ok 1 - adds',
      'not ok 2 - divides',
      'ok 3 - more # SKIP later',
    ),
    { runner: 'TAP', passed: 2, failed: 1, failures: ['divides'] },
  ],
  'TAP that is still to be done': [
    lines('1..2', 'ok 1', 'not ok 2 - later # TODO not written'),
    { runner: 'TAP', passed: 2, failed: 0, failures: [] },
  ],
  'TAP of node:test with subtests': [
    lines(
      'TAP version 13',
      '    ok 1 - inner one',
      '    not ok 2 - inner two',
      '    1..2',
      'not ok 1 - outer',
      '1..1',
      '# tests 2',
      '# pass 1',
      '# fail 1',
    ),
    { runner: 'TAP', passed: 1, failed: 1, failures: ['inner two'] },
  ],
  'node:test': [
    lines(
      '✔ adds (0.5ms)',
      '✖ divides (1.25ms)',
      'ℹ tests 2',
      'ℹ pass 1',
      'ℹ fail 1',
      '✖ failing tests:',
    ),
    { runner: 'node:test', passed: 1, failed: 1, failures: ['divides'] },
  ],
  Vitest: [
    lines(
      ' FAIL  src/sum.test.ts > sum > adds',
      'AssertionError: expected 3 to be 4',
      ' Test Files  1 failed | 1 passed (2)',
      '      Tests  1 failed | 4 passed (5)',
    ),
    { runner: 'Vitest', passed: 4, failed: 1, failures: ['src/sum.test.ts > sum > adds'] },
  ],
  'Vitest with a file that cannot be loaded': [
    lines(
      ' FAIL  src/sum.test.ts [ src/sum.test.ts ]',
      ' Test Files  1 failed (1)',
      '      Tests  no tests',
    ),
    { runner: 'Vitest', passed: 0, failed: 1, failures: ['src/sum.test.ts'] },
  ],
  Jest: [
    lines(
      '  ● sum › adds',
      'Test Suites: 1 failed, 2 passed, 3 total',
      'Tests:       1 failed, 7 passed, 8 total',
    ),
    { runner: 'Jest', passed: 7, failed: 1, failures: ['sum › adds'] },
  ],
  Mocha: [
    lines(
      '  3 passing (12ms)',
      '  1 failing',
      '',
      '  1) sum',
      '       adds numbers:',
      '     AssertionError: 3 == 4',
    ),
    { runner: 'Mocha', passed: 3, failed: 1, failures: ['sum › adds numbers'] },
  ],
  pytest: [
    lines(
      'FAILED tests/test_sum.py::test_add - assert 3 == 4',
      'ERROR tests/test_io.py::test_read',
      '==== 1 failed, 5 passed, 1 error in 0.12s ====',
    ),
    {
      runner: 'pytest',
      passed: 5,
      failed: 2,
      failures: ['tests/test_sum.py::test_add', 'tests/test_io.py::test_read'],
    },
  ],
  'pytest -q': ['3 passed in 0.01s', { runner: 'pytest', passed: 3, failed: 0, failures: [] }],
  'cargo test': [
    lines(
      'test tests::adds ... ok',
      'test tests::divides ... FAILED',
      'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured',
      'test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured',
    ),
    { runner: 'cargo test', passed: 3, failed: 1, failures: ['tests::divides'] },
  ],
  'go test': [
    lines(
      '--- FAIL: TestSum (0.00s)',
      '    --- FAIL: TestSum/adds (0.00s)',
      'FAIL',
      'FAIL\texample.com/sum\t0.002s',
      'FAIL\texample.com/other [build failed]',
    ),
    {
      runner: 'go test',
      passed: null,
      failed: 2,
      failures: ['TestSum/adds', 'example.com/other [build failed]'],
    },
  ],
  'go test that passed': [
    'ok  \texample.com/sum\t0.002s',
    { runner: 'go test', passed: null, failed: 0, failures: [] },
  ],
  TypeScript: [
    lines(
      "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.",
      'error TS18003: No inputs.',
    ),
    {
      runner: 'TypeScript',
      passed: null,
      failed: 2,
      failures: [
        "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.",
        'error TS18003: No inputs.',
      ],
    },
  ],
  ESLint: [
    lines(
      '/work/src/a.js',
      "  3:5  error    'x' is not defined  no-undef",
      '  4:1  warning  Unexpected console  no-console',
      '',
      '✖ 2 problems (1 error, 1 warning)',
    ),
    {
      runner: 'ESLint',
      passed: null,
      failed: 1,
      failures: ["/work/src/a.js:3:5 'x' is not defined"],
    },
  ],
  Biome: [
    lines('src/a.ts:3:5 lint/style/useConst ━━━━━━━━', 'Checked 2 files.', 'Found 1 error.'),
    { runner: 'Biome', passed: null, failed: 1, failures: ['src/a.ts:3:5 lint/style/useConst'] },
  ],
  JUnit: [
    lines(
      '<?xml version="1.0"?>',
      '<testsuites><testsuite name="sum" tests="3">',
      '<testcase classname="sum" name="adds &lt;two&gt;"><failure message="a > b">text</failure></testcase>',
      '<testcase classname="sum" name="is"/>',
      '<testcase name="later"><skipped/></testcase>',
      '</testsuite></testsuites>',
    ),
    { runner: 'JUnit', passed: 1, failed: 1, failures: ['sum › adds <two>'] },
  ],
  'words that are no summary': ['Everything is fine.\n3 files', null],
  nothing: ['', null],
};

describe('readReport', () => {
  it.each(Object.entries(cases))('reads %s', (_name, [output, report]) => {
    expect(readReport(output)).toEqual(report);
  });

  it('counts what failed, whatever the summary says', () => {
    expect(readReport('1..2\nok 1 - a\nnot ok 2 - b\n# pass 2\n# fail 0\n')).toMatchObject({
      failed: 1,
    });
  });

  it('reads a long file of JUnit from its beginning', () => {
    const test = (name: string) => `<testcase classname="long" name="${name}">${'x'.repeat(200)}`;
    const passed = Array.from({ length: 10_000 }, (_, at) => `${test(`${at}`)}</testcase>\n`);
    const text = `<?xml version="1.0"?>\n<testsuites>${test('first')}<failure/></testcase>${passed.join('')}</testsuites>`;
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(readReport(text, 'file')).toEqual({
      runner: 'JUnit',
      passed: 10_000,
      failed: 1,
      failures: ['long › first'],
    });
  });

  it.each([
    '<testcase name="',
    "<testcase '",
    '<testcase "" ',
    '<testcase ><failure',
    '<failure <',
  ])('reads a long hostile file at once: %s', (part) => {
    const began = performance.now();
    readReport(`<testsuites>${part.repeat(Math.floor(8_000_000 / part.length))}`, 'file');
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('names no more failures than anybody reads', () => {
    const output = Array.from({ length: 500 }, (_, at) => `not ok ${at} - test ${at}`).join('\n');
    const report = readReport(`1..500\n${output}`);
    expect(report?.failed).toBe(500);
    expect(report?.failures).toHaveLength(100);
  });

  it('takes whatever a program prints', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Object.values(cases).map(([text]) => text))),
        fc.string(),
        (parts, noise) => {
          const report = readReport([noise, ...parts, noise].join('\n'));
          expect(report === null || report.failed >= 0).toBe(true);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});
