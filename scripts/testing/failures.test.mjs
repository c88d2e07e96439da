import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/project.mjs';
import { playwrightFailures, vitestFailures } from './failures.mjs';

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

describe('playwrightFailures', () => {
  const test = (status, message) => ({
    status,
    results: [{}, ...(message ? [{ error: { message } }] : [])],
  });

  it('names failed and flaky tests at any depth', () => {
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
    expect(playwrightFailures({ suites })).toEqual([
      'a.spec.ts › closes: timed out',
      'a.spec.ts › waits: lost',
    ]);
  });

  it('reports errors outside tests where no test failed', () => {
    expect(playwrightFailures({ errors: [{ message: 'syntax' }] })).toEqual([
      'outside any test: syntax',
    ]);
  });
});
