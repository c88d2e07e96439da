import { buildApp } from './setup/build.mjs';
import { runEntry } from './setup/entry.mjs';
import { prepare } from './setup/prepare.mjs';
import { say } from './setup/progress.mjs';
import { requireSandbox } from './setup/sandbox.mjs';
import { runChecks } from './testing/checks.mjs';
import { addCounts, countsLine } from './testing/counts.mjs';
import { runEndToEnd } from './testing/endToEnd.mjs';
import { HeldOutput } from './testing/heldOutput.mjs';
import { ordinaryUser } from './testing/ordinaryUser.mjs';
import { closingLines } from './testing/outcome.mjs';
import { readTestArguments } from './testing/parts.mjs';
import { together } from './testing/together.mjs';
import { runVitest } from './testing/vitest.mjs';

await runEntry(async (words) => {
  const { checks, projects, endToEnd, args } = readTestArguments(words);
  const electron = await prepare({ virtualDisplay: endToEnd && process.platform === 'linux' });
  if (endToEnd) requireSandbox(electron, ordinaryUser());
  const problems = checks ? await runChecks() : [];
  if (endToEnd) await buildApp();

  // Side by side: each leaves cores idle while its tests wait. The screen is Vitest's until it ends.
  const works = [];
  const held = projects.length > 0 ? new HeldOutput() : undefined;
  if (held) works.push(runVitest(electron, projects, args).finally(() => held.release()));
  if (endToEnd) works.push(runEndToEnd(electron, args, held));
  const outcomes = await together(works);

  for (const line of [...problems, ...closingLines(outcomes)]) say(line);
  process.stdout.write(`${countsLine(addCounts(outcomes.map(({ counts }) => counts)))}\n`);
  return problems.length > 0 || outcomes.some(({ problem }) => problem) ? 1 : 0;
});
