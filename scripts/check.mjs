import { runEntry } from './setup/entry.mjs';
import { prepare } from './setup/prepare.mjs';
import { say } from './setup/progress.mjs';
import { runChecks } from './testing/checks.mjs';
import { runVitest } from './testing/vitest.mjs';

await runEntry(async (args) => {
  const electron = await prepare();
  const problems = await runChecks();
  // Properties are tried fewer times than in `npm test` (test/support/propertyRuns.ts).
  process.env.AIRLOCK_QUICK_TESTS = '1';
  const { problem } = await runVitest(electron, ['unit', 'component'], args);
  if (problem) problems.push(problem);
  for (const line of problems) say(line);
  return problems.length > 0 ? 1 : 0;
});
