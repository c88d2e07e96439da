import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/processes.mjs';
import { root, toolPath } from '../setup/project.mjs';
import { vitestCounts } from './counts.mjs';
import { vitestFailures, vitestFlaky } from './failures.mjs';
import { memoryFolder } from './memoryFolder.mjs';
import { outcomeOf } from './outcome.mjs';

/** Runs Vitest on the Node that ships: the one inside Electron. */
export async function runVitest(electron, projects, args = []) {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-report-'));
  try {
    const reportFile = join(folder, 'vitest.json');
    const { code } = await run(
      electron,
      [
        toolPath('vitest'),
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...args,
      ],
      { folder: root, environment: vitestEnvironment() },
    );
    return outcomeOf(`Vitest (${projects.join(', ')})`, {
      code,
      reportFile,
      countsIn: vitestCounts,
      failuresIn: vitestFailures,
      flakyIn: vitestFlaky,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Agents in tests run on the Node that runs this script. Leaves out certificates, which every Node
 * would read at its start.
 */
function vitestEnvironment() {
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const TMPDIR = memoryFolder();
  return {
    ...environment,
    ELECTRON_RUN_AS_NODE: '1',
    AIRLOCK_NODE: process.execPath,
    ...(TMPDIR && { TMPDIR }),
  };
}
