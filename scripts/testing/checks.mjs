import { run } from '../setup/processes.mjs';
import { say, withProgress } from '../setup/progress.mjs';
import { root, toolPath } from '../setup/project.mjs';

const CHECKS = [
  { name: 'types', dependency: 'typescript', command: 'tsc', args: ['-b'] },
  { name: 'lint', dependency: '@biomejs/biome', command: 'biome', args: ['check', '.'] },
];

/** Checks types and style in parallel; returns one problem for each that fails. */
export async function runChecks() {
  const results = await withProgress('Checking types and style', () =>
    Promise.all(CHECKS.map(runCheck)),
  );
  const failed = results.filter(({ code }) => code !== 0);
  for (const { name, output } of failed) say(`\n${name}:\n${output.trimEnd()}`);
  return failed.map(({ name }) => `${name} failed ("npm run ${name}" shows it alone).`);
}

async function runCheck({ name, dependency, command, args }) {
  const result = await run(process.execPath, [toolPath(dependency, command), ...args], {
    folder: root,
    collect: true,
  });
  return { name, ...result };
}
