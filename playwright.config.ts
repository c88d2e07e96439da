import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: process.env.AIRLOCK_TEST_RESULTS ?? 'test-results',
  // Each test starts an Electron of its own; two fit on the smallest machine that runs them.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 120_000,
  // Starting a session makes a worktree; on a busy machine that takes a while.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
