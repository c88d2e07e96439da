import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longestFirst.ts';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './test/support/limits.ts';

/** Tests of the tools that other tests use. */
const TEST_TOOLS = 'test/{agent,documents,support}/**/*.test.ts';

/** Tests of what `npm run package` made; `npm test -- package` runs them. */
const PACKAGES = 'test/package/**/*.test.ts';

export default defineConfig({
  test: {
    // Two more than there are cores: many tests wait, for the disk or for a process to end.
    maxWorkers: availableParallelism() + 2,
    // Limits are there for what hangs: no machine is so busy that a test of ours takes this long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: DEFAULT_TIMEOUT_MILLISECONDS } },
    globalSetup: 'test/setup/bundles.ts',
    sequence: { sequencer: LongestFirst },
    // Keeps compiled modules between runs, by their content.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // One load of the modules for each worker rather than for each file, which takes longer
          // than the tests do; so no module may keep what one test did for the next to find.
          isolate: false,
          include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs', TEST_TOOLS],
          setupFiles: ['test/setup/leaks.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          isolate: false,
          include: ['src/renderer/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['test/window/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // A process for each file: starting a program takes time with each page of memory that the one that starts it
          // holds, these tests start tens of thousands, and a process that runs many files comes to hold a lot.
          isolate: true,
          // A small young generation, for the same reason.
          execArgv: ['--max-semi-space-size=2'],
          include: ['test/**/*.test.ts'],
          exclude: [TEST_TOOLS, PACKAGES],
          // A busy machine may fail a test once; `npm test` names those that passed only at the second try.
          retry: process.env.CI ? 1 : 0,
          setupFiles: ['test/setup/leaks.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          // Makes a system of its own to install on, by downloads.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          fileParallelism: false,
          include: [PACKAGES],
          setupFiles: ['test/setup/leaks.ts'],
        },
      },
    ],
  },
});
