import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
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
          testTimeout: 30_000,
        },
      },
    ],
  },
});
