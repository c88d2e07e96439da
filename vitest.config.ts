import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One for each core, and not one less: most tests wait for processes of their own.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // One load of the modules for each worker rather than for each file, which takes longer
          // than the tests do; so no module may keep what one test did for the next to find.
          isolate: false,
          // Property tests run long on a machine that does other things too.
          testTimeout: 30_000,
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
          testTimeout: 60_000,
        },
      },
    ],
  },
});
