import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/project.mjs';
import { playwrightFailures, playwrightFlaky, vitestFailures, vitestFlaky } from './failures.mjs';

describe('vitestFailures', () => {
  it('names each failed test by file, title and first line of its message', () => {
    const testResults = [
      {
        name: join(root, 'src/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'sums takes away',
            failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n  at a.test.ts:3'],
          },
        ],
      },
    ];
    expect(vitestFailures({ testResults })).toEqual([
      'src/a.test.ts › sums takes away: expected 1 to be 2',
    ]);
  });

  it('names a file that could not be loaded', () => {
    const testResults = [
      { name: join(root, 'b.test.ts'), status: 'failed', message: 'syntax', assertionResults: [] },
    ];
    expect(vitestFailures({ testResults })).toEqual(['b.test.ts: syntax']);
  });
});

describe('vitestFlaky', () => {
  it('names the tests that passed after an error', () => {
    const testResults = [
      {
        name: join(root, 'src/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'passed', fullName: 'sums waits', failureMessages: ['late\n  at a.test.ts:3'] },
          { status: 'failed', fullName: 'sums ends', failureMessages: ['early'] },
        ],
      },
    ];
    expect(vitestFlaky({ testResults })).toEqual(['src/a.test.ts › sums waits: late']);
  });
});

describe('Playwright’s report', () => {
  const test = (status, message) => ({
    status,
    results: [{}, ...(message ? [{ error: { message } }] : [])],
  });
  const suites = [
    {
      file: 'a.spec.ts',
      specs: [{ title: 'opens', tests: [test('expected')] }],
      suites: [
        {
          file: 'a.spec.ts',
          specs: [
            { title: 'closes', tests: [test('unexpected', 'timed out\nafter 60 s')] },
            { title: 'waits', tests: [test('flaky', 'lost')] },
          ],
        },
      ],
    },
  ];

  it('names failed tests at any depth', () => {
    expect(playwrightFailures({ suites })).toEqual(['a.spec.ts › closes: timed out']);
  });

  it('names flaky tests apart from them', () => {
    expect(playwrightFlaky({ suites })).toEqual(['a.spec.ts › waits: lost']);
  });

  it('reports errors outside tests where no test failed', () => {
    expect(playwrightFailures({ errors: [{ message: 'syntax' }] })).toEqual([
      'outside any test: syntax',
    ]);
  });
});
