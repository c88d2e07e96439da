import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './test/support/limits.ts';

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait, for the disk or for a process to end.
    maxWorkers: availableParallelism() + 1,
    // Limits are there for what hangs: no machine is so busy that a test of ours takes this long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: DEFAULT_TIMEOUT_MILLISECONDS } },
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
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'test/{agent,documents,support}/**/*.test.ts',
          ],
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
          include: ['test/**/*.test.ts'],
          retry: process.env.CI ? 1 : 0,
          setupFiles: ['test/setup/leaks.ts'],
        },
      },
    ],
  },
});
