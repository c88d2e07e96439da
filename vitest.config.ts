import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './test/support/limits.ts';

export default defineConfig({
  test: {
    // One for each core, and not one less: most tests wait for processes of their own.
    maxWorkers: availableParallelism(),
    // Limits are there for what hangs: no machine is so busy that a test of ours takes this long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: DEFAULT_TIMEOUT_MILLISECONDS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // One load of the modules for each worker rather than for each file, which takes longer
          // than the tests do; so no module may keep what one test did for the next to find.
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'test/{agent,support}/**/*.test.ts',
          ],
          setupFiles: ['test/setup/leaks.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/{integration,contract}/**/*.test.ts'],
          setupFiles: ['test/setup/leaks.ts'],
        },
      },
    ],
  },
});
