import { buildApp } from './setup/build.mjs';
import { runEntry } from './setup/entry.mjs';
import { prepare } from './setup/prepare.mjs';
import { say } from './setup/progress.mjs';
import { requireSandbox } from './setup/sandbox.mjs';
import { runChecks } from './testing/checks.mjs';
import { addCounts, countsLine } from './testing/counts.mjs';
import { runEndToEnd } from './testing/endToEnd.mjs';
import { runInMemory } from './testing/memoryFolder.mjs';
import { ordinaryUser } from './testing/ordinaryUser.mjs';
import { closingLines } from './testing/outcome.mjs';
import { readTestArguments } from './testing/parts.mjs';
import { runVitest } from './testing/vitest.mjs';

await runEntry(async (words) => {
  const { checks, projects, endToEnd, inTurn, args } = readTestArguments(words);
  const code = projects.includes('package') ? undefined : await runInMemory();
  if (code !== undefined) return code;
  const electron = await prepare({ virtualDisplay: endToEnd && process.platform === 'linux' });
  if (endToEnd) requireSandbox(electron, ordinaryUser());
  const problems = checks ? await runChecks() : [];
  if (endToEnd) await buildApp();

  const outcomes = [];
  if (projects.length > 0) outcomes.push(await runVitest(electron, projects, args));
  if (endToEnd) outcomes.push(await runEndToEnd(electron, { inTurn, args }));

  for (const line of [...problems, ...closingLines(outcomes)]) say(line);
  process.stdout.write(`${countsLine(addCounts(outcomes.map(({ counts }) => counts)))}\n`);
  return problems.length > 0 || outcomes.some(({ problem }) => problem) ? 1 : 0;
});
