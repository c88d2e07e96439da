import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: process.env.AIRLOCK_TEST_RESULTS ?? 'test-results',
  fullyParallel: true,
  // A busy machine may fail a test once; `npm test` names those that passed only at the second try.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  // Starting a session makes a worktree; on a busy machine that takes a while.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    // Without a picture of every step: taking them costs more than the snapshots of the page.
    trace: {
      mode: process.env.AIRLOCK_TRACES === 'retried' ? 'on-first-retry' : 'retain-on-failure',
      screenshots: false,
    },
    screenshot: 'only-on-failure',
  },
});
